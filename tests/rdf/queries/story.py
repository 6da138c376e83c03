"""A small graph with every feature the queries speak of, as the quads of docs/data-model.md."""

from __future__ import annotations

import pyoxigraph as ox

from kg.model.documents import Polarity
from kg.rdf.iris import Names
from kg.rdf.store.memory import OxigraphStore
from kg.rdf.terms import decimal, integer, iri, text
from kg.rdf.vocab import DCTERMS, KG, OA, OWL, PROV, RDF, RDFS, SEMAPV, SKOS, SSSOM

NAMES = Names("https://example.org/kg/")

HARD = {"depends_on", "backed_by", "runs_on"}
SOFT = {"depends_on": "optionally_depends_on"}
CANONICAL = {"AuthService": "auth service"}

SAID = (
    # document, line, subject, relation, object, polarity, group of alternatives
    ("login.md", 1, "login flow", "depends_on", "auth service", "asserted", ""),
    ("auth.md", 1, "auth service", "depends_on", "token cache", "asserted", ""),
    ("notes.md", 4, "AuthService", "depends_on", "token cache", "asserted", ""),
    ("cache.md", 2, "token cache", "backed_by", "redis", "asserted", ""),
    ("auth.md", 3, "auth service", "owned_by", "identity team", "asserted", ""),
    ("login.md", 5, "login flow", "owned_by", "web team", "asserted", ""),
    ("login.md", 7, "login flow", "depends_on", "metrics", "optional", ""),
    ("old.md", 9, "auth service", "depends_on", "token cache", "negated", ""),
    ("mail.md", 1, "mailer", "depends_on", "smtp relay", "asserted", "mail"),
    ("mail.md", 1, "mailer", "depends_on", "mail api", "asserted", "mail"),
    ("search.md", 1, "search", "depends_on", "redis", "hypothetical", ""),
)

TELLS = {("login.md", 1): ("breaks", "", ""), ("cache.md", 2): ("breaks", "replica", "a minute")}
"""What some of these claims say of the failure of their object: behaviour, substitute, how long."""


def e(name: str) -> str:
    return NAMES.entity(name)


def canonical(name: str) -> str:
    return e(CANONICAL.get(name, name))


def claim(row: tuple[str, int, str, str, str, str, str]) -> str:
    return NAMES.claim(*map(str, row))


def quads() -> list[ox.Quad]:
    made: list[ox.Quad] = []

    def add(graph: str, subject: str, *facts: tuple[str, object]) -> None:
        for predicate, value in facts:
            node = iri(value) if isinstance(value, str) else value
            made.append(ox.Quad(iri(subject), iri(predicate), node, iri(graph)))

    edges: dict[tuple[str, str, str, str], list[tuple[str, int, str, str, str, str, str]]] = {}
    for row in SAID:
        document, line, subject, relation, obj, polarity, group = row
        chunk, quote = NAMES.chunk(f"{document}/{line}"), f"{subject} {relation} {obj}"
        add(NAMES.provenance, NAMES.document(document), (RDF + "type", KG + "Document"))
        add(NAMES.provenance, NAMES.document(document), (DCTERMS + "identifier", text(document)))
        add(
            NAMES.provenance,
            chunk,
            (RDF + "type", KG + "Chunk"),
            (DCTERMS + "identifier", text(f"{document}/{line}")),
            (PROV + "wasDerivedFrom", NAMES.document(document)),
            (KG + "firstLine", integer(line)),
            (KG + "lastLine", integer(line)),
            (OA + "hasSelector", chunk + "#quote"),
        )
        add(NAMES.provenance, chunk + "#quote", (OA + "exact", text(quote)))
        add(
            NAMES.provenance,
            claim(row),
            (RDF + "type", KG + "Claim"),
            (RDF + "subject", e(subject)),
            (RDF + "predicate", KG + relation),
            (RDF + "object", e(obj)),
            (KG + "subjectText", text(subject)),
            (KG + "objectText", text(obj)),
            (KG + "polarity", KG + polarity),
            (KG + "quote", text(quote)),
            (KG + "firstLine", integer(line)),
            (KG + "lastLine", integer(line)),
            (PROV + "wasDerivedFrom", chunk),
        )
        if row[:2] in TELLS:
            behaviour, substitute, lasts = TELLS[row[:2]]
            add(NAMES.provenance, claim(row), (KG + "onFailure", KG + behaviour))
            if substitute:
                add(NAMES.provenance, claim(row), (KG + "substitute", KG + substitute), (KG + "lasts", text(lasts)))
        node = NAMES.base + "alternatives/" + group
        if group:
            add(chunk, e(subject), (KG + "relies_on_any", node))
            add(chunk, node, (RDF + "type", KG + "Alternatives"), (KG + "option", e(obj)))
            add(NAMES.inferred, canonical(subject), (KG + "relies_on_any", node))
            add(NAMES.inferred, node, (RDF + "type", KG + "Alternatives"), (KG + "option", canonical(obj)))
        elif Polarity(polarity).holds:
            stated = SOFT[relation] if polarity == "optional" else relation
            add(chunk, e(subject), (KG + stated, e(obj)))
        stated = SOFT[relation] if polarity == "optional" else relation
        edges.setdefault((canonical(subject), stated, canonical(obj), group), []).append(row)
    for (subject, relation, obj, group), rows in edges.items():
        holds = [row for row in rows if Polarity(row[5]).holds]
        denies = [row for row in rows if row[5] in ("negated", "past")]
        if not holds:
            continue
        edge = NAMES.edge(subject, relation, obj, group)
        if not group:
            add(NAMES.inferred, subject, (KG + relation, obj))
            if relation in HARD:
                add(NAMES.inferred, subject, (KG + "relies_on", obj))
            if relation in SOFT.values():
                add(NAMES.inferred, subject, (KG + "relies_softly_on", obj))
        add(
            NAMES.inferred,
            edge,
            (RDF + "type", KG + "Edge"),
            (RDF + "subject", subject),
            (RDF + "predicate", KG + relation),
            (RDF + "object", obj),
            (KG + "documents", integer(len({row[0] for row in holds}))),
            (KG + "chunks", integer(len({row[:2] for row in holds}))),
            (KG + "status", KG + ("disputed" if denies else "asserted")),
            *((KG + "supportedBy", claim(row)) for row in holds),
            *((KG + "contradictedBy", claim(row)) for row in denies),
            *((KG + "governedBy", claim(row)) for row in holds if row[:2] in TELLS),
        )
    owners = {row[4] for row in SAID if row[3] == "owned_by"}
    for name in sorted({end for row in SAID for end in (row[2], row[4])}):
        kind = "Owner" if name in owners else "Component"
        add(NAMES.inferred, e(name), (KG + "canonical", canonical(name)))
        add(NAMES.inferred, canonical(name), (RDF + "type", KG + kind))
        add(
            NAMES.inferred,
            canonical(name),
            (SKOS + ("altLabel" if name in CANONICAL else "prefLabel"), text(name)),
        )
    for alias, name in CANONICAL.items():
        add(NAMES.aliases, e(name), (OWL + "sameAs", e(alias)))
        add(
            NAMES.aliases,
            NAMES.alias(e(name), e(alias)),
            (RDF + "type", OWL + "Axiom"),
            (OWL + "annotatedSource", e(name)),
            (OWL + "annotatedProperty", OWL + "sameAs"),
            (OWL + "annotatedTarget", e(alias)),
            (SSSOM + "mapping_justification", SEMAPV + "LexicalMatching"),
            (SSSOM + "confidence", decimal(1.0)),
            (RDFS + "comment", text("same letters")),
        )
    return sorted(set(made), key=str)


def store() -> OxigraphStore:
    made = OxigraphStore()
    made.change([], quads())
    return made
