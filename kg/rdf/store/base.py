"""What every store offers to the layers above."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

import pyoxigraph as ox

from kg.rdf.iris import Names
from kg.rdf.terms import Graph, Term

Row = Mapping[str, Term]
"""One solution of a SELECT query: variable name to term; an unbound variable is missing."""


class Store(Protocol):
    """A graph that can be read: embedded, in memory, or behind a SPARQL endpoint."""

    @property
    def names(self) -> Names:
        """The graph's IRIs."""

    def select(self, query: str) -> tuple[Sequence[str], list[Row]]:
        """Variables and solutions of a SELECT query; an ASK query gives one row with `result`.

        Raises:
            QueryError: If it cannot be parsed or run.
        """

    def quads(
        self,
        subject: ox.NamedNode | None = None,
        predicate: ox.NamedNode | None = None,
        obj: Term | None = None,
        graph: Graph | None = None,
    ) -> Iterator[ox.Quad]:
        """Quads that match; None matches all."""
