"""Inline Org to plain text that keeps its offsets."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kg.model import Mark
from kg.read.plain import Builder, Lines, Plain, Span

_INLINE = re.compile(
    r"\[\[(?P<target>[^\[\]\n]{1,1000})\](?:\[(?P<label>[^\[\]]{1,500})\])?\]"
    r"|(?<![\w*/=~+_])(?P<mark>[*/=~+_])(?P<text>[^\s*/=~+_](?:[^\n]{0,500}?[^\s])??)(?P=mark)(?![\w*/=~+_])"
    r"|(?P<gone>\[fn:[^\[\]\n]{0,200}\]|<<<?[^<>\n]{1,200}>>>?)"
)
_KINDS = {"*": "strong", "/": "emphasis", "=": "code", "~": "code", "+": "", "_": ""}


def org_inline(text: str, spans: Sequence[Span]) -> Plain:
    """Plain text of the lines of an Org block.

    >>> org_inline("Uses *Redis*, =etcd= and [[https://x.example][Kafka]].", [(0, 54)]).text
    'Uses Redis, etcd and Kafka.'
    """
    lines = Lines(text, spans)
    content, builder, at = lines.content, Builder(), 0
    for match in _INLINE.finditer(content):
        builder.copy(content, at, match.start())
        _emit(builder, content, match)
        at = match.end()
    builder.copy(content, at, len(content))
    return lines.located(builder.plain())


def _emit(builder: Builder, content: str, match: re.Match[str]) -> None:
    before = builder.length
    if match["target"] is not None:
        builder.copy(content, *match.span("label" if match["label"] else "target"))
        builder.marks.append(Mark(before, builder.length, "link", match["target"]))
    elif match["mark"] is not None:
        builder.copy(content, *match.span("text"))
        if _KINDS[match["mark"]]:
            builder.marks.append(Mark(before, builder.length, _KINDS[match["mark"]]))
