"""How much each thing takes down alone: exact, and without trying each.

Trying one thing costs what it breaks, so trying all of them is quadratic. Most need no trying. Count the paths of
hard links that lead to a thing: it breaks no more things than that. A choice breaks only when all its options do, so
keeping one of them as if it were hard leaves the count an upper bound. Things are tried in the order of their bounds
until no bound left exceeds what was found (Fagin, Lotem and Naor 2003, threshold algorithm), and each that was tried
lowers the bounds of all it broke, for what it breaks can break no more than it does.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Any

import numpy as np
import numpy.typing as npt

from kg.graph.arrays.distinct import distinct
from kg.graph.failure.states import NARROW, broken
from kg.graph.failure.together import WIDTH, broken_each
from kg.graph.index.assemble import ANY, HARD, SOFT
from kg.graph.index.index import Index
from kg.graph.index.links import between, ranges

Ints = npt.NDArray[Any]

ALONE = 100
"""Things tried one after the other before some are tried together."""

STEPS = 500
"""Frontiers of a sweep beyond which things are tried one after the other again."""


def breakers(index: Index) -> Ints:
    """Numbers of the things that break something else alone, sorted."""
    subjects, objects = _links(index, sole=True)
    found: Ints = distinct(objects[subjects != objects], len(index.component))
    return found


def supporting(index: Index, node: int) -> int:
    """Number of the best supported link over which a thing breaks another directly; of equal ones the first by names.

    Args:
        index: The edges.
        node: One of `breakers`.
    """
    place = np.array([node])
    hard = index.into_link[ranges(index.into_start, place, HARD, ANY)[1]]
    options = index.into_link[ranges(index.into_start, place, ANY, SOFT)[1]]
    links = np.concatenate((hard, options[index.choice_size[index.choice(options)] == 1]))
    links = links[index.subject[links] != node]
    return int(links[np.lexsort((links, -index.weight[links]))[0]])


def worst_first(index: Index) -> Iterator[tuple[int, Ints]]:
    """Things that break something alone, those that break most first, then by number; and what each breaks.

    Args:
        index: The edges.

    Yields:
        The number of a thing, and the numbers of what breaks when it alone fails, sorted, shape (broken,).
    """
    return iter(_Search(index))


class _Search:
    """Best first: the thing with the highest bound is tried next; of those no bound tells apart, that of most paths."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.parts, paths = _bounds(index)
        self.bound = np.minimum(paths, max(len(paths) - 1, 0)).astype(np.int64)
        self.order = np.lexsort((np.arange(len(paths)), -paths))
        self.paths = paths[self.order]
        self.at = 0
        self.heap: list[tuple[int, int]] = []
        self.tried: set[int] = set()
        self.together = True

    def __iter__(self) -> Iterator[tuple[int, Ints]]:
        while (node := self._next()) is not None:
            if node in self.tried:
                yield node, broken(self.index, [node])
            else:
                self._try([node, *self._more()])

    def _next(self) -> int | None:
        """Take the thing whose bound is highest."""
        while True:
            if self.at < len(self.order) and (not self.heap or self._first() < self.heap[0]):
                node = int(self.order[self.at])
                bound = int(min(self.paths[self.at], len(self.order) - 1))
                self.at += 1
            elif self.heap:
                bound, node = -self.heap[0][0], heappop(self.heap)[1]
            else:
                return None
            if bound and bound == self.bound[node]:
                return node
            self._put(node)

    def _first(self) -> tuple[float, int]:
        return -float(self.paths[self.at]), int(self.order[self.at])

    def _put(self, node: int) -> None:
        """Have a thing wait for its turn by the bound it has now."""
        if self.bound[node]:
            heappush(self.heap, (-int(self.bound[node]), node))

    def _more(self) -> list[int]:
        """Further things to try at once, when trying one after the other has gone on for long."""
        more: list[int] = []
        while self.together and len(self.tried) >= ALONE and len(more) < WIDTH - 1:
            node = self._next()
            if node is None:
                break
            if node in self.tried:
                self._put(node)
                break
            more.append(node)
        return more

    def _try(self, nodes: list[int]) -> None:
        found = broken_each(self.index, nodes, STEPS) if len(nodes) > 1 else None
        self.together = found is not None or len(nodes) == 1
        for node, broke in zip(nodes, found or (broken(self.index, [node]) for node in nodes), strict=True):
            self.tried.add(node)
            apart = self.parts[broke] != self.parts[node]
            self.bound[broke] = np.minimum(self.bound[broke], len(broke) - apart)
            self.bound[node] = len(broke)
        for node in nodes:
            self._put(node)


def _links(index: Index, sole: bool) -> tuple[Ints, Ints]:
    """Subjects and objects of the hard links and of one option of each choice, only of those left with one if `sole`.

    Of several options the one that itself relies on least is kept: the fewest things lie upstream of it.
    """
    _, hard = ranges(index.out_start, np.arange(len(index.component)), HARD, ANY)
    kept = options_by_reliance(index)[np.cumsum(index.choice_size) - index.choice_size]
    links = np.concatenate((hard, kept[index.choice_size == 1] if sole else kept))
    return index.subject[links], index.object[links]


def options_by_reliance(index: Index) -> Ints:
    """Numbers of all options, choice by choice, those that themselves rely on least first."""
    nodes = np.arange(len(index.component))
    relies = index.out_start[4 * nodes + SOFT] - index.out_start[4 * nodes]
    _, options = ranges(index.out_start, nodes, ANY, SOFT)
    order: Ints = options[np.lexsort((relies[index.object[options]], index.choice(options)))]
    return order


def _bounds(index: Index) -> tuple[Ints, Ints]:
    """A number for the strongly connected part each thing is in, and the paths that lead to it; shapes (things,)."""
    count = len(index.component)
    subjects, objects = _links(index, sole=False)
    apart = subjects != objects
    keys = np.sort(objects[apart] * np.int64(count) + subjects[apart])
    keys = keys[np.diff(keys, prepend=-1) > 0]  # np.unique hashes a million numbers in seconds
    parts = _Parts(count, keys % max(count, 1), keys // max(count, 1))
    parts.peel()
    for node in np.flatnonzero(parts.part < 0).tolist():
        if parts.part[node] < 0:
            parts.visit(node)
    return parts.part, parts.bound[parts.part]


class _Parts:
    """Strongly connected parts, each named by one of its things, and what one of a part breaks at most.

    Things that nothing in a circle relies on are parts of their own and peeled off from the top (Kahn 1962), by whole
    frontiers where these are wide. What is left is visited depth first (Tarjan 1972).

    Args:
        count: How many things there are.
        subjects: What relies, each pair once, sorted by object.
        objects: On what.
    """

    def __init__(self, count: int, subjects: Ints, objects: Ints) -> None:
        self.part, self.bound = np.full(count, -1), np.zeros(count)
        self.dependents, self.starts = subjects, _starts(objects, count)
        self.relied, self.first = objects[np.argsort(subjects, kind="stable")], _starts(np.sort(subjects), count)
        self.waiting = np.diff(self.starts)
        self._number, self._low, self._next = [0] * count, [0] * count, 1
        self._at, self._open = self.starts[:-1].tolist(), list[int]()

    def peel(self) -> None:
        """Everything that no circle relies on, from what nothing relies on downwards."""
        frontier = np.flatnonzero(self.waiting == 0)
        while len(frontier):
            frontier = self._wide(frontier) if len(frontier) > NARROW else self._narrow(frontier.tolist())

    def _wide(self, frontier: Ints) -> Ints:
        self.part[frontier] = frontier
        starts, places = between(self.first[frontier], self.first[frontier + 1])
        below = self.relied[places]
        np.add.at(self.bound, below, np.repeat(self.bound[frontier] + 1, np.diff(starts)))
        np.subtract.at(self.waiting, below, 1)
        below = distinct(below, len(self.waiting))
        found: Ints = below[self.waiting[below] == 0]
        return found

    def _narrow(self, queue: list[int]) -> Ints:
        part, bound, waiting = self.part.data, self.bound.data, self.waiting.data
        relied, first = self.relied.data, self.first.data
        while queue and len(queue) <= NARROW:
            node = queue.pop()
            part[node], onward = node, bound[node] + 1
            for place in range(first[node], first[node + 1]):
                below = relied[place]
                bound[below] += onward
                waiting[below] -= 1
                if not waiting[below]:
                    queue.append(below)
        return np.array(queue, np.int64)

    def visit(self, root: int) -> None:
        """Depth first from a thing, without recursion; parts that rely on others are closed before them."""
        starts, dependents, part = self.starts.data, self.dependents.data, self.part.data
        number, low, at = self._number, self._low, self._at
        self._enter(root)
        path = [root]
        while path:
            node = path[-1]
            for place in range(at[node], starts[node + 1]):
                other = dependents[place]
                if part[other] >= 0:
                    continue
                if not number[other]:
                    at[node] = place + 1
                    self._enter(other)
                    path.append(other)
                    break
                low[node] = min(low[node], number[other])
            else:
                path.pop()
                if path:
                    low[path[-1]] = min(low[path[-1]], low[node])
                if low[node] == number[node]:
                    self._close(node)

    def _enter(self, node: int) -> None:
        self._number[node] = self._low[node] = self._next
        self._next += 1
        self._open.append(node)

    def _close(self, root: int) -> None:
        """Everything entered since `root` is one part; all parts that rely on it have their bounds."""
        starts, dependents, part = self.starts.data, self.dependents.data, self.part.data
        members = [self._open.pop()]
        while members[-1] != root:
            members.append(self._open.pop())
        above: set[int] = set()
        for member in members:
            part[member] = root
            above.update(dependents[place] for place in range(starts[member], starts[member + 1]))
        bounds = {other: self.bound[other] + 1 for other in {part[node] for node in above} if other != root}
        self.bound[root] = len(members) - 1 + sum(bounds.values())


def _starts(numbers: Ints, count: int) -> Ints:
    """Where each number begins in a sorted array, and its end, shape (count + 1,)."""
    starts: Ints = np.searchsorted(numbers, np.arange(count + 1))
    return starts
