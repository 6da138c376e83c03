"""Ranked paths against all simple paths, enumerated."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from hypothesis import given
from hypothesis import strategies as st

from kg.traverse import Index, Link, best_route, best_routes, ranks, several
from kg.traverse.paths import arcs, route_key
from tests.answer.graphs import index_of
from tests.answer.test_failure import indexes


def simple(index: Index, start: int, ends: Collection[int]) -> Iterator[tuple[int, ...]]:
    """Every simple path from a node to the first end it meets."""
    todo: list[tuple[int, tuple[int, ...], frozenset[int]]] = [(start, (), frozenset([start]))]
    while todo:
        node, route, seen = todo.pop()
        for number in index.out[node]:
            target = index.links[number].object
            if target in seen:
                continue
            if target in ends:
                yield (*route, number)
            else:
                todo.append((target, (*route, number), seen | {target}))


def ordered(index: Index, start: int, ends: Collection[int]) -> list[tuple[int, ...]]:
    return sorted(simple(index, start, ends), key=lambda route: route_key(index, route))


@given(indexes(), st.sets(st.integers(1, 5), min_size=1, max_size=2))
def test_best_route(index: Index, ends: set[int]) -> None:
    every = ordered(index, 0, ends)
    assert best_route(index, index.out.__getitem__, 0, ends) == (every[0] if every else None)


@given(indexes(), st.sets(st.integers(1, 5), min_size=1, max_size=2), st.integers(1, 6))
def test_several_routes(index: Index, ends: set[int], count: int) -> None:
    every = ordered(index, 0, ends)
    if every:
        assert several(index, index.out.__getitem__, every[0], ends, count) == every[:count]


@given(indexes(), st.sets(st.integers(0, 5), min_size=1, max_size=2))
def test_all_best_routes_upward(index: Index, ends: set[int]) -> None:
    links = [n for n, link in enumerate(index.links) if link.subject not in ends and link.subject != link.object]
    found = arcs(index, links, upward=True)
    expected = {n: ordered(index, n, ends)[:1] for n in range(6) if n not in ends}
    routes = best_routes(index, found, ends, range(6))
    assert routes == {n: every[0] for n, every in expected.items() if every}
    assert ranks(found, ends) == {n: route_key(index, route)[0] for n, route in routes.items()}


@given(indexes())
def test_all_best_routes_downward(index: Index) -> None:
    found = arcs(index, range(len(index.links)))
    expected = {n: ordered(index, 0, [n])[:1] for n in range(1, 6)}
    assert best_routes(index, found, [0], range(6)) == {n: every[0] for n, every in expected.items() if every}


def test_the_widest_path_wins_and_within_it_the_fewest_hops() -> None:
    links = [
        Link(0, "p", 3, 1, 1),
        Link(0, "p", 1, 2, 2),
        Link(1, "p", 2, 3, 3),
        Link(2, "p", 3, 3, 3),
        Link(1, "p", 3, 2, 2),
    ]
    index = index_of(4, links)
    assert best_routes(index, arcs(index, range(5), upward=True), [3], [0]) == {0: (0, 3)}


def test_a_long_chain() -> None:
    size = 200_000
    index = index_of(size, (Link(n, "urn:p", n + 1, 1 + n % 5, 9) for n in range(size - 1)))
    found = arcs(index, range(size - 1), upward=True)
    assert ranks(found, [size - 1])[0][2] == size - 1
    assert len(best_routes(index, found, [size - 1], [0])[0]) == size - 1
    assert best_route(index, index.out.__getitem__, 0, [size - 1]) is not None
