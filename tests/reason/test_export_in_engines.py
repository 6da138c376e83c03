"""An export in an OWL 2 RL engine gives no edge between representatives that it did not have."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import owlrl
import pytest
import rdflib
import reasonable
from hypothesis import given, settings
from hypothesis import strategies as st

import kg
from kg.rdf.vocab import KG, OWL, RDF

DEMO = Path(__file__).parents[2] / "examples" / "demo.jsonl"
WHO = {"reason": "as told", "who": "ada"}

LOGIC = {
    OWL + "inverseOf",
    "http://www.w3.org/2000/01/rdf-schema#subPropertyOf",
    "http://www.w3.org/2000/01/rdf-schema#subClassOf",
    "http://www.w3.org/2000/01/rdf-schema#domain",
    "http://www.w3.org/2000/01/rdf-schema#range",
}
"""What of the ontology is logic; labels and surface forms make owlrl slow and say nothing about edges."""


def exported(graph: kg.Graph, *only: str) -> rdflib.Graph:
    """The export as a reasoner gets it: things, their links and the ontology's logic."""
    data = graph.export("ntriples", only=only, merge=True).decode()
    base = graph.store.names.base
    found = rdflib.Graph()
    for one in rdflib.Graph().parse(data=data, format="nt"):
        subject, predicate = map(str, one[:2])
        things = subject.startswith((base + "entity/", base + "alternatives/")) and isinstance(one[2], rdflib.URIRef)
        if predicate in LOGIC or (things and predicate != KG + "technology"):
            found.add(one)
    return found


def by_owlrl(graph: rdflib.Graph) -> set[tuple[str, ...]]:
    closed = rdflib.Graph()
    for one in graph:
        closed.add(one)
    owlrl.DeductiveClosure(owlrl.OWLRL_Semantics).expand(closed)
    return {tuple(map(str, one)) for one in closed}


def by_reasonable(graph: rdflib.Graph) -> set[tuple[str, ...]]:
    engine = reasonable.PyReasoner()
    engine.from_graph(graph)
    return {tuple(map(str, one)) for one in engine.reason()} | {tuple(map(str, one)) for one in graph}


ENGINES = pytest.mark.parametrize("engine", [by_owlrl, by_reasonable])


def edges(triples, graph: kg.Graph) -> set[tuple[str, ...]]:
    """Edges between representatives, in our terms."""
    things = {entity.iri for entity in graph.labels.index.entities}
    return {
        (s, p, o) for s, p, o in triples if s in things and o in things and p.startswith(KG) and p != KG + "canonical"
    }


def inferred(graph: kg.Graph) -> set[tuple[str, ...]]:
    quads = graph.store.quads(graph=kg.rdf.terms.iri(graph.store.names.inferred))
    return {(q.subject.value, q.predicate.value, q.object.value) for q in quads}


@pytest.fixture(scope="module")
def curated(tmp_path_factory):
    graph = kg.open(tmp_path_factory.mktemp("demo") / "graph")
    graph.build([DEMO])
    graph.aliases.add("token cache", "the session box", **WHO)
    graph.aliases.differ("user DB", "user database", **WHO)
    return graph


@pytest.fixture
def demo(curated, tmp_path):
    return kg.open(shutil.copytree(curated.folder, tmp_path / "graph"))


@ENGINES
def test_the_demo(demo, engine):
    found = engine(exported(demo))
    assert edges(found, demo) == edges(inferred(demo), demo) != set()
    assert not [one for one in found if one[1] == RDF + "type" and one[2] in (OWL + "Nothing",)]


def test_what_reasoning_added_can_be_left_out(demo):
    graph = f"<{demo.store.names.inferred}>".encode()
    with_it, without = demo.export("nquads"), demo.export("nquads", inferred=False)
    assert set(without.splitlines()) == {line for line in with_it.splitlines() if graph not in line}
    assert len(without) < len(with_it)


@ENGINES
def test_what_the_engine_adds_are_the_same_edges_for_other_names(demo, engine):
    found = engine(exported(demo))
    canonical = {name: demo.labels.index.entities[number].iri for name, number in demo.labels.index.every_iri()}
    ours = edges(inferred(demo), demo)
    more = {(s, p, o) for s, p, o in found if s in canonical and o in canonical and p.startswith(KG)}
    assert {(canonical[s], p, canonical[o]) for s, p, o in more if p != KG + "canonical"} <= ours


@ENGINES
def test_a_denied_edge_comes_back_from_the_chunk_that_states_it_and_not_from_what_is_inferred(demo, engine):
    demo.decide("token cache", "backed_by", "redis", denied=True, reason="moved", who="ada", when="")
    ends = demo.resolve("token cache").iri, KG + "backed_by", demo.resolve("redis").iri
    assert ends not in inferred(demo)
    assert ends in edges(engine(exported(demo)), demo)
    assert ends not in edges(engine(exported(demo, "inferred", "aliases", "ontology")), demo)


@ENGINES
def test_a_thing_that_would_rely_on_itself(tmp_path, engine):
    (tmp_path / "a.md").write_text("The cart service depends on the basket service.\n", encoding="utf-8")
    graph = kg.open(tmp_path / "graph")
    graph.build([tmp_path / "a.md"])
    graph.aliases.add("cart service", "basket service", **WHO)
    found, ours = edges(engine(exported(graph)), graph), edges(inferred(graph), graph)
    assert ours == set()
    assert {(s, o) for s, _, o in found} == {(s, s) for s, _, _ in found}


NAMES = ("AuthService", "auth service", "user db", "user database", "front desk", "Postgres", "PostgreSQL", "ops team")
SENTENCES = st.tuples(
    st.sampled_from(NAMES),
    st.sampled_from(("depends on", "optionally depends on", "is backed by", "runs on", "no longer depends on")),
    st.sampled_from(NAMES),
).filter(lambda said: said[0] != said[2])
VERDICTS = st.tuples(st.sampled_from(("add", "differ")), st.sampled_from(NAMES), st.sampled_from(NAMES))


@given(st.lists(SENTENCES, min_size=2, max_size=6), st.lists(VERDICTS, max_size=3))
@settings(max_examples=6)
def test_random_graphs(said, verdicts):
    folder = Path(tempfile.mkdtemp())
    try:
        text = "\n\n".join(f"The {one} {relation} the {other}." for one, relation, other in said)
        (folder / "a.md").write_text(text, encoding="utf-8")
        graph = kg.open(folder / "graph")
        graph.build([folder / "a.md"])
        for kind, one, other in verdicts:
            try:
                getattr(graph.aliases, kind)(one, other, **WHO)
            except kg.errors.InputError:
                continue
        ours = edges(inferred(graph), graph)
        for engine in (by_owlrl, by_reasonable):
            found = edges(engine(exported(graph)), graph)
            assert ours <= found
            assert {edge for edge in found - ours if edge[0] != edge[2]} == set()
    finally:
        shutil.rmtree(folder)
