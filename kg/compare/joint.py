"""Two graphs side by side: which things of theirs are one, which links say the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TypeVar

from kg.model import Citation, Entity
from kg.store.base import Store
from kg.traverse.index import Index
from kg.traverse.links import Link
from kg.traverse.receipts import Receipts
from kg.traverse.records import cited

MOST_CITATIONS = 3
"""Sentences quoted for a thing or a name."""

_T = TypeVar("_T")

Key = tuple[int, str, int]
"""Subject and object as numbers of joint things, and the relation's IRI."""


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

    @cached_property
    def members(self) -> dict[int, list[str]]:
        """IRIs of the names of each thing, sorted."""
        found: defaultdict[int, list[str]] = defaultdict(list)
        for name, node in self.index.every_iri():
            found[node].append(name)
        return dict(found)

    @cached_property
    def options(self) -> dict[int, tuple[int, ...]]:
        """Objects of all options of the links that are one of several."""
        links = self.index.links
        return {n: tuple(links[o].object for o in self.index.options(n)) for n in range(len(links)) if links[n].group}

    def entity(self, node: int) -> Entity:
        """The entity of a number."""
        return self.index.entities[node]

    def about(self, names: Iterable[str]) -> tuple[Citation, ...]:
        """The first sentences that state something about names."""
        return cited(self.receipts.records.about(names))[:MOST_CITATIONS]


class Joint:
    """The things of both graphs, those that share a name being one."""

    def __init__(self, old: Side, new: Side) -> None:
        self.sides = (old, new)
        sizes = [len(side.index.entities) for side in self.sides]
        self._above = list(range(sum(sizes)))
        self._offsets = (0, sizes[0])
        places = {name: node for node, names in old.members.items() for name in names}
        for node, names in new.members.items():
            for name in names:
                if name in places:
                    self._unite(places[name], sizes[0] + node)
        folded = [self._folded(side) for side in (0, 1)]
        for key in folded[0].keys() & folded[1].keys():
            if len(folded[0][key]) == len(folded[1][key]) == 1:
                self._unite(min(folded[0][key]), sizes[0] + min(folded[1][key]))

    def _folded(self, side: int) -> dict[str, set[int]]:
        """Things of one graph alone by their names without hyphens: "AuthService" that became "auth service"."""
        found: defaultdict[str, set[int]] = defaultdict(set)
        for node in self._lone(side):
            for name in self.sides[side].members.get(node, ()):
                head, _, tail = name.rpartition("/")
                found[f"{head}/{tail.replace('-', '')}"].add(node)
        return found

    def _lone(self, side: int) -> list[int]:
        """Things of one graph that share no name with any of the other."""
        sizes = [len(one.index.entities) for one in self.sides]
        other = {self.thing(1 - side, node) for node in range(sizes[1 - side])}
        return [node for node in range(sizes[side]) if self.thing(side, node) not in other]

    def _find(self, one: int) -> int:
        while self._above[one] != one:
            self._above[one] = one = self._above[self._above[one]]
        return one

    def _unite(self, one: int, other: int) -> None:
        first, second = sorted((self._find(one), self._find(other)))
        self._above[second] = first

    def thing(self, side: int, node: int) -> int:
        """Number of the joint thing that a graph's thing is part of."""
        return self._find(self._offsets[side] + node)

    @cached_property
    def nodes(self) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
        """Things of each graph by joint thing."""
        found: tuple[defaultdict[int, list[int]], ...] = (defaultdict(list), defaultdict(list))
        for side in (0, 1):
            for node in range(len(self.sides[side].index.entities)):
                found[side][self.thing(side, node)].append(node)
        return dict(found[0]), dict(found[1])

    def only(self, side: int) -> list[int]:
        """Things that one graph alone has, by label."""
        return sorted(self._lone(side), key=lambda node: self.sides[side].entity(node))

    @cached_property
    def links(self) -> tuple[dict[Key, Link], dict[Key, Link]]:
        """Links of each graph by what they mean in both; of several, the best supported."""
        return self._links(0), self._links(1)

    def _links(self, side: int) -> dict[Key, Link]:
        found: dict[Key, Link] = {}
        for link in self.sides[side].index.links:
            key = self.thing(side, link.subject), link.predicate, self.thing(side, link.object)
            if key[0] != key[2] and (key not in found or link.weight > found[key].weight):
                found[key] = link
        return found

    def said(self, side: int, link: Link) -> tuple[object, ...]:
        """What may change of an edge that stays: status, support, the other options."""
        options = (self.thing(side, node) for node in self.sides[side].options.get(link.number, ()))
        return link.status, link.weight, link.passes, frozenset(options)
