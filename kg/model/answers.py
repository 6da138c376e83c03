"""The values that questions other than `impact` are answered with: frozen, cited like those of `kg.model`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from kg.model.documents import Polarity, Skipped
from kg.model.genre import Manner
from kg.model.paths import Affected, Citation, Entity, Owner, Path, Step, Survivor

Direction = Literal["forward", "reverse", "both"]
"""Along what a thing relies on, along what relies on it, or both."""

How = Literal["exact", "prefix", "substring", "close"]
"""How a name matches a text, best first."""


@dataclass(frozen=True, slots=True)
class Needs:
    """What a thing relies on, directly or through others.

    Args:
        entity: The thing.
        hard: What it reaches over hard links alone: it breaks with each of them.
        soft: What it reaches only over an optional link or one of several alternatives.
        counts: Totals of `hard` and `soft`, before any cap.
        hidden: What a cap or filter left out, by its name.
    """

    entity: Entity
    hard: tuple[Affected, ...]
    soft: tuple[Affected, ...]
    counts: dict[str, int]
    hidden: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Why:
    """How one thing relies on another.

    Args:
        source: The first of the two asked about.
        target: The second.
        paths: Best first; from `source` to `target`, or from `target` to `source` when `reversed`. Empty: no path.
        reversed: Nothing leads from the first to the second, but the other way there is a path.
        denied: What sources or people deny of a link between the two, either way.
        hidden: How many better paths each limit leaves out, by its name.
    """

    source: Entity
    target: Entity
    paths: tuple[Path, ...]
    reversed: bool = False
    denied: tuple[Survivor, ...] = ()
    hidden: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Near:
    """Something close to the centre of a neighbourhood.

    Args:
        entity: What it is.
        hops: Least number of steps to it.
    """

    entity: Entity
    hops: int


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """What lies within some hops of a thing.

    Args:
        center: The thing.
        direction: Which way the steps were walked.
        hops: How many at most.
        nodes: Nearest first, then by label; the centre is the first, at 0 hops.
        steps: The steps walked, by the distance of their nearer end, then best supported, then by labels.
        hidden: How many things each limit leaves out, by its name.
    """

    center: Entity
    direction: Direction
    hops: int
    nodes: tuple[Near, ...]
    steps: tuple[Step, ...]
    hidden: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Match:
    """An entity whose name fits a text.

    Args:
        entity: What was found.
        name: The name that fits.
        how: In which way.
    """

    entity: Entity
    name: str
    how: How


@dataclass(frozen=True, slots=True)
class Alias:
    """An IRI of a thing, and why it is one.

    Args:
        iri: The IRI minted from the name as written.
        names: The spellings it was minted from, sorted.
        justification: Local name of the SSSOM justification; empty for the representative and where none is recorded.
        comment: The justification in words.
        confidence: Between 0 and 1, where recorded.
    """

    iri: str
    names: tuple[str, ...]
    justification: str = ""
    comment: str = ""
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Stated:
    """A claim that gives no edge: denied, past, or merely considered.

    Args:
        subject: Of what.
        relation: Key of the relation.
        object: To what.
        polarity: How it is stated.
        citation: The sentence, or a person's reason.
    """

    subject: Entity
    relation: str
    object: Entity
    polarity: Polarity
    citation: Citation


@dataclass(frozen=True, slots=True)
class Profile:
    """All that is known of one entity.

    Args:
        entity: The entity.
        names: Preferred label first, then the other labels, sorted.
        aliases: Its IRIs, the representative first, then sorted.
        kinds: Local names of its classes, sorted.
        technology: IRI of its technology, where known.
        owners: Who owns it.
        outgoing: Steps from it, other than to its owners, best supported first.
        incoming: Steps to it, likewise.
        claims: What is denied, past or considered about it, by where it stands.
        documents: Documents that state something about it, sorted.
    """

    entity: Entity
    names: tuple[str, ...]
    aliases: tuple[Alias, ...]
    kinds: tuple[str, ...]
    technology: str | None
    owners: tuple[Owner, ...]
    outgoing: tuple[Step, ...]
    incoming: tuple[Step, ...]
    claims: tuple[Stated, ...]
    documents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Window:
    """A subgraph small enough for a language model to read, every step of it cited.

    Args:
        centers: What it is about.
        instruction: What to tell the model.
        nodes: Every end of a step, and the centres, by label.
        paths: Whole chains, nearest first; each begins or ends at a centre, or names the owner of something on one.
        steps: The distinct steps of the paths, in their order.
        chunks: Ids of the chunks quoted, sorted.
        tokens: What the window costs, by the rule of `kg.answer.context.tokens` over `kg.answer.context.lines`.
        max_tokens: What it may cost.
        omitted: Chains that did not fit.
    """

    centers: tuple[Entity, ...]
    instruction: str
    nodes: tuple[Entity, ...]
    paths: tuple[Path, ...]
    steps: tuple[Step, ...]
    chunks: tuple[str, ...]
    tokens: int
    max_tokens: int
    omitted: int = 0


@dataclass(frozen=True, slots=True)
class Unclaimed:
    """A sentence that has the words of a surface form and gave no claim.

    Args:
        cue: The words.
        citation: The sentence.
    """

    cue: str
    citation: Citation


@dataclass(frozen=True, slots=True)
class Gaps:
    """What a graph does not know, and could.

    Args:
        sentences: By document and line.
        skipped: Files and parts of files that were not read.
        ambiguous: Names that several projects use, each with the things it means.
        touching: Pairs of things whose names nearly are the same.
        silent: Components of which no document says what they rely on, nor who owns them.
        classes: Classes of documents that do not speak of systems as they are, and how many there are of each.
    """

    sentences: tuple[Unclaimed, ...]
    skipped: tuple[Skipped, ...]
    ambiguous: tuple[tuple[str, tuple[Entity, ...]], ...]
    touching: tuple[tuple[Entity, Entity], ...]
    silent: tuple[Entity, ...]
    classes: tuple[tuple[str, Manner, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Stats:
    """How much a graph holds.

    Args:
        counts: Documents, chunks, entities, edges and the like, by name.
        polarities: Claims by polarity.
        relations: Claims by relation.
        statuses: Canonical edges by status.
    """

    counts: Mapping[str, int]
    polarities: Mapping[str, int]
    relations: Mapping[str, int]
    statuses: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Told:
    """Whom to tell when something fails.

    Args:
        entity: The owner.
        breaks: How many of the things that break it owns.
    """

    entity: Entity
    breaks: int


@dataclass(frozen=True, slots=True)
class Point:
    """A single point of failure: what it takes down, no other failure is needed for.

    Args:
        entity: What fails.
        breaks: How many things break when it alone fails.
        owners: Who owns it.
        tell: Owners of what breaks, those of most first; the first few.
        untold: How many owners more there are.
        path: The best supported step that relies on it; where one component was asked about, its best path to it.
    """

    entity: Entity
    breaks: int
    owners: tuple[Owner, ...]
    tell: tuple[Told, ...]
    untold: int
    path: Path


@dataclass(frozen=True, slots=True)
class Weak:
    """Single points of failure.

    Args:
        points: Those that take down most first; above one component, those fewest hops away first.
        counts: `components`, and `points`: totals before any cap.
        target: The component whose points these are; None for those of the whole graph.
        hidden: What a cap left out, by its name.
    """

    points: tuple[Point, ...]
    counts: dict[str, int]
    target: Entity | None = None
    hidden: dict[str, int] = field(default_factory=dict)
