"""Reads claims back from a store, as the rows that linking and reasoning work on."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import pyoxigraph as ox

from kg.model import Polarity, passage
from kg.ontology import local_name
from kg.rdf import KG, PROV, RDF, Store, iri, value_of


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
        passage: What near-equal passages share (`kg.model.passage`).
        bounded: Not its words but the manner of its document made it what it is, so that it contradicts nothing.
        behaviour: Key of what it says failure of the whole object does to the subject, if it says it.
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
    passage: str = ""
    bounded: bool = False
    behaviour: str | None = None


_FIELDS = {
    "subject": RDF + "subject",
    "predicate": RDF + "predicate",
    "object": RDF + "object",
    "subject_text": KG + "subjectText",
    "object_text": KG + "objectText",
    "polarity": KG + "polarity",
    "alternatives": KG + "alternatives",
    "passage": KG + "quote",
    "bounded": KG + "statedPolarity",
    "behaviour": KG + "onFailure",
    "extent": KG + "extent",
}


def statement(quads: Sequence[ox.Quad], documents: Mapping[str, str]) -> Statement:
    """A claim given as its quads.

    Args:
        quads: All quads of one claim.
        documents: IRI of the document of its chunk, by the chunk's IRI.
    """
    facts = {quad.predicate.value: value_of(quad.object) for quad in quads}
    return _statement(value_of(quads[0].subject), facts, documents)


def _statement(claim: str, facts: Mapping[str, str], documents: Mapping[str, str]) -> Statement:
    chunk = facts[PROV + "wasDerivedFrom"]
    return Statement(
        claim=claim,
        subject=facts[_FIELDS["subject"]],
        predicate=facts[_FIELDS["predicate"]],
        object=facts[_FIELDS["object"]],
        subject_text=facts[_FIELDS["subject_text"]],
        object_text=facts[_FIELDS["object_text"]],
        polarity=Polarity(local_name(facts[_FIELDS["polarity"]])),
        chunk=chunk,
        document=documents.get(chunk, chunk),
        alternatives=facts.get(_FIELDS["alternatives"]),
        passage=passage(facts.get(_FIELDS["passage"], "")),
        bounded=_FIELDS["bounded"] in facts,
        behaviour=_behaviour(facts),
    )


def _behaviour(facts: Mapping[str, str]) -> str | None:
    """What a claim says of the failure of all of its object; what it says of a part decides nothing."""
    stated = facts.get(_FIELDS["behaviour"])
    return None if stated is None or _FIELDS["extent"] in facts else local_name(stated)


def statements(store: Store, graph: str) -> list[Statement]:
    """All claims recorded in one graph of a store (provenance or curation), sorted."""
    where = iri(graph)
    claims = store.quads(None, iri(RDF + "type"), iri(KG + "Claim"), where)
    facts: dict[str, dict[str, str]] = {value_of(quad.subject): {} for quad in claims}
    documents: dict[str, str] = {}
    for predicate in (*_FIELDS.values(), PROV + "wasDerivedFrom"):
        for quad in store.quads(None, iri(predicate), None, where):
            subject, value = value_of(quad.subject), sys.intern(value_of(quad.object))
            if subject in facts:
                facts[subject][predicate] = value
            elif predicate == PROV + "wasDerivedFrom":
                documents[subject] = value
    return sorted(_statement(claim, found, documents) for claim, found in facts.items())


def naming(store: Store, name: str) -> list[Statement]:
    """The recorded claims that have a name at either end."""
    return _found(store, RDF + "subject", name) + _found(store, RDF + "object", name)


def between(store: Store, subject: str, obj: str) -> list[Statement]:
    """The recorded claims from one name to another."""
    ends, graph = (iri(RDF + "subject"), iri(RDF + "object")), iri(store.names.provenance)
    found = [quad.subject for quad in store.quads(None, ends[0], iri(subject), graph)]
    return [
        _stored(store, claim)
        for claim in found
        if isinstance(claim, ox.NamedNode) and any(True for _ in store.quads(claim, ends[1], iri(obj), graph))
    ]


def grouped(store: Store, group: str) -> list[Statement]:
    """The recorded claims of a group of alternatives."""
    return _found(store, KG + "alternatives", group)


def _found(store: Store, predicate: str, value: str) -> list[Statement]:
    found = [quad.subject for quad in store.quads(None, iri(predicate), iri(value), iri(store.names.provenance))]
    return [_stored(store, claim) for claim in found if isinstance(claim, ox.NamedNode)]


def _stored(store: Store, claim: ox.NamedNode) -> Statement:
    graph, derived = iri(store.names.provenance), iri(PROV + "wasDerivedFrom")
    quads = list(store.quads(claim, graph=graph))
    chunk = next(quad.object for quad in quads if quad.predicate == derived)
    assert isinstance(chunk, ox.NamedNode)
    documents = (value_of(quad.object) for quad in store.quads(chunk, derived, None, graph))
    return statement(quads, {chunk.value: next(documents, chunk.value)})


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
