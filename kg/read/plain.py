"""Plain text that knows where each of its characters came from."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kg.model import Block, BlockKind, Cell, Mark
from kg.read.base import Piece

Span = tuple[int, int]
"""First character and one past the last, in the document's text."""

_UNEVEN = re.compile(r"(?:[\t\r\n\f\v]|  )[ \t\r\n\f\v]*| [\t\r\n\f\v][ \t\r\n\f\v]*")
"""White space that is not a single blank."""
_STOPS = frozenset(".,;:!?")
JOINT = " | "
"""What stands between two cells in a row's text."""


@dataclass(frozen=True, slots=True)
class Plain:
    """Plain text of a span.

    Args:
        text: Without markup, runs of white space as one space, none at the ends.
        segments: Pairs (offset in `text`, offset in the document's text), ascending.
        marks: Markup over `text`.
    """

    text: str
    segments: tuple[tuple[int, int], ...]
    marks: tuple[Mark, ...] = ()

    def block(self, start: int, kind: BlockKind, context: Context, cells: Sequence[Cell] = ()) -> Block:
        """The block of a chunk that begins at `start` of the document's text."""
        segments = tuple((plain, source - start) for plain, source in self.segments)
        return Block(
            self.text, kind, context.headings, context.lead, self.marks, tuple(cells), (), segments or ((0, 0),)
        )


@dataclass(frozen=True, slots=True)
class Context:
    """What stands around a block: see `kg.model.Block`."""

    headings: tuple[str, ...] = ()
    lead: tuple[str, ...] = ()


class Builder:
    """Collects plain text from left to right.

    >>> builder = Builder()
    >>> builder.copy("a  `b`", 0, 3); builder.copy("a  `b`", 4, 5)
    >>> builder.plain()
    Plain(text='a b', segments=((0, 0), (2, 4)), marks=())
    """

    def __init__(self) -> None:
        self.length = 0
        self.marks: list[Mark] = []
        self._out: list[str] = []
        self._segments: list[tuple[int, int]] = []
        self._shift: int | None = None
        self._open = False

    def copy(self, content: str, start: int, end: int) -> None:
        """Take `content[start:end]` over as it stands, runs of white space as one space."""
        run = content[start:end]
        if not _UNEVEN.search(run):
            self._add(run, start)
            return
        at = 0
        for match in _UNEVEN.finditer(run):
            self._add(run[at : match.start()], start + at)
            self._add(" ", start + match.start())
            if "\n" in match.group():
                self._shift = None  # the next line may stand elsewhere in the document
            at = match.end()
        self._add(run[at:], start + at)

    def pin(self, text: str, at: int) -> None:
        """Put `text` that stands for what begins at `at` of the content."""
        for character in text:
            self._shift = None
            self._add(" " if character in "\t\r\n\f\v" else character, at)
        self._shift = None

    def part(self, at: int) -> None:
        """Part two of several values: by a comma, or by a blank after a stop.

        >>> builder = Builder()
        >>> builder.copy("a", 0, 1); builder.part(1); builder.copy("b", 0, 1)
        >>> builder.plain().text
        'a, b'
        """
        if self._out:
            self.pin(" " if self._out[-1].rstrip()[-1:] in _STOPS else ", ", at)

    def put(self, plain: Plain) -> Span:
        """Append a finished text; returns where it stands."""
        start = self.length
        ends = [*(offset for offset, _ in plain.segments[1:]), len(plain.text)]
        for (offset, source), end in zip(plain.segments, ends, strict=False):
            self._shift = None
            self._write(plain.text[offset:end], source)
        self.marks += [Mark(m.start + start, m.end + start, m.kind, m.target) for m in plain.marks]
        return start, self.length

    def _add(self, run: str, at: int) -> None:
        if run[:1] == " " and not self._open:
            run, at = run[1:], at + 1
        if run:
            self._write(run, at)

    def _write(self, run: str, at: int) -> None:
        if not run:
            return
        if self._shift != at - self.length:
            self._segments.append((self.length, at))
            self._shift = at - self.length
        self._out.append(run)
        self.length += len(run)
        self._open = run[-1] != " "

    def plain(self) -> Plain:
        """What was collected."""
        text = "".join(self._out).rstrip(" ")
        size = len(text)
        segments = tuple(pair for pair in self._segments if pair[0] < size)
        marks = (Mark(m.start, min(m.end, size), m.kind, m.target) for m in self.marks if m.start < m.end)
        kept = sorted((m for m in marks if m.start < m.end), key=lambda m: (m.start, -m.end, m.kind))
        return Plain(text, segments, tuple(kept))


class Lines:
    """The lines of a block without what stands before them (indent, `>`), joined, with the way back.

    Args:
        text: The document's text.
        spans: Where each line stands in it; at least one.
    """

    def __init__(self, text: str, spans: Sequence[Span]) -> None:
        self.content = "\n".join(text[start:end] for start, end in spans)
        self._spans = spans
        self._starts: list[int] = []
        at = 0
        for start, end in spans:
            self._starts.append(at)
            at += end - start + 1

    def origin(self, offset: int) -> int:
        """Offset in the document's text of a character of `content`."""
        line = bisect_right(self._starts, offset) - 1
        return self._spans[line][0] + offset - self._starts[line]

    def located(self, plain: Plain) -> Plain:
        """`plain`, whose segments count in `content`, counted in the document's text."""
        if len(self._spans) == 1:
            base = self._spans[0][0]
            return Plain(plain.text, tuple((p, s + base) for p, s in plain.segments), plain.marks)
        return Plain(plain.text, tuple((p, self.origin(s)) for p, s in plain.segments), plain.marks)


def verbatim(text: str, spans: Sequence[Span]) -> Plain:
    r"""Plain text of lines without markup.

    >>> verbatim("one\n  two", [(0, 3), (6, 9)]).text
    'one two'
    """
    first, last = spans[0]
    if len(spans) == 1 and not _UNEVEN.search(text, first, last) and text[first:last].strip() == text[first:last]:
        return Plain(text[first:last], ((0, first),))
    lines = Lines(text, spans)
    builder = Builder()
    builder.copy(lines.content, 0, len(lines.content))
    return lines.located(builder.plain())


def listed(values: Sequence[Plain]) -> Plain:
    """The text of a cell of several values, such as a list."""
    builder = Builder()
    for plain in values:
        builder.part(max(plain.segments[0][1] - 1, 0) if plain.segments else 0)
        builder.put(plain)
    return builder.plain()


def raw_lines(text: str, spans: Sequence[Span]) -> Plain:
    """Text of lines with their spacing kept, a line feed between two (a diagram)."""
    segments: list[tuple[int, int]] = []
    length = 0
    for number, (start, end) in enumerate(spans):
        if number:
            segments.append((length, spans[number - 1][1]))
            length += 1
        if end > start:
            segments.append((length, start))
        length += end - start
    return Plain("\n".join(text[start:end] for start, end in spans), tuple(segments))


def row(cells: Iterable[tuple[str, Plain, int]], joint: str = JOINT) -> tuple[Plain, list[Cell]]:
    """Text and cells of a table row or a key-value pair.

    Args:
        cells: Header, text, and where in the document's text the cell begins (empty cells have no text).
        joint: What stands between two cells.
    """
    builder = Builder()
    spans: list[Cell] = []
    for number, (header, plain, at) in enumerate(cells):
        if number:
            builder.pin(joint, max(at - 1, 0))
        start, end = builder.put(plain)
        spans.append(Cell(header, start, end))
    plain = builder.plain()
    size = len(plain.text)
    return plain, [Cell(c.header, min(c.start, size), min(c.end, size)) for c in spans]


def piece(span: Span, plain: Plain, kind: BlockKind, context: Context, cells: Sequence[Cell] = ()) -> list[Piece]:
    """The piece of a span, or none when nothing of it is text."""
    if not plain.text.strip():
        return []
    start, end = span
    return [Piece(start, end, (plain.block(start, kind, context, cells),))]
