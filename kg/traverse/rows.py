"""What the inferred graph says, as rows: things, names, edges and denials."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from kg.model import Polarity, Status
from kg.ontology import Ontology, local_name
from kg.store.base import Store
from kg.terms import iri, value_of
from kg.vocab import DCTERMS, KG, OWL, PROV, RDF, RDFS, SKOS

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


def rows_of(store: Store) -> Rows:
    """Read the rows of a store, one scan for each predicate."""
    return _Loader(store).rows()


class _Loader:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.ontology: Ontology = store.ontology
        self.inferred = store.names.inferred

    def rows(self) -> Rows:
        canonical, edges = self._column(KG + "canonical"), self._edges()
        known = sorted({*canonical.values(), *(e.subject for e in edges), *(e.object for e in edges)})
        return Rows(self.store.names.base, self._things(known), edges, canonical, self._names(), self._denied())

    def _column(self, predicate: str, graph: str | None = None) -> Column:
        """The least value of each subject."""
        found: Column = {}
        for quad in self.store.quads(None, iri(predicate), None, iri(graph or self.inferred)):
            name, value = value_of(quad.subject), value_of(quad.object)
            found[name] = min(value, found.get(name, value))
        return found

    # ------------------------------------------------------------ edges

    def _edges(self) -> list[Edge]:
        predicates, objects = self._column(RDF + "predicate"), self._column(RDF + "object")
        groups, statuses = self._column(KG + "alternatives"), self._column(KG + "status")
        documents, chunks = self._column(KG + "documents"), self._column(KG + "chunks")
        last = self._denied_last()
        return [
            Edge(
                subject,
                predicates[name],
                objects[name],
                groups.get(name, ""),
                count := max(1, int(documents.get(name, 1))),
                max(count, int(chunks.get(name, 1))),
                Status(local_name(statuses.get(name, Status.ASSERTED))),
                name in last,
            )
            for name, subject in self._column(RDF + "subject").items()
            if name in predicates and name in objects
        ]

    def _denied_last(self) -> set[str]:
        """Edges that a dated document contradicts after the last that asserts them."""
        against = self._all(KG + "contradictedBy")
        dates = self._dates() if against else {}
        if not dates:
            return set()
        last = set()
        for edge, claims in against.items():
            quads = self.store.quads(iri(edge), iri(KG + "supportedBy"), None, iri(self.inferred))
            asserted = [self._date(value_of(quad.object), dates) for quad in quads]
            denied = max(self._date(claim, dates) for claim in claims)
            if all(asserted) and denied > max(asserted, default=""):
                last.add(edge)
        return last

    def _dates(self) -> Column:
        return self._column(DCTERMS + "date", self.store.names.provenance)

    def _date(self, claim: str, dates: Column) -> str:
        """ISO 8601 date of a claim's document, empty where unknown."""
        return dates.get(self._source(self._source(claim)), "")

    def _source(self, name: str) -> str:
        graph = iri(self.store.names.provenance)
        return min((value_of(q.object) for q in self.store.quads(iri(name), iri(PROV + "wasDerivedFrom"), None, graph)),
                   default=name)  # fmt: skip

    def _all(self, predicate: str) -> Mapping[str, list[str]]:
        found: defaultdict[str, list[str]] = defaultdict(list)
        for quad in self.store.quads(None, iri(predicate), None, iri(self.inferred)):
            found[value_of(quad.subject)].append(value_of(quad.object))
        return found

    # ------------------------------------------------------------ things

    def _things(self, known: list[str]) -> dict[str, Thing]:
        types, labels = self._types(), self._column(SKOS + "prefLabel")
        technologies, kinds = self._column(KG + "technology"), self._column(KG + "kind")
        return {
            name: Thing(
                labels.get(name) or local_name(name),
                self._kind(types.get(name, ()), kinds.get(technologies.get(name, ""), "")),
                types.get(name, ()),
                self._is_component(types.get(name, ())),
            )
            for name in known
        }

    def _types(self) -> dict[str, tuple[str, ...]]:
        """Classes of every subject but of the edges; most share the tuple of theirs."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for quad in self.store.quads(None, iri(RDF + "type"), None, iri(self.inferred)):
            name = value_of(quad.object)
            if name not in _SKIPPED:
                found[value_of(quad.subject)].add(name)
        shared: dict[frozenset[str], tuple[str, ...]] = {}
        return {name: shared.setdefault(frozenset(c), tuple(sorted(c))) for name, c in found.items()}

    def _names(self) -> dict[str, set[str]]:
        return {name: set(labels) for name, labels in self._all(SKOS + "altLabel").items()}

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
        names, found = self.store.names, []
        for graph in (names.provenance, names.curation):
            for polarity in (Polarity.NEGATED, Polarity.PAST):
                claims = self._subjects(KG + "polarity", KG + polarity, graph)
                found += [self._denial(claim, graph, polarity is Polarity.PAST) for claim in claims]
        denials = self._subjects(RDF + "type", KG + "Denial", names.curation)
        found += [self._denial(claim, names.curation, False) for claim in denials]
        return [row for row in found if row is not None]

    def _subjects(self, predicate: str, value: str, graph: str) -> list[str]:
        return [value_of(quad.subject) for quad in self.store.quads(None, iri(predicate), iri(value), iri(graph))]

    def _denial(self, claim: str, graph: str, past: bool) -> Denied | None:
        about = self.store.quads(iri(claim), None, None, iri(graph))
        facts = {quad.predicate.value: value_of(quad.object) for quad in about}
        ends = [facts.get(RDF + end, "") for end in ("subject", "predicate", "object")]
        if not all(ends) or self.ontology.failure(ends[1]) is None:
            return None
        return Denied(ends[0], ends[1], ends[2], past, claim)


def kind_of(name: str) -> str:
    """How a class is called in answers.

    >>> kind_of("https://w3id.org/context-graph/ontology#Component")
    'component'
    """
    local = local_name(name)
    return local[:1].lower() + local[1:]
