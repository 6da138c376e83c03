"""Tables of HTML pages."""

from __future__ import annotations

from collections.abc import Iterator

from kg.read.base import Piece
from kg.read.frame import Frame
from kg.read.grid import Grid, GridCell, extent
from kg.read.html.inline import Inline
from kg.read.html.skip import unread
from kg.read.html.tree import Node
from kg.read.plain import Plain

_SECTIONS = ("thead", "tbody", "tfoot")


def table_pieces(text: str, table: Node, frame: Frame) -> Iterator[Piece]:
    """The pieces of a table: its rows; a first row of header cells only, or one in its head, names the columns.

    Args:
        text: The document's text.
        table: The element.
        frame: Where it stands.
    """
    grid, body = Grid(), False
    for head, line in _rows(table):
        cells = grid.placed([_cell(text, node) for node in line.children if node.tag in ("td", "th")])
        if not body and len(cells) > 1 and (head or all(cell.header for cell in cells)):
            grid.head(cells)
        else:
            body = True
            yield from grid.pieces(cells, frame)
    for caption in (child for child in table.children if child.tag == "caption"):
        inline = Inline(text, caption.children)
        lines = inline.lines()
        yield from frame.leaf(text, lines, inline.scan) if lines else ()


def _rows(table: Node) -> Iterator[tuple[bool, Node]]:
    """Rows, each with whether it stands in the table's head."""
    for child in table.children:
        if child.tag == "tr":
            yield False, child
        elif child.tag in _SECTIONS:
            yield from ((child.tag == "thead", below) for below in child.children if below.tag == "tr")


def _cell(text: str, node: Node) -> GridCell:
    inline = Inline(text, [] if unread(text, node) else node.children, cell=True)
    lines = tuple(inline.lines())
    plain = inline.scan(lines) if lines else Plain("", ())
    wide, tall = extent(node.get(text, "colspan")), extent(node.get(text, "rowspan"), rows=True)
    return GridCell(node.tag == "th", plain, lines, wide, tall)
