"""What every reader is and returns, and the one way from spans of a text to chunks with stable ids.

A document type is one module with one `Reader`, registered in `kg.read.registry`. A reader finds *pieces*: spans
of the document's text, each with the blocks an extractor will read. `chunks` slices the sources, counts the
lines and mints the ids, so that no reader can get them wrong.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from kg.model import Block, Chunk, Lines, Skipped


@dataclass(frozen=True, slots=True)
class Parts:
    """What a reader found in one file.

    Args:
        chunks: In the order of the file. `Chunk.document` is the path given to `Reader.read`, unless the file
            itself names the documents its chunks come from (JSON Lines).
        title: First top heading or front-matter title, plain text.
        date: ISO 8601 date the document gives for itself.
        skipped: Parts of the file that could not be read, and why.
        fields: What its front matter says, by key in lower case.
    """

    chunks: tuple[Chunk, ...]
    title: str = ""
    date: str | None = None
    skipped: tuple[Skipped, ...] = ()
    fields: Mapping[str, str] = field(default_factory=dict)


class Reader(Protocol):
    """Reads one document type. Instances are stateless.

    Attributes:
        name: Name of the format, such as `markdown`; becomes `Document.format`.
    """

    name: str

    def sniff(self, path: str, head: str) -> bool:
        """Whether the content is of this type, asked when a pattern does not tell.

        A reader is asked when the suffix is one of its own (see `has_suffix`) or the file's name has none; the first
        in the order of the registry that says yes reads the file.

        Args:
            path: Relative path, `/` between segments.
            head: The first 4,096 characters.
        """
        ...

    def read(self, path: str, text: str) -> Parts:
        """Read a document. Never raises on malformed content, but `InputError` where the user must act.

        Args:
            path: Relative path; the chunks' document.
            text: The decoded document, line ends as in the file.
        """
        ...


@runtime_checkable
class BinaryReader(Protocol):
    """Reads documents that are no text; its row in the registry says so."""

    def read_bytes(self, path: str, data: bytes) -> Parts:
        """Read a document: as `Reader.read`."""
        ...


def has_suffix(path: str) -> bool:
    """Whether a file's name has a suffix: a reader is asked about such a file only when it is one of its own.

    >>> has_suffix("docs/a.md"), has_suffix("v1.2/README")
    (True, False)
    """
    return "." in path.rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class Piece:
    """A span of a document's text that becomes a chunk.

    Args:
        start: First character in the document's text.
        end: One past the last.
        blocks: What stands there; `Block.segments` count from `start`.
    """

    start: int
    end: int
    blocks: tuple[Block, ...]


class LineIndex:
    r"""Line numbers of offsets. A line ends with a line feed, as `Chunk.lines_of` counts.

    >>> LineIndex("one\ntwo").lines(4, 7)
    (2, 2)
    """

    def __init__(self, text: str) -> None:
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def line(self, offset: int) -> int:
        """Number of the line on which the character at `offset` stands, counted from 1."""
        return bisect_right(self.starts, offset)

    def lines(self, start: int, end: int) -> Lines:
        """First and last line of a non-empty span."""
        return self.line(start), self.line(max(start, end - 1))


def chunks(path: str, text: str, pieces: Iterable[Piece]) -> tuple[Chunk, ...]:
    r"""Chunks of the pieces of a document, with ids that do not change when neighbours do.

    The id is the path, a hash of headings, leads and source (white space normalised), and an ordinal for equal
    ones: `docs/auth.md/3f2a9c0d1e4b`, `docs/auth.md/3f2a9c0d1e4b-2`.

    Args:
        path: Path of the document.
        text: Its text.
        pieces: In document order; empty ones are left out.

    >>> [chunk.lines for chunk in chunks("a.txt", "One.\n\nTwo.", [Piece(6, 10, (Block("Two."),))])]
    [(3, 3)]
    """
    return tuple(_numbered(path, text, pieces))


def _numbered(path: str, text: str, pieces: Iterable[Piece]) -> Iterator[Chunk]:
    index = LineIndex(text)
    seen: dict[str, int] = {}
    for piece in pieces:
        if piece.end <= piece.start or not piece.blocks:
            continue
        source = text[piece.start : piece.end]
        key = _key(piece, source)
        seen[key] = count = seen.get(key, 0) + 1
        ordinal = "" if count == 1 else f"-{count}"
        lines = index.lines(piece.start, piece.end)
        yield Chunk(f"{path}/{key}{ordinal}", path, lines, piece.start, source, piece.blocks)


def _key(piece: Piece, source: str) -> str:
    """Twelve hexadecimal digits of what makes a chunk the same chunk after an edit elsewhere."""
    first = piece.blocks[0]
    parts = ("\x1f".join(first.headings), "\x1f".join(first.lead), " ".join(source.split()))
    return hashlib.sha256("\x1e".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:12]
