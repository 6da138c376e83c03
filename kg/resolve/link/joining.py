"""Union-find with pairs that must never meet: what is joined first stays, what would join a pair is refused.

Clustering under cannot-link constraints (Wagstaff et al., "Constrained K-means", ICML 2001) is order-dependent, so
the caller fixes the order: surest first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping


class Joiner:
    """Classes that grow link by link.

    Args:
        apart: Pairs that stay in different classes, each with what says so.

    >>> joiner = Joiner({("a", "c"): "ada"})
    >>> joiner.join("a", "b"), joiner.join("b", "c"), joiner.together("a", "c")
    (None, 'ada', False)
    """

    def __init__(self, apart: Mapping[tuple[str, str], str]) -> None:
        self._parent: dict[str, str] = {}
        self._apart: dict[str, dict[tuple[str, str], str]] = {}
        for pair, said in sorted(apart.items()):
            for name in pair:
                self._apart.setdefault(name, {})[pair] = said

    def together(self, one: str, other: str) -> bool:
        """Whether two names are in one class."""
        return self._root(one) == self._root(other)

    def join(self, one: str, other: str) -> str | None:
        """Join the classes of two names; what keeps them apart, if something does."""
        low, high = sorted((self._root(one), self._root(other)))
        if low == high:
            return None
        if (said := self._barrier(low, high)) is not None:
            return said
        self._parent[high] = low
        if high in self._apart:
            self._apart[low] = {**self._apart.get(low, {}), **self._apart.pop(high)}
        return None

    def _barrier(self, one: str, other: str) -> str | None:
        pairs: Iterable[tuple[str, str]] = sorted(self._apart.get(one, {}).keys() & self._apart.get(other, {}).keys())
        return next((self._apart[one][pair] for pair in pairs), None)

    def _root(self, name: str) -> str:
        root = name
        while (above := self._parent.get(root, root)) != root:
            root = above
        while name != root:
            self._parent[name], name = root, self._parent.get(name, root)
        return root
