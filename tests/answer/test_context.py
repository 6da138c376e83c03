"""Neighbourhoods and context windows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.answer.context import INSTRUCTION, lines, near, tokens, window
from kg.errors import InputError
from kg.rdf.store.memory import OxigraphStore
from tests.answer.graphs import Said, e, graph

ROWS = (
    ("app", "depends_on", "api"),
    ("api", "depends_on", "db"),
    ("db", "runs_on", "disk"),
    ("app", "depends_on", "db"),
    ("web", "depends_on", "app"),
    ("web", "owned_by", "front team"),
    ("loop", "depends_on", "loop"),
)


@pytest.fixture
def store() -> OxigraphStore:
    return graph(*ROWS)


@pytest.mark.parametrize(
    ("name", "hops", "direction", "expected", "steps"),
    [
        ("app", 1, "forward", {"app": 0, "api": 1, "db": 1}, 2),
        ("app", 2, "forward", {"app": 0, "api": 1, "db": 1, "disk": 2}, 4),
        ("db", 1, "reverse", {"db": 0, "api": 1, "app": 1}, 2),
        ("app", 1, "both", {"app": 0, "api": 1, "db": 1, "web": 1}, 3),
        ("web", 1, "forward", {"web": 0, "app": 1, "front team": 1}, 2),
        ("loop", 9, "both", {"loop": 0}, 1),
    ],
)
def test_near(store: OxigraphStore, name: str, hops: int, direction, expected: dict[str, int], steps: int) -> None:
    found = near(store, e(name), hops, direction)
    assert {n.entity.label: n.hops for n in found.nodes} == expected
    assert len(found.steps) == steps
    assert found.nodes[0].entity == found.center


def test_near_refuses(store: OxigraphStore) -> None:
    for hops, direction in ((0, "forward"), (1, "sideways")):
        with pytest.raises(InputError):
            near(store, e("app"), hops, direction)  # type: ignore[arg-type]


def test_a_window_holds_the_chains_both_ways_and_owners(store: OxigraphStore) -> None:
    found = window(store, [e("app")])
    said = [" ".join([p.steps[0].subject.label, *(s.object.label for s in p)]) for p in found.paths]
    assert sorted(said) == sorted(["app api", "app db", "app api db", "app db disk", "web app", "web front team"])
    assert {n.label for n in found.nodes} == {"app", "api", "db", "disk", "web", "front team"}
    assert len(found.steps) == len(set(found.steps)) == 6
    assert found.omitted == 0
    assert found.tokens == tokens("\n".join(lines(found.centers, found.steps)))
    assert found.instruction == INSTRUCTION
    assert len(found.chunks) == 6


@given(st.integers(60, 400))
def test_a_window_keeps_its_budget_and_whole_chains(budget: int) -> None:
    rows = [Said(f"s{n}", "depends_on", f"s{n + 1}", line=n + 1) for n in range(6)]
    found = window(graph(*rows), [e("s3")], budget, hops=3)
    assert found.tokens == tokens("\n".join(lines(found.centers, found.steps))) <= budget
    assert len(found.paths) + found.omitted == 6
    for path in found.paths:
        assert "s3" in (path.steps[0].subject.label, path.steps[-1].object.label)
        assert set(path.steps) <= set(found.steps)


def test_a_window_too_small(store: OxigraphStore) -> None:
    with pytest.raises(InputError, match="holds no step"):
        window(store, [e("app")], 10)
    with pytest.raises(InputError):
        window(store, [])
