"""Inline Markdown to plain text, in one pass over the raw text so that every character keeps its place.

Follows CommonMark 0.31 sections 2.4 (escapes), 2.5 (entities) and 6 (inlines), with the delimiter algorithm of its
appendix. Images go, links keep their label, HTML tags and comments go, `<br>` is a space; in a table cell it, and each
item of a list, parts two values.
"""

from __future__ import annotations

import html
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from kg.model import Mark
from kg.read.emphasis import Delimiter, pair
from kg.read.plain import Builder, Lines, Plain, Span, verbatim

_SPECIAL = re.compile(r"[\\`*_\[\]!<&~]")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~]|\n)")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_AUTOLINK = re.compile(r"<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]{0,2000}|[\w.+-]{1,64}@[\w.-]{1,255})>")
_ATTRIBUTE = r"(?:\s++[A-Za-z_:@#][\w:.@-]*+(?:\s*+=\s*+(?:[^\s\"'=<>`]++|'[^']{0,4000}'|\"[^\"]{0,4000}\"))?)"
_TAG = re.compile(rf"<(?:/[A-Za-z][\w-]*+\s*+|[A-Za-z][\w-]*+{_ATTRIBUTE}*+\s*+/?)>")
_BREAK = re.compile(r"<(?:br|li)\b", re.IGNORECASE)
_BULLET = re.compile(r"\s*(?:[-•]\s+)?")
_TARGET = re.compile(
    r"\(\s*+(?:<([^<>\n]{0,2000})>|((?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*+\))*+))"
    r"(?:\s++(?:\"[^\"]{0,1000}\"|'[^']{0,1000}'|\([^()]{0,1000}\)))?\s*+\)"
)
_LABEL = re.compile(r"\[((?:[^\[\]\\]|\\.){0,999})\]")
_FENCES = re.compile("`+")


@dataclass(slots=True)
class _Bracket:
    token: int
    start: int
    image: bool
    active: bool = True


@dataclass(slots=True)
class _Token:
    """`kind`: copy, pin, break, code, open, close, delimiter or gone."""

    kind: str
    start: int
    end: int
    text: str = ""
    delimiter: Delimiter | None = None


@dataclass(slots=True)
class _Scan:
    content: str
    references: Collection[str]
    targets: dict[str, str]
    tokens: list[_Token] = field(default_factory=list)
    brackets: list[_Bracket] = field(default_factory=list)
    ticks: dict[int, list[int]] | None = None
    comments_end: int = -2

    def run(self) -> list[_Token]:
        at, size = 0, len(self.content)
        while at < size:
            match = _SPECIAL.search(self.content, at)
            if match is None:
                break
            if match.start() > at:
                self.tokens.append(_Token("copy", at, match.start()))
            at = self._special(match.start())
        self.tokens.append(_Token("copy", at, size))
        self._emphasise(0)
        return self.tokens

    def _special(self, at: int) -> int:
        """Handle the special character at `at`; returns where to go on."""
        handler = _HANDLERS[self.content[at]]
        end = handler(self, at)
        if end is None:
            self.tokens.append(_Token("copy", at, at + 1))
            return at + 1
        return end

    def _escape(self, at: int) -> int | None:
        match = _ESCAPE.match(self.content, at)
        if match is None:
            return None
        if match.group(1) == "\n":
            self.tokens.append(_Token("gone", at, at + 1))
            return at + 1
        self.tokens.append(_Token("copy", at + 1, at + 2))
        return match.end()

    def _entity(self, at: int) -> int | None:
        match = _ENTITY.match(self.content, at)
        decoded = html.unescape(match.group()) if match else ""
        if match is None or decoded == match.group():
            return None
        self.tokens.append(_Token("pin", at, match.end(), decoded.replace("\0", "\ufffd")))
        return match.end()

    def _code(self, at: int) -> int | None:
        if self.ticks is None:
            self.ticks = {}
            for run in _FENCES.finditer(self.content):
                self.ticks.setdefault(run.end() - run.start(), []).append(run.start())
            for starts in self.ticks.values():
                starts.reverse()
        match = _FENCES.match(self.content, at)
        size = (match.end() if match else at) - at
        starts = self.ticks.get(size, [])
        while starts and starts[-1] <= at:
            starts.pop()
        if not starts:
            self.tokens.append(_Token("copy", at, at + size))
            return at + size
        self.tokens.append(_Token("code", at + size, starts[-1]))
        return starts[-1] + size

    def _angle(self, at: int) -> int | None:
        if self.content.startswith("<!--", at):
            return self._comment(at)
        match = _AUTOLINK.match(self.content, at)
        if match:
            self.tokens.append(_Token("open", at, at))
            self.tokens.append(_Token("copy", *match.span(1)))
            self.tokens.append(_Token("close", at, at, match.group(1)))
            return match.end()
        match = _TAG.match(self.content, at)
        if match is None:
            return None
        gone = "break" if _BREAK.match(self.content, at) else "gone"
        self.tokens.append(_Token(gone, at, match.end(), " "))
        return match.end()

    def _comment(self, at: int) -> int | None:
        if self.comments_end == -1:
            return None
        end = self.content.find("-->", at + 4)
        self.comments_end = end
        if end < 0:
            return None
        self.tokens.append(_Token("gone", at, end + 3))
        return end + 3

    def _strike(self, at: int) -> int | None:
        return at + 2 if self.content.startswith("~~", at) else None

    def _bang(self, at: int) -> int | None:
        if not self.content.startswith("![", at):
            return None
        self.brackets.append(_Bracket(len(self.tokens), at + 2, image=True))
        self.tokens.append(_Token("copy", at, at + 2))
        return at + 2

    def _opening(self, at: int) -> int:
        self.brackets.append(_Bracket(len(self.tokens), at + 1, image=False))
        self.tokens.append(_Token("copy", at, at + 1))
        return at + 1

    def _closing(self, at: int) -> int | None:
        if not self.brackets:
            return None
        bracket = self.brackets.pop()
        if not bracket.active:
            return None
        end, target = self._target(bracket, at)
        if end < 0:
            return None
        self._emphasise(bracket.token + 1)
        if bracket.image:
            for token in self.tokens[bracket.token :]:
                token.kind = "gone"
            return end
        self.tokens[bracket.token] = _Token("open", at, at)
        self.tokens.append(_Token("close", at, at, target))
        for other in self.brackets:
            other.active = other.active and other.image
        return end

    def _target(self, bracket: _Bracket, at: int) -> tuple[int, str]:
        """Where a link or image whose label ends at `at` ends, and where it leads; (-1, "") if it is none."""
        match = _TARGET.match(self.content, at + 1)
        if match:
            return match.end(), match.group(1) or match.group(2) or ""
        if not self.references:
            return -1, ""
        match = _LABEL.match(self.content, at + 1)
        label = match.group(1) if match and match.group(1) else self.content[bracket.start : at]
        key = " ".join(label.split()).lower().upper() if len(label) < 1000 else ""
        if key not in self.references:
            return -1, ""
        return (match.end() if match else at + 1), self.targets.get(key, "")

    def _run_of(self, at: int) -> int:
        delimiter = Delimiter.at(self.content, at)
        self.tokens.append(_Token("delimiter", at, delimiter.high, delimiter=delimiter))
        return delimiter.high

    def _emphasise(self, first: int) -> None:
        found = [t.delimiter for t in self.tokens[first:] if t.delimiter is not None and not t.delimiter.done]
        pair(found)


_HANDLERS = {
    "\\": _Scan._escape,
    "&": _Scan._entity,
    "`": _Scan._code,
    "<": _Scan._angle,
    "~": _Scan._strike,
    "!": _Scan._bang,
    "[": _Scan._opening,
    "]": _Scan._closing,
    "*": _Scan._run_of,
    "_": _Scan._run_of,
}


def inline(text: str, spans: Sequence[Span], references: dict[str, str] | None = None, *, cell: bool = False) -> Plain:
    """Plain text of the lines of a Markdown block.

    Args:
        text: The document's text.
        spans: Where each line stands, without indent and block quote marks.
        references: Where link references lead, by normalised label.
        cell: Whether it is a table cell, in which a break parts two values.

    >>> inline("Redis<br>- Kafka", [(0, 16)], cell=True).text
    'Redis, Kafka'
    >>> inline("The **auth** `svc` &amp; [docs](x.md)", [(0, 37)]).text
    'The auth svc & docs'
    """
    lines = Lines(text, spans)
    if not _SPECIAL.search(lines.content):
        return verbatim(text, spans)
    references = references or {}
    return lines.located(_emit(lines.content, _Scan(lines.content, references, references).run(), cell))


def _emit(content: str, tokens: list[_Token], cell: bool) -> Plain:
    builder = Builder()
    links: list[int] = []
    for token in _parted(builder, content, tokens) if cell else tokens:
        if token.kind == "copy":
            builder.copy(content, token.start, token.end)
        elif token.kind in ("pin", "break"):
            builder.pin(token.text, token.start)
        elif token.kind == "code":
            _emit_code(builder, content, token)
        elif token.kind == "open":
            links.append(builder.length)
        elif token.kind == "close":
            builder.marks.append(Mark(links.pop() if links else 0, builder.length, "link", token.text))
        elif token.kind == "delimiter" and token.delimiter is not None:
            builder.marks.extend(_emit_delimiter(builder, content, token.delimiter))
    return builder.plain()


def _parted(builder: Builder, content: str, tokens: list[_Token]) -> Iterator[_Token]:
    """The tokens of a cell without its breaks, which part what stands before and after them."""
    at = -1
    for token in tokens:
        if token.kind == "break":
            at = token.start
        elif token.kind == "copy" and at >= 0:
            match = _BULLET.match(content, token.start, token.end)
            token.start = match.end() if match else token.start
        if at >= 0 and token.kind in ("copy", "pin", "code", "delimiter", "open") and token.start < token.end:
            builder.part(at)
            at = -1
        if token.kind != "break":
            yield token


def _emit_code(builder: Builder, content: str, token: _Token) -> None:
    start, end = token.start, token.end
    inner = content[start:end]
    if inner[:1] in " \n" and inner[-1:] in " \n" and inner.strip(" \n"):
        start, end = start + 1, end - 1
    before = builder.length
    builder.copy(content, start, end)
    builder.marks.append(Mark(before, builder.length, "code"))


def _emit_delimiter(builder: Builder, content: str, delimiter: Delimiter) -> Iterator[Mark]:
    """The marks that end here; what is left of the run is text; those that begin here remember where."""
    for span in delimiter.closes:
        yield Mark(span.start, builder.length, span.kind)
    builder.copy(content, delimiter.low, delimiter.high)
    for span in delimiter.opens:
        span.start = builder.length
