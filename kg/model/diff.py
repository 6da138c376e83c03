"""The values a comparison of two graphs is answered with: frozen, cited from the graph that states them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from kg.model.paths import Affected, Citation, Entity, Step

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Both(Generic[_T]):
    """What one graph has and the other has not.

    Args:
        added: Only the new graph has it.
        removed: Only the old graph has it.
    """

    added: tuple[_T, ...] = ()
    removed: tuple[_T, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.removed)


@dataclass(frozen=True, slots=True)
class Thing:
    """An entity, and sentences that state something about it.

    Args:
        entity: As its graph has it.
        citations: The first of them by where they stand; none where only a person's alias names it.
    """

    entity: Entity
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class OtherName:
    """A name that is taken for one of an entity's in one graph and not in the other.

    Args:
        entity: What it names there.
        name: The spelling.
        citations: Sentences that use it.
    """

    entity: Entity
    name: str
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Changed:
    """An edge that both graphs have with other support, another status or other options.

    Args:
        old: In the old graph.
        new: In the new graph.
    """

    old: Step
    new: Step


@dataclass(frozen=True, slots=True)
class Shift:
    """What failure of one thing does now and did not, or no longer does.

    Args:
        failed: What fails.
        breaks: What breaks in the new graph and did not in the old one, with its paths there.
        degrades: What degrades in the new graph and did neither degrade nor break in the old one.
        no_longer_breaks: What broke in the old graph and does not in the new one, with its paths in the old one.
        no_longer_degrades: What degraded in the old graph and is well in the new one.
        counts: Totals of these, by their names, before any cap.
    """

    failed: Entity
    breaks: tuple[Affected, ...] = ()
    degrades: tuple[Affected, ...] = ()
    no_longer_breaks: tuple[Affected, ...] = ()
    no_longer_degrades: tuple[Affected, ...] = ()
    counts: dict[str, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Whether it does anything else."""
        return any(self.counts.values())


@dataclass(frozen=True, slots=True)
class Diff:
    """What changed between two graphs.

    Args:
        old: What the user called the old one.
        new: What the user called the new one.
        entities: Things, by label.
        edges: Edges other than to owners, by label.
        owners: Edges to owners, by label.
        changed: Edges of both graphs that are supported or disputed otherwise.
        aliases: Names of things that both graphs have.
        impact: What newly breaks or no longer does; None when it was not asked for.
        counts: How many came, went or changed, before any cap: `edges_added`, `edges_changed` and so on.
        hidden: What a cap left out, by its name.
    """

    old: str
    new: str
    entities: Both[Thing] = Both()
    edges: Both[Step] = Both()
    owners: Both[Step] = Both()
    changed: tuple[Changed, ...] = ()
    aliases: Both[OtherName] = Both()
    impact: tuple[Shift, ...] | None = None
    counts: dict[str, int] = field(default_factory=dict)
    hidden: dict[str, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Whether anything changed.

        >>> bool(Diff("a", "b"))
        False
        """
        return any(self.counts.values())

    @property
    def worse(self) -> bool:
        """Whether something newly breaks, as far as was asked."""
        return any(shift.counts.get("breaks") for shift in self.impact or ())
