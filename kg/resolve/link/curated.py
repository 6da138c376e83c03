"""Alias files: SKOS concepts whose labels all name one thing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from kg.errors import InputError
from kg.model import letters
from kg.ontology import parse_turtle
from kg.rdf import RDF, SKOS, resources, value_of

Concept = tuple[str, Sequence[str]]
"""A preferred label and the other names of the same thing."""


class Curated:
    """Curated aliases.

    Args:
        concepts: Pairs of a preferred label and its other names; of two with a name in common the first has it.
        shipped: Concepts that everybody has, which count only for names that no other concept has.

    >>> Curated([("user database", ("user db",))]).find("User DB")
    'user database'
    """

    def __init__(self, concepts: Iterable[Concept], shipped: Iterable[Concept] = ()) -> None:
        self._preferred: dict[str, str] = {}
        self._add(concepts)
        self._own = frozenset(self._preferred.values())
        self._add(shipped)

    def _add(self, concepts: Iterable[Concept]) -> None:
        for preferred, others in concepts:
            for name in (preferred, *others):
                self._preferred.setdefault(letters(name), preferred)

    def find(self, name: str) -> str | None:
        """The preferred label of a name, None when no concept has it."""
        return self._preferred.get(letters(name))

    def is_shipped(self, preferred: str) -> bool:
        """Whether only the concepts that everybody has know a preferred label."""
        return preferred not in self._own


def load_curated(files: Sequence[Path] = (), concepts: Iterable[Concept] = ()) -> Curated:
    """The aliases that ship with `kg`, after some concepts and those of some Turtle files.

    Raises:
        InputError: If a file is no Turtle, or one of its concepts has no preferred label.
    """
    return Curated([*concepts, *(concept for file in files for concept in read_concepts(file))], _shipped())


@cache
def _shipped() -> tuple[Concept, ...]:
    return tuple(read_concepts(resources.folder("ontology") / "aliases.ttl"))


def read_concepts(file: Path) -> list[Concept]:
    """The alias concepts of a Turtle file: `skos:Concept`s with a preferred label and other labels.

    Raises:
        InputError: If it is no Turtle, a concept has no preferred label or several, or two concepts share a name.
    """
    labels: defaultdict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    concepts = set()
    for triple in parse_turtle(file):
        subject, predicate, value = value_of(triple.subject), triple.predicate.value, value_of(triple.object)
        if predicate == RDF + "type" and value == SKOS + "Concept":
            concepts.add(subject)
        labels[subject][predicate].add(value)
    found: list[Concept] = []
    for concept in sorted(concepts):
        preferred = sorted(labels[concept][SKOS + "prefLabel"])
        if len(preferred) != 1:
            raise InputError(f"<{concept}> needs one skos:prefLabel, it has {len(preferred)}", file=str(file))
        found.append((preferred[0], tuple(sorted(labels[concept][SKOS + "altLabel"]))))
    _refuse_shared(found, file)
    return found


def _refuse_shared(concepts: Iterable[Concept], file: Path) -> None:
    """A name that two concepts claim would make both one thing, or leave to chance whose it is."""
    owner: dict[str, str] = {}
    for preferred, others in concepts:
        for name in (preferred, *others):
            first = owner.setdefault(letters(name), preferred)
            if first != preferred:
                message = f"{name!r} is a name of two concepts, {first!r} and {preferred!r}"
                raise InputError(message, file=str(file), line=_line(file, name), hint="keep it with one of them")


def _line(file: Path, name: str) -> int | None:
    """The last line of a file with a name on it."""
    lines = file.read_text(encoding="utf-8", errors="replace").split("\n")
    return max((at for at, line in enumerate(lines, 1) if name in line), default=None)
