"""Equivalence classes of names: union-find (Tarjan 1975), one representative each, chosen by rule, never by count."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

Rank = tuple[int | str, ...]


class Classes:
    """The reflexive, symmetric, transitive closure of links between IRIs.

    Args:
        members: IRIs that exist, linked or not.
        links: Pairs that name the same thing.
        rank: Sort key of an IRI; the least of a class represents it.

    >>> classes = Classes(["a", "b", "c"], [("b", "a")], rank=lambda iri: (iri,))
    >>> classes.canonical("b"), classes.canonical("c"), classes.members("a")
    ('a', 'c', ('a', 'b'))
    """

    def __init__(self, members: Iterable[str], links: Iterable[tuple[str, str]], rank: Callable[[str], Rank]) -> None:
        self._parent: dict[str, str] = {member: member for member in members}
        for one, other in links:
            self._union(one, other)
        grouped: defaultdict[str, list[str]] = defaultdict(list)
        for member in self._parent:
            grouped[self._root(member)].append(member)
        self._members: dict[str, tuple[str, ...]] = {}
        for group in grouped.values():
            self._members[min(group, key=rank)] = tuple(sorted(group))
        self._canonical = {member: one for one, group in self._members.items() for member in group}

    def __iter__(self) -> Iterator[str]:
        """Representatives, sorted."""
        return iter(sorted(self._members))

    def __contains__(self, iri: str) -> bool:
        return iri in self._canonical

    def canonical(self, iri: str) -> str:
        """The representative of an IRI's class; itself when nothing is known of it."""
        return self._canonical.get(iri, iri)

    def members(self, representative: str) -> tuple[str, ...]:
        """All IRIs a representative stands for, sorted, itself included."""
        return self._members.get(representative, (representative,))

    def _root(self, iri: str) -> str:
        root = iri
        while self._parent[root] != root:
            root = self._parent[root]
        while self._parent[iri] != root:
            self._parent[iri], iri = root, self._parent[iri]
        return root

    def _union(self, one: str, other: str) -> None:
        self._parent.setdefault(one, one)
        self._parent.setdefault(other, other)
        low, high = sorted((self._root(one), self._root(other)))
        self._parent[high] = low
