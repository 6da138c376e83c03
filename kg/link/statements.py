"""Reads claims back from a store, as the rows that linking and reasoning work on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import pyoxigraph as ox

from kg.model import Polarity
from kg.ontology import local_name
from kg.store.base import Store
from kg.terms import iri, value_of
from kg.vocab import KG, PROV, RDF


@dataclass(frozen=True, slots=True, order=True)
class Statement:
    """A recorded claim, its ends as IRIs.

    Args:
        claim: IRI of the claim.
        subject: IRI minted from the subject as written.
        predicate: IRI of the relation as stated.
        object: IRI minted from the object as written.
        subject_text: Subject as written.
        object_text: Object as written.
        polarity: How it is stated.
        chunk: IRI of the chunk.
        document: IRI of the document.
        alternatives: IRI of the chunk's group of options, if it is one of several.
    """

    claim: str
    subject: str
    predicate: str
    object: str
    subject_text: str
    object_text: str
    polarity: Polarity
    chunk: str
    document: str
    alternatives: str | None = None


_FIELDS = {
    "subject": RDF + "subject",
    "predicate": RDF + "predicate",
    "object": RDF + "object",
    "subject_text": KG + "subjectText",
    "object_text": KG + "objectText",
    "polarity": KG + "polarity",
    "alternatives": KG + "alternatives",
}


def statement(quads: Sequence[ox.Quad], documents: Mapping[str, str]) -> Statement:
    """A claim given as its quads.

    Args:
        quads: All quads of one claim.
        documents: IRI of the document of its chunk, by the chunk's IRI.
    """
    facts = {quad.predicate.value: value_of(quad.object) for quad in quads}
    chunk = facts[PROV + "wasDerivedFrom"]
    claim = value_of(quads[0].subject)
    return Statement(
        claim=claim,
        subject=facts[RDF + "subject"],
        predicate=facts[RDF + "predicate"],
        object=facts[RDF + "object"],
        subject_text=facts[KG + "subjectText"],
        object_text=facts[KG + "objectText"],
        polarity=Polarity(local_name(facts[KG + "polarity"])),
        chunk=chunk,
        document=documents.get(chunk, chunk),
        alternatives=facts.get(KG + "alternatives"),
    )


def statements(store: Store, graph: str) -> list[Statement]:
    """All claims recorded in one graph of a store (provenance or curation), sorted."""
    documents = _column(store, graph, PROV + "wasDerivedFrom")
    columns = {field: _column(store, graph, predicate) for field, predicate in _FIELDS.items()}
    claims = (
        q.subject.value
        for q in store.quads(None, iri(RDF + "type"), iri(KG + "Claim"), iri(graph))
        if isinstance(q.subject, ox.NamedNode)
    )
    return sorted(_statement(claim, columns, documents) for claim in claims)


def _statement(claim: str, columns: dict[str, dict[str, str]], documents: dict[str, str]) -> Statement:
    values = {field: column[claim] for field, column in columns.items() if claim in column}
    chunk = documents[claim]
    return Statement(
        claim=claim,
        subject=values["subject"],
        predicate=values["predicate"],
        object=values["object"],
        subject_text=values["subject_text"],
        object_text=values["object_text"],
        polarity=Polarity(local_name(values["polarity"])),
        chunk=chunk,
        document=documents.get(chunk, chunk),
        alternatives=values.get("alternatives"),
    )


def _column(store: Store, graph: str, predicate: str) -> dict[str, str]:
    """Subject to object of one predicate in one graph."""
    return {value_of(q.subject): value_of(q.object) for q in store.quads(None, iri(predicate), None, iri(graph))}


def spellings(rows: Iterable[Statement]) -> dict[str, tuple[str, ...]]:
    """Every IRI's names as written, sorted.

    >>> spellings([])
    {}
    """
    found: defaultdict[str, set[str]] = defaultdict(set)
    for row in rows:
        found[row.subject].add(row.subject_text)
        found[row.object].add(row.object_text)
    return {entity: tuple(sorted(names)) for entity, names in sorted(found.items())}
