"""Word documents (.docx) through python-docx, the extra `docx`: a paragraph or table row is a line of their text.

Text in frames, comments, headers and footers is not read, nor are macros run or links followed.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kg.errors import InputError
from kg.read.base import Parts, Piece, chunks, has_suffix
from kg.read.frame import Frame
from kg.read.grid import Grid, GridCell
from kg.read.plain import Span, verbatim

if TYPE_CHECKING:
    from docx.table import Table
    from docx.text.paragraph import Paragraph

LARGEST = 64 * 1024 * 1024
"""Documents that unpack to more bytes are refused."""

_HEADING = re.compile(r"heading (\d)\Z", re.IGNORECASE)
_CODE = re.compile(r"code|html preformatted|plain text|macro", re.IGNORECASE)
_BREAKS = re.compile(r"\s*\n\s*")


class Word:
    """Reader of Word documents."""

    name = "word"

    def sniff(self, path: str, head: str) -> bool:
        """By suffix alone."""
        return has_suffix(path)

    def read(self, path: str, text: str) -> Parts:
        """Nothing: such a document is no text."""
        return Parts(())

    def read_bytes(self, path: str, data: bytes) -> Parts:
        """Chunks of a document; their lines count its paragraphs and table rows.

        Raises:
            InputError: If python-docx is missing, or the file is no such document or too large.
        """
        walk = _Walk()
        pieces = [piece for block in _blocks(path, data) for piece in walk.block(block)]
        return Parts(chunks(path, walk.text, pieces), walk.title)


def _blocks(path: str, data: bytes) -> Iterator[Paragraph | Table]:
    try:
        import docx
    except ImportError:
        hint = "pip install 'kg-context-graph[docx]'"
        raise InputError(f"Word is not read: python-docx is missing ({hint})", file=path) from None
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            if sum(part.file_size for part in parts.infolist()) > LARGEST:
                raise InputError(f"unpacks to more than {LARGEST // 1024 // 1024} MiB", file=path)
        yield from docx.Document(io.BytesIO(data)).iter_inner_content()
    except InputError:
        raise
    except Exception as error:  # what its libraries raise on broken files has no common base
        raise InputError("not a Word document", file=path) from error


@dataclass(slots=True)
class _Walk:
    """One pass over the blocks of a document, which makes its text on the way."""

    text: str = ""
    title: str = ""
    frame: Frame = field(default_factory=Frame)
    items: list[tuple[int, Frame]] = field(default_factory=list)
    led: tuple[str, ...] = ()

    def block(self, block: Any) -> list[Piece]:
        return self.table(block) if hasattr(block, "rows") else self.paragraph(block)

    def paragraph(self, block: Paragraph) -> list[Piece]:
        style = (block.style.name if block.style is not None else None) or ""
        span = self._line(_BREAKS.sub(" ", block.text.strip()))
        if span[0] == span[1] or _CODE.search(style):
            return []
        heading, level = _HEADING.match(style), _list_level(block, style)
        if heading or style == "Title":
            return self.heading(int(heading[1]) if heading else 0, span)
        if level >= 0:
            return self.item(level, span)
        self.items, self.led = [], ()
        return self._leaf(self.frame, span)

    def heading(self, level: int, span: Span) -> list[Piece]:
        text = self.text[slice(*span)]
        self.frame.heading(level, text)
        self.title, self.items, self.led = self.title or text, [], ()
        return []

    def item(self, level: int, span: Span) -> list[Piece]:
        while self.items and self.items[-1][0] >= level:
            self.items.pop()
        if not self.items and self.frame.previous:
            self.led, self.frame.previous = (self.frame.previous,), None
        around = self.items[-1][1] if self.items else None
        inner = Frame(list(self.frame.headings), around.lead if around else self.led, item=True)
        self.items.append((level, inner))
        return self._leaf(inner, span)

    def table(self, block: Table) -> list[Piece]:
        """Its rows; the first names the columns of the others."""
        grid, found = Grid(), list[Piece]()
        for number, line in enumerate(block.rows):
            cells = [self._cell(cell.text) for cell in dict.fromkeys(line.cells)]
            self.text = self.text.removesuffix("\t") + "\n"
            if number == 0 and len(block.rows) > 1:
                grid.head(cells)
            else:
                found += grid.pieces(cells, self.frame)
        self.frame.previous = None
        return found

    def _cell(self, content: str) -> GridCell:
        parts = [part for part in _BREAKS.split(content.strip()) if part]
        joined = "".join(part + (" " if part[-1] in ".,;:!?" else ", ") for part in parts).rstrip(", ")
        start = len(self.text)
        self.text += joined + "\t"
        span = (start, start + len(joined))
        return GridCell(False, verbatim(self.text, [span]), (span,) if joined else ())

    def _line(self, content: str) -> Span:
        start = len(self.text)
        self.text += content + "\n"
        return start, start + len(content)

    def _leaf(self, frame: Frame, span: Span) -> list[Piece]:
        return frame.leaf(self.text, [span], lambda spans: verbatim(self.text, spans))


def _list_level(block: Paragraph, style: str) -> int:
    """How deep in lists a paragraph is; -1 when it is no item."""
    properties = block._p.pPr
    numbering: Any = properties.numPr if properties is not None else None
    if numbering is not None:
        return int(numbering.ilvl.val) if numbering.ilvl is not None else 0
    found = re.match(r"List (?:Bullet|Number|Paragraph)(?: (\d))?", style)
    return int(found[1] or 1) - 1 if found else -1
