"""The values that travel between layers: frozen, checked when built, free of any store.

Two rooms: `documents` has what is read (`Document`, `Chunk`, `Block`) and what a chunk states (`Claim`); `paths` has
what answers are made of (`Entity`, `Step` with its `Citation`s, `Path`) up to `Impact`. Further answers are in
`kg.answers`. Everything is imported from `kg.model`.
"""

from kg.model.documents import Block, BlockKind, Cell, Chunk, Claim, Document, Fact, Lines, Mark, Polarity, Skipped
from kg.model.paths import Affected, Citation, Entity, Impact, Owner, Path, Status, Step, Support, Survivor

__all__ = [
    "Affected",
    "Block",
    "BlockKind",
    "Cell",
    "Chunk",
    "Citation",
    "Claim",
    "Document",
    "Entity",
    "Fact",
    "Impact",
    "Lines",
    "Mark",
    "Owner",
    "Path",
    "Polarity",
    "Skipped",
    "Status",
    "Step",
    "Support",
    "Survivor",
]
