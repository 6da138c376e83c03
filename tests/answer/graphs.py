"""Graphs from tables of edges, in the layout of docs/data-model.md."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import pyoxigraph as ox

from kg.graph.index.index import Index
from kg.graph.index.links import Link
from kg.graph.index.rows import Edge, Rows, Thing
from kg.ontology import relations as ontology
from kg.ontology.relations import Ontology
from kg.rdf.iris import Names
from kg.rdf.store.memory import OxigraphStore
from kg.rdf.terms import integer, iri, text
from kg.rdf.vocab import DCTERMS, KG, OWL, PROV, RDF, RDFS, SEMAPV, SKOS, SSSOM

NAMES = Names("https://example.org/kg/")
ONTOLOGY = Ontology(t for t in ontology.load().triples if t.predicate.value != KG + "word")
"""The one that ships, without its word lists: answers have no use for them, and every graph holds it."""


def e(name: str) -> str:
    """IRI of a name."""
    return NAMES.entity(name)


@dataclass(frozen=True)
class Said:
    """A sentence: who, relation, whom, and where it stands."""

    subject: str
    relation: str
    object: str
    document: str = "a.md"
    line: int = 1
    polarity: str = "asserted"
    group: str | None = None
    quote: str = ""

    @property
    def chunk(self) -> str:
        return f"{self.document}/{self.line}"

    @property
    def iri(self) -> str:
        return NAMES.claim(self.chunk, self.subject, self.relation, self.object, self.polarity, self.group or "")


class Build:
    """Collects quads."""

    def __init__(self, said: Iterable[Said], aliases: Mapping[str, str], labels: Mapping[str, str]) -> None:
        self.said, self.aliases, self.labels = list(said), aliases, labels
        self.store = OxigraphStore()
        self.quads: list[ox.Quad] = [
            ox.Quad(t.subject, t.predicate, t.object, iri(NAMES.ontology)) for t in ONTOLOGY.triples
        ]
        self.graph = iri(NAMES.inferred)

    def add(self, subject: str, predicate: str, obj: ox.NamedNode | ox.Literal, graph: str = "") -> None:
        self.quads.append(ox.Quad(iri(subject), iri(predicate), obj, iri(graph) if graph else self.graph))

    def canonical(self, name: str) -> str:
        return e(self.aliases.get(name, name))

    def finish(self) -> OxigraphStore:
        for said in self.said:
            self.claim(said)
        self.entities()
        self.edges()
        self.store.change([], self.quads)
        return self.store

    def claim(self, said: Said) -> None:
        graph = NAMES.provenance
        chunk, document = NAMES.chunk(said.chunk), NAMES.document(said.document)
        quote = said.quote or f"{said.subject} {said.relation} {said.object}."
        for subject, predicate, obj in (
            (document, RDF + "type", iri(KG + "Document")),
            (document, DCTERMS + "identifier", text(said.document)),
            (chunk, DCTERMS + "identifier", text(said.chunk)),
            (chunk, PROV + "wasDerivedFrom", iri(document)),
            (said.iri, RDF + "type", iri(KG + "Claim")),
            (said.iri, RDF + "subject", iri(e(said.subject))),
            (said.iri, RDF + "predicate", iri(KG + said.relation)),
            (said.iri, RDF + "object", iri(e(said.object))),
            (said.iri, KG + "subjectText", text(said.subject)),
            (said.iri, KG + "objectText", text(said.object)),
            (said.iri, KG + "polarity", iri(KG + said.polarity)),
            (said.iri, KG + "quote", text(quote)),
            (said.iri, KG + "firstLine", integer(said.line)),
            (said.iri, KG + "lastLine", integer(said.line)),
            (said.iri, PROV + "wasDerivedFrom", iri(chunk)),
        ):
            self.add(subject, predicate, obj, graph)

    def entities(self) -> None:
        owners = {s.object for s in self.said if s.relation == "owned_by"}
        for name in sorted({n for s in self.said for n in (s.subject, s.object)} | set(self.aliases)):
            self.add(e(name), KG + "canonical", iri(self.canonical(name)))
            one = self.canonical(name)
            self.add(one, RDF + "type", iri(KG + ("Owner" if name in owners else "Component")))
            label = self.labels.get(self.aliases.get(name, name), self.aliases.get(name, name))
            self.add(one, SKOS + "prefLabel", text(label))
            if name in self.aliases:
                self.add(one, SKOS + "altLabel", text(name))
                self.justify(name)

    def justify(self, name: str) -> None:
        axiom, graph = NAMES.alias(e(name), self.canonical(name)), NAMES.aliases
        self.add(axiom, RDF + "type", iri(OWL + "Axiom"), graph)
        self.add(axiom, OWL + "annotatedSource", iri(self.canonical(name)), graph)
        self.add(axiom, OWL + "annotatedTarget", iri(e(name)), graph)
        self.add(axiom, SSSOM + "mapping_justification", iri(SEMAPV + "LexicalMatching"), graph)
        self.add(axiom, SSSOM + "confidence", text("1.0"), graph)
        self.add(axiom, RDFS + "comment", text("same letters"), graph)

    def edges(self) -> None:
        held: dict[tuple[str, str, str, str], list[Said]] = {}
        for said in self.said:
            relation = said.relation
            if said.polarity == "optional":
                relation = ONTOLOGY.relations[relation].soft_variant or relation
            key = self.canonical(said.subject), KG + relation, self.canonical(said.object), said.group or ""
            held.setdefault(key, []).append(said)
        for (subject, predicate, obj, group), said in held.items():
            holds = [s for s in said if s.polarity in ("asserted", "optional")]
            denies = [s for s in said if s.polarity in ("negated", "past")]
            if holds:
                self.edge(subject, predicate, obj, group, holds, denies)

    def edge(self, subject: str, predicate: str, obj: str, group: str, holds: list[Said], denies: list[Said]) -> None:
        edge = NAMES.edge(subject, predicate, obj, group)
        status = "asserted" if not denies else "retired" if all(s.polarity == "past" for s in denies) else "disputed"
        self.add(edge, RDF + "type", iri(KG + "Edge"))
        self.add(edge, RDF + "subject", iri(subject))
        self.add(edge, RDF + "predicate", iri(predicate))
        self.add(edge, RDF + "object", iri(obj))
        self.add(edge, KG + "documents", integer(len({s.document for s in holds})))
        self.add(edge, KG + "chunks", integer(len({s.chunk for s in holds})))
        self.add(edge, KG + "status", iri(KG + status))
        for said in holds:
            self.add(edge, KG + "supportedBy", iri(said.iri))
        for said in denies:
            self.add(edge, KG + "contradictedBy", iri(said.iri))
        if group:
            node = NAMES.base + "alternatives/" + group
            self.add(edge, KG + "alternatives", iri(node))
            self.add(subject, KG + "relies_on_any", iri(node))
            self.add(node, KG + "option", iri(obj))
            self.add(node, RDF + "type", iri(KG + "Alternatives"))


def graph(
    *said: Said | tuple[str, str, str],
    aliases: Mapping[str, str] | None = None,
    labels: Mapping[str, str] | None = None,
) -> OxigraphStore:
    """A store that holds what some sentences state; `aliases` maps a name to the one that represents it."""
    rows = [row if isinstance(row, Said) else Said(*row, line=1 + n) for n, row in enumerate(said)]
    return Build(rows, aliases or {}, labels or {}).finish()


def decide(store: OxigraphStore, subject: str, relation: str, obj: str, reason: str, kind: str = "Denial") -> None:
    """A person's decision in the curation graph."""
    build = Build((), {}, {})
    build.quads = []
    node, where = NAMES.claim("curation", subject, relation, obj), NAMES.curation
    build.add(node, RDF + "type", iri(KG + kind), where)
    build.add(node, RDF + "subject", iri(e(subject)), where)
    build.add(node, RDF + "predicate", iri(KG + relation), where)
    build.add(node, RDF + "object", iri(e(obj)), where)
    build.add(node, RDFS + "comment", text(reason), where)
    store.change([], build.quads)


PREDICATES = {"hard": KG + "depends_on", "any": KG + "depends_on", "soft": KG + "relies_softly_on", None: "urn:p"}


def index_of(size: int, links: Iterable[Link]) -> Index:
    """An index without a store; of a link's predicate only what it does with a failure counts."""
    names = [f"urn:n{n:06d}" for n in range(size)]
    edges = [
        Edge(names[k.subject], PREDICATES[k.passes], names[k.object], k.group or "", k.documents, k.chunks, k.status)
        for k in links
    ]
    return Index.made(Rows(NAMES.base, {name: Thing(name) for name in names}, edges), ONTOLOGY)
