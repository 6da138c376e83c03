"""Where a walk over a document's blocks is: the headings above, the texts that lead a list, what stood before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kg.model import BlockKind
from kg.read.base import Piece
from kg.read.pairs import Scan, cells_of, pairs
from kg.read.plain import Context, Span, piece


@dataclass(slots=True)
class Frame:
    """A container that is open: what its blocks have before and around them.

    Args:
        headings: Level and text of the headings in force, outermost first.
        lead: Texts that introduce the lists around.
        item: Whether it is a list item.
        first: Text of the item's first block, once there is one.
        previous: Text of the paragraph just before; it leads a list that follows.

    >>> frame = Frame()
    >>> frame.heading(1, "Shop"); frame.heading(2, "Storage"); frame.heading(2, "Queues")
    >>> frame.context.headings
    ('Shop', 'Queues')
    """

    headings: list[tuple[int, str]] = field(default_factory=list)
    lead: tuple[str, ...] = ()
    item: bool = False
    first: str | None = None
    previous: str | None = None

    @property
    def context(self) -> Context:
        """Headings and leads of a block that comes now."""
        return Context(tuple(text for _, text in self.headings), self.lead)

    @property
    def row_context(self) -> Context:
        """The same for a table row; a paragraph that ends with a colon leads a table, too."""
        lead = (*self.lead, self.previous) if (self.previous or "").endswith(":") else self.lead
        return Context(self.context.headings, tuple(text for text in lead if text))

    def heading(self, level: int, text: str) -> None:
        """Open a section, which closes those of its level and deeper."""
        while self.headings and self.headings[-1][0] >= level:
            self.headings.pop()
        self.headings.append((level, text))
        self.previous = None

    def inner(self, *, led: bool = False, item: bool = False) -> Frame:
        """The frame of a container within; `led` by the paragraph before it (a list)."""
        lead = (*self.lead, self.previous) if led and self.previous else self.lead
        if not item:
            self.previous = None
        return Frame(list(self.headings), lead, item)

    def leaf(self, text: str, spans: Sequence[Span], scan: Scan) -> list[Piece]:
        """The pieces of a paragraph: its key-value lines, or the one of its text.

        Args:
            text: The document's text.
            spans: The paragraph's lines, at least one.
            scan: Makes plain text of lines.
        """
        opens_item = self.item and self.first is None
        found = [] if opens_item else pairs(text, spans, scan, self.context)
        if found:
            self.previous = None
            return found
        plain = scan(spans)
        kind = BlockKind.ITEM if opens_item else BlockKind.PARAGRAPH
        cells = cells_of(plain) if opens_item else []
        found = piece((spans[0][0], spans[-1][1]), plain, kind, self.context, cells)
        self._remember(plain.text)
        return found

    def _remember(self, text: str) -> None:
        if self.item and self.first is None:
            self.first = text
            self.lead = (*self.lead, text) if text else self.lead
        else:
            self.previous = text
