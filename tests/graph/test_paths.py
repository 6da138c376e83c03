"""Ranked paths against all simple paths, enumerated."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.graph.index import runs
from kg.graph.index.index import Index
from kg.graph.index.links import Link
from kg.graph.search import routes, stride, walk
from kg.graph.search.frontier import Search
from kg.graph.search.paths import best_route, best_routes, ranked, route_key, several
from kg.graph.search.routes import Route
from kg.model.limits import Order
from tests.answer.graphs import index_of
from tests.graph.test_failure import indexes

ORDERS: tuple[Order, ...] = ("strongest", "shortest")
DEPTHS = st.sampled_from([None, None, 1, 2, 3])
WAYS = st.sampled_from(["by buckets", "one by one", "in strides"])
"""How a search goes on."""


@contextmanager
def going(way: str) -> Iterator[None]:
    """A search that goes on one way as much as it can."""
    with pytest.MonkeyPatch.context() as patch:
        if way == "by buckets":
            patch.setattr(walk, "NARROW", 0)
            patch.setattr(routes, "DEEP", 0)
        if way == "in strides":
            for module, name, value in ((walk, "LONG", 0), (walk, "RESTING", 0), (walk, "SHORTEST", 1),
                                        (runs, "SHORTEST", 2), (stride, "FIRST", 1)):  # fmt: skip
                patch.setattr(module, name, value)
        yield


@st.composite
def chains(draw: st.DrawFn, row: int = 7, beside: int = 3) -> Index:
    """Things in a row and some beside it, with links from any to any."""
    supports = st.integers(1, 2)
    links = [Link(n, "urn:p", n + 1, draw(supports), 2) for n in range(row - 1)]
    ends, passes = st.integers(0, row + beside - 1), st.sampled_from(["soft", None])
    more = st.builds(Link, ends, st.just("urn:p"), ends, supports, st.integers(2, 3), passes)
    return index_of(row + beside, [*links, *draw(st.lists(more, min_size=1, max_size=6))])


GRAPHS = st.one_of(indexes(), chains())
ENDS = st.sets(st.floats(0, 1), min_size=1, max_size=2)
"""Where in a graph paths end, between its second thing and its last."""


def placed(index: Index, shares: Collection[float]) -> set[int]:
    return {1 + round(share * (len(index.component) - 2)) for share in shares}


def beside(index: Index, number: int) -> tuple[int, int, int]:
    """Of links side by side the one to take is the least by this."""
    return -int(index.weight[number]), int(index.relation[number]), number


def simple(index: Index, start: int, ends: Collection[int], depth: int | None = None) -> Iterator[Route]:
    """Every simple path from a thing to the first end it meets, over the best of the links side by side."""
    todo: list[tuple[int, Route, frozenset[int]]] = [(start, (), frozenset([start]))]
    while todo:
        node, route, seen = todo.pop()
        to: dict[int, list[int]] = {}
        for number in index.out[node]:
            to.setdefault(int(index.object[number]), []).append(number)
        for target in to.keys() - seen if depth is None or len(route) < depth else ():
            onward = (*route, min(to[target], key=lambda number: beside(index, number)))
            if target in ends:
                yield onward
            else:
                todo.append((target, onward, seen | {target}))


def ordered(index: Index, start: int, ends: Collection[int], order: Order, depth: int | None = None) -> list[Route]:
    return sorted(simple(index, start, ends, depth), key=lambda route: route_key(index, route, order))


@given(GRAPHS, ENDS, st.sampled_from(ORDERS), DEPTHS, WAYS)
def test_best_route(index: Index, at: set[float], order: Order, depth: int | None, way: str) -> None:
    ends = placed(index, at)
    every = ordered(index, 0, ends, order, depth)
    with going(way):
        found = best_route(Search(index), 0, ends, order=order, depth=depth)
    assert found == (every[0] if every else None)


@given(GRAPHS, ENDS, st.integers(1, 6), st.sampled_from(ORDERS), DEPTHS, WAYS)
def test_several_routes(index: Index, at: set[float], count: int, order: Order, depth: int | None, way: str) -> None:
    ends = placed(index, at)
    every = ordered(index, 0, ends, order, depth)
    with going(way):
        if every:
            assert several(Search(index), every[0], ends, count, order=order, depth=depth) == every[:count]


@given(GRAPHS, ENDS, st.sampled_from(ORDERS), DEPTHS, WAYS)
def test_all_best_routes_upward(index: Index, at: set[float], order: Order, depth: int | None, way: str) -> None:
    ends = placed(index, at)
    links = [n for n, link in enumerate(index.links) if link.subject not in ends and link.subject != link.object]
    upward, sources = Search(index, np.array(links, np.int64), upward=True), np.array(sorted(ends))
    expected = {n: ordered(index, n, ends, order, depth)[:1] for n in range(len(index.component)) if n not in ends}
    with going(way):
        found = best_routes(upward, sources, np.arange(len(index.component)), order=order, depth=depth)
        ranks = ranked(upward, sources, order=order, depth=depth)
    assert found == {n: every[0] for n, every in expected.items() if every}
    keys = {n: route_key(index, route, order) for n, route in found.items()}
    assert ranks.nodes[ranks.order(order)].tolist() == sorted(keys, key=lambda n: (keys[n][0], n))
    for node, width, hops, total in zip(*(column.tolist() for column in ranks), strict=True):
        rank = (-width, hops) if order == "strongest" else (hops, -width)
        assert (*rank, -total) == keys[node][0]


@given(GRAPHS, st.sampled_from(ORDERS), DEPTHS, WAYS)
def test_all_best_routes_downward(index: Index, order: Order, depth: int | None, way: str) -> None:
    expected = {n: ordered(index, 0, [n], order, depth)[:1] for n in range(1, len(index.component))}
    with going(way):
        found = best_routes(Search(index), np.array([0]), np.arange(1, len(index.component)), order=order, depth=depth)
    assert found == {n: every[0] for n, every in expected.items() if every}


LADDER = (
    Link(0, "p", 3, 1, 1),
    Link(0, "p", 1, 2, 2),
    Link(1, "p", 2, 3, 3),
    Link(2, "p", 3, 3, 3),
    Link(1, "p", 3, 2, 2),
)


@pytest.mark.parametrize(
    ("links", "order", "expected"),
    [
        (LADDER, "strongest", [0, 1, 3]),
        (LADDER, "shortest", [0, 3]),
        ([*LADDER, Link(0, "p", 3, 9, 9)], "strongest", [0, 3]),
        ([Link(0, "p", 1, 2, 2), Link(1, "p", 3, 2, 2), Link(0, "p", 2, 2, 2), Link(2, "p", 3, 2, 3)], "strongest",
         [0, 2, 3]),
        ([Link(0, "p", 1), Link(1, "p", 3), Link(0, "p", 2), Link(2, "p", 3)], "strongest", [0, 1, 3]),
        ([Link(0, "p", 1), Link(1, "p", 0), Link(1, "p", 1), Link(1, "p", 3)], "strongest", [0, 1, 3]),
    ],
    ids=["widest, then fewest hops", "fewest hops", "wide and short", "total support", "names", "cycles and loops"],
)  # fmt: skip
def test_which_path_is_best(links: list[Link], order: Order, expected: list[int]) -> None:
    index = index_of(4, links)
    ((_, route),) = best_routes(Search(index, upward=True), np.array([3]), np.array([0]), order=order).items()
    assert [int(index.subject[route[0]]), *(int(index.object[n]) for n in route)] == expected


def test_a_stride_waits_for_what_is_due_before() -> None:
    """Both ways to the end have the same weakest step; the run, begun first, is the longer one."""
    run = [Link(n, "urn:p", n + 1, 1 if n == 1 else 2) for n in range(6)]
    shorter = [Link(1, "urn:p", 7, 2, passes="soft"), Link(7, "urn:p", 8, 2), Link(8, "urn:p", 6)]
    index = index_of(9, [*run, *shorter])
    with going("in strides"):
        route = best_route(Search(index), 0, [6])
    assert route is not None
    assert [int(index.object[n]) for n in route] == [1, 7, 8, 6]


def test_a_long_chain() -> None:
    size = 200_000
    index = index_of(size, (Link(n, "urn:p", n + 1, 1 + n % 5, 9) for n in range(size - 1)))
    upward = Search(index, upward=True)
    ranks = ranked(upward, np.array([size - 1]))
    assert ranks.hops.max() == size - 1
    assert len(best_routes(upward, np.array([size - 1]), np.array([0]))[0]) == size - 1
    assert best_route(Search(index), 0, [size - 1]) is not None
