"""An index as an answer's limits let it be seen, with the receipts of its links and the count of what is hidden."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from kg.errors import InputError
from kg.graph.citations.receipts import Receipts
from kg.graph.index.filters import Filter
from kg.graph.index.index import Index
from kg.graph.search.routes import Route
from kg.model import Limits, Path, Step
from kg.ontology import Ontology, in_force, local_name
from kg.rdf import Store

Ints = npt.NDArray[Any]


class View:
    """What an answer sees of a graph.

    Args:
        store: The graph.
        limits: What is taken into account.
        source_url: Template that makes citations links.
        index: The graph's edges, where they are loaded already.

    Raises:
        InputError: If the graph has no such relation or kind.
        UnknownName: If it has no such thing to exclude.
    """

    def __init__(self, store: Store, limits: Limits, source_url: str | None = None, index: Index | None = None) -> None:
        self.store, self.limits = store, limits
        self.whole = index or Index.load(store)
        self.filter = Filter(
            limits.min_support,
            _relations(self.whole, in_force(store), limits.via) if limits.via else None,
            frozenset(self.whole.number(name) for name in limits.exclude),
            limits.trust,
        )
        self.index = self.filter.of(self.whole)
        self.receipts = Receipts(store, self.whole, source_url)
        self.hidden: dict[str, int] = {}
        self._kind = self._listed_kind()

    def _listed_kind(self) -> Ints | None:
        """Which things are of the kind asked for."""
        wanted, kinds = self.limits.kind, self.whole.tables["kinds"]
        if wanted is None:
            return None
        codes = [code for code, kind in enumerate(kinds) if kind.lower() == wanted.strip().lower()]
        if not codes:
            raise InputError(f"nothing here is of the kind {wanted!r}", hint=", ".join(kinds))
        return np.asarray(self.whole.arrays["kind"] == codes[0])

    def numbers(self, names: Iterable[str]) -> list[int]:
        """Numbers of the things that some IRIs stand for, sorted.

        Raises:
            UnknownName: If the graph has no such thing.
            InputError: If it is excluded.
        """
        found = sorted({self.whole.number(name) for name in names})
        for number in found:
            if number in self.filter.exclude:
                label = self.whole.labels[number]
                raise InputError(f"{label} is excluded and asked about", hint="leave out one of the two")
        return found

    def lifted(self) -> Iterator[tuple[str, Index]]:
        """The index without each rule that leaves links out, by the rule's name."""
        for name in self.filter.used:
            yield name, self.filter.lifted(name).of(self.whole)

    def hide_each(self, missing: Callable[[Index], Ints]) -> None:
        """Count what each rule leaves out, and what only several do.

        Args:
            missing: What another index shows and this view does not, shape (things,).
        """
        seen = np.zeros(len(self.whole.component), bool)
        for name, index in self.lifted():
            found = missing(index)
            self.hide(name, int(np.count_nonzero(found)))
            seen |= found
        if len(self.filter.used) > 1:
            self.hide("together", int(np.count_nonzero(missing(self.whole) & ~seen)))

    def hide(self, name: str, count: int) -> None:
        """Count what a limit leaves out."""
        if count:
            self.hidden[name] = self.hidden.get(name, 0) + count

    def of_kind(self, nodes: Ints) -> Ints:
        """Those of some things that are of the kind asked for; the others are counted."""
        if self._kind is None:
            return nodes
        kept: Ints = nodes[self._kind[nodes]]
        self.hide("kind", len(nodes) - len(kept))
        return kept

    def top(self, name: str, nodes: Ints) -> Ints:
        """The first things of a list, as many as are to be shown; the others are counted."""
        kept = nodes if self.limits.top is None else nodes[: self.limits.top]
        self.hide(name, len(nodes) - len(kept))
        return kept

    def fetch(self, links: Iterable[int], things: Iterable[int]) -> None:
        """Read at once the sentences of some links, and those that name the owners of some things."""
        self.receipts.fetch(map(self.index.original, links), things)

    def path(self, route: Route) -> Path:
        """A route as cited steps."""
        return Path(self.steps(route))

    def steps(self, links: Iterable[int]) -> tuple[Step, ...]:
        """Links as cited steps."""
        return self.receipts.steps(map(self.index.original, links))


def _relations(index: Index, ontology: Ontology, keys: Iterable[str]) -> frozenset[int]:
    """Places of some relations, and of those below them, in the relations of an index."""
    found: set[int] = set()
    above = [ontology.superproperties(name) for name in index.relations]
    for key in keys:
        wanted = key.strip().replace(" ", "_").removeprefix("kg:")
        known = {name for names in above for name in names} | set(ontology.by_iri)
        if wanted not in map(local_name, known):
            raise InputError(f"no relation is called {key!r}", hint=", ".join(sorted(map(local_name, known))))
        found |= {place for place, names in enumerate(above) if wanted in map(local_name, names)}
    return frozenset(found)
