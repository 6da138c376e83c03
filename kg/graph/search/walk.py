"""A search goes from one thing to the next while few are equally far: a bucket costs some 20 µs, a thing costs one."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

import numpy as np
import numpy.typing as npt

from kg.graph.index.runs import LONG, SHORTEST
from kg.graph.search.frontier import Frontier
from kg.graph.search.stride import Stride

Ints = npt.NDArray[Any]

NARROW = 24
"""Buckets up to this many things are walked one by one."""

RESTING = 64
"""Things walked one by one after a stride too short to pay."""


class Walk:
    """Goes on with a spread, one thing after the other, while buckets are small.

    Args:
        spread: What it is part of.
        width: Support of the links that are admitted.
        seeds: Links to start with, by the hops of where they start.
        starts: These hops.
    """

    def __init__(self, spread: Frontier, width: int, seeds: Ints, starts: Ints) -> None:
        self.spread, self.width, self.seeds, self.starts = spread, width, seeds, starts
        self.at, self.hops, self.steps, self._next = 0, 0, 0, 0
        self.new: list[int] = []
        self._begins = starts.tolist() if len(starts) <= NARROW else starts.data
        index, search = spread.index, spread.search
        self._range = (index.into_start if search.upward else index.out_start).data
        self._link = index.into_link.data if search.upward else range(len(index.subject))
        self._allowed = None if search.allowed is None else search.allowed.data
        self._near, self._far = search.near.data, search.far.data
        self._level, self._weights = index.level.data, index.weights.data
        self._hops, self._total, self._seen = spread.hops.data, spread.total.data, spread.seen.data
        self._expanded = spread.expanded.data
        self._barred = None if spread.barred is None else spread.barred.data
        self._ends = frozenset() if spread.ends is None else frozenset(spread.ends.tolist())

    def due(self) -> Ints:
        """The seeds that start at `hops`."""
        begin, self.at = self.at, bisect_right(self._begins, self.hops, self.at)
        return self.seeds[begin : self.at]

    def narrow(self, front: Ints, after: int = 0) -> Ints | None:
        """Walk until a bucket is wide, and return it, or until nothing is left.

        Args:
            front: Things to go on from.
            after: How many hops farther away they are than those of the bucket before.
        """
        self.hops += after
        if len(front) > NARROW and not self.spread.done:
            return front
        queue: list[int] = front.tolist()
        while not self.spread.done and (queue or self.at < len(self.seeds)):
            self.hops = self.hops if queue else self._begins[self.at]
            if self._is_wide(queue):
                return np.array(queue, np.int64)
            if len(queue) == 1 and self._strides(queue):
                continue
            links = self._follow(queue)
            if self.at < len(self.seeds) and self._begins[self.at] == self.hops:
                links += self.due().tolist()
            queue = self._improve(links)
            self.hops += 1
        return None

    def _strides(self, queue: list[int]) -> bool:
        """Go on from the one thing in a queue along its run, up to where it must be looked at again."""
        self.steps += 1
        runs = self.spread.index.found_runs.get(self.spread.search.upward)
        if self.steps < self._next or (runs is None and self.steps < LONG):
            return False
        until = self._begins[self.at] if self.at < len(self.seeds) else self.spread.depth
        gone = Stride(self.spread, self.width).along(queue[0], min(until, self.spread.depth) - self.hops)
        if len(gone) < SHORTEST:
            self._next = self.steps + RESTING
        if not len(gone):
            return False
        queue[:] = gone[-1:].tolist()
        self.hops += len(gone)
        return True

    def _is_wide(self, queue: list[int]) -> bool:
        if self.at + NARROW < len(self.seeds) and self._begins[self.at + NARROW] == self.hops:
            return True
        degrees = sum(self._range[4 * node + 4] - self._range[4 * node] for node in queue)
        return len(queue) > NARROW or degrees > NARROW * NARROW

    def _follow(self, queue: list[int]) -> list[int]:
        found, later = [], []
        for node in queue:
            if self.hops >= self.spread.depth:
                break
            for place in range(self._range[4 * node], self._range[4 * node + 4]):
                link = self._link[place]
                if self._allowed is None or self._allowed[link]:
                    if self._level[link] >= self.width:
                        found.append(link)
                    elif not self._expanded[node]:
                        later.append(link)
            self._expanded[node] = True
        if later:
            self.spread.postpone(np.array(later))
        return found

    def _improve(self, links: list[int]) -> list[int]:
        hops, total, reached = self._hops, self._total, self.hops + 1
        onward: dict[int, None] = {}
        for link in links:
            far = self._far[link]
            if hops[far] < reached or (self._barred is not None and self._barred[far]):
                continue
            offer = total[self._near[link]] + self._weights[self._level[link]]
            if hops[far] > reached or total[far] < offer:
                hops[far], total[far], onward[far] = reached, offer, None
                if not self._seen[far]:
                    self._seen[far] = True
                    self.new.append(far)
                    if far in self._ends:
                        self.spread.done = True
        return list(onward)
