"""Ranked paths: best supported weakest step first, fewest hops within that, then total support, then names.

Or, where that is asked for, fewest hops first. Of links that run side by side the best supported is taken, so two paths
differ in a thing they pass. Further paths are found by deviation (Yen 1971).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from heapq import heappop, heappush
from typing import Any, NamedTuple, TypedDict

import numpy as np
import numpy.typing as npt

from kg.graph.index.index import Index
from kg.graph.search.frontier import UNREACHED, Search
from kg.graph.search.routes import Route, route_of, routes_of
from kg.graph.search.search import Level, Spread
from kg.model import Order

Ints = npt.NDArray[Any]

Rank = tuple[int, int, int]
"""Sort key of a path before its names, less is better: width and hops, in the order asked for, and total support."""

DEVIATIONS = 100
"""How many steps of a path are tried as the place where another path leaves it."""


class _Limits(TypedDict):
    """Of a search."""

    depth: int | None
    barred: Ints
    ends: Ints


class Ranked(NamedTuple):
    """How good the best paths of some things are, shape (things,) each.

    Args:
        nodes: Numbers of the things.
        width: Support of the weakest step, as a place in `Index.weights`.
        hops: Steps.
        total: Support of all steps: documents · 2³² + chunks.
    """

    nodes: Ints
    width: Ints
    hops: Ints
    total: Ints

    def order(self, order: Order) -> Ints:
        """Places from best to worst; equal ones by number, that is by name."""
        first, second = (-self.width, self.hops) if order == "strongest" else (self.hops, -self.width)
        return np.lexsort((self.nodes, -self.total, second, first))


def ranked(search: Search, sources: Ints, *, order: Order = "strongest", depth: int | None = None) -> Ranked:
    """How the best path between the sources and everything the links lead to compares, without building it.

    Args:
        search: Which links, which way from the sources.
        sources: Where the search starts.
        order: What counts first.
        depth: Hops no path exceeds.
    """
    search = _shortest(search, sources, depth) if order == "shortest" else search
    spread = Spread(search, sources, depth=depth)
    found = [_snapshot(spread, level) for level in spread]
    columns = (np.concatenate([np.empty(0, np.int64), *column]) for column in zip(*found, strict=True))
    return Ranked(*columns) if found else Ranked(*(np.empty(0, np.int64),) * 4)


def _snapshot(spread: Spread, level: Level) -> tuple[Ints, Ints, Ints, Ints]:
    new = level.new
    return new, np.full(len(new), level.width), spread.hops[new], spread.total[new]


def _shortest(search: Search, sources: Ints, depth: int | None) -> Search:
    """The links of the shortest paths alone."""
    spread = Spread(search, sources, depth=depth, flat=True)
    return _steps(spread, list(spread))


def _steps(spread: Spread, _: Sequence[Level]) -> Search:
    """The links that lead one hop farther away from where a search started."""
    links = spread.search.onward(np.flatnonzero(spread.hops != UNREACHED))
    near, far = spread.hops[spread.search.near[links]], spread.hops[spread.search.far[links]]
    return spread.search.only(links[far == near + 1])


Wanted = Callable[[Spread, Level], Ints | None]
"""Chooses of what a level reached first whose paths to build; None ends the search."""


def best_routes(
    search: Search, sources: Ints, wanted: Ints | Wanted, *, order: Order = "strongest", depth: int | None = None
) -> dict[int, Route]:
    """The best path between the sources and each wanted thing that is reached, as links in their stated direction.

    Args:
        search: Which links, which way from the sources.
        sources: Where the search starts.
        wanted: Whose path to build: numbers, or what chooses them level by level.
        order: What counts first.
        depth: Hops no path exceeds.

    Returns:
        By number, in the order in which they were reached.
    """
    search = _shortest(search, sources, depth) if order == "shortest" else search
    choose = wanted if callable(wanted) else _among(wanted, len(search.index.component))
    spread, routes = Spread(search, sources, depth=depth), dict[int, Route]()
    for level in spread:
        if (chosen := choose(spread, level)) is None:
            break
        routes.update(zip(chosen.tolist(), routes_of(spread, level.width, chosen), strict=True))
    return routes


def _among(wanted: Ints, size: int) -> Wanted:
    """Chooses given things, until all have been reached."""
    left = np.zeros(size, bool)
    left[wanted] = True

    def choose(_: Spread, level: Level) -> Ints | None:
        chosen = level.new[left[level.new]]
        left[chosen] = False
        return chosen if len(chosen) or left.any() else None

    return choose


def best_route(
    search: Search,
    start: int,
    ends: Collection[int],
    *,
    order: Order = "strongest",
    cap: int | None = None,
    depth: int | None = None,
    barred: Collection[int] = (),
    first: Collection[int] = (),
) -> Route | None:
    """The best path from one thing to the nearest of some ends; None when there is none.

    Args:
        search: Which links, from subject to object.
        start: Where to start.
        ends: Where to stop; no path passes through one.
        order: What counts first.
        cap: Width of what comes before, as a place in `Index.weights`; no path is wider than that.
        depth: Hops the path does not exceed.
        barred: Things not to visit.
        first: Things not to go to in the first step.
    """
    closed = np.zeros(len(search.index.component), bool)
    closed[list(barred)] = True
    if first:
        links = search.onward(np.array([start]))
        search = search.without(links[np.isin(search.far[links], list(first))])
    limits = _Limits(depth=depth, barred=closed, ends=np.array(list(ends)))
    if order == "shortest":
        spread = Spread(search, np.array([start]), flat=True, **limits)
        search = _steps(spread, list(spread))
    spread = Spread(search, np.array([start]), cap=cap, **limits)
    for level in spread:
        if spread.done:
            return route_of(spread, level.width, np.array(_met(spread, ends)))
    return None


def _met(spread: Spread, ends: Collection[int]) -> list[int]:
    """The ends that are reached over the cheapest paths."""
    costs = {end: (int(spread.hops[end]), -int(spread.total[end])) for end in ends if spread.seen[end]}
    return [end for end, cost in costs.items() if cost == min(costs.values())]


def _order(index: Index, number: int) -> tuple[int, int, int]:
    return int(index.object[number]), int(index.relation[number]), number


def route_key(index: Index, route: Route, order: Order = "strongest") -> tuple[Rank, list[tuple[int, int, int]]]:
    """Sort key of paths that start at one thing: the order that every answer uses."""
    links = np.array(route)
    width, hops = -int(index.level[links].min()), len(route)
    first = (width, hops) if order == "strongest" else (hops, width)
    return (*first, -int(index.weight[links].sum())), [_order(index, number) for number in route]


def several(
    search: Search,
    first: Route,
    ends: Collection[int],
    count: int,
    *,
    order: Order = "strongest",
    depth: int | None = None,
) -> list[Route]:
    """The best simple paths from where `first` starts to the ends, best first, `first` leading.

    Args:
        search: Which links, from subject to object.
        first: The best path.
        ends: Where paths stop.
        count: How many at most. Paths are sought that leave a known one within its first `DEVIATIONS` steps.
        order: What counts first.
        depth: Hops no path exceeds.
    """
    found, seen = [first], {first}
    candidates: list[tuple[tuple[Rank, list[tuple[int, int, int]]], Route]] = []
    while len(found) < count:
        for route in _deviations(search, found, ends, order, depth):
            if route not in seen:
                seen.add(route)
                heappush(candidates, (route_key(search.index, route, order), route))
        if not candidates:
            break
        found.append(heappop(candidates)[1])
    return found


def _deviations(
    search: Search, found: Sequence[Route], ends: Collection[int], order: Order, depth: int | None
) -> Iterator[Route]:
    """For each step of the last path found, the best path that leaves it there."""
    index, last = search.index, found[-1]
    cap, visited = len(index.weights), set[int]()
    for position, number in enumerate(last[:DEVIATIONS]):
        root, subject = last[:position], int(index.subject[number])
        taken = {int(index.object[r[position]]) for r in found if r[:position] == root and len(r) > position}
        left = None if depth is None else depth - position
        rest = best_route(search, subject, ends, order=order, cap=cap, depth=left, barred=visited, first=taken)
        if rest is not None:
            yield root + rest
        visited.add(subject)
        cap = min(cap, int(index.level[number]))
