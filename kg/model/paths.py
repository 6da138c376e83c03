"""What answers are made of: entities, steps with the sentences that state them, paths, and what a failure does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from kg.model.documents import Effect, Lines, check_lines


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a sentence stands.

    Args:
        chunk: Chunk id.
        document: Path or given name.
        lines: First and last line.
        quote: The sentence, exactly as it stands there.
        url: A link to it, when the user gave a template.
        copies: The other places of the same passage: older versions of the page, translations, copies.
    """

    chunk: str
    document: str
    lines: Lines
    quote: str
    url: str | None = None
    copies: tuple[Citation, ...] = ()

    def __post_init__(self) -> None:
        if not self.quote.strip() or not self.document:
            raise ValueError("a citation names a document and quotes it")
        check_lines(self.lines)

    def __str__(self) -> str:
        first, last = self.lines
        place = f"{self.document}:{first}" if first == last else f"{self.document}:{first}-{last}"
        many = len(self.copies)
        return f"{place} and {many} {'copy' if many == 1 else 'copies'}" if many else place


@dataclass(frozen=True, slots=True, order=True)
class Support:
    """How well a statement is corroborated: distinct documents first, then distinct chunks.

    >>> Support(2, 2) > Support(1, 9)
    True
    """

    documents: int
    chunks: int

    def __post_init__(self) -> None:
        if self.documents < 1 or self.chunks < self.documents:
            raise ValueError("support counts at least one document and no fewer chunks than documents")


class Status(StrEnum):
    """What the sources together say of an edge that at least one of them asserts."""

    ASSERTED = "asserted"
    DISPUTED = "disputed"
    RETIRED = "retired"


@dataclass(frozen=True, slots=True, order=True)
class Entity:
    """A thing of the graph: the representative of its alias class.

    Args:
        label: Preferred label.
        iri: Canonical IRI.
        kind: Local name of its most specific class, `component` when only that is known.
    """

    label: str
    iri: str
    kind: str = "component"


@dataclass(frozen=True, slots=True)
class Decided:
    """A sentence that says what failure of a step's object does to its subject.

    Args:
        effect: What it says.
        citation: Where it stands.
    """

    effect: Effect
    citation: Citation


@dataclass(frozen=True, slots=True)
class Step:
    """One hop of a path, in the direction the sources state it, with its receipts.

    Args:
        subject: What relies on the object.
        relation: Key of the relation.
        object: What it relies on.
        support: Distinct documents and chunks that assert it.
        citations: At least one; the sentences that assert it.
        inferred: Holds only through an alias or a more general property, not between these two names as written.
        status: Whether a source contradicts it.
        disputes: The sentences that do.
        soft: Failure only degrades the subject.
        alternatives: Labels of the other options when any one of them suffices.
        decided: The sentences that say what failure of the object does to the subject.
        observed: Sentences that tell of a time at which the subject failed with the object.

    Raises:
        ValueError: If there is no citation; a step without a receipt cannot be built.
    """

    subject: Entity
    relation: str
    object: Entity
    support: Support
    citations: tuple[Citation, ...]
    inferred: bool = False
    status: Status = Status.ASSERTED
    disputes: tuple[Citation, ...] = ()
    soft: bool = False
    alternatives: tuple[str, ...] = ()
    decided: tuple[Decided, ...] = ()
    observed: tuple[Citation, ...] = ()

    def __post_init__(self) -> None:
        if not self.citations:
            raise ValueError(f"{self.subject.label} -{self.relation}-> {self.object.label} has no citation")

    @property
    def sentences(self) -> tuple[Citation, ...]:
        """All that is cited of it."""
        return *self.citations, *self.disputes, *(one.citation for one in self.decided), *self.observed

    @property
    def disputed(self) -> bool:
        """Whether some source contradicts it."""
        return self.status is not Status.ASSERTED


@dataclass(frozen=True)
class Path:
    """A chain of steps; each begins where the one before ends.

    Raises:
        ValueError: If it is empty or does not hang together.
    """

    steps: tuple[Step, ...]

    def __post_init__(self) -> None:
        if not self.steps:
            raise ValueError("a path has a step")
        for one, two in zip(self.steps, self.steps[1:], strict=False):
            if one.object.iri != two.subject.iri:
                raise ValueError(f"{one.object.label} is not where the next step starts: {two.subject.label}")

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    @cached_property
    def support(self) -> Support:
        """Support of its weakest step."""
        return min(step.support for step in self.steps)


@dataclass(frozen=True, slots=True)
class Owner:
    """Who owns something, with the sentences that say so."""

    entity: Entity
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Affected:
    """Something that breaks or degrades, and why.

    Args:
        entity: What is affected.
        paths: Best first; each runs from `entity` down to what failed.
        owners: Whom to tell.
    """

    entity: Entity
    paths: tuple[Path, ...]
    owners: tuple[Owner, ...] = ()

    def __post_init__(self) -> None:
        if not self.paths:
            raise ValueError(f"{self.entity.label} is affected by no path")

    @property
    def hops(self) -> int:
        """Length of the best path."""
        return len(self.paths[0])

    @property
    def support(self) -> Support:
        """Support of the best path's weakest step."""
        return self.paths[0].support


@dataclass(frozen=True, slots=True)
class Survivor:
    """A component no failure reaches, and why.

    Args:
        entity: The survivor.
        reason: `no stated path`, `nothing stated`, the denied link, or the one whose loss is tolerated.
        citations: The sentences that say so, if a link is the reason.
    """

    entity: Entity
    reason: str
    citations: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True)
class Impact:
    """The answer to "what breaks if these fail": cited, ranked, and frank about what it leaves out.

    Args:
        failed: What fails.
        breaks: Broken things, best supported first.
        degrades: Degraded things, likewise.
        survives: All other components.
        counts: Totals of `breaks`, `degrades`, `survives`, before any cap.
        hidden: What a cap or filter left out, by its name.
        unread: Sentences that name what fails, have the words of a relation and gave no claim; None when they were not
            looked for.
    """

    failed: tuple[Entity, ...]
    breaks: tuple[Affected, ...]
    degrades: tuple[Affected, ...]
    survives: tuple[Survivor, ...]
    counts: dict[str, int]
    hidden: dict[str, int] = field(default_factory=dict)
    unread: int | None = None
