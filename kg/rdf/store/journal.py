"""What a writer changes in the inferred graph, noted as it happens, so that nothing has to be read back.

Reading a quad from disk costs some ten microseconds, an edge has ten of them.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from itertools import count

import pyoxigraph as ox

from kg.rdf.iris import Names
from kg.rdf.terms import value_of
from kg.rdf.vocab import DCTERMS, KG, RDF, SKOS

MOST = 20_000
"""Changed subjects up to which a change counts as small."""

EDGE = (RDF + "subject", RDF + "predicate", RDF + "object", KG + "alternatives", KG + "documents", KG + "chunks",
        KG + "status")  # fmt: skip
"""What is said of an edge, each once."""

_KEPT = frozenset({KG + "canonical", KG + "contradictedBy", KG + "kind", KG + "technology", RDF + "type",
                   SKOS + "altLabel", SKOS + "prefLabel"})  # fmt: skip
_KEY = 12
"""Bytes of the hash in an edge's IRI."""

_COUNTS = (KG + "documents", KG + "chunks")
_POLARITIES, _DENIAL = (KG + "polarity", KG + "statedPolarity"), ox.NamedNode(KG + "Denial")


class Columns:
    """The facts of a graph by predicate, as numbers, for there may be millions.

    Args:
        edges: What the IRI of every edge starts with.
    """

    def __init__(self, edges: str) -> None:
        self._prefix = edges
        self._terms: defaultdict[str, int] = defaultdict(count().__next__)
        self._pairs: defaultdict[str, tuple[array[int], array[int]]] = defaultdict(lambda: (array("i"), array("i")))
        self._edges = {predicate: array("i") for predicate in EDGE}
        self._keys, self._last = bytearray(), ""
        self._odd = False

    def add(self, quad: ox.Quad) -> None:
        """Note a quad."""
        predicate = quad.predicate.value
        column = self._edges.get(predicate)
        if column is not None:
            self._begin(value_of(quad.subject))
            self._say(column, predicate, value_of(quad.object))
        elif predicate in _KEPT and (value := value_of(quad.object)) != KG + "Edge":
            subjects, values = self._pairs[predicate]
            subjects.append(self._terms[value_of(quad.subject)])
            values.append(self._terms[value])

    def _begin(self, edge: str) -> None:
        """A row for an edge that is not the last one."""
        if edge == self._last:
            return
        self._last, key = edge, _key(edge.removeprefix(self._prefix))
        self._odd = self._odd or key is None
        self._keys += key or bytes(_KEY)
        for column in self._edges.values():
            column.append(-1)

    def _say(self, column: array[int], predicate: str, value: str) -> None:
        counts = predicate in _COUNTS
        number = -2 if counts and not value.isdecimal() else int(value) if counts else self._terms[value]
        self._odd = self._odd or number == -2 or column[-1] not in (-1, number)
        column[-1] = number

    @property
    def plain(self) -> bool:
        """Whether every edge has one row and at most one value of everything, as in what `kg` makes at once."""
        if self._odd:
            return False
        import numpy as np

        keys = np.frombuffer(self._keys, [("head", ">u8"), ("tail", ">u4")])
        keys = keys[np.lexsort((keys["tail"], keys["head"]))]
        return not (keys[1:] == keys[:-1]).any()

    @cached_property
    def _texts(self) -> list[str]:
        """Every term by its number; nothing can be added after that."""
        texts = list(self._terms)
        del self._terms
        return texts

    def pairs(self, predicate: str) -> Iterator[tuple[str, str]]:
        """Subject and object of every fact of a predicate that is none of an edge's own."""
        texts = self._texts
        for subject, value in zip(*self._pairs.get(predicate, ((), ())), strict=True):
            yield texts[subject], texts[value]

    def edges(self) -> Iterator[tuple[str, dict[str, str]]]:
        """Every edge and what is said of it, by predicate."""
        texts = self._texts
        columns = [(p, column, p in _COUNTS) for p, column in self._edges.items()]
        for row in range(len(self._keys) // _KEY):
            edge = self._prefix + self._keys[row * _KEY : (row + 1) * _KEY].hex()
            yield edge, {p: str(c[row]) if counts else texts[c[row]] for p, c, counts in columns if c[row] >= 0}


def _key(local: str) -> bytes | None:
    """The hash at the end of an edge's IRI; None when it is none."""
    try:
        key = bytes.fromhex(local)
    except ValueError:
        return None
    return key if len(key) == _KEY and key.hex() == local else None


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
        self._edges = names.base + "edge/"
        self.columns = Columns(self._edges) if empty else None
        """The whole graph, where there was none before."""
        self.touched: set[str] = set()
        """Subjects with other facts than before."""
        self.claims: set[str] = set()
        """Claims and decisions that came or went."""
        self.gone: defaultdict[str, dict[str, str]] = defaultdict(dict)
        """What was said of edges that were touched."""

    def restart(self) -> None:
        """All quads are gone."""
        self.columns = Columns(self._edges)
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
        elif quad.predicate.value in _POLARITIES or quad.object == _DENIAL:
            self.claims.add(value_of(quad.subject))
        elif quad.predicate.value == DCTERMS + "date":
            self.dated = True
