"""Tables of AsciiDoc documents (`|===`, `,===`)."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from kg.read.base import Piece
from kg.read.frame import Frame
from kg.read.grid import Grid, GridCell, extent
from kg.read.plain import Plain, Span, listed

_SPEC = (
    r"(?:(?:(?<=[ \t])|^)(?:(?P<times>\d{1,3})\*|(?P<wide>\d{1,3})?(?:\.(?P<tall>\d{1,3}))?\+)?"
    r"(?:[<^>]?(?:\.[<^>])?)(?P<style>[adehlmsv]?))?"
)
_BARS = {bar: re.compile(_SPEC + rf"(?<!\\){re.escape(bar)}") for bar in "|!"}
_COMMA = re.compile(r"\"[^\"]*\"|[^,]+")
_COLUMNS = re.compile(r"(?:(\d{1,2})\*)?[^,;]*")
_MARK = re.compile(r"(?:\A|\n|[|!])[ \t]*(?:[*\-.]{1,5}|\d+\.)[ \t]+\Z")
_ITEM = re.compile(r"(?:[*\-.]{1,5}|\d+\.)[ \t]+(?=\S)")


@dataclass(frozen=True, slots=True)
class TableStyle:
    """What the lines before a table say of it.

    Args:
        columns: Value of `cols`, empty when it is not given.
        header: Whether its first row is one; None when the layout tells.
        comma: Whether values are parted by commas.
        bar: What parts cells otherwise.
    """

    columns: str = ""
    header: bool | None = None
    comma: bool = False
    bar: str = "|"


@dataclass(frozen=True, slots=True)
class _Raw:
    style: str
    lines: tuple[Span, ...]
    wide: int = 1
    tall: int = 1


def table_pieces(
    text: str, lines: Sequence[Span], style: TableStyle, scan: Callable[[Sequence[Span]], Plain], frame: Frame
) -> Iterator[Piece]:
    """The pieces of a table.

    Args:
        text: The document's text.
        lines: Those between its delimiters.
        style: What is said of it.
        scan: Plain text of a cell's lines.
        frame: Where it stands.
    """
    raws = list(_separated(text, lines) if style.comma else _cells(text, lines, style.bar))
    columns = _styles(style.columns) or [""] * _first(text, lines, style)
    grid = Grid()
    cells = deque(_made(text, raw, columns[n % len(columns)], scan) for n, raw in enumerate(raws))
    header = _implicit(text, lines) if style.header is None else style.header
    for number, row in enumerate(grid.filled(cells, len(columns))):
        if header and number == 0:
            grid.head(row)
        else:
            yield from grid.pieces(row, frame)


def _made(text: str, raw: _Raw, column: str, scan: Callable[[Sequence[Span]], Plain]) -> GridCell:
    plain = listed([scan(item) for item in _items(text, raw.lines)])
    return GridCell("h" in (raw.style or column), plain, raw.lines, raw.wide, raw.tall)


def _items(text: str, lines: Sequence[Span]) -> list[list[Span]]:
    """The lines of a cell, those of each list item apart."""
    found: list[list[Span]] = []
    for start, end in lines:
        marked = _MARK.search(text[max(start - 10, 0) : start])
        if marked or not found:
            found.append([])
        found[-1].append((start, end))
    return found


def _styles(columns: str) -> list[str]:
    """The style letter of each column that `cols` names.

    >>> _styles("1h,2"), _styles("3*"), _styles("")
    (['h', ''], ['', '', ''], [])
    """
    found: list[str] = []
    for match in _COLUMNS.finditer(columns.strip()) if columns.strip() else ():
        if match.group():
            letters = re.findall(r"[a-z]", match.group())
            found += [letters[-1] if letters else ""] * extent(match.group(1) or "1")
    return found[:100]


def _first(text: str, lines: Sequence[Span], style: TableStyle) -> int:
    """How many cells the first line with any has: that many columns the table has."""
    line = next((text[slice(*line)] for line in lines if text[slice(*line)].strip()), "")
    if style.comma:
        return max(len(_COMMA.findall(line)), 1)
    found = (extent(m["wide"] or "1") * extent(m["times"] or "1") for m in _BARS[style.bar].finditer(line))
    return max(sum(found), 1)


def _implicit(text: str, lines: Sequence[Span]) -> bool:
    """Whether the first line is a header by its layout: text, then an empty line."""
    return len(lines) > 2 and bool(text[slice(*lines[0])].strip()) and not text[slice(*lines[1])].strip()


def _cells(text: str, lines: Sequence[Span], bar: str) -> Iterator[_Raw]:
    """The cells of lines: each from its bar to the next."""
    spec: re.Match[str] | None = None
    inside: list[Span] = []
    for start, end in lines:
        at = start
        for match in _BARS[bar].finditer(text[start:end]):
            inside += _stripped(text, at, start + match.start())
            yield from _repeated(spec, inside)
            spec, inside, at = match, [], start + match.end()
        inside += _stripped(text, at, end)
    yield from _repeated(spec, inside)


def _repeated(spec: re.Match[str] | None, inside: Sequence[Span]) -> Iterator[_Raw]:
    if spec is not None:
        raw = _Raw(
            spec["style"] or "", tuple(inside), extent(spec["wide"] or "1"), extent(spec["tall"] or "1", rows=True)
        )
        yield from [raw] * extent(spec["times"] or "1")


def _stripped(text: str, start: int, end: int) -> list[Span]:
    """A cell's part of a line, without the mark of a list item before it."""
    run = text[start:end]
    start += len(run) - len(run.lstrip())
    item = _ITEM.match(text, start, end)
    start = item.end() if item else start
    end = start + len(text[start:end].rstrip())
    return [(start, end)] if end > start else []


def _separated(text: str, lines: Sequence[Span]) -> Iterator[_Raw]:
    for start, end in lines:
        for match in _COMMA.finditer(text, start, end):
            quoted = match.group().startswith('"') and len(match.group()) > 1
            yield _Raw("", tuple(_stripped(text, match.start() + quoted, match.end() - quoted)))
