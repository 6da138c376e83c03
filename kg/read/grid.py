"""Table cells to rows: cells that span columns or rows, headers, two-column tables of names and values."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kg.model import BlockKind
from kg.read.base import Piece
from kg.read.frame import Frame
from kg.read.plain import JOINT, Plain, Span, piece, row

_WIDEST, _TALLEST = 40, 400


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell as it is written.

    Args:
        header: Whether it is marked as a header.
        plain: Its text.
        lines: Where its lines stand; none when it is empty.
        wide: How many columns it spans.
        tall: How many rows it spans.
    """

    header: bool
    plain: Plain
    lines: tuple[Span, ...]
    wide: int = 1
    tall: int = 1


EMPTY = GridCell(False, Plain("", ()), ())


def extent(value: str, *, rows: bool = False) -> int:
    """How many columns or rows a number in the markup says, within bounds.

    >>> extent("3"), extent("0"), extent("many"), extent("9999999")
    (3, 1, 1, 40)
    """
    number = int(value) if value.isdecimal() and len(value) < 9 else 1
    return min(max(number, 1), _TALLEST if rows else _WIDEST)


@dataclass(slots=True)
class Grid:
    """The columns of a table on the way down: their headers, and the cells that reach into rows below."""

    headers: list[str] = field(default_factory=list)
    reaching: dict[int, tuple[int, GridCell]] = field(default_factory=dict)

    def placed(self, cells: Sequence[GridCell]) -> list[GridCell]:
        """The cells of a row by column, with those that reach into it from above."""
        return next(self.filled(deque(cells), len(cells) * _WIDEST), [])

    def filled(self, waiting: deque[GridCell], columns: int) -> Iterator[list[GridCell]]:
        """Rows of so many columns, as long as there are cells."""
        while waiting:
            out: list[GridCell] = []
            while len(out) < columns and (waiting or len(out) in self.reaching):
                if len(out) in self.reaching:
                    out.append(self._reached(len(out)))
                else:
                    self._place(waiting.popleft(), out)
            yield out

    def _place(self, cell: GridCell, out: list[GridCell]) -> None:
        for extra in range(cell.wide):
            kept = EMPTY if extra else cell
            if cell.tall > 1:
                self.reaching[len(out)] = (cell.tall - 1, kept)
            out.append(kept)

    def _reached(self, column: int) -> GridCell:
        left, cell = self.reaching.pop(column)
        if left > 1:
            self.reaching[column] = (left - 1, cell)
        return cell

    def head(self, cells: Sequence[GridCell]) -> None:
        """Take a row as the headers; a cell that spans columns heads each of them."""
        self.headers = []
        for cell in cells:
            self.headers.append(self.headers[-1] if cell is EMPTY and self.headers else cell.plain.text)

    def pieces(self, cells: Sequence[GridCell], frame: Frame) -> list[Piece]:
        """The piece of a row; a header and one value without column headers are a key-value line."""
        cells = _forward(cells)
        filled = [cell for cell in cells if cell.lines]
        if not filled:
            return []
        pair = len(cells) == len(filled) == 2 and cells[0].header and not self.headers
        at = first = filled[0].lines[0][0]
        parts = []
        for name, cell in zip([*self.headers, *[""] * len(cells)], cells, strict=False):
            at = cell.lines[0][0] if cell.lines else at
            parts.append((name, cell.plain, max(at, first + 1)))
        plain, marked = row(parts, ": " if pair else JOINT)
        kind, context = (BlockKind.PAIR, frame.context) if pair else (BlockKind.ROW, frame.row_context)
        return piece((first, filled[-1].lines[-1][1]), plain, kind, context, marked)


def _forward(cells: Sequence[GridCell]) -> list[GridCell]:
    """The cells without those from above that stand right of one of the row's own: a quote runs forward only."""
    out: list[GridCell] = []
    last = -1
    for cell in cells:
        forward = not cell.lines or cell.lines[0][0] > last
        last = cell.lines[-1][1] if cell.lines and forward else last
        out.append(cell if forward else EMPTY)
    return out
