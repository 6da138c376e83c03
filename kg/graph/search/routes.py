"""Reads paths off a search: of the links over which the cheapest lead, from each thing the first by names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from kg.graph.arrays.distinct import distinct
from kg.graph.index.index import Index
from kg.graph.search.frontier import Search
from kg.graph.search.search import Spread

Ints = npt.NDArray[Any]

Route = tuple[int, ...]
"""Numbers of the links of a path, each beginning where the one before ends."""

DEEP = 64
"""Hops from which on a path is read off the links of all cheapest paths at once."""


def _tight(spread: Spread, width: int, nodes: Ints) -> Ints:
    """The links over which the cheapest paths reach some things."""
    links = spread.search.back(nodes)
    near, far = spread.search.near[links], spread.search.far[links]
    tight = (spread.index.level[links] >= width) & (spread.hops[near] == spread.hops[far] - 1)
    tight &= spread.total[near] + spread.index.weight[links] == spread.total[far]
    found: Ints = links[tight]
    return found


def _cone(spread: Spread, width: int, ends: Ints) -> Ints:
    """All links of the cheapest paths to some things."""
    if spread.hops[ends].max(initial=0) > DEEP:
        return _deep_cone(spread, width, ends)
    front, found, seen = ends, [np.empty(0, np.int64)], np.zeros(len(spread.hops), bool)
    seen[ends] = True
    while len(front):
        links = _tight(spread, width, front)
        found.append(links)
        front = distinct(spread.search.near[links], len(seen))
        front = front[~seen[front]]
        seen[front] = True
    return np.concatenate(found)


def _deep_cone(spread: Spread, width: int, ends: Ints) -> Ints:
    """The same for paths so long that going back hop by hop would take long."""
    links = _tight(spread, width, np.flatnonzero(spread.seen))
    back = Spread(Search(spread.index, links, not spread.search.upward), ends, flat=True)
    for _ in back:
        pass
    found: Ints = links[back.seen[spread.search.far[links]]]
    return found


def routes_of(spread: Spread, width: int, ends: Ints) -> Iterator[Route]:
    """The path to each end. Those of a search upward lead from the ends, so that one look back serves all of them."""
    if not spread.search.upward:
        yield from (route_of(spread, width, ends[at : at + 1]) for at in range(len(ends)))
    elif len(ends):
        first = _first(spread.index, _cone(spread, width, ends))
        yield from (_followed(spread.index, node, first) for node in ends.tolist())


def route_of(spread: Spread, width: int, ends: Ints) -> Route:
    """Of the equally good paths of a search downward from its sources to some ends the first by names."""
    first = _first(spread.index, _cone(spread, width, ends))
    return _followed(spread.index, min(node for node in first if spread.hops[node] == 0), first)


def _first(index: Index, cone: Ints) -> dict[int, int]:
    """Of the links from each thing the first by names."""
    order = np.lexsort((cone, index.relation[cone], index.object[cone], index.subject[cone]))[::-1]
    return dict(zip(index.subject[cone[order]].tolist(), cone[order].tolist(), strict=True))


def _followed(index: Index, node: int, first: Mapping[int, int]) -> Route:
    links: list[int] = []
    while (link := first.get(node)) is not None:
        links.append(link)
        node = int(index.object[link])
    return tuple(links)
