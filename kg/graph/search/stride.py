"""Takes a search along a run of things at once, as far as nothing else may lead on from one of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from kg.graph.index.links import ranges
from kg.graph.search.frontier import Frontier

Ints = npt.NDArray[Any]

FIRST, FASTER = 256, 4
"""Things looked at to begin with, and how many times more each time all of them could be taken."""


class Stride:
    """Along the runs of one spread.

    Args:
        spread: What it reached is changed in place.
        width: Support of the links that are admitted.
    """

    def __init__(self, spread: Frontier, width: int) -> None:
        self.spread, self.width = spread, width
        self.index, self.search = spread.index, spread.search
        self.runs = self.index.runs(self.search.upward)

    def along(self, node: int, most: int) -> Ints:
        """Take what follows a thing while each becomes cheaper and is the only one that the thing before leads to.

        Args:
            node: Reached already, and alone in its bucket.
            most: Hops until something else is due.

        Returns:
            Numbers of the things taken, in order.
        """
        beyond, size = self.runs.beyond(node), FIRST
        at, stop = beyond.start, min(beyond.start + most, self._end(beyond))
        while at < stop:
            tried = slice(at, min(at + size, stop))
            steps = self._taken(node, tried)
            at += steps
            if at < tried.stop:
                break
            node, size = int(self.runs.things[at - 1]), size * FASTER
        taken: Ints = self.runs.things[beyond.start : at]
        self.spread.new(taken)
        return taken

    def _end(self, beyond: slice) -> int:
        """Where a thing stands at which the search ends, if one does."""
        ends: list[int] = [] if self.spread.ends is None else self.runs.place[self.spread.ends].tolist()
        return min((place for place in ends if beyond.start <= place < beyond.stop), default=beyond.stop)

    def _taken(self, node: int, places: slice) -> int:
        """Take the first things of a part of a run; how many."""
        spread, far, links = self.spread, self.runs.things[places], self.runs.links[places]
        near = np.concatenate(([node], far[:-1]))
        hops = spread.hops[node] + 1 + np.arange(len(far))
        good = (self.index.level[links] >= self.width) & (spread.hops[far] > hops) & self._alone(near, links)
        if spread.barred is not None:
            good &= ~spread.barred[far]
        steps: int = len(far) if good.all() else int(good.argmin())
        far, links = far[:steps], links[:steps]
        spread.hops[far] = hops[:steps]
        spread.total[far] = spread.total[node] + np.cumsum(self.index.weights[self.index.level[links]])
        return steps

    def _alone(self, near: Ints, links: Ints) -> Ints:
        """Whether each link may be taken and no other leads on from the same thing."""
        allowed = self.search.allowed
        starts = self.index.into_start if self.search.upward else self.index.out_start
        alone: Ints = starts[4 * near + 4] - starts[4 * near] == 1
        if allowed is None:
            return alone
        several = np.flatnonzero(~alone)
        indptr, places = ranges(starts, near[several], 0, 4)
        numbers = self.index.into_link[places] if self.search.upward else places
        before = np.concatenate(([0], np.cumsum(allowed[numbers])))
        alone[several] = np.diff(before[indptr]) == 1
        return alone & allowed[links]
