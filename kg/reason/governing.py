"""What sentences say that failure of one thing does to another, and what this makes of the edges between the two."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kg.ontology import Ontology
from kg.resolve import Statement


@dataclass(frozen=True, slots=True)
class Ruling:
    """What holds of the edges from one thing to another.

    Args:
        behaviour: Key of the behaviour that counts: the worst that a source tells of.
        deciding: The statements that say so.
        against: Those that say otherwise.
        group: The group of alternatives that a fallback makes the object an option of; empty when there is none.
    """

    behaviour: str
    deciding: tuple[Statement, ...]
    against: tuple[Statement, ...]
    group: str = ""


def ruling(ontology: Ontology, rows: Iterable[Statement], groups: dict[str, str]) -> Ruling | None:
    """What some statements on the same two things, in one direction, decide; None when they decide nothing.

    Of statements that contradict each other the one that makes the edge hardest counts, so that no failure is missed.

    Args:
        ontology: Orders the behaviours.
        rows: The statements.
        groups: From a chunk's group of alternatives to the canonical one.
    """
    telling = [row for row in rows if row.behaviour in ontology.behaviours and row.polarity.holds]
    if not telling:
        return None
    worst = min((row.behaviour or "" for row in telling), key=list(ontology.behaviours).index)
    deciding = tuple(row for row in telling if row.behaviour == worst)
    against = tuple(row for row in telling if row.behaviour != worst)
    options = {groups.get(row.alternatives or "", "") for row in deciding}
    return Ruling(worst, deciding, against, min(options) if len(options) == 1 else "")


def stating(rows: Sequence[Statement], ruled: Ruling) -> list[Statement]:
    """The statements that make edges; what tells of a failure alone makes one only where no other tells of a link.

    `X stops without Y` says that X relies on Y. Beside `X stores its data in Y` it says how hard, and adds no edge.

    Args:
        rows: Statements on two things, in one direction.
        ruled: What they decide.
    """
    plain = {row.predicate for row in rows if row.behaviour is None}
    agreed = (row for row in rows if row.alternatives or row not in ruled.against)
    return [row for row in agreed if not plain or row.predicate in plain]
