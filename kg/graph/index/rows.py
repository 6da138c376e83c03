"""What the inferred graph says, as rows: things, names, edges and denials."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from kg.model import Polarity, Status
from kg.ontology import Ontology, in_force, local_name
from kg.rdf import DCTERMS, EDGE, KG, OWL, PROV, RDF, RDFS, SKOS, Columns, Store, iri, value_of

_SKIPPED = frozenset({KG + "Edge", OWL + "Thing", OWL + "NamedIndividual", RDFS + "Resource"})
_COMPONENT, _ALTERNATIVES = KG + "Component", KG + "Alternatives"

Column = dict[str, str]
"""Subject to object of one predicate."""


class Thing(NamedTuple):
    """A node.

    Args:
        label: Preferred label.
        kind: Local name of its most specific class or of its kind of technology.
        types: Its classes, sorted.
        component: Whether it can break.
    """

    label: str
    kind: str = "component"
    types: tuple[str, ...] = ()
    component: bool = True


class Edge(NamedTuple):
    """A canonical edge, its ends as IRIs; `denied_last` when a later document denies it than any that asserts it."""

    subject: str
    predicate: str
    object: str
    group: str = ""
    documents: int = 1
    chunks: int = 1
    status: Status = Status.ASSERTED
    denied_last: bool = False


class Denied(NamedTuple):
    """A claim that something does not rely on another, or no longer does, its ends as representatives' IRIs."""

    subject: str
    predicate: str
    object: str
    past: bool
    claim: str


@dataclass
class Rows:
    """All rows.

    Args:
        base: IRI that the graph's data starts with.
        things: By IRI.
        edges: In any order.
        canonical: From every name's IRI to its representative's.
        names: Other labels of things, by IRI.
        denied: In any order.
    """

    base: str
    things: dict[str, Thing]
    edges: list[Edge]
    canonical: dict[str, str] = field(default_factory=dict)
    names: dict[str, set[str]] = field(default_factory=dict)
    denied: list[Denied] = field(default_factory=list)


def rows_of(store: Store, columns: Columns | None = None) -> Rows:
    """The rows of a store.

    Args:
        store: Read with one scan for each predicate, as far as `columns` does not tell.
        columns: All facts of the inferred graph, where they are at hand.
    """
    return Loader(store, columns).rows()


class Loader:
    """Reads what a graph says.

    Args:
        store: The graph.
        columns: All facts of the inferred graph, where they are at hand.
    """

    def __init__(self, store: Store, columns: Columns | None = None) -> None:
        self.store, self.columns = store, columns
        self.ontology: Ontology = in_force(store)
        self.inferred = store.names.inferred

    def rows(self) -> Rows:
        """Everything."""
        canonical, last = self._column(KG + "canonical"), self._denied_last()
        edges = [row for name, facts in self._edges() if (row := edge_row(facts, name in last)) is not None]
        known = sorted({*canonical.values(), *(e.subject for e in edges), *(e.object for e in edges)})
        return Rows(self.store.names.base, self._things(known), edges, canonical, self._names(), self._denied())

    def _pairs(self, predicate: str) -> Iterator[tuple[str, str]]:
        """Subject and object of every fact of a predicate."""
        if self.columns is not None:
            return self.columns.pairs(predicate)
        quads = self.store.quads(None, iri(predicate), None, iri(self.inferred))
        return ((value_of(quad.subject), value_of(quad.object)) for quad in quads)

    def _all(self, predicate: str) -> Mapping[str, set[str]]:
        """All values of each subject."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for name, value in self._pairs(predicate):
            found[name].add(value)
        return found

    def _column(self, predicate: str) -> Column:
        """The least value of each subject."""
        found: Column = {}
        for name, value in self._pairs(predicate):
            if name not in found or value < found[name]:
                found[name] = value
        return found

    def values(self, name: str, predicate: str) -> list[str]:
        """Values of a property of one thing or edge, sorted."""
        quads = self.store.quads(iri(name), iri(predicate), None, iri(self.inferred))
        return sorted(value_of(quad.object) for quad in quads)

    def aliases(self, one: str) -> list[str]:
        """IRIs of all names that stand for a thing, sorted."""
        return sorted(self._subjects(KG + "canonical", one, self.inferred))

    # ------------------------------------------------------------ edges

    def _edges(self) -> Iterable[tuple[str, Column]]:
        if self.columns is not None:
            return self.columns.edges()
        facts: defaultdict[str, Column] = defaultdict(dict)
        for predicate in EDGE:
            for name, value in self._column(predicate).items():
                facts[name][predicate] = value
        return facts.items()

    def edge(self, name: str) -> Edge | None:
        """One edge as it is now."""
        facts = {p: values[0] for p in EDGE if (values := self.values(name, p))}
        against = self.values(name, KG + "contradictedBy")
        return edge_row(facts, bool(against) and self.is_denied_last(name, against))

    def _date(self, claim: str) -> str:
        """ISO 8601 date of a claim's document, empty where unknown."""
        return self._fact(self._source(self._source(claim)), DCTERMS + "date", "")

    def _denied_last(self) -> set[str]:
        """Edges that a dated document contradicts after the last that asserts them."""
        against = self._all(KG + "contradictedBy")
        return {edge for edge, claims in against.items() if self.is_denied_last(edge, claims)}

    def is_denied_last(self, edge: str, against: Iterable[str]) -> bool:
        """Whether one of some claims is dated after every claim that supports an edge, all of which have a date."""
        denied = max(map(self._date, against), default="")
        if not denied:
            return False
        asserted = [self._date(claim) for claim in self.values(edge, KG + "supportedBy")]
        return all(asserted) and denied > max(asserted, default="")

    def _source(self, name: str) -> str:
        return self._fact(name, PROV + "wasDerivedFrom", name)

    def _fact(self, name: str, predicate: str, default: str) -> str:
        """The least value of a property in the provenance graph."""
        quads = self.store.quads(iri(name), iri(predicate), None, iri(self.store.names.provenance))
        return min((value_of(quad.object) for quad in quads), default=default)

    # ------------------------------------------------------------ things

    def _things(self, known: list[str]) -> dict[str, Thing]:
        types, labels = self._types(), self._column(SKOS + "prefLabel")
        technologies, kinds = self._column(KG + "technology"), self._column(KG + "kind")
        return {
            name: self._thing(
                labels.get(name) or local_name(name), types.get(name, ()), kinds.get(technologies.get(name, ""), "")
            )
            for name in known
        }

    def _thing(self, label: str, types: tuple[str, ...], kind: str) -> Thing:
        return Thing(label, self._kind(types, kind), types, self._is_component(types))

    def thing(self, name: str) -> Thing:
        """One thing as it is now."""
        label = next(iter(self.values(name, SKOS + "prefLabel")), "") or local_name(name)
        types = tuple(sorted(set(self.values(name, RDF + "type")) - _SKIPPED))
        technology = next(iter(self.values(name, KG + "technology")), "")
        kinds = self.values(technology, KG + "kind") if technology else []
        return self._thing(label, types, kinds[0] if kinds else "")

    def _types(self) -> dict[str, tuple[str, ...]]:
        """Classes of every subject but of the edges; most share the tuple of theirs."""
        none = frozenset[str]()
        found: dict[str, frozenset[str]] = {}
        shared: dict[frozenset[str], frozenset[str]] = {}
        for name, kind in self._pairs(RDF + "type"):
            if kind not in _SKIPPED:
                kinds = found.get(name, none) | {kind}
                found[name] = shared.setdefault(kinds, kinds)
        tuples = {kinds: tuple(sorted(kinds)) for kinds in shared}
        return {name: tuples[kinds] for name, kinds in found.items()}

    def _names(self) -> dict[str, set[str]]:
        return dict(self._all(SKOS + "altLabel"))

    @cached_property
    def _above(self) -> dict[str, frozenset[str]]:
        return {}

    def _superclasses(self, name: str) -> frozenset[str]:
        if name not in self._above:
            self._above[name] = frozenset(self.ontology.superclasses(name))
        return self._above[name]

    def _kind(self, classes: tuple[str, ...], technology: str) -> str:
        """Local name of the most specific class, of several the first; the kind of technology says more than that."""
        if technology:
            return local_name(technology)
        general = {above for name in classes for above in self._superclasses(name) if above != name}
        kinds = sorted(kind_of(name) for name in classes if name not in general)
        return kinds[0] if kinds else "component"

    def _is_component(self, classes: tuple[str, ...]) -> bool:
        above = {name for one in classes for name in self._superclasses(one)}
        return _COMPONENT in above and _ALTERNATIVES not in above

    # ------------------------------------------------------------ denials

    def _denied(self) -> list[Denied]:
        """What claims and people deny of reliances."""
        names, claims = self.store.names, set[str]()
        for graph in (names.provenance, names.curation):
            for polarity in (Polarity.NEGATED, Polarity.PAST):
                claims.update(self._subjects(KG + "polarity", KG + polarity, graph))
        claims.update(self._subjects(RDF + "type", KG + "Denial", names.curation))
        return [row for claim in sorted(claims) if (row := self.denial(claim)) is not None]

    def _subjects(self, predicate: str, value: str, graph: str) -> list[str]:
        return [value_of(quad.subject) for quad in self.store.quads(None, iri(predicate), iri(value), iri(graph))]

    def denial(self, claim: str) -> Denied | None:
        """What a claim denies; None when it is none or denies no reliance."""
        names = self.store.names
        for graph in (names.provenance, names.curation):
            about = self.store.quads(iri(claim), None, None, iri(graph))
            facts = {quad.predicate.value: value_of(quad.object) for quad in about}
            said = facts.get(KG + "polarity") or (KG + "negated" if facts.get(RDF + "type") == KG + "Denial" else "")
            ends = [facts.get(RDF + end, "") for end in ("subject", "predicate", "object")]
            told = said in (KG + "negated", KG + "past") and KG + "statedPolarity" not in facts
            if told and all(ends) and self.ontology.failure(ends[1]) is not None:
                return Denied(ends[0], ends[1], ends[2], said == KG + "past", claim)
        return None


def edge_row(facts: Column, denied_last: bool) -> Edge | None:
    """An edge from what is said of it; None when that is not all."""
    if not all(RDF + end in facts for end in ("subject", "predicate", "object")):
        return None
    documents = max(1, int(facts.get(KG + "documents", 1)))
    return Edge(
        facts[RDF + "subject"],
        facts[RDF + "predicate"],
        facts[RDF + "object"],
        facts.get(KG + "alternatives", ""),
        documents,
        max(documents, int(facts.get(KG + "chunks", 1))),
        Status(local_name(facts.get(KG + "status", Status.ASSERTED))),
        denied_last,
    )


def kind_of(name: str) -> str:
    """How a class is called in answers.

    >>> kind_of("https://w3id.org/context-graph/ontology#Component")
    'component'
    """
    local = local_name(name)
    return local[:1].lower() + local[1:]
