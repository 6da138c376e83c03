"""Lists of things with their paths: the best supported first, as many as are to be shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from kg.graph import Level, Route, Search, Spread, View, best_routes, ranked, several
from kg.model import Affected, Limits

Ints = npt.NDArray[Any]


def listed(view: View, search: Search, sources: Ints, lists: Mapping[str, Ints]) -> dict[str, tuple[Affected, ...]]:
    """Things by the name of their list, best first, with their paths; what is left out is counted in the view.

    Args:
        view: Holds the limits.
        search: Which links lead from the sources to the things.
        sources: What failed, or what needs.
        lists: Numbers of the things.
    """
    limits = view.limits
    near = {name: _near(view, search, sources, view.of_kind(nodes)) for name, nodes in lists.items()}
    choose = _Best(near, limits.top, len(view.whole.component))
    if limits.order == "strongest":
        routes = best_routes(search, sources, choose, depth=limits.depth)
    else:
        ranks = ranked(search, sources, order=limits.order, depth=limits.depth)
        wanted = choose.first(ranks.nodes[ranks.order(limits.order)])
        found = best_routes(search, sources, wanted, order=limits.order, depth=limits.depth)
        routes = {node: found[node] for node in wanted.tolist()}
    for name, nodes in near.items():
        view.hide(name, len(nodes) - sum(choose.list_of(node) == name for node in routes))
    shown = {node: _routes(search, sources, node, route, limits) for node, route in routes.items()}
    view.fetch((number for some in shown.values() for route in some for number in route), shown)
    return {name: tuple(_affected(view, n, r) for n, r in shown.items() if choose.list_of(n) == name) for name in lists}


def _near(view: View, search: Search, sources: Ints, nodes: Ints) -> Ints:
    """Things that a path short enough leads to; the others are counted."""
    if view.limits.depth is None:
        return nodes
    spread = Spread(search, sources, depth=view.limits.depth, flat=True)
    for _ in spread:
        pass
    kept: Ints = nodes[spread.seen[nodes]]
    view.hide("deeper", len(nodes) - len(kept))
    return kept


class _Best:
    """Chooses the best things of each list, until it has as many as are to be shown.

    Args:
        lists: Numbers of things by the name of their list.
        top: Things to show in each list.
        size: How many things there are.
    """

    def __init__(self, lists: Mapping[str, Ints], top: int | None, size: int) -> None:
        self.names = tuple(lists)
        self.left = [len(nodes) if top is None else min(top, len(nodes)) for nodes in lists.values()]
        self._list = np.full(size, -1, np.int8)
        for place, nodes in enumerate(lists.values()):
            self._list[nodes] = place

    def list_of(self, node: int) -> str:
        """Name of the list a thing stands in."""
        return self.names[int(self._list[node])]

    def __call__(self, spread: Spread, level: Level) -> Ints | None:
        """Of what a level reached."""
        if not any(self.left):
            return None
        new = np.concatenate([self._nearest(place, spread, level.new) for place in range(len(self.left))])
        return self.first(new[np.lexsort((new, -spread.total[new], spread.hops[new]))])

    def _nearest(self, place: int, spread: Spread, new: Ints) -> Ints:
        """Of what a level reached that stands in one list as many as it still takes, and what is as near as these."""
        own, left = new.compress(self._list.take(new) == place), self.left[place]
        if not left:
            return own[:0]
        if len(own) <= left:
            return own
        hops = spread.hops.take(own)
        found: Ints = own.compress(hops <= np.partition(hops, left - 1)[left - 1])
        return found

    def first(self, ordered: Ints) -> Ints:
        """Of things from best to worst, as many as each list still takes."""
        kept = np.zeros(len(ordered), bool)
        for place, left in enumerate(self.left):
            chosen = np.flatnonzero(self._list[ordered] == place)[:left]
            kept[chosen] = True
            self.left[place] -= len(chosen)
        found: Ints = ordered[kept]
        return found


def _routes(search: Search, sources: Ints, node: int, first: Route, limits: Limits) -> list[Route]:
    """The best paths of a thing, the first of which is known."""
    if limits.paths == 1:
        return [first]
    downward = search.turned() if search.upward else search
    ends = sources.tolist() if search.upward else [node]
    return several(downward, first, ends, limits.paths, order=limits.order, depth=limits.depth)


def _affected(view: View, node: int, routes: Iterable[Route]) -> Affected:
    return Affected(view.whole.entities[node], tuple(map(view.path, routes)), view.receipts.owners(node))
