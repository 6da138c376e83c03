"""Single points of failure: what takes others down alone, how many, whom to tell, and which sentence says so."""

from __future__ import annotations

from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from kg.errors import InputError
from kg.graph import OWNED_BY, Index, Receipts, above, breakers, broken, supporting, worst_first
from kg.model import Entity, Path, Point, Told, Weak
from kg.ontology import in_force
from kg.rdf import Store

TELL = 5
"""Owners listed for each point."""

Ints = npt.NDArray[Any]


def weak(
    store: Store,
    target: str | None = None,
    *,
    top: int | None = None,
    source_url: str | None = None,
    index: Index | None = None,
) -> Weak:
    """Single points of failure, of the whole graph or above one component.

    Exact by the rules of docs/failure.md, alternatives included: a thing counts only when nothing else has to fail.

    Args:
        store: The graph.
        target: IRI of a component; any alias will do. Then only what breaks it alone is listed, fewest hops first.
        top: How many to list; the counts stay totals.
        source_url: Template that makes citations links: `{document}`, `{first}`, `{last}`.
        index: The graph's edges, where they are loaded already.

    Raises:
        UnknownName: If the graph has no such thing.
        InputError: If a limit is less than it can be.
    """
    if top is not None and top < 0:
        raise InputError(f"top is {top}", hint="at least 0")
    index = index or Index.load(store)
    points = _Points(Receipts(store, index, source_url))
    return points.of_all(top) if target is None else points.above(index.number(target), top)


class _Points:
    """Finds points and says what is known of each."""

    def __init__(self, receipts: Receipts) -> None:
        self.receipts, self.index = receipts, receipts.index

    def of_all(self, top: int | None) -> Weak:
        """Those of the whole graph, the one that takes down most first."""
        total = len(breakers(self.index))
        points = []
        for node, found in islice(worst_first(self.index), top):
            link = supporting(self.index, node)
            points.append(self._point(node, found, self.receipts.path([link])))
        return self._weak(points, total, None)

    def above(self, target: int, top: int | None) -> Weak:
        """Those that break one thing, the nearest first."""
        routes, total = above(self.index, target, top)
        points = [self._point(n, broken(self.index, [n]), self.receipts.path(route)) for n, route in routes]
        return self._weak(points, total, self.index.entities[target])

    def _weak(self, points: list[Point], total: int, target: Entity | None) -> Weak:
        components = int(np.count_nonzero(self.index.component))
        hidden = {"points": total - len(points)} if total > len(points) else {}
        return Weak(tuple(points), {"components": components, "points": total}, target, hidden)

    def _point(self, node: int, found: Ints, path: Path) -> Point:
        told = self._owners(found)
        return Point(
            entity=self.index.entities[node],
            breaks=len(found),
            owners=self.receipts.owners(node),
            tell=tuple(Told(self.index.entities[n], count) for n, count in told[:TELL]),
            untold=max(0, len(told) - TELL),
            path=path,
        )

    def _owners(self, found: Ints) -> list[tuple[int, int]]:
        """Owners of some things, and how many of them each owns, most first."""
        things, owners = self._owned
        lost = np.zeros(len(self.index.component), bool)
        lost[found] = True
        who, counts = np.unique(owners[lost[things]], return_counts=True)
        order = np.lexsort((who, -counts))
        return list(zip(who[order].tolist(), counts[order].tolist(), strict=True))

    @cached_property
    def _owned(self) -> tuple[Ints, Ints]:
        """Things and their owners, each pair once."""
        above = in_force(self.receipts.store).superproperties
        owning = [n for n, relation in enumerate(self.index.relations) if OWNED_BY in above(relation)]
        links = np.isin(self.index.relation, owning)
        pairs = np.unique(np.stack((self.index.subject[links], self.index.object[links])), axis=1)
        return pairs[0], pairs[1]
