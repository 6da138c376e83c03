"""Equivalence classes of names: union-find (Tarjan 1975), one representative each, chosen by rule, never by count."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar

Rank = tuple[int | str, ...]

_T = TypeVar("_T", str, int)


class Classes(Generic[_T]):
    """The reflexive, symmetric, transitive closure of links between IRIs, or between numbers of things.

    Args:
        members: IRIs that exist, linked or not.
        links: Pairs that name the same thing.
        rank: Sort key of an IRI; the least of a class represents it.

    >>> classes = Classes(["a", "b", "c"], [("b", "a")], rank=lambda iri: (iri,))
    >>> classes.canonical("b"), classes.canonical("c"), classes.members("a")
    ('a', 'c', ('a', 'b'))
    """

    def __init__(self, members: Iterable[_T], links: Iterable[tuple[_T, _T]], rank: Callable[[_T], Rank]) -> None:
        self._parent: dict[_T, _T] = {member: member for member in members}
        for one, other in links:
            self._union(one, other)
        grouped: defaultdict[_T, list[_T]] = defaultdict(list)
        for member in self._parent:
            grouped[self._root(member)].append(member)
        self._members: dict[_T, tuple[_T, ...]] = {}
        for group in grouped.values():
            self._members[min(group, key=rank)] = tuple(sorted(group))
        self._canonical: dict[_T, _T] = {member: one for one, group in self._members.items() for member in group}

    def __iter__(self) -> Iterator[_T]:
        """Representatives, sorted."""
        return iter(sorted(self._members))

    def __contains__(self, iri: _T) -> bool:
        return iri in self._canonical

    def canonical(self, iri: _T) -> _T:
        """The representative of an IRI's class; itself when nothing is known of it."""
        return self._canonical.get(iri, iri)

    def members(self, representative: _T) -> tuple[_T, ...]:
        """All IRIs a representative stands for, sorted, itself included."""
        return self._members.get(representative, (representative,))

    def _root(self, iri: _T) -> _T:
        root = iri
        while self._parent[root] != root:
            root = self._parent[root]
        while self._parent[iri] != root:
            self._parent[iri], iri = root, self._parent[iri]
        return root

    def _union(self, one: _T, other: _T) -> None:
        self._parent.setdefault(one, one)
        self._parent.setdefault(other, other)
        low, high = sorted((self._root(one), self._root(other)))
        self._parent[high] = low
