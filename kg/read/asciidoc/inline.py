"""Inline AsciiDoc to plain text that keeps its offsets, attributes of the document put in."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from kg.model import Mark
from kg.read.plain import Builder, Lines, Plain, Span

_INLINE = re.compile(
    r"""
    \\(?P<escaped>[`*_\#+{<\[&(^~|] | (?:https?|link|xref|mailto|image|kbd|footnote):)
  | \+\+\+(?P<passed>.{1,1000}?)\+\+\+ | pass:[a-z,]{0,9}\[(?P<pass>[^\]]{0,1000})\]
  | `\+(?P<literal>[^`]{1,1000}?)\+`
  | (?P<quote>["'])`(?P<quoted>[^`]{1,1000}?)`(?P=quote)
  | ``(?P<codes>[^`].{0,1000}?)``
  | (?<![\w`;:}])`(?P<code>[^`\s](?:[^`]{0,1000}[^`\s])?)`(?![\w`])
  | (?:\[[\w.\#%, "=-]{0,80}\])?(?:
      \*\*(?P<strongs>[^*].{0,1000}?)\*\* | (?<![\w*])\*(?P<strong>[^*\s](?:[^*]{0,1000}[^*\s])?)\*(?![\w*])
    | __(?P<emphases>[^_].{0,1000}?)__ | (?<![\w_])_(?P<emphasis>[^_\s](?:[^_]{0,1000}[^_\s])?)_(?![\w_])
    | (?<![\w\#&])\#(?P<marked>[^\#\s](?:[^\#]{0,1000}[^\#\s])?)\#(?![\w\#]))
  | (?<![\w+])\+(?P<mono>[^+\s](?:[^+\n]{0,300}[^+\s])?)\+(?![\w+])
  | <<(?P<id>[^<>,\n]{1,300})(?:,\s*(?P<shown>[^<>]{1,500}))?>>
  | (?<!\w)(?:link|xref|mailto):(?P<target>[^\s\[\]]{1,1000})\[(?P<label>[^\]]{0,1000})\]
  | (?<![\w/:])(?P<url>(?:https?|ftp|irc)://[^\s\[\]<>]{1,1000})(?:\[(?P<title>[^\]]{0,1000})\])?
  | (?<!\w)(?P<macro>image|icon|anchor|footnote|footnoteref|indexterm2?|stem|latexmath|asciimath)
      :[^\s\[\]]{0,300}\[[^\]]{0,1000}\]
  | (?<!\w)(?:kbd|btn|menu):(?P<menu>[^\s\[\]]{0,100})\[(?P<key>[^\]]{0,300})\]
  | (?P<gone>\[\[[^\[\]\n]{1,200}\]\] | \(\(\([^()]{1,300}\)\)\) | \ \+(?=\n|\Z) | <\d{1,3}>|<\.>)
  | \(\((?P<term>[^()]{1,300})\)\)
  | \{(?P<attribute>\w[\w-]{0,80})\}
  | (?P<entity>&(?:\#[0-9]{1,7}|\#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)
    """,
    re.VERBOSE | re.DOTALL,
)
_KINDS = {
    **dict.fromkeys(("codes", "code", "mono"), "code"),
    **dict.fromkeys(("strongs", "strong"), "strong"),
    **dict.fromkeys(("emphases", "emphasis"), "emphasis"),
    **dict.fromkeys(("quoted", "marked", "term"), ""),
}
_VERBATIM = {"passed": "", "pass": "", "escaped": "", "literal": "code"}
_GIVEN = {"nbsp": "\u00a0", "amp": "&", "lt": "<", "gt": ">", "plus": "+", "asterisk": "*", "backtick": "`",
          "empty": "", "sp": " ", "vbar": "|", "startsb": "[", "endsb": "]", "caret": "^", "tilde": "~", "apos": "'",
          "quot": '"', "two-colons": "::", "two-semicolons": ";;", "backslash": "\\", "zwsp": "", "wj": ""}  # fmt: skip
_SETTINGS = re.compile(r"\^?(?:,\s*(?:window|role|opts|title|rel|id)=.*)?\Z", re.DOTALL)
_EXTENSION = re.compile(r"\.(?:adoc|asciidoc|html?)?(?:#.*)?\Z|#\Z")
_DEEPEST = 6
_LONGEST = 500


@dataclass(slots=True)
class Attributes:
    """The attributes of a document so far, and how much text they may still put in.

    Args:
        left: Characters; a reference beyond stays as it stands, so that no document grows without end.

    >>> attributes = Attributes(100)
    >>> attributes.set("db", "the *ledger*"); attributes.value("db")
    'the ledger'
    """

    left: int
    values: dict[str, str] = field(default_factory=lambda: dict(_GIVEN))

    def set(self, name: str, value: str | None) -> None:
        """Set an attribute, or unset it."""
        self.values.pop(name.lower(), None)
        if value is not None:
            plain = asciidoc_inline(value, [(0, len(value))], self).text if value else ""
            self.values[name.lower()] = plain[:_LONGEST].replace("\0", "\ufffd")

    def value(self, name: str) -> str | None:
        """What stands for a reference; None when it stays."""
        value = self.values.get(name.lower())
        if value is None or len(value) > self.left:
            return None
        self.left -= len(value)
        return value


def asciidoc_inline(text: str, spans: Sequence[Span], attributes: Attributes) -> Plain:
    """Plain text of the lines of an AsciiDoc block.

    >>> line = "Uses `redis`, *S3* and xref:q.adoc[the queue]."
    >>> asciidoc_inline(line, [(0, len(line))], Attributes(0)).text
    'Uses redis, S3 and the queue.'
    """
    lines = Lines(text, spans)
    scan = _Scan(lines.content, attributes)
    scan.emit(0, len(lines.content), 0)
    return lines.located(scan.builder.plain())


class _Scan:
    def __init__(self, content: str, attributes: Attributes) -> None:
        self._content, self._attributes = content, attributes
        self.builder = Builder()

    def emit(self, start: int, end: int, depth: int) -> None:
        """Emit a span, inline markup within it included."""
        at = start
        for match in _INLINE.finditer(self._content, start, end) if depth < _DEEPEST else ():
            self.builder.copy(self._content, at, match.start())
            self._one(match, depth)
            at = match.end()
        self.builder.copy(self._content, at, end)

    def _one(self, match: re.Match[str], depth: int) -> None:
        kind = match.lastgroup or ""
        kind = "quoted" if match["quoted"] is not None else kind
        if kind in _KINDS:
            self._marked(match.span(kind), _KINDS[kind], depth + 1)
        elif kind in _VERBATIM:
            self._marked(match.span(kind), _VERBATIM[kind], _DEEPEST)
        elif kind == "attribute":
            self._attribute(match)
        elif kind == "entity":
            self.builder.pin(html.unescape(match.group()).replace("\0", "\ufffd"), match.start())
        elif kind == "key":
            self._marked(match.span("key" if match["key"] else "menu"), "", _DEEPEST)
        elif kind not in ("gone", "macro"):
            self._link(match, depth)

    def _attribute(self, match: re.Match[str]) -> None:
        value = self._attributes.value(match["attribute"])
        if value is None:
            self.builder.copy(self._content, *match.span())
        else:
            self.builder.pin(value, match.start())

    def _link(self, match: re.Match[str], depth: int) -> None:
        """A link: its text, else the last part of where it leads."""
        target = match["id"] or match["target"] or match["url"]
        for name in ("shown", "label", "title"):
            if match[name]:
                start, end = match.span(name)
                settings = _SETTINGS.search(self._content, start, end)
                end = settings.start() if settings else end
                if end > start:
                    self._marked((start, end), "link", depth + 1, target)
                    return
        if match["url"]:
            self._marked(match.span("url"), "link", _DEEPEST, target)
        else:
            self._marked(self._named(match.span("id" if match["id"] else "target")), "link", _DEEPEST, target)

    def _named(self, span: Span) -> Span:
        """The page's or section's own name within a target."""
        start, end = span
        extension = _EXTENSION.search(self._content, start, end)
        stop = extension.start() if extension else end
        cut = max(self._content.rfind(mark, start, stop) for mark in "/#:") + 1
        start = max(start, cut)
        return (start + 1 if self._content[start:stop][:1] == "_" else start), stop

    def _marked(self, span: Span, kind: str, depth: int, target: str = "") -> None:
        before = self.builder.length
        self.emit(*span, depth)
        if kind:
            self.builder.marks.append(Mark(before, self.builder.length, kind, target))
