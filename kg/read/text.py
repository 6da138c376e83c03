"""Plain text: paragraphs between blank lines, bullets, key-value lines, headings underlined or all capitals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kg.model import BlockKind
from kg.read.base import Parts, Piece, chunks, has_suffix
from kg.read.pairs import cells_of, pairs
from kg.read.plain import Context, Span, piece, verbatim

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_BULLET = re.compile(r"(?P<indent>[ \t]*)(?P<mark>[-*+•–]|\(?\d{1,3}[.)])[ \t]+(?=\S)")
_UNDERLINE = re.compile(r"[ \t]*(?P<char>[=\-~^#*])(?P=char){2,}[ \t]*\Z")
_CAPITALS = re.compile(r"[A-Z0-9][A-Z0-9 &/,()'_-]{2,60}:?\Z")
_LEVELS = {"=": 1, "#": 1, "*": 1, "-": 2, "~": 3, "^": 3}
_CAPITALS_LEVEL = 1


@dataclass(slots=True)
class _Item:
    indent: int
    text: str


@dataclass(slots=True)
class _State:
    text: str
    headings: list[tuple[int, str]] = field(default_factory=list)
    previous: str = ""
    items: list[_Item] = field(default_factory=list)
    title: str = ""

    def context(self, indent: int | None = None) -> Context:
        """Context of a list item at an indent, or of a paragraph."""
        headings = tuple(text for _, text in self.headings)
        if indent is None:
            return Context(headings)
        while self.items and self.items[-1].indent >= indent:
            self.items.pop()
        lead = (self.previous,) if self.previous else ()
        return Context(headings, (*lead, *(item.text for item in self.items)))

    def heading(self, level: int, text: str) -> None:
        while self.headings and self.headings[-1][0] >= level:
            self.headings.pop()
        self.headings.append((level, text))
        self.previous, self.items = "", []
        self.title = self.title or text


class Text:
    """Reader of plain text files."""

    name = "text"

    def sniff(self, path: str, head: str) -> bool:
        """By suffix alone."""
        return has_suffix(path)

    def read(self, path: str, text: str) -> Parts:
        """Chunks of a plain text document."""
        state = _State(text)
        found = [one for group in _groups(text) for one in _block(state, group)]
        return Parts(chunks(path, text, found), state.title)


def _groups(text: str) -> Iterator[list[Span]]:
    """Lines between blank lines; a line without its end and the white space before it."""
    group: list[Span] = []
    for match in _LINE.finditer(text):
        line = match.group().rstrip()
        if line:
            group.append((match.start(), match.start() + len(line)))
        elif group:
            yield group
            group = []
    if group:
        yield group


def _block(state: _State, lines: list[Span]) -> list[Piece]:
    """Pieces of the lines between two blank lines."""
    lines = _take_heading(state, lines)
    if not lines:
        return []
    bullets = [number for number, (start, end) in enumerate(lines) if _BULLET.match(state.text, start, end)]
    if not bullets:
        return _paragraph(state, lines)
    found = _paragraph(state, lines[: bullets[0]]) if bullets[0] else []
    for number, after in zip(bullets, [*bullets[1:], len(lines)], strict=True):
        found += _item(state, lines[number:after])
    return found


def _take_heading(state: _State, lines: list[Span]) -> list[Span]:
    """The lines less a heading at their beginning, which is remembered."""
    rules = 0
    while rules < len(lines) and _UNDERLINE.match(state.text, *lines[rules]):
        rules += 1
    lines = lines[rules:]
    if not lines:
        return []
    first = state.text[slice(*lines[0])].strip()
    second = state.text[slice(*lines[1])] if len(lines) > 1 else ""
    underline = _UNDERLINE.match(second)
    if underline and not _BULLET.match(first):
        state.heading(_LEVELS[underline["char"]], " ".join(first.split()))
        return lines[2:]
    if len(lines) == 1 and _CAPITALS.match(first) and any(c.isalpha() for c in first):
        state.heading(_CAPITALS_LEVEL, first.rstrip(":").strip())
        return []
    return lines


def _paragraph(state: _State, lines: Sequence[Span]) -> list[Piece]:
    spans = [_trimmed(state.text, span) for span in lines]
    plain = verbatim(state.text, spans)
    indent = spans[0][0] - lines[0][0]
    if state.items and indent > state.items[0].indent:
        return piece((spans[0][0], spans[-1][1]), plain, BlockKind.PARAGRAPH, state.context(indent))
    context = state.context()
    found = pairs(state.text, spans, lambda some: verbatim(state.text, some), context)
    state.previous, state.items = "" if found else plain.text, []
    return found or piece((spans[0][0], spans[-1][1]), plain, BlockKind.PARAGRAPH, context)


def _item(state: _State, lines: Sequence[Span]) -> list[Piece]:
    match = _BULLET.match(state.text, *lines[0])
    assert match is not None
    spans = [(match.end(), lines[0][1]), *(_trimmed(state.text, span) for span in lines[1:])]
    plain = verbatim(state.text, spans)
    indent = len(match["indent"].expandtabs(4))
    context = state.context(indent)
    state.items.append(_Item(indent, plain.text))
    return piece((spans[0][0], spans[-1][1]), plain, BlockKind.ITEM, context, cells_of(plain))


def _trimmed(text: str, span: Span) -> Span:
    start, end = span
    return end - len(text[start:end].lstrip()), end
