"""What is read and what it states: documents in chunks and blocks, and the claims of a chunk."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum

from kg.model.genre import UNTOLD, Genre

Lines = tuple[int, int]
"""First and last line of something in its document, counted from 1, both included."""


def check_lines(lines: Lines) -> None:
    """Refuse what is no range of lines.

    Raises:
        ValueError: If the first is below 1 or the last below the first.

    >>> check_lines((3, 2))
    Traceback (most recent call last):
    ValueError: lines 3-2 are no range counted from 1
    """
    first, last = lines
    if first < 1 or last < first:
        raise ValueError(f"lines {first}-{last} are no range counted from 1")


class Polarity(StrEnum):
    """How a source states a fact. Only the first two put a triple into a chunk graph.

    Of a tentative one the reader is not sure enough that its sentence states it of these two things.
    """

    ASSERTED = "asserted"
    OPTIONAL = "optional"
    NEGATED = "negated"
    PAST = "past"
    HYPOTHETICAL = "hypothetical"
    TENTATIVE = "tentative"
    OBSERVED = "observed"

    @property
    def holds(self) -> bool:
        """Whether the fact holds now, fully or optionally.

        >>> Polarity.OPTIONAL.holds, Polarity.PAST.holds
        (True, False)
        """
        return self in (Polarity.ASSERTED, Polarity.OPTIONAL)


class BlockKind(StrEnum):
    """What a leaf block is in its document."""

    PARAGRAPH = "paragraph"
    ITEM = "item"
    ROW = "row"
    PAIR = "pair"
    DIAGRAM = "diagram"
    FACT = "fact"


@dataclass(frozen=True, slots=True)
class Mark:
    """Markup over a span of a block's plain text.

    Args:
        start: First character in `Block.text`.
        end: One past the last.
        kind: `code`, `link`, `strong` or `emphasis`.
        target: Where a link leads.
    """

    start: int
    end: int
    kind: str
    target: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table row or one side of a key-value line, as a span of `Block.text`.

    Args:
        header: The column's header, empty when there is none.
        start: First character in `Block.text`.
        end: One past the last.
    """

    header: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Fact:
    """A statement a structured file makes by its form, found by its reader, not by reading prose.

    Args:
        subject: Name as written.
        relation: Key of a relation of the ontology, such as `depends_on`.
        object: Name as written.
        polarity: How it is stated.
        start: First character of the quote in `Block.text`.
        end: One past the last.
        subject_local: The subject is a name of this project only (a compose service `db`).
        object_local: The same of the object.
        alternatives: Group of facts of which any one suffices, named uniquely within the chunk.
    """

    subject: str
    relation: str
    object: str
    polarity: Polarity
    start: int
    end: int
    subject_local: bool = False
    object_local: bool = False
    alternatives: str | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """A leaf block as the extractor reads it: plain text, with its way back to the source.

    Args:
        text: Plain text, inline markup removed.
        kind: What the block is.
        headings: Enclosing headings, outermost first, plain text.
        lead: Texts that introduce the enclosing lists, outermost first ("It depends on:").
        marks: Inline markup, by position.
        cells: Cells of a `ROW`, key and value of a `PAIR`, by position.
        facts: What a structured file states here (kind `FACT`).
        segments: Pairs (offset in `text`, offset in `Chunk.source`), ascending, the first at 0; between two
            pairs text and source run alike.
    """

    text: str
    kind: BlockKind = BlockKind.PARAGRAPH
    headings: tuple[str, ...] = ()
    lead: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()
    cells: tuple[Cell, ...] = ()
    facts: tuple[Fact, ...] = ()
    segments: tuple[tuple[int, int], ...] = ((0, 0),)

    def source_offset(self, position: int) -> int:
        """Offset in `Chunk.source` of a character of `text`.

        >>> Block("Redis fails", segments=((0, 2), (5, 9))).source_offset(6)
        10
        """
        at = bisect_right(self.segments, (position, 1 << 60)) - 1
        plain, source = self.segments[at]
        return source + position - plain

    def source_span(self, start: int, end: int) -> tuple[int, int]:
        """Span in `Chunk.source` of a non-empty span of `text`.

        >>> Block("Redis fails", segments=((0, 2), (5, 9))).source_span(0, 5)
        (2, 7)
        """
        return self.source_offset(start), self.source_offset(end - 1) + 1


@dataclass(frozen=True, slots=True)
class Chunk:
    """The unit of provenance: a leaf block of a document, or a chunk given as such.

    Args:
        id: Stable id; the chunk's IRI is made from it.
        document: Path of the document relative to the build root, or the name its source gives.
        lines: Where it stands.
        start: Offset of `source` in the document's text.
        source: The text exactly as it stands in the document, `document_text[start:start + len(source)]`.
        blocks: Its leaf blocks: one, unless a chunk was given whole.
    """

    id: str
    document: str
    lines: Lines
    start: int
    source: str
    blocks: tuple[Block, ...]

    def __post_init__(self) -> None:
        if not self.id or not self.document:
            raise ValueError("a chunk has an id and a document")
        check_lines(self.lines)

    def lines_of(self, start: int, end: int) -> Lines:
        r"""Lines of the document on which a span of `source` stands.

        >>> Chunk("c", "d", (4, 6), 0, "one\ntwo\nthree", ()).lines_of(4, 7)
        (5, 5)
        """
        first = self.lines[0] + self.source.count("\n", 0, start)
        last = first + self.source.count("\n", start, end)
        return min(first, self.lines[1]), min(last, self.lines[1])


@dataclass(frozen=True, slots=True)
class Document:
    """A document after reading.

    Args:
        path: Relative to the build root, `/` between segments; the name its source gives for JSON Lines chunks.
        format: Name of the reader, such as `markdown`.
        hash: SHA-256 of the bytes that were read, hexadecimal.
        chunks: In document order.
        title: First top heading or front-matter title, plain text.
        date: ISO 8601 date of front matter or version control, where known.
        scope: Folder that holds the document's project, relative to the build root; empty at the root.
        genre: Its class, which bounds what its claims may become.
    """

    path: str
    format: str
    hash: str
    chunks: tuple[Chunk, ...]
    title: str = ""
    date: str | None = None
    scope: str = ""
    genre: Genre = UNTOLD


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file or part of it that was not read, and why. `kg gaps` and the build's messages show it.

    Args:
        path: As the user would find it.
        reason: One line.
        line: Where in the file, if it is a part.
    """

    path: str
    reason: str
    line: int | None = None


@dataclass(frozen=True, slots=True, order=True)
class Effect:
    """What failure of a claim's object does to its subject, as the sentence says it.

    Args:
        behaviour: Key of a behaviour of the ontology: `breaks`, `degrades`, `survives`.
        substitute: Key of what takes the object's place meanwhile (`queue`), empty when nothing is said of it.
        lasts: For how long, as written.
        extent: The part of the object whose failure is meant, as written; empty when it is the whole.

    >>> str(Effect("degrades", "queue", "six hours"))
    'degrades, queue, six hours'
    """

    behaviour: str
    substitute: str = ""
    lasts: str = ""
    extent: str = ""

    def __post_init__(self) -> None:
        if not self.behaviour:
            raise ValueError("an effect is a behaviour")

    def __str__(self) -> str:
        loss = f"{self.behaviour} the loss of {self.extent}" if self.extent else self.behaviour
        return ", ".join(filter(None, (loss, self.substitute.replace("_", "-"), self.lasts)))


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement of one chunk, names as written.

    Args:
        chunk: Id of the chunk that states it.
        document: Path of its document.
        lines: Where the quote stands.
        quote: The words that state it, exactly as in the chunk's source.
        start: Offset of the quote in the document's text.
        subject: Name as written, leading article and markup dropped.
        relation: Key of a relation of the ontology.
        object: Name as written, likewise.
        polarity: How it is stated.
        alternatives: Group of claims of the chunk of which any one suffices.
        extractor: Module that found it.
        subject_local: The subject is a name of its project only.
        object_local: The object is.
        confidence: Calibrated probability that the sentence states this of these two things; None where its form says
            so, as in a structured file.
        stated: How the words state it, where the manner of the document or section makes something else of it.
        effect: What failure of the object does to the subject, where the words say it.

    Raises:
        ValueError: If a name or the quote is empty or the lines do not make a range.
    """

    chunk: str
    document: str
    lines: Lines
    quote: str
    start: int
    subject: str
    relation: str
    object: str
    polarity: Polarity
    extractor: str
    alternatives: str | None = None
    subject_local: bool = False
    object_local: bool = False
    confidence: float | None = None
    stated: Polarity | None = None
    effect: Effect | None = None

    def __post_init__(self) -> None:
        for name in ("chunk", "document", "quote", "subject", "relation", "object", "extractor"):
            if not getattr(self, name).strip():
                raise ValueError(f"a claim needs a {name}")
        check_lines(self.lines)

    def __str__(self) -> str:
        return f"{self.subject} -{self.relation}-> {self.object} ({self.polarity}) [{self.document}:{self.lines[0]}]"
