"""Two graphs side by side: which things of theirs are one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from kg.answer.diff.shared import shared
from kg.graph import Index, Receipts, cited, distinct
from kg.model import Citation, Entity
from kg.rdf import Store
from kg.resolve import Classes

MOST_CITATIONS = 3
"""Sentences quoted for a thing or a name."""

Ints = npt.NDArray[Any]

_T = TypeVar("_T")


class Cap:
    """Keeps the first of long lists, and counts.

    Args:
        top: How many to keep; None for all.

    >>> cap = Cap(1)
    >>> cap.of("ab", "edges_added"), cap.counts, cap.hidden
    ('a', {'edges_added': 2}, {'edges_added': 1})
    """

    def __init__(self, top: int | None) -> None:
        self.top = top
        self.counts: dict[str, int] = {}
        self.hidden: dict[str, int] = {}

    def of(self, items: Sequence[_T], name: str) -> Sequence[_T]:
        """The first of a list, which is counted under a name."""
        self.counts[name] = len(items)
        return self.shown(items, name)

    def shown(self, items: Sequence[_T], name: str) -> Sequence[_T]:
        """The first of a list; what is left out is counted under a name."""
        kept = items if self.top is None else items[: self.top]
        if len(kept) < len(items):
            self.hidden[name] = len(items) - len(kept)
        return kept


class Side:
    """One of the two graphs."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.index = Index.load(store)
        self.receipts = Receipts(store, self.index)
        self.node_of: Ints = self.index.arrays["iri_node"]
        self._by_node = Grouped(self.node_of)

    def places(self, node: int) -> list[int]:
        """Where the IRIs of the names of a thing stand in the table of all."""
        return self._by_node[node]

    def members(self, node: int) -> list[str]:
        """IRIs of the names of a thing, sorted."""
        return [self.index.iris[place] for place in self.places(node)]

    def entity(self, node: int) -> Entity:
        """The entity of a number."""
        return self.index.entities[node]

    def about(self, names: Iterable[str]) -> tuple[Citation, ...]:
        """The first sentences that state something about names."""
        return cited(self.receipts.records.about(names))[:MOST_CITATIONS]


class Grouped:
    """Places of an array by what stands there.

    >>> Grouped(np.array([7, 5, 7]))[7]
    [0, 2]
    """

    def __init__(self, values: Ints) -> None:
        self._values = values

    @cached_property
    def _order(self) -> Ints:
        return np.argsort(self._values, kind="stable")

    @cached_property
    def _sorted(self) -> Ints:
        return self._values[self._order]

    def __getitem__(self, value: int) -> list[int]:
        first, last = (np.searchsorted(self._sorted, value, side) for side in ("left", "right"))
        found: list[int] = self._order[first:last].tolist()
        return found


class Joint:
    """The things of both graphs, those that share a name being one.

    A joint thing has the number of its first thing in the old graph, else of its first in the new graph, beyond these.

    Args:
        old: The old graph.
        new: The new graph.
    """

    def __init__(self, old: Side, new: Side) -> None:
        self.sides = (old, new)
        self._sizes = tuple(len(side.index.entities) for side in self.sides)
        self.size = sum(self._sizes)
        self.shared = shared(old.index.iris, new.index.iris)
        self.things = (np.arange(self._sizes[0]), self._sizes[0] + np.arange(self._sizes[1]))
        self._unite(self._pairs())
        self._unite(np.array(list(self._respelled()), np.int64).reshape(-1, 2))

    def _pairs(self) -> Ints:
        """Things of both graphs that share a name, each pair once, shape (pairs, 2)."""
        one, other = (
            side.node_of[places].astype(np.int64) for side, places in zip(self.sides, self.shared, strict=True)
        )
        return np.stack(np.divmod(distinct(one * self.size + other), max(self.size, 1)), axis=1)

    def _unite(self, pairs: Ints) -> None:
        """Make one of things of both graphs; most are in one pair alone."""
        one, other = pairs.T
        apart = (np.bincount(one)[one] == 1) & (np.bincount(other)[other] == 1)
        self.things[1][other[apart]] = self.things[0][one[apart]]
        links = ((left, self._sizes[0] + right) for left, right in pairs[~apart].tolist())
        groups = Classes[int]((), links, rank=lambda thing: (thing,))
        for first in groups:
            for thing in groups.members(first):
                side = int(thing >= self._sizes[0])
                self.things[side][thing - side * self._sizes[0]] = first

    def _respelled(self) -> Iterator[tuple[int, int]]:
        """Things of one graph alone whose names differ in hyphens: "AuthService" that became "auth service"."""
        old, new = (self._folded(side) for side in (0, 1))
        for key in sorted(old.keys() & new.keys()):
            if len(old[key]) == len(new[key]) == 1:
                yield min(old[key]), min(new[key])

    def _folded(self, side: int) -> dict[str, set[int]]:
        found: defaultdict[str, set[int]] = defaultdict(set)
        for node in self.lone(side).tolist():
            for name in self.sides[side].members(node):
                head, _, tail = name.rpartition("/")
                found[f"{head}/{tail.replace('-', '')}"].add(node)
        return found

    def has(self, side: int) -> npt.NDArray[np.bool_]:
        """Whether a graph has each of the joint things."""
        found = np.zeros(self.size, bool)
        found[self.things[side]] = True
        return found

    def lone(self, side: int) -> Ints:
        """Things of one graph that are none of the other's."""
        return np.flatnonzero(~self.has(1 - side)[self.things[side]])

    def only(self, side: int) -> list[int]:
        """Things that one graph alone has, by label."""
        return sorted(self.lone(side).tolist(), key=lambda node: self.sides[side].entity(node))

    def thing(self, side: int, node: int) -> int:
        """Number of the joint thing that a graph's thing is part of."""
        return int(self.things[side][node])

    @cached_property
    def _nodes(self) -> tuple[Grouped, Grouped]:
        return Grouped(self.things[0]), Grouped(self.things[1])

    def nodes(self, side: int, thing: int) -> list[int]:
        """Things of a graph that a joint thing is made of."""
        return self._nodes[side][thing]

    def parted(self) -> list[int]:
        """Joint things that are several things in one of the graphs."""
        several = [np.bincount(things, minlength=self.size) > 1 for things in self.things]
        return np.flatnonzero(several[0] | several[1]).tolist()
