"""Inline reStructuredText to plain text that keeps its offsets."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kg.model import Mark
from kg.read.plain import Builder, Lines, Plain, Span

_INLINE = re.compile(
    r"``(?P<literal>[^`](?:[^`]|`(?!`)){0,999})``"
    r"|(?P<role>:[A-Za-z][\w.+:-]{0,40}:)?`(?P<text>[^`\s](?:[^`\\]|\\.){0,1999})`(?P<tail>__?|:[A-Za-z][\w.+:-]{0,40}:)?"
    r"|\*\*(?P<strong>[^*\s](?:[^*]|\*(?!\*)){0,1999})\*\*"
    r"|(?<![\w*])\*(?P<emphasis>[^*\s][^*]{0,1999})\*(?!\w)"
    r"|(?<!\w)\|(?P<substitution>[^|\s][^|]{0,99})\|_{0,2}"
    r"|(?<!\w)\[(?:\#?[\w.-]{0,60}|\*)\]_(?!\w)"
    r"|_`(?P<target>[^`]{1,200})`"
    r"|(?<![\w_.:/-])(?P<name>[A-Za-z0-9](?:[\w.+:-]{0,80}[A-Za-z0-9])?)__?(?![\w/])"
    r"|\\(?P<escape>[\s\S])",
    re.DOTALL,
)
_TARGET = re.compile(r"\s*<(?P<target>[^<>]*)>\Z")
_LINKS = frozenset(("ref", "doc", "any", "term", "numref", "download", "pep", "rfc"))


def rst_inline(text: str, spans: Sequence[Span]) -> Plain:
    """Plain text of the lines of a reStructuredText block.

    >>> rst_inline("Uses ``redis`` and `docs <x.html>`_.", [(0, 36)]).text
    'Uses redis and docs.'
    """
    lines = Lines(text, spans)
    content = lines.content
    builder = Builder()
    at = 0
    for match in _INLINE.finditer(content):
        builder.copy(content, at, match.start())
        _emit(builder, content, match)
        at = match.end()
    builder.copy(content, at, len(content))
    return lines.located(builder.plain())


def _emit(builder: Builder, content: str, match: re.Match[str]) -> None:
    kind = match.lastgroup
    if match["text"] is not None:
        _interpreted(builder, content, match)
    elif kind == "escape":
        if not match["escape"].isspace():
            builder.copy(content, *match.span("escape"))
    elif kind is not None:
        mark = {"literal": "code", "strong": "strong", "emphasis": "emphasis", "name": "link"}.get(kind, "")
        _marked(builder, content, match.span(kind), mark)


def _interpreted(builder: Builder, content: str, match: re.Match[str]) -> None:
    start, end = match.span("text")
    target = _TARGET.search(match["text"])
    if target and target.start():
        end = start + target.start()
    role = (match["role"] or match["tail"] or "").strip(":").rsplit(":", 1)[-1]
    link = role in _LINKS or role.startswith("_") or target is not None
    _marked(builder, content, (start, end), "link" if link else "code", target["target"] if target else "")


def _marked(builder: Builder, content: str, span: Span, kind: str, target: str = "") -> None:
    before = builder.length
    builder.copy(content, *span)
    if kind:
        builder.marks.append(Mark(before, builder.length, kind, target))
