"""The inferred graph is what an independent OWL 2 RL reasoner derives about the representatives."""

from __future__ import annotations

import owlrl
import pytest
import rdflib
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.ontology.relations import Ontology, load
from kg.rdf.vocab import KG, OWL, PROV, RDF, RDFS
from kg.reason.reasoner import Reasoner
from kg.resolve.link.graph import alias_quads
from tests.resolve.link.said import BUILT_IN, NAMES, linked, row

LOGIC = (
    RDFS + "subPropertyOf",
    RDFS + "subClassOf",
    RDFS + "domain",
    RDFS + "range",
    OWL + "inverseOf",
    RDF + "type",
)

OWN = """
@prefix kg: <https://w3id.org/context-graph/ontology#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix ex: <https://example.com/terms#> .
<https://example.com/terms> owl:imports <https://w3id.org/context-graph/ontology> .
ex:mirrors rdfs:subPropertyOf ex:copies, kg:depends_on ; kg:surfaceForm "mirrors" ; kg:softVariant ex:may_mirror .
ex:copies rdfs:subPropertyOf ex:mirrors ; rdfs:domain ex:Copy .
ex:copied_by owl:inverseOf ex:copies ; rdfs:subPropertyOf ex:known_to ; rdfs:range ex:Thing .
ex:known_to owl:inverseOf ex:knows ; rdfs:domain ex:Known .
ex:Copy rdfs:subClassOf ex:Replica . ex:Replica rdfs:subClassOf kg:Component .
"""

NAMES_WRITTEN = (
    "auth service", "AuthService", "auth-service", "user db", "user database", "Postgres", "PostgreSQL", "K8s",
    "Kubernetes", "login flow", "ops team",
)  # fmt: skip

OURS = (KG, PROV, "https://example.com/")


@pytest.fixture(scope="module")
def own(tmp_path_factory) -> Ontology:
    file = tmp_path_factory.mktemp("ontology") / "own.ttl"
    file.write_text(OWN, encoding="utf-8")
    return load([file])


def statements(keys):
    """Small sets of statements; which names stand for one thing follows from the names."""
    return st.lists(
        st.builds(
            row,
            st.sampled_from(NAMES_WRITTEN),
            st.sampled_from(keys),
            st.sampled_from(NAMES_WRITTEN),
            st.sampled_from(("a.md/1", "a.md/2", "b.md/1")),
            st.sampled_from(("asserted", "asserted", "optional", "negated", "past", "hypothetical")),
        ),
        min_size=1,
        max_size=6,
    )


def derived(rows, identity, ontology):
    """What owlrl makes of the asserted triples, the alias graph and the ontology's logic."""
    graph = rdflib.Graph()
    for triple in ontology.triples:
        if triple.predicate.value in LOGIC:
            graph.add(tuple(rdflib.URIRef(t.value) for t in (triple.subject, triple.predicate, triple.object)))
    for quad in alias_quads(NAMES, identity.links):
        if quad.predicate.value == OWL + "sameAs":
            graph.add(tuple(rdflib.URIRef(t.value) for t in (quad.subject, quad.predicate, quad.object)))
    canonical = identity.classes.canonical
    for one in rows:
        if one.polarity.holds and canonical(one.subject) != canonical(one.object):
            optional = one.polarity == "optional"
            predicate = ontology.optional(one.predicate) if optional else one.predicate
            graph.add(tuple(map(rdflib.URIRef, (one.subject, predicate, one.object))))
    owlrl.DeductiveClosure(owlrl.OWLRL_Semantics).expand(graph)
    return {tuple(str(term) for term in triple) for triple in graph}


def about(triples, identity):
    """Those triples that relate or classify representatives in our terms."""
    things = set(identity.classes)
    return {
        (s, p, o)
        for s, p, o in triples
        if s in things
        and (
            (p == RDF + "type" and o.startswith(OURS)) or (o in things and p.startswith(OURS) and p != KG + "canonical")
        )
    }


def assert_same(rows, ontology):
    identity = linked(rows)
    quads = Reasoner(NAMES, ontology, identity).infer(rows)
    ours = {(q.subject.value, q.predicate.value, q.object.value) for q in quads}
    assert about(ours, identity) == about(derived(rows, identity, ontology), identity)


@given(statements(("depends_on", "backed_by", "runs_on", "owned_by")))
@settings(max_examples=20)
def test_the_built_in_relations(rows):
    assert_same(rows, BUILT_IN)


@given(statements(("https://example.com/terms#mirrors", "backed_by")))
@settings(max_examples=12)
def test_a_hierarchy_with_cycles_and_inverses_of_inverses(own, rows):
    assert_same(rows, own)


def test_the_oracle_sees_more_than_what_is_stated():
    rows = [row("AuthService", "runs_on", "K8s"), row("auth service", "owned_by", "ops team")]
    found = about(derived(rows, identity := linked(rows), BUILT_IN), identity)
    auth, cluster, team = (NAMES.entity(name) for name in ("auth service", "Kubernetes", "ops team"))
    assert identity.classes.canonical(NAMES.entity("K8s")) == NAMES.entity("k8s")
    assert (auth, KG + "relies_on", NAMES.entity("k8s")) in found
    assert (NAMES.entity("k8s"), KG + "hosts", auth) in found
    assert (team, RDF + "type", PROV + "Agent") in found
    assert cluster not in identity.classes
