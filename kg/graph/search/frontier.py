"""Where a search stands: which links it may take, and what it reached so far, how cheaply."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from kg.graph.index.index import Index
from kg.graph.index.links import ranges

Ints = npt.NDArray[Any]

UNREACHED = np.iinfo(np.int32).max


class Search:
    """Links that may be taken, and which way.

    Args:
        index: The edges.
        links: Numbers of the links; all when None.
        upward: From object to subject, else from subject to object.
    """

    def __init__(self, index: Index, links: Ints | None = None, upward: bool = False) -> None:
        self.index, self.upward = index, upward
        self.allowed: Ints | None = None
        if links is not None:
            self.allowed = np.zeros(len(index.subject), bool)
            self.allowed[links] = True
        self.near, self.far = (index.object, index.subject) if upward else (index.subject, index.object)

    def turned(self) -> Search:
        """The same links the other way."""
        other = Search(self.index, None, not self.upward)
        other.allowed = self.allowed
        return other

    def only(self, links: Ints) -> Search:
        """Of these links the given ones."""
        return Search(self.index, links if self.allowed is None else links[self.allowed[links]], self.upward)

    def without(self, links: Ints) -> Search:
        """These links but for some."""
        other = Search(self.index, None, self.upward)
        other.allowed = np.ones(len(self.near), bool) if self.allowed is None else self.allowed.copy()
        other.allowed[links] = False
        return other

    def onward(self, nodes: Ints) -> Ints:
        """Links that lead on from some things."""
        return self._links(nodes, self.upward)

    def back(self, nodes: Ints) -> Ints:
        """Links that lead to some things."""
        return self._links(nodes, not self.upward)

    def _links(self, nodes: Ints, incoming: bool) -> Ints:
        starts = self.index.into_start if incoming else self.index.out_start
        _, places = ranges(starts, nodes, 0, 4)
        links: Ints = self.index.into_link.take(places) if incoming else places
        return links if self.allowed is None else links.compress(self.allowed.take(links))


class Frontier:
    """What a search from some things reached. `walk` and `stride` move it on, in place.

    Args:
        search: Which links, which way.
        sources: Where paths start.
        depth: Hops no path exceeds.
        barred: Things not to visit, shape (things,).
        ends: Stop once one of these is reached.

    `hops` and `total` (documents · 2³² + chunks) tell of the cheapest path to everything reached.
    """

    def __init__(
        self, search: Search, sources: Ints, depth: int | None, barred: Ints | None, ends: Ints | None
    ) -> None:
        self.search, self.index = search, search.index
        size = len(self.index.component)
        self.depth = UNREACHED if depth is None else depth
        self.barred, self.ends = barred, ends
        self.hops, self.total = np.full(size, UNREACHED, np.int32), np.zeros(size, np.int64)
        self.hops[sources] = 0
        self.seen, self.expanded = self.hops == 0, self.hops == 0
        self._postponed = [search.onward(sources)] if self.depth else []
        self._new: list[Ints] = []
        self.done = False

    def postpone(self, links: Ints) -> None:
        """Keep links for the levels below."""
        self._postponed.append(links)

    def new(self, things: Ints) -> None:
        """Note which of some things are reached for the first time."""
        self._new.append(things.compress(~self.seen.take(things)))
        self.seen[things] = True
