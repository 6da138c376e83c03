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

from kg.traverse.assemble import ANY, HARD, SOFT
from kg.traverse.failure import broken
from kg.traverse.index import Index, ranges

Ints = npt.NDArray[Any]


def breakers(index: Index) -> Ints:
    """Numbers of the things that break something else alone, sorted."""
    subjects, objects = _links(index, sole=True)
    found: Ints = np.unique(objects[subjects != objects])
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
    """Best first: the thing with the highest bound is tried next."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.parts, self.bound = _bounds(index)
        self.order = np.lexsort((np.arange(len(self.bound)), -self.bound))
        self.first = self.bound[self.order]
        self.tried: dict[int, Ints] = {}
        self.heap: list[tuple[int, int]] = []

    def __iter__(self) -> Iterator[tuple[int, Ints]]:
        at = 0
        while True:
            if at < len(self.order) and (not self.heap or (-self.first[at], self.order[at]) < self.heap[0]):
                bound, node = int(self.first[at]), int(self.order[at])
                at += 1
            elif self.heap:
                bound, node = -self.heap[0][0], heappop(self.heap)[1]
            else:
                return
            if node in self.tried:
                yield node, self.tried.pop(node)
            elif bound:
                if bound == self.bound[node]:
                    self._try(node)
                if self.bound[node]:
                    heappush(self.heap, (-int(self.bound[node]), node))

    def _try(self, node: int) -> None:
        found = broken(self.index, [node])
        self.tried[node] = found
        apart = self.parts[found] != self.parts[node]
        self.bound[found] = np.minimum(self.bound[found], len(found) - apart)
        self.bound[node] = len(found)


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
    """The strongly connected part each thing is in, and how much each thing breaks at most; shapes (things,)."""
    count = len(index.component)
    subjects, objects = _links(index, sole=False)
    apart = subjects != objects
    order = np.lexsort((subjects[apart], objects[apart]))
    dependents = subjects[apart][order]
    starts = np.zeros(count + 1, np.int64)
    np.cumsum(np.bincount(objects[apart], minlength=count), out=starts[1:])
    parts = _Parts(starts.tolist(), dependents.tolist())
    most = np.minimum(np.array(parts.bounds, np.float64), count - 1).astype(np.int64)
    part = np.array(parts.part, np.int64)
    return part, most[part] if count else most


class _Parts:
    """Strongly connected parts (Tarjan 1972), each closed after all that relies on it, and their bounds.

    Args:
        starts: Where the dependents of each thing begin; one more at the end.
        dependents: Dependents, end to end.
    """

    def __init__(self, starts: list[int], dependents: list[int]) -> None:
        self.starts, self.dependents = starts, dependents
        self.count = len(starts) - 1
        self.part = [-1] * self.count
        self.bounds: list[int] = []
        self._number, self._low = [0] * self.count, [0] * self.count
        self._at, self._next, self._open = starts[:-1], 1, list[int]()
        for root in range(self.count):
            if not self._number[root]:
                self._visit(root)

    def _enter(self, node: int) -> None:
        self._number[node] = self._low[node] = self._next
        self._next += 1
        self._open.append(node)

    def _visit(self, root: int) -> None:
        """Depth first, without recursion."""
        starts, dependents, number, low = self.starts, self.dependents, self._number, self._low
        part, at = self.part, self._at
        self._enter(root)
        path = [root]
        while path:
            node = path[-1]
            for place in range(at[node], starts[node + 1]):
                other = dependents[place]
                if not number[other]:
                    at[node] = place + 1
                    self._enter(other)
                    path.append(other)
                    break
                if part[other] < 0 and number[other] < low[node]:
                    low[node] = number[other]
            else:
                path.pop()
                if path and low[node] < low[path[-1]]:
                    low[path[-1]] = low[node]
                if low[node] == number[node]:
                    self._close(node)

    def _close(self, root: int) -> None:
        """Everything entered since `root` is one part; all parts that rely on it are closed."""
        members = [self._open.pop()]
        while members[-1] != root:
            members.append(self._open.pop())
        name = len(self.bounds)
        for member in members:
            self.part[member] = name
        above = {
            self.part[other]
            for member in members
            for other in self.dependents[self.starts[member] : self.starts[member + 1]]
        } - {name}
        total = len(members) - 1 + len(above) + sum([self.bounds[other] for other in above])
        self.bounds.append(min(total, self.count))
