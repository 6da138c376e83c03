"""What the documents of a graph are, of what they speak, and why they are taken for that."""

from __future__ import annotations

from collections import Counter

from kg.answer.coverage import column
from kg.model import Documents, Genre, Listed, Manner
from kg.ontology import local_name
from kg.rdf import DCTERMS, KG, PROV, RDF, Store, iri, value_of


def documents(store: Store) -> Documents:
    """List them, with how many claims each states.

    Args:
        store: The graph.
    """
    graph = iri(store.names.provenance)
    nodes = [value_of(q.subject) for q in store.quads(None, iri(RDF + "type"), iri(KG + "Document"), graph)]
    sources, paths = column(store, PROV + "wasDerivedFrom"), column(store, DCTERMS + "identifier")
    chunks = Counter(sources.values())
    claims = Counter(sources[sources[claim]] for claim in column(store, KG + "polarity") if sources[claim] in sources)
    genres = _genres(store)
    found = (Listed(paths[node], genres.get(node, Genre()), chunks[node], claims[node]) for node in nodes)
    return Documents(tuple(sorted(found, key=_place)))


def classes(store: Store) -> tuple[tuple[str, Manner, int], ...]:
    """How many documents there are of each class that does not speak of systems as they are."""
    found = Counter((one.name, one.manner) for one in _genres(store).values() if one.manner is not Manner.CURRENT)
    return tuple((name, manner, count) for (name, manner), count in sorted(found.items()))


def _genres(store: Store) -> dict[str, Genre]:
    """The classes of all documents that have one, by IRI."""
    names, manners, why = (column(store, KG + key) for key in ("documentClass", "manner", "classifiedBy"))
    return {node: Genre(name, Manner(local_name(manners[node])), why.get(node, "")) for node, name in names.items()}


def _place(one: Listed) -> tuple[int, str, str]:
    return list(Manner).index(one.genre.manner), one.genre.name, one.path
