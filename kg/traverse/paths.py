"""Ranked paths: best supported weakest step first, fewest hops within that, then total support, then names.

The weakest step is compared before the hops, so a shortest-path search on the pair would be wrong (a prefix of a best
path need not be best). Instead links are admitted in descending order of support; a node's width is the support at
which it is first reached, and its hops and total are those of the cheapest path among the links admitted until then
(maximum-capacity paths, Pollack 1960). Further paths are found by deviation (Yen 1971).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import groupby
from typing import NamedTuple

from kg.traverse.index import Index

Weight = tuple[int, int]
Cost = tuple[int, int, int]
"""Hops, total documents and total chunks, the last two negative: less is better."""

Rank = tuple[int, int, int, int, int]
"""Sort key of a path before its names: width (negative), then cost. Less is better."""

Route = tuple[int, ...]
"""Numbers of the links of a path, each beginning where the one before ends."""

DEVIATIONS = 100
"""How many steps of a path are tried as the place where another path leaves it."""

_UNBOUNDED: Weight = (1 << 62, 1 << 62)


class Arc(NamedTuple):
    """A link as a search walks it, from the end nearer to where it started."""

    near: int
    far: int
    link: int
    weight: Weight


def arcs(index: Index, links: Iterable[int], upward: bool = False) -> list[Arc]:
    """Links as arcs that lead from subject to object, or `upward` from object to subject."""
    found = []
    for number in links:
        link = index.links[number]
        near, far = (link.object, link.subject) if upward else (link.subject, link.object)
        found.append(Arc(near, far, number, link.weight))
    return found


class _Level(NamedTuple):
    """What is known once all arcs at least `width` wide are admitted."""

    width: Weight
    new: list[int]
    cost: Mapping[int, Cost]


def _spread(found: Iterable[Arc], sources: Iterable[int], cap: Weight = _UNBOUNDED) -> Iterator[_Level]:
    """Admit arcs, widest first, and keep the cost of the cheapest path from any source to every node.

    Args:
        found: Arcs.
        sources: Where paths start.
        cap: Width beyond which width no longer counts.
    """

    def width(arc: Arc) -> Weight:
        return min(arc.weight, cap)

    cost: dict[int, Cost] = dict.fromkeys(sources, (0, 0, 0))
    ready: defaultdict[int, list[Arc]] = defaultdict(list)
    for level, admitted in groupby(sorted(found, key=width, reverse=True), key=width):
        heap: list[tuple[Cost, int]] = []
        for arc in admitted:
            ready[arc.near].append(arc)
            if arc.near in cost:
                heappush(heap, (_plus(cost[arc.near], arc.weight), arc.far))
        yield _Level(level, _settle(heap, ready, cost), cost)


def _settle(heap: list[tuple[Cost, int]], ready: Mapping[int, list[Arc]], cost: dict[int, Cost]) -> list[int]:
    """Dijkstra's algorithm from the offers in the heap on; the nodes reached for the first time."""
    new = []
    while heap:
        offer, node = heappop(heap)
        if node not in cost:
            new.append(node)
        elif cost[node] <= offer:
            continue
        cost[node] = offer
        for arc in ready.get(node, ()):
            onward = _plus(offer, arc.weight)
            if arc.far not in cost or onward < cost[arc.far]:
                heappush(heap, (onward, arc.far))
    return new


def _plus(cost: Cost, weight: Weight) -> Cost:
    return cost[0] + 1, cost[1] - weight[0], cost[2] - weight[1]


def ranks(found: Sequence[Arc], sources: Collection[int]) -> dict[int, Rank]:
    """How the best path of every node the arcs lead to compares, without building it."""
    return {
        node: (-level.width[0], -level.width[1], *level.cost[node])
        for level in _spread(found, sources)
        for node in level.new
    }


def best_routes(
    index: Index, found: Sequence[Arc], sources: Collection[int], wanted: Collection[int]
) -> dict[int, Route]:
    """The best path between the sources and each wanted node that is reached, as links in their stated direction.

    Args:
        index: The edges.
        found: Arcs, all from subject to object or all upward.
        sources: Where the arcs start.
        wanted: Nodes whose path to build.
    """
    back: defaultdict[int, list[Arc]] = defaultdict(list)
    for arc in found:
        back[arc.far].append(arc)
    routes: dict[int, Route] = {}
    for level in _spread(found, sources):
        for node in level.new:
            if node in wanted:
                routes[node] = _route(index, back, level, [node])
    return routes


def best_route(
    index: Index,
    follow: Callable[[int], Iterable[int]],
    start: int,
    ends: Collection[int],
    cap: Weight = _UNBOUNDED,
    without: Collection[int] = (),
    avoiding: Collection[int] = (),
) -> Route | None:
    """The best path from one node to the nearest of some ends; None when there is none.

    Args:
        index: The edges.
        follow: Numbers of the links that may be taken from a node.
        start: Where to start.
        ends: Where to stop; no path passes through one.
        cap: Width of what comes before; no path is wider than that.
        without: Links not to take.
        avoiding: Nodes not to visit.
    """
    found = arcs(index, _cone(index, follow, start, ends, without, {*avoiding, start}))
    back: defaultdict[int, list[Arc]] = defaultdict(list)
    for arc in found:
        back[arc.far].append(arc)
    for level in _spread(found, [start], cap):
        reached = [node for node in level.new if node in ends]
        if reached:
            least = min(level.cost[node] for node in reached)
            return _route(index, back, level, [node for node in reached if level.cost[node] == least])
    return None


def _cone(
    index: Index,
    follow: Callable[[int], Iterable[int]],
    start: int,
    ends: Collection[int],
    without: Collection[int],
    seen: set[int],
) -> list[int]:
    """Links that a path from `start` can take before it meets an end."""
    links: list[int] = []
    queue, closed = [start], set(seen)
    while queue:
        for number in follow(queue.pop()):
            target = index.links[number].object
            if number in without or target in seen:
                continue
            links.append(number)
            if target not in closed:
                closed.add(target)
                if target not in ends:
                    queue.append(target)
    return links


_Ahead = Callable[[int], Iterable[Arc]]
"""The arcs of best paths that leave a node in the direction in which paths are read."""


def _route(index: Index, back: Mapping[int, list[Arc]], level: _Level, ends: Sequence[int]) -> Route:
    """Of the equally good paths from the source to the ends, the first by names, read in the stated direction."""
    first = next(iter(_tight(back, level, ends[0])))
    if index.links[first.link].subject == first.far:
        return _read(index, ends[0], lambda node: _tight(back, level, node))
    onward = _onward(back, level, ends)
    start = min(n for n in onward if level.cost[n][0] == 0)
    return _read(index, start, lambda node: onward.get(node, ()))


def _read(index: Index, node: int, ahead: _Ahead) -> Route:
    links: list[int] = []
    while found := list(ahead(node)):
        links.append(min((arc.link for arc in found), key=lambda number: _order(index, number)))
        node = index.links[links[-1]].object
    return tuple(links)


def _tight(back: Mapping[int, list[Arc]], level: _Level, node: int) -> list[Arc]:
    """The arcs over which the cheapest paths reach a node."""
    cost = level.cost
    return [
        arc
        for arc in back.get(node, ())
        if arc.weight >= level.width and arc.near in cost and _plus(cost[arc.near], arc.weight) == cost[node]
    ]


def _onward(back: Mapping[int, list[Arc]], level: _Level, ends: Sequence[int]) -> dict[int, list[Arc]]:
    """The arcs of all cheapest paths to the ends, by the node they leave."""
    onward: defaultdict[int, list[Arc]] = defaultdict(list)
    queue, seen = list(ends), set(ends)
    while queue:
        for arc in _tight(back, level, queue.pop()):
            onward[arc.near].append(arc)
            if arc.near not in seen:
                seen.add(arc.near)
                queue.append(arc.near)
    return dict(onward)


def _order(index: Index, number: int) -> tuple[int, str, int]:
    link = index.links[number]
    return link.object, link.predicate, number


def route_key(index: Index, route: Route) -> tuple[Rank, list[tuple[int, str, int]]]:
    """Sort key of paths that start at one node: the order that every answer uses."""
    links = [index.links[number] for number in route]
    width = min(link.weight for link in links)
    total = sum(link.documents for link in links), sum(link.chunks for link in links)
    return (-width[0], -width[1], len(links), -total[0], -total[1]), [_order(index, n) for n in route]


def several(
    index: Index, follow: Callable[[int], Iterable[int]], first: Route, ends: Collection[int], count: int
) -> list[Route]:
    """The best simple paths from where `first` starts to the ends, best first, `first` leading.

    Args:
        index: The edges.
        follow: Numbers of the links that may be taken from a node.
        first: The best path.
        ends: Where paths stop.
        count: How many at most. Paths are sought that leave a known one within its first `DEVIATIONS` steps.
    """
    found, seen = [first], {first}
    candidates: list[tuple[tuple[Rank, list[tuple[int, str, int]]], Route]] = []
    while len(found) < count:
        for route in _deviations(index, follow, found, ends):
            if route not in seen:
                seen.add(route)
                heappush(candidates, (route_key(index, route), route))
        if not candidates:
            break
        found.append(heappop(candidates)[1])
    return found


def _deviations(
    index: Index, follow: Callable[[int], Iterable[int]], found: Sequence[Route], ends: Collection[int]
) -> Iterator[Route]:
    """For each step of the last path found, the best path that leaves it there."""
    last = found[-1]
    cap, visited = _UNBOUNDED, set[int]()
    for position, number in enumerate(last[:DEVIATIONS]):
        link, root = index.links[number], last[:position]
        taken = {route[position] for route in found if route[:position] == root and len(route) > position}
        rest = best_route(index, follow, link.subject, ends, cap, taken, visited)
        if rest is not None:
            yield root + rest
        visited.add(link.subject)
        cap = min(cap, link.weight)
