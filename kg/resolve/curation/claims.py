"""Claims struck out and claims added, with who, when and why.

A decision is a `kg:Denial` or a `kg:Claim` of the curation graph. An added claim also becomes a chunk of a document
of its own, `curation`, so that every answer cites the reason given as it cites any sentence.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import pyoxigraph as ox

from kg.errors import InputError
from kg.model import Block, Chunk, Claim, Document, Polarity, clean, digest
from kg.ontology import Ontology, Relation, in_force, local_name
from kg.rdf import DCTERMS, KG, RDF, RDFS, SH, OxigraphStore, Store, Term, iri, text, value_of
from kg.resolve.stored import Statement

DOCUMENT = "curation"
"""Path of the document that added claims are quoted from."""


@dataclass(frozen=True, slots=True, order=True)
class Decision:
    """A person's word on one statement.

    Args:
        subject: Name as the person wrote it.
        relation: Key of the relation.
        object: Name as the person wrote it.
        denied: Whether the statement does not hold; else it does.
        reason: Why.
        who: Who says so.
        when: ISO 8601 date.
        subject_iri: Entity meant, where the name alone does not say.
        object_iri: The same of the object.

    Raises:
        InputError: If a name or the reason is empty.
    """

    subject: str
    relation: str
    object: str
    denied: bool
    reason: str
    who: str = ""
    when: str = ""
    subject_iri: str = ""
    object_iri: str = ""

    def __post_init__(self) -> None:
        for field in ("subject", "relation", "object", "reason"):
            if not getattr(self, field).strip():
                raise InputError(f"a decision needs a {field}")

    @property
    def key(self) -> str:
        """What makes it one decision: a second word on the same statement replaces the first."""
        return digest(self.subject_iri or clean(self.subject), self.relation, self.object_iri or clean(self.object))


_FIELDS = {
    "subject": KG + "subjectText",
    "object": KG + "objectText",
    "reason": RDFS + "comment",
    "who": DCTERMS + "creator",
    "when": DCTERMS + "date",
}


def decisions(store: Store) -> list[Decision]:
    """All decisions of a graph, sorted."""
    graph = iri(store.names.curation)
    found: dict[str, dict[str, str]] = {}
    for quad in store.quads(graph=graph):
        found.setdefault(value_of(quad.subject), {})[quad.predicate.value] = value_of(quad.object)
    kinds = (KG + "Denial", KG + "Claim")
    return sorted(_decision(facts) for facts in found.values() if facts.get(RDF + "type") in kinds)


def _decision(facts: dict[str, str]) -> Decision:
    values = {field: facts.get(predicate, "") for field, predicate in _FIELDS.items()}
    return Decision(
        **values,
        relation=local_name(facts[RDF + "predicate"]),
        denied=facts[RDF + "type"] == KG + "Denial",
        subject_iri=facts[RDF + "subject"],
        object_iri=facts[RDF + "object"],
    )


def decide(store: OxigraphStore, decision: Decision) -> None:
    """Write a decision down; an earlier one on the same statement is replaced.

    Raises:
        InputError: If the ontology has no such relation.
    """
    relation = relation_of(store, decision.relation)
    subject = decision.subject_iri or store.names.entity(decision.subject)
    obj = decision.object_iri or store.names.entity(decision.object)
    placed = replace(decision, subject_iri=subject, object_iri=obj)
    node, graph = iri(store.names.base + "curation/" + placed.key), iri(store.names.curation)
    facts: list[tuple[str, Term]] = [
        (RDF + "type", iri(KG + ("Denial" if decision.denied else "Claim"))),
        (RDF + "subject", iri(subject)),
        (RDF + "predicate", iri(relation.iri)),
        (RDF + "object", iri(obj)),
        *((predicate, text(getattr(placed, field))) for field, predicate in _FIELDS.items() if getattr(placed, field)),
    ]
    wanted = {ox.Quad(node, iri(predicate), value, graph) for predicate, value in facts}
    stored = set(store.quads(subject=node, graph=graph))
    store.change(stored - wanted, wanted - stored)


def refusal(store: Store, decision: Decision) -> str:
    """Why validation keeps an added claim out of the graph; empty when it does not."""
    graph, because = iri(store.names.rejected), iri(KG + "rejectedBecause")
    found = store.quads(None, iri(RDF + "subject"), iri(decision.subject_iri), graph)
    same = store.quads(None, iri(RDF + "object"), iri(decision.object_iri), graph)
    claims = {quad.subject for quad in found} & {quad.subject for quad in same}
    results = {quad.object for quad in store.quads(None, because, None, graph) if quad.subject in claims}
    told = store.quads(None, iri(SH + "resultMessage"), None, graph)
    return "; ".join(sorted({value_of(quad.object) for quad in told if quad.subject in results}))


def relation_of(store: Store, key: str) -> Relation:
    """A relation of the ontology in force.

    Raises:
        InputError: If there is none of that name.
    """
    relation = in_force(store).relations.get(key.strip().replace(" ", "_").removeprefix("kg:"))
    if relation is None:
        raise InputError(f"no relation is called {key!r}", hint=", ".join(in_force(store).relations))
    return relation


def document(made: Iterable[Decision]) -> tuple[Document, tuple[Claim, ...]] | None:
    """The document of all added claims, one chunk each, and its claims; None when nobody added any."""
    added = [decision for decision in made if not decision.denied]
    if not added:
        return None
    chunks, claims, start = [], [], 0
    for line, decision in enumerate(added, 1):
        quote = " ".join(decision.reason.split())
        chunk = Chunk(f"{DOCUMENT}/{decision.key[:12]}", DOCUMENT, (line, line), start, quote, (Block(quote),))
        chunks.append(chunk)
        claims.append(_claim(chunk, decision))
        start += len(quote) + 1
    content = digest(*(chunk.id + chunk.source for chunk in chunks), length=64)
    return Document(DOCUMENT, DOCUMENT, content, tuple(chunks), title="Curation"), tuple(claims)


def pinned(made: Iterable[Decision]) -> dict[str, tuple[str, str]]:
    """The entities that the ends of added claims mean, by chunk id."""
    added = (decision for decision in made if not decision.denied)
    return {f"{DOCUMENT}/{one.key[:12]}": (one.subject_iri, one.object_iri) for one in added}


def denials(made: Iterable[Decision], ontology: Ontology) -> list[Statement]:
    """What was struck out, as statements."""
    return [
        Statement(
            claim=one.key,
            subject=one.subject_iri,
            predicate=ontology.relations[one.relation].iri,
            object=one.object_iri,
            subject_text=one.subject,
            object_text=one.object,
            polarity=Polarity.NEGATED,
            chunk=DOCUMENT,
            document=DOCUMENT,
        )
        for one in made
        if one.denied and one.relation in ontology.relations
    ]


def _claim(chunk: Chunk, decision: Decision) -> Claim:
    return Claim(
        chunk=chunk.id,
        document=DOCUMENT,
        lines=chunk.lines,
        quote=chunk.source,
        start=chunk.start,
        subject=decision.subject,
        relation=decision.relation,
        object=decision.object,
        polarity=Polarity.ASSERTED,
        extractor=DOCUMENT,
    )
