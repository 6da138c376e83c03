"""Things as suggestions see them: names, kinds and neighbours."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from kg.graph import Index
from kg.ontology import Gazetteer
from kg.rdf import KG, Store

Neighbour = tuple[bool, int]
"""Whether the thing relies on the neighbour (else the other way round), and the neighbour's number."""

NOBODY: frozenset[Neighbour] = frozenset()


class Thing(NamedTuple):
    """A thing that may be another.

    Args:
        names: Its labels, the preferred one first.
        iri: Its IRI.
        owner: Whether it owns something.
        component: Whether it can break.
        neighbours: What it relies on and what relies on it, by number.
        technology: IRI of the technology one of its names is a name of.
        scope: The project it belongs to, if it is a local one.
    """

    names: tuple[str, ...]
    iri: str = ""
    owner: bool = False
    component: bool = True
    neighbours: frozenset[Neighbour] = NOBODY
    technology: str = ""
    scope: str | None = None


def things(store: Store, index: Index, gazetteer: Gazetteer) -> list[Thing]:
    """The things of a graph, by their numbers."""
    names: defaultdict[int, set[str]] = defaultdict(set)
    for _, name, number in index.every_name():
        names[number].add(name)
    around: defaultdict[int, set[Neighbour]] = defaultdict(set)
    for subject, obj in zip(index.subject.tolist(), index.object.tolist(), strict=True):
        around[subject].add((True, obj))
        around[obj].add((False, subject))
    return list(_things(store, index, gazetteer, names, around))


def _things(
    store: Store,
    index: Index,
    gazetteer: Gazetteer,
    names: dict[int, set[str]],
    around: dict[int, set[Neighbour]],
) -> Iterator[Thing]:
    for number, entity in enumerate(index.entities):
        scope, slash, _ = entity.iri.removeprefix(store.names.entities).rpartition("/")
        plain = (entity.label.removesuffix(f" ({scope})"), *sorted(names.get(number, set()) - {entity.label}))
        found = (gazetteer.find(name, any_case=bool(slash)) for name in plain)
        yield Thing(
            names=tuple(dict.fromkeys(plain)),
            iri=entity.iri,
            owner=KG + "Owner" in index.types(number),
            component=bool(index.component[number]),
            neighbours=frozenset(around.get(number, NOBODY)),
            technology=next((t.iri for t in found if t is not None and t.component), ""),
            scope=scope if slash else None,
        )
