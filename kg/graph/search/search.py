"""The cheapest paths from some things to all others: the widest weakest step first, then fewest hops, then support.

The weakest step is compared before the hops, so a shortest-path search on the pair would be wrong (a prefix of a best
path need not be best). Instead links are admitted in descending order of support; a thing's width is the support at
which it is first reached, and its hops and total are those of the cheapest path among the links admitted until then
(maximum-capacity paths, Pollack 1960). Supports are small integers, so there are few levels, and within one the search
goes breadth first: hops are buckets (Dial 1969).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kg.graph.arrays.distinct import distinct
from kg.graph.search.frontier import Frontier, Search
from kg.graph.search.walk import Walk

Ints = npt.NDArray[Any]


class Level(NamedTuple):
    """What has been reached once all links of a support are admitted.

    Args:
        width: The support, as a place in `Index.weights`.
        new: Numbers of what was not reached before, sorted.
    """

    width: int
    new: Ints


class Spread(Frontier):
    """Spreads from some things over admitted links. Iterating admits one level of support after the other.

    Args:
        search: Which links, which way.
        sources: Where paths start.
        cap: Width beyond which width no longer counts.
        depth: Hops no path exceeds.
        barred: Things not to visit, shape (things,).
        ends: Stop once one of these is reached.
        flat: Take all links for equally supported.

    After each level, `hops` and `total` (documents · 2³² + chunks) tell of the cheapest path to everything reached.
    """

    def __init__(
        self,
        search: Search,
        sources: Ints,
        *,
        cap: int | None = None,
        depth: int | None = None,
        barred: Ints | None = None,
        ends: Ints | None = None,
        flat: bool = False,
    ) -> None:
        super().__init__(search, sources, depth, barred, ends)
        self.cap = 0 if flat else len(self.index.weights) if cap is None else cap

    def __iter__(self) -> Iterator[Level]:
        while not self.done:
            waiting = np.concatenate([np.empty(0, np.int64), *self._postponed])
            if not len(waiting):
                return
            levels = self.levels(waiting)
            width = int(levels.max())
            self._postponed, self._new = [waiting.compress(levels < width)], list[Ints]()
            self._admit(width, waiting.compress(levels == width))
            yield Level(width, np.sort(np.concatenate([np.empty(0, np.int64), *self._new])))

    def levels(self, links: Ints) -> Ints:
        """Support of links as it counts here."""
        return np.minimum(self.index.level[links], self.cap)

    def _admit(self, width: int, seeds: Ints) -> None:
        """Make everything as cheap as it gets with some links more: hops by hops, from the nearest new link on."""
        starts = self.hops[self.search.near[seeds]]
        order = np.argsort(starts, kind="stable")
        seeds, starts = seeds[order], starts[order]
        walk = Walk(self, width, seeds, starts)
        front = walk.narrow(np.empty(0, np.int64))
        while front is not None:
            found = np.concatenate((walk.due(), self._follow(width, front)))
            front = walk.narrow(self._improve(found, walk.hops), after=1)
        self._new.append(np.array(walk.new, np.int64))

    def _follow(self, width: int, front: Ints) -> Ints:
        """Admitted links that lead on; those of things seen for the first time that are not admitted wait."""
        front = front.compress(self.hops.take(front) < self.depth)
        links = self.search.onward(front)
        admitted = self.index.level.take(links) >= width
        later = links.compress(~admitted)
        self._postponed.append(later.compress(~self.expanded.take(self.search.near.take(later))))
        self.expanded[front] = True
        kept: Ints = links.compress(admitted)
        return kept

    def _improve(self, links: Ints, hops: int) -> Ints:
        """Take links from things at `hops`; what became cheaper."""
        far = self.search.far.take(links)
        offer = self.total.take(self.search.near.take(links)) + self.index.weight.take(links)
        known = self.hops.take(far)
        better = (known > hops + 1) | ((known == hops + 1) & (self.total.take(far) < offer))
        if self.barred is not None:
            better &= ~self.barred.take(far)
        far, offer, known = far.compress(better), offer.compress(better), known.compress(better)
        self.total[far.compress(known > hops + 1)] = 0
        self.hops[far] = hops + 1
        np.maximum.at(self.total, far, offer)
        front = distinct(far, len(self.hops))
        self.new(front)
        self.done = self.ends is not None and bool(np.isin(front, self.ends).any())
        return front
