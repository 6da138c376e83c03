"""The blocks of an AsciiDoc document: sections, paragraphs, lists, delimited blocks, tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from kg.model import BlockKind
from kg.read.asciidoc import marks
from kg.read.asciidoc.inline import Attributes, asciidoc_inline
from kg.read.asciidoc.lines import ENTRY
from kg.read.asciidoc.style import Style
from kg.read.asciidoc.table import table_pieces
from kg.read.base import Piece
from kg.read.diagram import DIAGRAMS
from kg.read.frame import Frame
from kg.read.pairs import pair_piece
from kg.read.plain import Context, Plain, Span, piece, raw_lines

_DATE = re.compile(r"\b\d{4}-\d{2}-\d{2}\b")
_DATES = frozenset(("revdate", "docdate", "date", "page-date", "page-last-updated"))
_DEEPEST = 20

_Opened = tuple[str, Frame, Frame]
"""A list that is open: its marker, its frame, that of its last item."""


class Walk:
    """One pass over the lines of a document.

    Args:
        text: The document's text.
        lines: Where each line stands, white space at its end left out.
    """

    def __init__(self, text: str, lines: Sequence[Span]) -> None:
        self.text, self.lines = text, lines
        self.title = ""
        self.date: str | None = None
        self._attributes = Attributes(2 * len(text) + 10_000)
        self._style = Style()
        self._found: list[Piece] = []
        self._lists = 0
        self._ends: dict[str, list[int]] = {}
        for number in range(len(lines) - 1, -1, -1):
            line = self._line(number)
            if marks.DELIMITER.match(line):
                self._ends.setdefault(line, []).append(number)

    def pieces(self) -> list[Piece]:
        """The pieces in document order."""
        self._blocks(0, len(self.lines), Frame(), 0)
        return self._found

    def _line(self, number: int) -> str:
        return self.text[slice(*self.lines[number])]

    def _scan(self, spans: Sequence[Span]) -> Plain:
        return asciidoc_inline(self.text, spans, self._attributes)

    def _taken(self) -> Style:
        style, self._style = self._style, Style()
        return style

    def _blocks(self, at: int, stop: int, frame: Frame, depth: int) -> None:
        while at < stop:
            at = self._block(at, stop, frame, depth)

    def _block(self, at: int, stop: int, frame: Frame, depth: int) -> int:
        """The block at a line, or what the line says of one to come; returns the line after it."""
        line = self._line(at)
        if not line or marks.is_comment(line):
            return at + 1
        for parse in _PARSERS:
            after = parse(self, line, at, stop, frame, depth)
            if after is not None:
                return after
        return self._paragraph(at, stop, frame)

    def _entry(self, line: str, at: int, stop: int, frame: Frame, depth: int) -> int | None:
        """An attribute entry; a backslash at the end of a line means that it goes on in the next."""
        match = ENTRY.match(line)
        if match is None:
            return None
        value, after = match["value"] or "", at + 1
        while value.endswith(" \\") and after < stop:
            value, after = f"{value[:-2]} {self._line(after).strip()}", after + 1
        unset = bool(match["off"] or match["off2"])
        self._attributes.set(match["name"], None if unset else value)
        date = _DATE.search(value)
        if date and match["name"].lower() in _DATES:
            self.date = date.group()
        return after

    def _heading(self, line: str, at: int, stop: int, frame: Frame, depth: int) -> int | None:
        match = marks.HEADING.match(line)
        under = self._line(at + 1) if at + 1 < stop else ""
        if match:
            level, text, after = len(match["mark"]), match["text"], at + 1
        elif marks.UNDERLINE.match(under) and abs(len(under) - len(line)) < 2 and len(line) > 2 and line[0].isalnum():
            level, text, after = marks.UNDERLINES[under[0]], line, at + 2
        else:
            return None
        self._taken()
        plain = asciidoc_inline(text, [(0, len(text))], self._attributes).text
        frame.heading(level, plain)
        first = level == 1 and not self.title
        self.title = self.title or plain
        return self._author(after, stop) if first else after

    def _author(self, at: int, stop: int) -> int:
        """The lines of author and revision below the title of the document."""
        lines = 0
        while at < stop and lines < 2 and (line := self._line(at)) and not ENTRY.match(line) and line[0].isalnum():
            date = _DATE.search(line)
            self.date = date.group() if date and not self.date else self.date
            at, lines = at + 1, lines + 1
        return at

    def _about(self, line: str, at: int, stop: int, frame: Frame, depth: int) -> int | None:
        """A line that says something of the block to come."""
        attributes, caption = marks.ATTRIBUTES.match(line), marks.CAPTION.match(line)
        if marks.ANCHOR.match(line):
            return at + 1
        if attributes:
            self._style.add(attributes["list"])
            return at + 1
        if caption:
            text = caption["text"]
            self._style.caption = asciidoc_inline(text, [(0, len(text))], self._attributes).text
            self._style.pending = True
            return at + 1
        return None

    def _nothing(self, line: str, at: int, stop: int, frame: Frame, depth: int) -> int | None:
        """Rules, block macros and indented literal text: no prose."""
        if marks.RULE.match(line) or marks.MACRO.match(line):
            self._taken()
            frame.previous = None
            return at + 1
        if line[0] in " \t" and not marks.ITEM.match(line) and not marks.TERM.match(line):
            self._taken()
            frame.previous = None
            while at < stop and self._line(at) and self._line(at) != "+":
                at += 1
            return at
        return None

    def _delimited(self, line: str, at: int, stop: int, frame: Frame, depth: int) -> int | None:
        if not marks.DELIMITER.match(line):
            return None
        style, end = self._taken(), self._end(line, at, stop)
        language = style.diagram or DIAGRAMS.get(line[3:].lower(), "") if line[0] in "-.`~" else ""
        if language:
            self._diagram(at + 1, end, language, frame)
        elif line[0] in "|,!":
            spans = self.lines[at + 1 : end]
            self._found += table_pieces(self.text, spans, style.table(line), self._scan, frame)
        elif (line[0] in "=*_" or line == "--") and not style.code:
            if depth >= _DEEPEST:
                return at + 1
            inner = frame.inner()
            inner.previous = style.caption or None
            self._blocks(at + 1, end, inner, depth + 1)
            self._taken()
        frame.previous = None
        return min(end + 1, stop)

    def _end(self, line: str, at: int, stop: int) -> int:
        """The line that ends a delimited block; without one, it runs to the end of what it stands in."""
        ends = self._ends.get("```" if line.startswith("```") else line, [])
        while ends and ends[-1] <= at:
            ends.pop()
        return min(ends[-1], stop) if ends else stop

    def _diagram(self, at: int, end: int, language: str, frame: Frame) -> None:
        spans = [span for span in self.lines[at:end] if span[1] > span[0]]
        if spans:
            context = Context(frame.context.headings, (language,))
            plain = raw_lines(self.text, spans)
            self._found += piece((spans[0][0], spans[-1][1]), plain, BlockKind.DIAGRAM, context)

    def _paragraph(self, at: int, stop: int, frame: Frame) -> int:
        style = self._taken()
        spans, after = self._gathered(at, stop)
        if style.diagram:
            self._diagram(at, after, style.diagram, frame)
        elif style.code:
            frame.previous = None
        else:
            admonition = marks.ADMONITION.match(self.text, *spans[0])
            spans[0] = (admonition.end(), spans[0][1]) if admonition else spans[0]
            self._found += frame.leaf(self.text, spans, self._scan)
        return after

    def _gathered(self, at: int, stop: int) -> tuple[list[Span], int]:
        """The lines of a paragraph from one on, indents left out, and the line after them."""
        spans = [_unindented(self.text, self.lines[at])]
        at += 1
        while at < stop:
            line = self._line(at)
            if not line or line == "+" or marks.DELIMITER.match(line) or marks.ATTRIBUTES.match(line):
                break
            if self._lists and marks.marker(line):
                break
            if not marks.is_comment(line):
                spans.append(_unindented(self.text, self.lines[at]))
            at += 1
        return spans, at

    def _list(self, line: str, at: int, stop: int, frame: Frame, depth: int) -> int | None:
        if not marks.marker(line):
            return None
        frame.previous = self._taken().caption or frame.previous
        opened: list[_Opened] = []
        self._lists += 1
        while at < stop:
            line = self._line(at)
            match = marks.marker(line)
            if not line or marks.is_comment(line) or (line[0] in " \t" and not match):
                at += 1
            elif line == "+":
                at = self._attached(at + 1, stop, opened[-1][2], depth)
            elif match:
                at = self._item(match, at, stop, frame, opened)
            else:
                break
        self._lists -= 1
        frame.previous = None
        return at

    def _attached(self, at: int, stop: int, frame: Frame, depth: int) -> int:
        """The block that a `+` attaches to an item."""
        while at < stop and self._line(at) and not marks.marker(self._line(at)):
            at = self._block(at, stop, frame, depth)
            if not self._style.pending:
                break
        return at

    def _item(self, match: re.Match[str], at: int, stop: int, frame: Frame, opened: list[_Opened]) -> int:
        listing = _opened(match, frame, opened)
        item = listing.inner(item=True)
        opened.append((marks.key(match), listing, item))
        start, end = self.lines[at]
        first = (start + match.end(), end)
        spans, after = self._gathered(at, stop)
        spans[0] = first
        if match.re is marks.ITEM:
            self._found += item.leaf(self.text, spans, self._scan)
            return after
        term = (start + match.start("term"), start + match.end("term"))
        if first[0] >= end:
            spans, after = (spans[1:], after) if spans[1:] else self._definition(after, stop)
        if spans:
            self._found += pair_piece([term], spans, self._scan, listing.context)
        item.item, item.lead = False, (*item.lead, self._scan([term]).text)
        return after

    def _definition(self, at: int, stop: int) -> tuple[list[Span], int]:
        """Text of a term that stands after an empty line."""
        below = at
        while below < stop and not self._line(below):
            below += 1
        line = self._line(below) if below < stop else ""
        if not marks.is_prose(line):
            return [], at
        return self._gathered(below, stop)


def _opened(match: re.Match[str], frame: Frame, opened: list[_Opened]) -> Frame:
    """The frame of the list an item belongs to: one that is open has its marker, or a new one within the last item."""
    key = marks.key(match)
    for depth, (marker, listing, _) in enumerate(opened):
        if marker == key:
            del opened[depth:]
            return listing
    return (opened[-1][2] if opened else frame).inner(led=True)


def _unindented(text: str, span: Span) -> Span:
    start, end = span
    return end - len(text[start:end].lstrip()), end


_PARSERS: tuple[Callable[[Walk, str, int, int, Frame, int], int | None], ...] = (
    Walk._entry,
    Walk._heading,
    Walk._about,
    Walk._nothing,
    Walk._delimited,
    Walk._list,
)
