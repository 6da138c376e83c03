"""Bridges of a class's link graph: the links without which it falls apart (Tarjan 1974)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence


def bridges(links: Sequence[tuple[str, str]], root: str) -> dict[int, frozenset[str]]:
    """For each link without which the graph falls apart, what it leaves behind.

    Args:
        links: Pairs of names, each pair once.
        root: Where to stand: what is left behind is the side without it. Links it does not reach are left out.

    >>> found = bridges([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")], "a")
    >>> {number: sorted(side) for number, side in found.items()}
    {3: ['d']}
    """
    order, parent, low = _walk(_around(links), root)
    below: dict[str, set[str]] = {name: {name} for name in order}
    found: dict[int, frozenset[str]] = {}
    for name in reversed(order):
        link, above = parent[name]
        if above is None:
            continue
        below[above] |= below[name]
        if low[name] == order[name]:
            found[link] = frozenset(below[name])
    return dict(sorted(found.items()))


_Around = dict[str, list[tuple[int, str]]]
_Parents = dict[str, tuple[int, str | None]]


def _around(links: Sequence[tuple[str, str]]) -> _Around:
    around: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for number, (one, other) in enumerate(links):
        around[one].append((number, other))
        around[other].append((number, one))
    return around


def _walk(around: _Around, root: str) -> tuple[dict[str, int], _Parents, dict[str, int]]:
    """Depth first: when each name was reached, over which link and from where, and how far back its side reaches."""
    order, low = {root: 0}, {root: 0}
    parent: _Parents = {root: (-1, None)}
    stack = [(root, iter(around.get(root, ())))]
    while stack:
        name, rest = stack[-1]
        for link, other in rest:
            if other not in order:
                order[other] = low[other] = len(order)
                parent[other] = link, name
                stack.append((other, iter(around.get(other, ()))))
                break
            if link != parent[name][0]:
                low[name] = min(low[name], order[other])
        else:
            stack.pop()
            above = parent[name][1]
            if above is not None:
                low[above] = min(low[above], low[name])
    return order, parent, low
