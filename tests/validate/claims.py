"""Claims as quads, from one line each."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import pyoxigraph as ox

from kg.model.documents import Block, Chunk, Claim, Document, Polarity
from kg.ontology.relations import Ontology, parse_turtle
from kg.rdf import resources
from kg.rdf.iris import Names
from kg.rdf.store.memory import OxigraphStore
from kg.rdf.terms import decimal, iri, text
from kg.rdf.vocab import KG, OWL, RDF, RDFS, SEMAPV, SSSOM
from kg.resolve.record import Recorder

NAMES = Names("https://example.org/kg/")
SHAPES = "https://w3id.org/context-graph/shapes#"


@cache
def ontology() -> Ontology:
    return Ontology(parse_turtle(resources.folder("ontology") / "context-graph.ttl"))


@cache
def recorder() -> Recorder:
    return Recorder(NAMES, ontology())


def claim(
    subject: str,
    relation: str,
    obj: str,
    line: int = 1,
    document: str = "a.md",
    polarity: Polarity = Polarity.ASSERTED,
    group: str | None = None,
) -> Claim:
    quote = f"{subject} {relation} {obj}"
    return Claim(
        f"{document}/{line}", document, (line, line), quote, 0, subject, relation, obj, polarity, "test", group
    )


def documents(claims: Iterable[Claim]) -> list[tuple[Document, list[Claim]]]:
    by_path: dict[str, list[Claim]] = {}
    for one in claims:
        by_path.setdefault(one.document, []).append(one)
    found = []
    for path, stated in by_path.items():
        texts: dict[str, list[Claim]] = {}
        for one in stated:
            texts.setdefault(one.chunk, []).append(one)
        chunks = []
        for name, ones in texts.items():
            source = "; ".join(one.quote for one in ones)
            chunks.append(Chunk(name, path, ones[0].lines, 0, source, (Block(source),)))
        found.append((Document(path, "markdown", "0", tuple(chunks)), stated))
    return found


def hierarchy() -> list[ox.Quad]:
    graph = iri(NAMES.ontology)
    return [ox.Quad(t.subject, t.predicate, t.object, graph) for t in ontology().triples]


def recorded(*claims: Claim) -> tuple[list[ox.Quad], dict[str, list[ox.Quad]]]:
    """What is around the claims, and the claims by IRI."""
    around, made = [*recorder().run("x"), *hierarchy()], {}
    for document, stated in documents(claims):
        around += recorder().document(document)
        for chunk in document.chunks:
            around += recorder().chunk(chunk)
        made |= recorder().claims(document, stated)
    return around, made


def quads(*claims: Claim) -> list[ox.Quad]:
    around, made = recorded(*claims)
    return around + [quad for of_claim in made.values() for quad in of_claim]


def store(*claims: Claim) -> OxigraphStore:
    around, made = recorded(*claims)
    full = OxigraphStore(base=NAMES.base)
    full.change([], [*around, *(q for one in made.values() for q in one), *recorder().assertions(made.values())])
    return full


def alias(one: str, other: str, link: bool = True, reason: bool = True) -> list[ox.Quad]:
    """A link between two names and its justification."""
    graph, first, second = iri(NAMES.aliases), iri(NAMES.entity(one)), iri(NAMES.entity(other))
    axiom = iri(NAMES.alias(first.value, second.value))
    made = [ox.Quad(first, iri(OWL + "sameAs"), second, graph)] if link else []
    if reason:
        made += [
            ox.Quad(axiom, iri(predicate), value, graph)
            for predicate, value in (
                (RDF + "type", iri(OWL + "Axiom")),
                (OWL + "annotatedSource", first),
                (OWL + "annotatedProperty", iri(OWL + "sameAs")),
                (OWL + "annotatedTarget", second),
                (SSSOM + "mapping_justification", iri(SEMAPV + "LexicalMatching")),
                (SSSOM + "confidence", decimal(1.0)),
                (RDFS + "comment", text("same letters")),
            )
        ]
    return made


def change(made: Iterable[ox.Quad], predicate: str, *values: ox.NamedNode | ox.Literal) -> list[ox.Quad]:
    """Quads with other values of one property, everywhere."""
    made = list(made)
    rest = [quad for quad in made if quad.predicate.value != predicate]
    subjects = sorted({(q.subject, q.graph_name) for q in made if q.predicate.value == predicate}, key=str)
    return rest + [ox.Quad(s, iri(predicate), value, graph) for s, graph in subjects for value in values]


def claim_iris(made: Iterable[ox.Quad]) -> list[str]:
    return sorted(q.subject.value for q in made if q.predicate.value == RDF + "type" and q.object == iri(KG + "Claim"))  # type: ignore[union-attr]
