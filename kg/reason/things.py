"""What is stored of a thing itself: its names, and the technology it is an instance of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kg.ontology import Technology
from kg.rdf import KG, RDF, SKOS, Term, iri, text
from kg.resolve import Identity

_KIND = "https://w3id.org/context-graph/kind/"


def thing(identity: Identity, one: str, written: Iterable[str]) -> Iterator[tuple[str, str, Term]]:
    """The names of a thing.

    Args:
        identity: Which names are one thing.
        one: The representative.
        written: All spellings of all its names.
    """
    label = identity.labels[one]
    yield one, SKOS + "prefLabel", text(label)
    for spelling in set(written) - {label}:
        yield one, SKOS + "altLabel", text(spelling)
    for member in identity.classes.members(one):
        yield member, KG + "canonical", iri(one)
    technology = identity.technologies.get(one)
    if technology is not None:
        yield one, KG + "technology", iri(technology.iri)


def concept(technology: Technology) -> Iterator[tuple[str, str, Term]]:
    """What the graph says of a technology that something of it is an instance of."""
    yield technology.iri, RDF + "type", iri(KG + "Technology")
    yield technology.iri, SKOS + "prefLabel", text(technology.label)
    yield technology.iri, KG + "kind", iri(_KIND + technology.kind)
    for match in technology.matches:
        yield technology.iri, SKOS + "exactMatch", iri(match)
