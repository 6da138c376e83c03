"""Explains alias classes: members, links, what keeps names apart, and what a link holds together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from kg.graph import Index
from kg.model import AliasClass, AliasOverview, Bond, Clash
from kg.rdf import PROV, Store
from kg.resolve.curation.scopes import scopings
from kg.resolve.explanation.bridges import bridges
from kg.resolve.explanation.reading import Facts, Reader

_Link = tuple[str, str, Facts]


def explain(store: Store, iri: str, index: Index | None = None) -> AliasClass:
    """Why the names of a thing are names of one thing.

    Args:
        store: The graph.
        iri: Any name of the thing.
        index: The graph's edges, where they are loaded already.

    Raises:
        UnknownName: If the graph has no such thing.
    """
    reader = Reader(store, Index.load(store) if index is None else index)
    number = reader.index.number(iri)
    entity = reader.index.entities[number]
    members = sorted(reader.index.aliases(number), key=lambda name: (name != entity.iri, name))
    apart = [v for v in reader.verdicts.values() if not v.same and not {v.one, v.other}.isdisjoint(members)]
    return AliasClass(
        entity=entity,
        members=tuple(reader.member(name) for name in members),
        links=_bonds(reader, entity.iri, reader.links(members)),
        apart=tuple(reader.apart(verdict) for verdict in apart),
        conflicts=_clashes(reader, reader.refused(members)),
    )


def overview(store: Store, index: Index | None = None, *, decided: bool = False) -> AliasOverview:
    """All things with more than one name, and what people decided.

    Args:
        store: The graph.
        index: The graph's edges, where they are loaded already.
        decided: Only classes with a link that people made.
    """
    reader = Reader(store, Index.load(store) if index is None else index)
    links: defaultdict[int, list[_Link]] = defaultdict(list)
    for link in reader.links():
        if (number := reader.index.find(link[0])) is not None:
            links[number].append(link)
    classes = (
        AliasClass(entity, tuple(map(reader.member, reader.members[entity.iri])), _bonds(reader, entity.iri, found))
        for entity, found in sorted((reader.index.entities[number], found) for number, found in links.items())
        if not decided or any(PROV + "wasDerivedFrom" in facts for _, _, facts in found)
    )
    return AliasOverview(
        classes=tuple(classes),
        apart=tuple(reader.apart(verdict) for verdict in reader.verdicts.values() if not verdict.same),
        conflicts=_clashes(reader, reader.refused()),
        scopings=tuple(scopings(store)),
    )


def _bonds(reader: Reader, representative: str, links: Sequence[_Link]) -> tuple[Bond, ...]:
    splits = bridges([(one, other) for one, other, _ in links], representative)
    bonds = (reader.bond(*link, splits.get(number, ())) for number, link in enumerate(links))
    return tuple(sorted(bonds, key=lambda bond: (-bond.confidence, bond.one.iri, bond.other.iri)))


def _clashes(reader: Reader, refused: Iterable[_Link]) -> tuple[Clash, ...]:
    found = (reader.clash(*link) for link in refused)
    return tuple(clash for clash in found if clash is not None)
