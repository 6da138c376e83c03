"""What a rule on the whole graph may ask, and what it answers; the rules themselves stand in `kg.validate.rules`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from kg.errors import GraphError
from kg.model import Citation, Step
from kg.ontology import Ontology, in_force
from kg.rdf import DCTERMS, PROV, Names, Store, Term, iri, value_of
from kg.validate.report import Evidence

if TYPE_CHECKING:
    from kg.graph import Index, Link, Receipts, Record
    from kg.resolve import Reader
from kg.graph import CURATION

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True, slots=True)
class Breach:
    """One place where a rule on the whole graph does not hold.

    Args:
        focus: IRI of what it is about: an entity, an edge, a link.
        detail: What to add to the rule's message, names by their labels.
        evidence: The sentences that show it.
        path: IRI of the property concerned, if there is one.
        value: The value concerned.
    """

    focus: str
    detail: str = ""
    evidence: tuple[Evidence, ...] = ()
    path: str = ""
    value: Term | None = None


class Whole:
    """A stored graph as rules see it: its inferred edges, and the sentences behind them.

    Args:
        store: The graph.
    """

    def __init__(self, store: Store) -> None:
        self.store = store

    @property
    def names(self) -> Names:
        """The graph's IRIs."""
        return self.store.names

    @property
    def ontology(self) -> Ontology:
        """The ontology in force."""
        return in_force(self.store)

    @cached_property
    def index(self) -> Index:
        """The canonical edges."""
        from kg.graph import Index

        return Index.load(self.store)

    @cached_property
    def receipts(self) -> Receipts:
        """The claims behind them."""
        from kg.graph import Receipts

        return Receipts(self.store, self.index)

    @cached_property
    def aliases(self) -> Reader:
        """The names of things, and their links."""
        from kg.resolve import Reader

        return Reader(self.store, self.index)

    def label(self, name: str) -> str:
        """How a name is called in answers; one nobody knows by its CURIE, what is no IRI as it is."""
        if name.startswith("_:") or ":" not in name:
            return name
        number = self.index.find(name)
        return self.names.curie(name) if number is None else self.index.entities[number].label

    def step(self, link: Link) -> Step | None:
        """A link with its sentences; None when no claim that can be read stands behind it."""
        try:
            return self.receipts.step(link.number)
        except (GraphError, ValueError):
            return None

    def claims(self, link: Link, predicate: str) -> list[Record]:
        """The claims an edge points to with a property (`kg:supportedBy`, `kg:contradictedBy`), sorted."""
        quads = self.store.quads(iri(self.receipts.edge(link.number)), iri(predicate), None, iri(self.names.inferred))
        return self.cited(value_of(quad.object) for quad in quads)

    def cited(self, claims: Iterable[str]) -> list[Record]:
        """Claims of some IRIs with the places they stand at, as far as they can be read, sorted."""
        try:
            return self.receipts.records.of(claims)
        except ValueError:
            return []

    def evidence(self, citation: Citation, says: str = "") -> Evidence:
        """A sentence and its chunk's graph; decisions of people stand in none."""
        graph = "" if citation.document == CURATION else self.names.chunk(citation.chunk)
        return Evidence(citation, says, graph)

    def date(self, claim: str) -> str | None:
        """ISO 8601 date of the document that states a claim, or of the decision that is one; None when unknown."""
        source = self._value(self._value(claim, PROV + "wasDerivedFrom"), PROV + "wasDerivedFrom")
        found = _DATE.match(self._value(source, DCTERMS + "date") or self._value(claim, DCTERMS + "date"))
        return found.group() if found else None

    def _value(self, name: str, predicate: str) -> str:
        if not name:
            return ""
        graphs = (self.names.provenance, self.names.curation)
        quads = (quad for graph in graphs for quad in self.store.quads(iri(name), iri(predicate), None, iri(graph)))
        return min((value_of(quad.object) for quad in quads), default="")


Rule = Callable[[Whole], Iterable[Breach]]
"""A rule on the whole graph: where it does not hold."""
