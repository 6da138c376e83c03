"""How much a graph holds, counted from its quads."""

from __future__ import annotations

from collections import Counter

import pyoxigraph as ox

from kg.model import Stats
from kg.ontology import local_name
from kg.rdf import KG, OWL, RDF, Store, iri, value_of


def stats(store: Store) -> Stats:
    """Count.

    Args:
        store: The graph.
    """
    names = store.names
    inferred, provenance = iri(names.inferred), iri(names.provenance)

    def of_class(name: str, graph: str) -> int:
        return sum(1 for _ in store.quads(None, iri(RDF + "type"), iri(KG + name), iri(graph)))

    def by_value(predicate: str, graph: ox.NamedNode) -> dict[str, int]:
        found = Counter(local_name(value_of(quad.object)) for quad in store.quads(None, iri(predicate), None, graph))
        return dict(sorted(found.items()))

    canonical = {value_of(quad.object) for quad in store.quads(None, iri(KG + "canonical"), None, inferred)}
    counts = {
        "documents": of_class("Document", names.provenance),
        "chunks": of_class("Chunk", names.provenance),
        "claims": of_class("Claim", names.provenance),
        "rejected": of_class("Claim", names.rejected),
        "decisions": of_class("Claim", names.curation) + of_class("Denial", names.curation),
        "skipped": of_class("Skipped", names.provenance),
        "entities": len(canonical),
        "aliases": sum(1 for _ in store.quads(None, iri(OWL + "sameAs"), None, iri(names.aliases))),
        "edges": of_class("Edge", names.inferred),
        "quads": sum(1 for _ in store.quads()),
    }
    return Stats(
        counts=counts,
        polarities=by_value(KG + "polarity", provenance),
        relations=by_value(RDF + "predicate", provenance),
        statuses=by_value(KG + "status", inferred),
    )
