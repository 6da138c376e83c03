"""What a graph holds because of a document, and what it remembers of the build that made it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

import pyoxigraph as ox

from kg.rdf import KG, OA, PROV, RDF, Names, OxigraphStore, iri, value_of
from kg.resolve import Statement, statement


def skipped_quads(store: OxigraphStore) -> Iterator[ox.Quad]:
    """What is stored of files and parts of files that were not read."""
    graph = iri(store.names.provenance)
    for node in [q.subject for q in store.quads(None, iri(RDF + "type"), iri(KG + "Skipped"), graph)]:
        assert isinstance(node, ox.NamedNode)
        yield from store.quads(subject=node, graph=graph)


def run_quads(store: OxigraphStore) -> Iterator[ox.Quad]:
    """What is stored of the extraction activity."""
    return store.quads(subject=iri(store.names.run()), graph=iri(store.names.provenance))


def run_hashes(store: OxigraphStore) -> tuple[str, str]:
    """Configuration and content hash of the build that made the graph; empty when none did."""
    facts = {quad.predicate.value: value_of(quad.object) for quad in run_quads(store)}
    return facts.get(KG + "configurationHash", ""), facts.get(KG + "contentHash", "")


def stated(names: Names, quads: Iterable[ox.Quad]) -> Iterator[Statement]:
    """The claims among all quads of some documents, those in quarantine left out."""
    provenance, documents = iri(names.provenance), dict[str, str]()
    facts: defaultdict[str, list[ox.Quad]] = defaultdict(list)
    for quad in quads:
        if quad.graph_name == provenance:
            facts[value_of(quad.subject)].append(quad)
            if quad.predicate.value == PROV + "wasDerivedFrom":
                documents[value_of(quad.subject)] = value_of(quad.object)
    for found in facts.values():
        if any(quad.predicate.value == RDF + "subject" for quad in found):
            yield statement(found, documents)


def document_quads(store: OxigraphStore, path: str) -> Iterator[ox.Quad]:
    """All that is stored because of one document."""
    names = store.names
    provenance, derived = iri(names.provenance), iri(PROV + "wasDerivedFrom")
    document = iri(names.document(path))
    yield from store.quads(subject=document, graph=provenance)
    for chunk in [q.subject for q in store.quads(None, derived, document, provenance)]:
        assert isinstance(chunk, ox.NamedNode)
        yield from store.quads(graph=chunk)
        for quad in list(store.quads(subject=chunk, graph=provenance)):
            yield quad
            if quad.predicate.value == OA + "hasSelector" and isinstance(quad.object, ox.NamedNode):
                yield from store.quads(subject=quad.object, graph=provenance)
        for graph in (provenance, iri(names.rejected)):
            for claim in [q.subject for q in store.quads(None, derived, chunk, graph)]:
                yield from _claim_quads(store, claim, graph)


def _claim_quads(store: OxigraphStore, claim: object, graph: ox.NamedNode) -> Iterator[ox.Quad]:
    assert isinstance(claim, ox.NamedNode)
    for quad in list(store.quads(subject=claim, graph=graph)):
        yield quad
        if quad.predicate.value == KG + "rejectedBecause" and isinstance(quad.object, ox.NamedNode):
            yield from store.quads(subject=quad.object, graph=graph)
