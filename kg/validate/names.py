"""Rules on names: classes that may hold two things, and decisions that contradict each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

import pyoxigraph as ox

from kg.rdf import KG, OWL, RDF, RDFS, SSSOM, iri, value_of
from kg.resolve import bridges
from kg.validate.report import Evidence
from kg.validate.whole import Breach, Whole

if TYPE_CHECKING:
    from kg.model import Bond

LARGEST = 25
"""Names of one thing from which on somebody should look: a wrong link joins what it links, and all behind it."""

SURE = 0.9
"""Confidence below which a link is a guess that should not hold a class together alone."""

_SHOWN = 3

_Link = tuple[str, str, Mapping[str, str]]


def large_classes(whole: Whole) -> Iterator[Breach]:
    """Things with very many names."""
    for number, links in _classes(whole).items():
        names = {end for link in links for end in link[:2]}
        if len(names) > LARGEST:
            weakest = min(links, key=lambda link: (_sure(link), link[0], link[1]))
            said = f"{len(names)} names, the least sure link being {_bond(whole, weakest)}"
            yield Breach(whole.index.entities[number].iri, said, tuple(_cited(whole, weakest)))


def mixed_classes(whole: Whole) -> Iterator[Breach]:
    """Things of which one name is stated to own and another to run; a link between these two is a shape's matter."""
    kinds = _kinds(whole)
    for number, links in _classes(whole).items():
        names = sorted({end for link in links for end in link[:2]})
        owners = [name for name in names if KG + "Owner" in kinds.get(name, ()) and KG + "Component" not in kinds[name]]
        components = [name for name in names if KG + "Component" in kinds.get(name, ())]
        linked = {frozenset(link[:2]) for link in links}
        direct = any({owner, component} in linked for owner in owners for component in components)
        if owners and components and not direct:
            owner, component = (whole.aliases.member(some[0]).name for some in (owners, components))
            said = f"{owner} owns, {component} runs"
            yield Breach(whole.index.entities[number].iri, said, tuple(_sentences(whole, (owners[0], components[0]))))


def fuzzy_bridges(whole: Whole) -> Iterator[Breach]:
    """Things that one unsure link alone holds together."""
    for number, links in _classes(whole).items():
        entity = whole.index.entities[number]
        for at, side in bridges([link[:2] for link in links], entity.iri).items():
            if _sure(links[at]) < SURE:
                apart = ", ".join(sorted(whole.aliases.member(name).name for name in side)[:_SHOWN])
                said = f"{_bond(whole, links[at])}; without it {apart} would be apart"
                yield Breach(entity.iri, said, tuple(_cited(whole, links[at])), OWL + "sameAs")


def contradictory_links(whole: Whole) -> Iterator[Breach]:
    """Curated links that are not followed because somebody keeps the names apart."""
    for one, other, facts in whole.aliases.refused():
        clash = whole.aliases.clash(one, other, facts)
        if clash is not None:
            yield Breach(one, str(clash), tuple(_sentences(whole, (one, other))), OWL + "sameAs", iri(other))


def _classes(whole: Whole) -> Mapping[int, Sequence[_Link]]:
    """The links of each thing that has several names, by its number."""
    found: defaultdict[int, list[_Link]] = defaultdict(list)
    for link in whole.aliases.links():
        number = whole.index.find(link[0])
        if number is not None:
            found[number].append(link)
    return dict(sorted(found.items()))


def _sure(link: _Link) -> float:
    return float(link[2].get(SSSOM + "confidence", 1))


def _bond(whole: Whole, link: _Link) -> str:
    bond: Bond = whole.aliases.bond(*link)
    by = f", {bond.by}" if bond.by else ""
    return f"{bond.one.name} = {bond.other.name} ({bond.reason}, {bond.confidence:g}{by})"


def _cited(whole: Whole, link: _Link) -> Iterator[Evidence]:
    yield from _sentences(whole, link[:2])


def _sentences(whole: Whole, names: Iterable[str]) -> Iterator[Evidence]:
    """The first sentence that uses each of some names."""
    for name in names:
        member = whole.aliases.member(name)
        if member.citation is not None:
            yield Evidence(member.citation, member.name)


def _kinds(whole: Whole) -> dict[str, set[str]]:
    """The classes each name has by the domains and ranges of the relations claims state as holding."""
    store, graph = whole.store, iri(whole.names.provenance)
    found: defaultdict[str, set[str]] = defaultdict(set)
    holding = {
        quad.subject
        for polarity in ("asserted", "optional")
        for quad in store.quads(None, iri(KG + "polarity"), iri(KG + polarity), graph)
    }
    classes = cache(lambda relation, rule: tuple(whole.ontology.objects(relation, RDFS + rule)))
    predicates = {q.subject: value_of(q.object) for q in store.quads(None, iri(RDF + "predicate"), None, graph)}
    for end, rule in (("subject", "domain"), ("object", "range")):
        for quad in store.quads(None, iri(RDF + end), None, graph):
            if quad.subject in holding and isinstance(quad.object, ox.NamedNode):
                found[quad.object.value].update(classes(predicates[quad.subject], rule))
    return found
