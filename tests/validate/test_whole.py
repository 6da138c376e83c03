"""Rules on the whole graph, from documents to findings."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph as ox
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kg
from kg.build.pipeline import build, put_in_force
from kg.graph.failure.cycles import cycles
from kg.graph.index.links import Link
from kg.ontology.relations import load
from kg.rdf.store.memory import OxigraphStore
from kg.rdf.terms import iri
from kg.rdf.vocab import KG, RDF
from kg.validate.audit import check_store
from kg.validate.report import StoreReport
from tests.answer.graphs import index_of

from .claims import NAMES, SHAPES

DATED = "---\ndate: {}\n---\n# Notes\n\n{}\n"


def built(folder: Path, **documents: str) -> OxigraphStore:
    """A graph in memory of some documents, by their names."""
    store = OxigraphStore(base=NAMES.base)
    put_in_force(store, load())
    for name, text in documents.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    build(store, [folder])
    return store


def checked(folder: Path, **documents: str) -> StoreReport:
    return check_store(built(folder, **documents))


def told(report: StoreReport) -> list[tuple[str, str, list[tuple[str, str]]]]:
    return [
        (f.result.shape.removeprefix(SHAPES), f.result.message, [(e.says, str(e.citation)) for e in f.evidence])
        for f in report.findings
    ]


def test_a_circle_is_cited_hop_by_hop(tmp_path: Path) -> None:
    report = checked(
        tmp_path,
        ring="# Ring\n\nThe cart service depends on the stock service.\n"
        "The stock service depends on the price service.\nThe price service depends on the cart service.\n\n"
        "The stock service optionally depends on the tax service.\nThe tax service depends on the stock service.\n",
    )
    assert told(report) == [
        (
            "HardCycle",
            "these rely on one another: cart service -> stock service -> price service -> cart service",
            [
                ("cart service -depends_on-> stock service", "ring.md:3"),
                ("stock service -depends_on-> price service", "ring.md:4"),
                ("price service -depends_on-> cart service", "ring.md:5"),
            ],
        )
    ]


DENIALS = {
    "denied later": ("2024-05-01", "2025-01-01", "ProbablyStale"),
    "denied before": ("2025-01-01", "2024-05-01", "Disputed"),
    "denied the same day": ("2025-01-01", "2025-01-01", "Disputed"),
    "statement undated": (None, "2025-01-01", "Disputed"),
    "denial undated": ("2024-05-01", None, "Disputed"),
}


@pytest.mark.parametrize("case", DENIALS)
@pytest.mark.parametrize(
    ("denial", "says"),
    [
        ("The label printer does not depend on the font server.", "denied"),
        ("The label printer no longer depends on the font server.", "denied"),
        ("The label printer used to depend on the font server.", "past"),
    ],
)
def test_a_contradiction_shows_both_sides(case: str, denial: str, says: str, tmp_path: Path) -> None:
    stated, denied, expected = DENIALS[case]

    def document(date: str | None, text: str) -> str:
        return DATED.format(date, text) if date else f"# Notes\n\n{text}\n"

    report = checked(
        tmp_path,
        one=document(stated, "The label printer depends on the font server."),
        two=document(denied, denial),
    )
    ((rule, message, evidence),) = told(report)
    assert (rule, message.split(": ")[1]) == (expected, "label printer -depends_on-> font server")
    assert [side.split(", ")[0] for side, _ in evidence] == ["asserted", says]
    assert [side.split(", ")[1:] for side, _ in evidence] == [[date] if date else [] for date in (stated, denied)]


def test_one_statement_after_the_denial_is_enough_for_it_to_stand(tmp_path: Path) -> None:
    report = checked(
        tmp_path,
        one=DATED.format("2024-05-01", "The label printer depends on the font server."),
        two=DATED.format("2024-07-01", "The label printer does not depend on the font server."),
        three=DATED.format("2024-09-01", "The label printer depends on the font server."),
    )
    assert [rule for rule, _, _ in told(report)] == ["Disputed"]


def test_an_edge_without_a_claim_is_found(tmp_path: Path) -> None:
    store = built(tmp_path, one="The label printer depends on the font server.\n")
    graph = iri(NAMES.inferred)
    gone = list(store.quads(None, iri(KG + "supportedBy"), None, graph))
    store.change(gone, [])
    rows = told(check_store(store))
    assert rows == [("EdgeHasClaim", "no claim stands behind the edge from label printer to font server", [])]
    store.change([], [ox.Quad(q.subject, q.predicate, iri("urn:no:claim"), graph) for q in gone])
    assert told(check_store(store)) == rows


def test_the_demo_and_the_shop_have_no_findings_of_the_whole_graph(tmp_path: Path) -> None:
    for examples in ("demo.jsonl", "shop"):
        graph = kg.open(tmp_path / examples)
        graph.build([Path(__file__).parents[2] / "examples" / examples])
        assert told(graph.check()) == []


LINKS = st.lists(
    st.tuples(st.integers(0, 7), st.integers(0, 7), st.sampled_from(["hard", "hard", "soft", "any", None])), max_size=20
)


@given(LINKS)
def test_circles_are_those_of_the_naive_closure(made: list[tuple[int, int, str | None]]) -> None:
    links = [Link(s, "urn:p", o, passes=passes, group="urn:g" if passes == "any" else None) for s, o, passes in made]  # type: ignore[arg-type]
    hard = {(s, o) for s, o, passes in made if passes == "hard" and s != o}
    reach = set(hard)
    while more := {(a, d) for a, b in reach for c, d in reach if b == c} - reach:
        reach |= more
    together = {frozenset(b for b in range(8) if {(a, b), (b, a)} <= reach or a == b) for a in range(8)}
    index = index_of(8, links)
    found = cycles(index)
    assert {frozenset(cycle.nodes) for cycle in found} == {group for group in together if len(group) > 1}
    for cycle in found:
        ends = [(index.links[n].subject, index.links[n].object) for n in cycle.links]
        assert set(ends) <= hard
        assert [o for _, o in ends] == [s for s, _ in ends[1:] + ends[:1]]
        assert ends[0][0] == cycle.nodes[0]


def test_a_long_chain_and_a_long_circle_do_no_harm() -> None:
    size = 50_000
    chain = [Link(n, "urn:p", n + 1) for n in range(size - 1)]
    assert cycles(index_of(size, chain)) == []
    ((nodes, links),) = [(c.nodes, c.links) for c in cycles(index_of(size, [*chain, Link(size - 1, "p", 0)]))]
    assert len(nodes) == len(links) == size


def test_what_cannot_be_read_is_passed_over(tmp_path: Path) -> None:
    """What `kg import` brings may be any RDF."""
    store = built(
        tmp_path,
        one="The label printer depends on the font server. The font server depends on the label printer.\n",
        two="The label printer does not depend on the font server.\n",
    )
    assert len(check_store(store).findings) == 2
    provenance = iri(NAMES.provenance)
    claims = [q.subject for q in store.quads(None, iri(RDF + "type"), iri(KG + "Claim"), provenance)]
    lines = [q for q in store.quads(None, iri(KG + "firstLine"), None, provenance) if q.subject in claims]
    store.change(lines, [ox.Quad(q.subject, q.predicate, ox.Literal("three"), provenance) for q in lines])
    assert {"HardCycle", "Disputed"} <= {rule for rule, _, _ in told(check_store(store))}
