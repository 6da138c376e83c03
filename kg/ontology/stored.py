"""The ontology in force: the one that a graph itself holds."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import pyoxigraph as ox

from kg.ontology.relations import Ontology, made_of
from kg.rdf import OxigraphStore, Store, iri

_IN_FORCE: WeakKeyDictionary[Store, Ontology] = WeakKeyDictionary()
"""Read once for each open graph."""


def in_force(store: Store) -> Ontology:
    """The ontology of a graph, read from its graph `ontology` when first asked for.

    >>> store = OxigraphStore()
    >>> in_force(store).relations
    {}
    """
    found = _IN_FORCE.get(store)
    if found is None:
        graph = iri(store.names.ontology)
        found = _IN_FORCE[store] = made_of(frozenset(quad.triple for quad in store.quads(graph=graph)))
    return found


def put_in_force(store: OxigraphStore, ontology: Ontology) -> None:
    """Replace the ontology of a graph that is open for writing."""
    graph = iri(store.names.ontology)
    wanted = {ox.Quad(t.subject, t.predicate, t.object, graph) for t in ontology.triples}
    stored = set(store.quads(graph=graph))
    store.change(stored - wanted, wanted - stored)
    _IN_FORCE[store] = ontology
