"""The graph that benchmarks measure on is the one `kg build` makes of the same documents."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

from generate import edges_of, write_graph, write_jsonl, write_markdown, write_nquads
from workload import Workload

import kg

EDGES = 500


@pytest.fixture(scope="module")
def workload() -> Workload:
    return Workload.of(EDGES)


@pytest.fixture(scope="module")
def built(workload: Workload, tmp_path_factory: pytest.TempPathFactory) -> kg.Graph:
    place = tmp_path_factory.mktemp("built")
    write_jsonl(workload, place / "documents")
    graph = kg.open(place / "graph")
    graph.build([place / "documents"])
    return graph


def lines(graph: kg.Graph) -> set[str]:
    """Its N-Quads, less hashes of contents and configurations, and confidences, which depend on how names are spelt."""
    left_out = ("contentHash", "configurationHash", "confidence")
    found = graph.export("nquads").decode().splitlines()
    return {line for line in found if not any(f"ontology#{key}>" in line for key in left_out)}


def test_the_generated_graph_is_the_built_one(workload: Workload, built: kg.Graph, tmp_path: Path) -> None:
    write_graph(workload, tmp_path / "graph")
    assert lines(kg.open(tmp_path / "graph")) == lines(built)
    files = [next((folder / "indexes").iterdir()) for folder in (tmp_path / "graph", built.folder)]
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.slow
def test_the_generated_file_is_the_generated_graph(workload: Workload, built: kg.Graph, tmp_path: Path) -> None:
    write_nquads(workload, tmp_path / "graph.nq")
    graph = kg.open(tmp_path / "graph")
    graph.load((tmp_path / "graph.nq").read_bytes(), "graph.nq")
    assert lines(graph) == lines(built)


@pytest.mark.slow
def test_paragraphs_say_the_same(workload: Workload, built: kg.Graph, tmp_path: Path) -> None:
    write_markdown(workload, tmp_path / "documents")
    graph = kg.open(tmp_path / "graph")
    graph.build([tmp_path / "documents"])
    counts = {name: count for name, count in built.stats().counts.items() if name != "quads"}
    assert {name: graph.stats().counts[name] for name in counts} == counts


def test_the_size_is_exact_and_everything_is_in_it(workload: Workload, built: kg.Graph) -> None:
    counts = built.stats().counts
    assert (counts["edges"], counts["chunks"]) == (EDGES, workload.chunks)
    names = workload.questions()
    services, stages = EDGES // 5, EDGES // 5
    assert built.impact(names["chain"], top=1).counts["breaks"] == stages
    assert built.impact(names["largest"], top=1).counts["breaks"] >= services - 1
    assert 0 < built.impact(names["small"], top=1).counts["breaks"] < services // 4
    assert built.impact(names["cycle"], top=1).counts["breaks"] == EDGES // 110 * 10 - 1


def test_supports_go_from_one_to_five() -> None:
    assert set(Workload.of(5000).supports.tolist()) == {1, 2, 3, 4, 5}


@pytest.mark.parametrize(("text", "edges"), [("10k", 10_000), ("1m", 1_000_000), ("750", 750)])
def test_sizes(text: str, edges: int) -> None:
    assert edges_of(text) == edges
