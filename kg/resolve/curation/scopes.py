"""Names that mean a thing of their own in one document or folder.

A `kg:Scoping` of the curation graph says so. Names are minted when documents are read, so a scoping takes effect with
the next build, which reads all documents anew.
"""

from __future__ import annotations

from collections.abc import Iterable

import pyoxigraph as ox

from kg.model import Scoping, digest, letters
from kg.rdf import DCTERMS, KG, RDF, RDFS, OxigraphStore, Store, iri, text, value_of

_FIELDS = {
    "name": KG + "subjectText",
    "place": KG + "scope",
    "reason": RDFS + "comment",
    "who": DCTERMS + "creator",
    "when": DCTERMS + "date",
}


def place_of(path: str) -> str:
    """A path as documents are named: relative, `/` between segments, no `.` and none at the end.

    >>> place_of("./docs/edge/"), place_of("docs//edge")
    ('docs/edge', 'docs/edge')
    """
    return "/".join(part for part in path.replace("\\", "/").split("/") if part not in ("", "."))


def scopings(store: Store) -> list[Scoping]:
    """All scopings of a graph, sorted."""
    graph = iri(store.names.curation)
    nodes = [q.subject for q in store.quads(None, iri(RDF + "type"), iri(KG + "Scoping"), graph)]
    found = []
    for node in (node for node in nodes if isinstance(node, ox.NamedNode)):
        facts = {quad.predicate.value: value_of(quad.object) for quad in store.quads(node, graph=graph)}
        found.append(Scoping(**{field: facts.get(predicate, "") for field, predicate in _FIELDS.items()}))
    return sorted(found)


def put_scopings(store: OxigraphStore, given: Iterable[Scoping], taken_back: Iterable[Scoping] = ()) -> None:
    """Write scopings down and take others back; an earlier one of the same name and place is replaced."""
    new = list(given)
    keys = {one.key for one in new}
    gone = [*taken_back, *(one for one in scopings(store) if one.key in keys)]
    removed, added = ({quad for one in some for quad in _quads(store, one)} for some in (gone, new))
    store.change(removed - added, added - removed)


def _quads(store: Store, scoping: Scoping) -> list[ox.Quad]:
    graph = iri(store.names.curation)
    node = iri(store.names.base + "curation/scope/" + digest(*scoping.key, length=24))
    texts = ((predicate, getattr(scoping, field)) for field, predicate in _FIELDS.items())
    return [
        ox.Quad(node, iri(RDF + "type"), iri(KG + "Scoping"), graph),
        *(ox.Quad(node, iri(predicate), text(value), graph) for predicate, value in texts if value),
    ]


def document_paths(store: Store) -> list[str]:
    """Paths of all documents of a graph, sorted."""
    graph = iri(store.names.provenance)
    nodes = [q.subject for q in store.quads(None, iri(RDF + "type"), iri(KG + "Document"), graph)]
    identifiers = (
        value_of(quad.object)
        for node in nodes
        if isinstance(node, ox.NamedNode)
        for quad in store.quads(node, iri(DCTERMS + "identifier"), None, graph)
    )
    return sorted(identifiers)


def by_letters(some: Iterable[Scoping]) -> dict[str, tuple[str, ...]]:
    """The places of scoped names, sorted, by the letters of the name."""
    found: dict[str, tuple[str, ...]] = {}
    for one in sorted(some):
        found[letters(one.name)] = tuple(sorted({*found.get(letters(one.name), ()), one.place}))
    return found
