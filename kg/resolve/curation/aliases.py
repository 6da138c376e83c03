"""What people decided about names: one thing or two. Each verdict is a SSSOM mapping of the curation graph.

It is no `owl:Axiom`: that two names are one thing is asserted in the alias graph, if nothing contradicts it. That
they are two is asserted right here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pyoxigraph as ox

from kg.model import digest
from kg.rdf import DCTERMS, KG, OWL, RDF, RDFS, SKOS, SSSOM, OxigraphStore, Store, Term, decimal, iri, text, value_of
from kg.resolve.link.curated import Concept
from kg.resolve.link.links import Verdict

_MAPPING, _PROPERTY = iri(SSSOM + "Mapping"), OWL + "annotatedProperty"
_SAME, _DIFFERENT = OWL + "sameAs", OWL + "differentFrom"

_NAMES = {"one": OWL + "annotatedSource", "other": OWL + "annotatedTarget", "term": SSSOM + "mapping_justification"}
_TEXTS = {
    "one_text": KG + "subjectText",
    "other_text": KG + "objectText",
    "reason": RDFS + "comment",
    "who": DCTERMS + "creator",
    "when": DCTERMS + "date",
    "source": DCTERMS + "source",
}


def verdicts(store: Store) -> list[Verdict]:
    """All verdicts on names of a graph, sorted."""
    graph = iri(store.names.curation)
    nodes = [quad.subject for quad in store.quads(None, iri(RDF + "type"), _MAPPING, graph)]
    return sorted(_verdict(store, node) for node in nodes if isinstance(node, ox.NamedNode))


def _verdict(store: Store, node: ox.NamedNode) -> Verdict:
    quads = store.quads(node, graph=iri(store.names.curation))
    facts = {quad.predicate.value: value_of(quad.object) for quad in quads}
    values = {field: facts.get(predicate, "") for field, predicate in {**_NAMES, **_TEXTS}.items()}
    confidence = float(facts.get(SSSOM + "confidence", 1))
    return Verdict(**values, same=facts[_PROPERTY] == _SAME, confidence=confidence, iri=node.value)


def verdict_quads(store: Store, verdict: Verdict) -> set[ox.Quad]:
    """What one verdict is stored as."""
    one, graph = placed(store, verdict), iri(store.names.curation)
    node, relation = iri(one.iri), iri(_SAME if one.same else _DIFFERENT)
    facts: list[tuple[str, Term]] = [
        (RDF + "type", _MAPPING),
        (_PROPERTY, relation),
        (SSSOM + "confidence", decimal(one.confidence)),
        *((predicate, iri(getattr(one, field))) for field, predicate in _NAMES.items()),
        *((predicate, text(getattr(one, field))) for field, predicate in _TEXTS.items() if getattr(one, field)),
    ]
    quads = {ox.Quad(node, iri(predicate), value, graph) for predicate, value in facts}
    return quads if one.same else {*quads, ox.Quad(iri(one.one), relation, iri(one.other), graph)}


def placed(store: Store, verdict: Verdict) -> Verdict:
    """A verdict with its names in order and its IRI."""
    if verdict.one > verdict.other:
        verdict = replace(
            verdict,
            one=verdict.other,
            other=verdict.one,
            one_text=verdict.other_text,
            other_text=verdict.one_text,
        )
    return replace(verdict, iri=store.names.verdict(*verdict.pair))


def judge(store: OxigraphStore, given: Iterable[Verdict], taken_back: Iterable[Verdict] = ()) -> None:
    """Write verdicts down and take others back; an earlier one on the same two names is replaced.

    Args:
        store: The graph, open for writing.
        given: New verdicts.
        taken_back: Verdicts that count no more.
    """
    new = [placed(store, verdict) for verdict in given]
    gone = [*taken_back, *(one for one in verdicts(store) if one.iri in {verdict.iri for verdict in new})]
    removed = {quad for verdict in gone for quad in verdict_quads(store, verdict)}
    added = {quad for verdict in new for quad in verdict_quads(store, verdict)}
    store.change(removed - added, added - removed)


def aliases(store: Store) -> list[Concept]:
    """The alias concepts that users gave to this graph, sorted."""
    graph = iri(store.names.curation)
    preferred = {
        value_of(q.subject): value_of(q.object) for q in store.quads(None, iri(SKOS + "prefLabel"), None, graph)
    }
    others: dict[str, set[str]] = {}
    for quad in store.quads(None, iri(SKOS + "altLabel"), None, graph):
        others.setdefault(value_of(quad.subject), set()).add(value_of(quad.object))
    return [(preferred[node], tuple(sorted(others.get(node, ())))) for node in sorted(preferred)]


def put_aliases(store: OxigraphStore, concepts: Iterable[Concept]) -> None:
    """Keep alias concepts with the graph, in place of those given before."""
    graph, wanted = iri(store.names.curation), set()
    for preferred, others in concepts:
        node = iri(store.names.base + "curation/alias/" + digest(preferred))
        wanted.add(ox.Quad(node, iri(RDF + "type"), iri(SKOS + "Concept"), graph))
        wanted.add(ox.Quad(node, iri(SKOS + "prefLabel"), text(preferred), graph))
        wanted |= {ox.Quad(node, iri(SKOS + "altLabel"), text(other), graph) for other in others if other != preferred}
    nodes = [q.subject for q in store.quads(None, iri(RDF + "type"), iri(SKOS + "Concept"), graph)]
    stored = {quad for node in nodes if isinstance(node, ox.NamedNode) for quad in store.quads(node, graph=graph)}
    store.change(stored - wanted, wanted - stored)
