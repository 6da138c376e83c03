"""What a writer changes in the inferred graph, noted as it happens, so that nothing has to be read back.

Reading a quad from disk costs some ten microseconds, an edge has ten of them.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator
from itertools import count

import pyoxigraph as ox

from kg.names import Names
from kg.terms import value_of
from kg.vocab import DCTERMS, KG, RDF, SKOS

MOST = 20_000
"""Changed subjects up to which a change counts as small."""

EDGE = (RDF + "subject", RDF + "predicate", RDF + "object", KG + "alternatives", KG + "documents", KG + "chunks",
        KG + "status")  # fmt: skip
"""What is said of an edge, each once."""

_KEPT = frozenset({KG + "canonical", KG + "contradictedBy", KG + "kind", KG + "technology", RDF + "type",
                   SKOS + "altLabel", SKOS + "prefLabel"})  # fmt: skip
_COUNTS = (KG + "documents", KG + "chunks")
_POLARITY, _DENIAL = KG + "polarity", ox.NamedNode(KG + "Denial")


class Columns:
    """The facts of a graph by predicate; edges as rows of numbers, for there may be millions."""

    def __init__(self) -> None:
        self.plain = True
        """Whether every edge has at most one value of everything, as it has in what `kg` makes."""
        self.values: defaultdict[str, dict[str, list[str]]] = defaultdict(dict)
        self._rows: dict[str, int] = {}
        self._terms: defaultdict[str, int] = defaultdict(count().__next__)
        self._edges = {predicate: array("i") for predicate in EDGE}

    def add(self, quad: ox.Quad) -> None:
        """Note a quad."""
        predicate = quad.predicate.value
        column = self._edges.get(predicate)
        if column is not None:
            self._say(column, self._row(value_of(quad.subject)), predicate, value_of(quad.object))
        elif predicate in _KEPT and (value := value_of(quad.object)) != KG + "Edge":
            self.values[predicate].setdefault(value_of(quad.subject), []).append(value)

    def _say(self, column: array[int], row: int, predicate: str, value: str) -> None:
        counts = predicate in _COUNTS
        number = -2 if counts and not value.isdecimal() else int(value) if counts else self._terms[value]
        self.plain = self.plain and number != -2 and column[row] in (-1, number)
        column[row] = number

    def _row(self, edge: str) -> int:
        row = self._rows.setdefault(edge, len(self._rows))
        if row == len(self._edges[KG + "status"]):
            for column in self._edges.values():
                column.append(-1)
        return row

    def edges(self) -> Iterator[tuple[str, dict[str, str]]]:
        """Every edge and what is said of it, by predicate."""
        terms = list(self._terms)
        columns = [(p, column, p in _COUNTS) for p, column in self._edges.items()]
        for edge, row in self._rows.items():
            yield edge, {p: str(c[row]) if counts else terms[c[row]] for p, c, counts in columns if c[row] >= 0}


class Journal:
    """Notes what a change does.

    Args:
        names: The graph's IRIs.
        empty: There is no inferred graph yet.
    """

    def __init__(self, names: Names, empty: bool) -> None:
        self._inferred = ox.NamedNode(names.inferred)
        self._ontology = ox.NamedNode(names.ontology)
        self.known = True
        """Whether what is noted tells all."""
        self.dated = False
        """Whether the date of some document changed."""
        self.columns = Columns() if empty else None
        """The whole graph, where there was none before."""
        self.touched: set[str] = set()
        """Subjects with other facts than before."""
        self.claims: set[str] = set()
        """Claims and decisions that came or went."""
        self.gone: defaultdict[str, dict[str, str]] = defaultdict(dict)
        """What was said of edges that were touched."""

    def restart(self) -> None:
        """All quads are gone."""
        self.columns = Columns()
        self.touched.clear()
        self.claims.clear()
        self.gone.clear()
        self.known = True

    def unseen(self) -> None:
        """Quads came that are not shown; into a graph made from the beginning none that is inferred comes so."""
        self.known = self.known and self.columns is not None

    def added(self, quad: ox.Quad) -> None:
        """A quad came."""
        if quad.graph_name != self._inferred:
            self._elsewhere(quad)
        elif self.columns is not None:
            self.columns.add(quad)
        else:
            self._touch(quad)

    def removed(self, quad: ox.Quad) -> None:
        """A quad went."""
        if quad.graph_name != self._inferred:
            self._elsewhere(quad)
        elif self.columns is not None:
            self.known = False
        else:
            self._touch(quad)
            if quad.predicate.value in EDGE:
                self.gone[value_of(quad.subject)][quad.predicate.value] = value_of(quad.object)

    def _touch(self, quad: ox.Quad) -> None:
        self.touched.add(value_of(quad.subject))
        self.known = self.known and len(self.touched) <= MOST

    def _elsewhere(self, quad: ox.Quad) -> None:
        """The ontology decides on everything; polarities tell what is denied."""
        if quad.graph_name == self._ontology and self.columns is None:
            self.known = False
        elif quad.predicate.value == _POLARITY or quad.object == _DENIAL:
            self.claims.add(value_of(quad.subject))
        elif quad.predicate.value == DCTERMS + "date":
            self.dated = True
