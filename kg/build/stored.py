"""What a graph holds because of a document, and what it remembers of the build that made it."""

from __future__ import annotations

from collections.abc import Iterator

import pyoxigraph as ox

from kg.store import OxigraphStore
from kg.terms import iri, value_of
from kg.vocab import DCTERMS, KG, OA, PROV, RDF


def skipped_quads(store: OxigraphStore) -> Iterator[ox.Quad]:
    """What is stored of files and parts of files that were not read."""
    graph = iri(store.names.provenance)
    for node in [q.subject for q in store.quads(None, iri(RDF + "type"), iri(KG + "Skipped"), graph)]:
        assert isinstance(node, ox.NamedNode)
        yield from store.quads(subject=node, graph=graph)


def run_quads(store: OxigraphStore) -> Iterator[ox.Quad]:
    """What is stored of the extraction activity."""
    return store.quads(subject=iri(store.names.run()), graph=iri(store.names.provenance))


def stored_keys(store: OxigraphStore) -> dict[str, tuple[str, str]]:
    """Content hash and configuration hash of every stored document, by path."""
    graph = iri(store.names.provenance)

    def column(predicate: str) -> dict[str, str]:
        return {value_of(q.subject): value_of(q.object) for q in store.quads(None, iri(predicate), None, graph)}

    documents = [q.subject for q in store.quads(None, iri(RDF + "type"), iri(KG + "Document"), graph)]
    paths, contents, configurations = (
        column(p) for p in (DCTERMS + "identifier", KG + "contentHash", KG + "configurationHash")
    )
    nodes = sorted(value_of(node) for node in documents)
    return {paths[node]: (contents[node], configurations.get(node, "")) for node in nodes}


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
