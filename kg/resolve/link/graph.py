"""The alias graph: each link with its justification in the RDF form of SSSOM, and the links that are not followed.

SSSOM (https://mapping-commons.github.io/sssom/) maps its slots to annotated axioms (OWL 2 Mapping to RDF, section
2.2); the terms of justifications are those of SEMAPV.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pyoxigraph as ox

from kg.rdf import KG, OWL, PROV, RDF, RDFS, SSSOM, Names, Store, Term, decimal, iri, text, value_of
from kg.resolve.link.links import Conflict, Link

_SAME = iri(OWL + "sameAs")


def alias_quads(names: Names, links: Iterable[Link], conflicts: Iterable[Conflict] = ()) -> list[ox.Quad]:
    """The quads of the alias graph."""
    graph = iri(names.aliases)
    quads = []
    for link in links:
        quads.append(ox.Quad(iri(link.one), _SAME, iri(link.other), graph))
        node = iri(names.alias(link.one, link.other))
        facts = [(RDF + "type", iri(OWL + "Axiom")), *_ends(link, OWL, "annotated"), *_why(link)]
        quads += [ox.Quad(node, iri(predicate), value, graph) for predicate, value in facts]
    for conflict in conflicts:
        node = iri(names.conflict(conflict.link.one, conflict.link.other))
        quads += [ox.Quad(node, iri(predicate), value, graph) for predicate, value in _conflict(conflict)]
    return list(dict.fromkeys(quads))


def _ends(link: Link, namespace: str, start: str = "") -> list[tuple[str, Term]]:
    source, prop, target = ("Source", "Property", "Target") if start else ("subject", "predicate", "object")
    return [
        (namespace + start + source, iri(link.one)),
        (namespace + start + prop, _SAME),
        (namespace + start + target, iri(link.other)),
    ]


def _why(link: Link) -> Iterator[tuple[str, Term]]:
    yield SSSOM + "mapping_justification", iri(link.why.term)
    yield SSSOM + "confidence", decimal(link.why.confidence)
    yield RDFS + "comment", text(link.why.reason)
    if link.verdict:
        yield PROV + "wasDerivedFrom", iri(link.verdict)


def _conflict(conflict: Conflict) -> Iterator[tuple[str, Term]]:
    yield RDF + "type", iri(KG + "Conflict")
    yield from _ends(conflict.link, RDF)
    yield from _why(conflict.link)
    yield KG + "keptApartBy", iri(conflict.apart)


def refused(store: Store) -> tuple[tuple[str, str], ...]:
    """The ends of curated links that a graph does not follow, sorted."""
    graph = iri(store.names.aliases)
    found = []
    for quad in store.quads(None, iri(RDF + "type"), iri(KG + "Conflict"), graph):
        assert isinstance(quad.subject, ox.NamedNode)
        ends = (
            min(value_of(end.object) for end in store.quads(quad.subject, iri(RDF + side), None, graph))
            for side in ("subject", "object")
        )
        found.append((next(ends), next(ends)))
    return tuple(sorted(found))
