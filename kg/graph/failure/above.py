"""What breaks one thing alone: its single points of failure, and the best path to each.

Everything hard links lead to breaks it. Beyond that only what breaks all options of some choice does. Whatever does
lies upstream however each choice is decided, so two decisions leave few things to try; and trying one settles others:
what breaks the thing is broken by all that it relies on, and what does not break it breaks nothing that does.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from kg.graph.failure.single import options_by_reliance
from kg.graph.failure.states import broken
from kg.graph.index.assemble import ANY, HARD, SOFT
from kg.graph.index.index import Index
from kg.graph.index.links import ranges
from kg.graph.search.frontier import Search
from kg.graph.search.paths import best_routes, ranked
from kg.graph.search.routes import Route

Ints = npt.NDArray[Any]


def above(index: Index, target: int, top: int | None = None) -> tuple[list[tuple[int, Route]], int]:
    """What breaks a thing alone, and its best path to each.

    Args:
        index: The edges.
        target: Number of the thing.
        top: How many to give.

    Returns:
        Pairs of a number and a route, those fewest hops away first, then by number; and how many there are in all.
    """
    hard = _upstream(index, target, _sole(index))
    others = _through_choices(index, target, hard)
    found = [*_ranked(index, target, hard, ANY), *_ranked(index, target, others, SOFT)]
    chosen = sorted(found)[:top]
    routes: dict[int, Route] = {}
    for last, nodes in ((ANY, hard), (SOFT, others)):
        wanted = {node for _, node in chosen} & nodes
        if wanted:
            search = Search(index, _links(index, target, last))
            routes |= best_routes(search, np.array([target]), np.array(sorted(wanted)))
    return [(node, routes[node]) for _, node in chosen], len(found)


def _ranked(index: Index, target: int, nodes: set[int], last: int) -> list[tuple[int, int]]:
    """Hops of the best path to each, and its number."""
    if not nodes:
        return []
    found = ranked(Search(index, _links(index, target, last)), np.array([target]))
    hops = dict(zip(found.nodes.tolist(), found.hops.tolist(), strict=True))
    return [(hops[node], node) for node in nodes]


def _links(index: Index, target: int, last: int) -> Ints:
    """Numbers of the links that hard links, or hard links and choices, lead over."""
    options = _sole(index) if last == ANY else None
    nodes = np.array(sorted({target} | _upstream(index, target, options)))
    _, places = ranges(index.out_start, nodes, HARD, SOFT)
    if last == ANY:
        hard, sole = ranges(index.out_start, nodes, HARD, ANY)[1], index.choice_first[index.choice_size == 1]
        places = np.union1d(hard, places[np.isin(places, sole)])
    return places


def _sole(index: Index) -> Ints:
    """Of each choice the one option it has; -1 where it has more."""
    return np.where(index.choice_size == 1, index.choice_first, -1)


def _upstream(index: Index, start: int, options: Ints | None) -> set[int]:
    """What hard links lead to, and of each choice one option.

    Args:
        index: The edges.
        start: Where to start; not among what is found.
        options: Number of the link to follow for each choice, -1 for none; all options where None.
    """
    starts, objects = index.out_start.data, index.object.data
    seen, queue = {start}, [start]
    while queue:
        node = queue.pop()
        begin, middle, end = starts[4 * node], starts[4 * node + ANY], starts[4 * node + SOFT]
        places = list(range(begin, middle if options is not None else end))
        if options is not None and end > middle:
            first, last = np.searchsorted(index.choice_first, (middle, end)).tolist()
            places += [n for n in options[first:last].tolist() if n >= 0]
        for place in places:
            if objects[place] not in seen:
                seen.add(objects[place])
                queue.append(objects[place])
    return seen - {start}


def _through_choices(index: Index, target: int, hard: set[int]) -> set[int]:
    """What breaks the target alone though no chain of hard links leads to it."""
    order = options_by_reliance(index)
    ends = np.cumsum(index.choice_size)
    first, last = order[ends - index.choice_size], order[ends - 1]
    left = (_upstream(index, target, first) & _upstream(index, target, last)) - hard
    found: set[int] = set()
    for node in sorted(left):
        if node in left:
            breaks = broken(index, [node])
            if target in breaks:
                settled = {node} | _upstream(index, node, _sole(index))
                found |= settled - hard
            else:
                settled = {node, *breaks.tolist()}
            left -= settled
    return found - {target}
