"""Canonical edges: what claims say of two things, whatever names they use, with weight and dispute."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import itemgetter

from kg.model import Place, Polarity, Status, family, origins
from kg.ontology import Ontology
from kg.rdf import KG, RDF, Names, Term, integer, iri
from kg.reason.governing import Ruling, ruling, stating
from kg.resolve import Statement

Key = tuple[str, str, str, str]
"""Subject, predicate, object, and group of alternatives (empty for none) of a canonical edge."""

Pair = tuple[str, str]
"""Two representatives, in order."""

Struck = frozenset[tuple[str, str, str]]
"""What people decided does not hold: subject, object, and what of the one on the other."""


_BESIDE = {Polarity.NEGATED: "denying", Polarity.PAST: "retiring", Polarity.OBSERVED: "observing"}
"""Where what makes no edge itself stands beside one."""


@dataclass(slots=True)
class Weight:
    """What the sources say of one canonical edge."""

    supporting: list[Statement] = field(default_factory=list)
    denying: list[Statement] = field(default_factory=list)
    retiring: list[Statement] = field(default_factory=list)
    copies: list[Statement] = field(default_factory=list)
    governing: tuple[Statement, ...] = ()
    observing: list[Statement] = field(default_factory=list)

    @property
    def status(self) -> Status:
        """Denied anywhere: disputed; else called past anywhere: retired."""
        if self.denying:
            return Status.DISPUTED
        return Status.RETIRED if self.retiring else Status.ASSERTED

    @property
    def support(self) -> tuple[int, int]:
        """How many documents and passages of them assert it, copies not counted."""
        places = [Place(row.document, row.chunk, row.passage) for row in self.supporting]
        if len(places) == 1:
            return 1, 1
        return len(origins(places, whole=True)), len(origins(places))


class Edges:
    """Finds canonical edges.

    Args:
        names: The graph's IRIs.
        ontology: The ontology in force.
        canonical: From a name's IRI to its representative's.
    """

    def __init__(self, names: Names, ontology: Ontology, canonical: Callable[[str], str]) -> None:
        self._names = names
        self._ontology = ontology
        self._canonical = canonical
        self._optional: dict[str, str] = {}
        self._bases: dict[str, str] = {}

    def ends(self, row: Statement) -> Pair:
        """Representatives of a statement's subject and object."""
        return self._canonical(row.subject), self._canonical(row.object)

    def pair(self, row: Statement) -> Pair:
        """The same in order, whichever relies on the other."""
        one, other = self.ends(row)
        return (one, other) if one < other else (other, one)

    def struck(self, denials: Iterable[Statement]) -> Struck:
        """What some denials deny."""
        return frozenset((*self.ends(row), self._base(row.predicate)) for row in denials)

    def groups(self, rows: Iterable[Statement]) -> dict[str, str]:
        """From a chunk's group of alternatives to the canonical one; a group that shrank to one option is none."""
        options: defaultdict[str, set[str]] = defaultdict(set)
        predicates: defaultdict[str, set[str]] = defaultdict(set)
        for row in rows:
            if row.alternatives and row.polarity is Polarity.ASSERTED and self._is_hard(row.predicate):
                options[row.alternatives].add(self._canonical(row.object))
                predicates[row.alternatives].add(row.predicate)
        return {
            group: self._names.alternatives(min(predicates[group]), tuple(found))
            for group, found in options.items()
            if len(found) > 1
        }

    def weigh(self, rows: Sequence[Statement], groups: dict[str, str], struck: Struck) -> dict[Key, Weight]:
        """Edges that some source asserts and nobody struck out, with what is said of them.

        A thing does not rely on itself, but it may be an option of its own: then the others alone do not break it.

        Args:
            rows: All statements on some pairs of things.
            groups: As `groups` gives them.
            struck: As `struck` gives it.
        """
        edges: defaultdict[Key, Weight] = defaultdict(Weight)
        for ends, some in self._holding(rows, struck).items():
            ruled = ruling(self._ontology, some, groups)
            for row in some if ruled is None else stating(some, ruled):
                key = self._key(row, groups) if ruled is None else self._ruled(row, groups, ruled)
                if ends[0] != ends[1] or key[3]:
                    edges[key].supporting.append(row)
                    if ruled is not None:
                        edges[key].governing, edges[key].denying = ruled.deciding, list(ruled.against)
        self._contradict(edges, rows)
        self._copy(edges, rows)
        return dict(sorted(edges.items(), key=itemgetter(0)))

    def _holding(self, rows: Iterable[Statement], struck: Struck) -> dict[tuple[str, str, str], list[Statement]]:
        """What is stated as holding and not struck out, by subject, object, and what of the one on the other."""
        found: defaultdict[tuple[str, str, str], list[Statement]] = defaultdict(list)
        for row in rows:
            about = (*self.ends(row), self._base(row.predicate))
            if row.polarity.holds and about not in struck:
                found[about].append(row)
        return found

    def facts(self, key: Key, weight: Weight) -> Iterator[tuple[str, str, Term]]:
        """What is stored of an edge."""
        subject, predicate, obj, group = key
        node = self._names.edge(*key)
        yield node, RDF + "type", iri(KG + "Edge")
        yield node, RDF + "subject", iri(subject)
        yield node, RDF + "predicate", iri(predicate)
        yield node, RDF + "object", iri(obj)
        documents, chunks = weight.support
        yield node, KG + "documents", integer(documents)
        yield node, KG + "chunks", integer(chunks)
        yield node, KG + "status", iri(KG + weight.status)
        for row in weight.supporting:
            yield node, KG + "supportedBy", iri(row.claim)
        for row in (*weight.denying, *weight.retiring):
            yield node, KG + "contradictedBy", iri(row.claim)
        for row in weight.copies:
            yield node, KG + "copiedBy", iri(row.claim)
        for row in weight.governing:
            yield node, KG + "governedBy", iri(row.claim)
        for row in weight.observing:
            yield node, KG + "observedBy", iri(row.claim)
        if group:
            yield node, KG + "alternatives", iri(group)

    def _contradict(self, edges: dict[Key, Weight], rows: Iterable[Statement]) -> None:
        against = [row for row in rows if row.polarity in _BESIDE and not row.bounded]
        for row, weight in self._on(edges, against):
            getattr(weight, _BESIDE[row.polarity]).append(row)

    def _copy(self, edges: dict[Key, Weight], rows: Iterable[Statement]) -> None:
        """What older versions of a page that asserts an edge said of it."""
        before = [row for row in rows if row.polarity is Polarity.PAST and row.bounded]
        for row, weight in self._on(edges, before):
            documents = {one.document for one in weight.supporting}
            if row.document not in documents and family(row.document) in map(family, documents):
                weight.copies.append(row)

    def _on(self, edges: dict[Key, Weight], rows: Sequence[Statement]) -> Iterator[tuple[Statement, Weight]]:
        """Some statements, each with every edge it is about."""
        by_ends: defaultdict[tuple[str, str, str], list[Weight]] = defaultdict(list)
        for (subject, predicate, obj, _), weight in edges.items() if rows else ():
            by_ends[subject, obj, self._base(predicate)].append(weight)
        for row in rows:
            for weight in by_ends.get((*self.ends(row), self._base(row.predicate)), ()):
                yield row, weight

    def _key(self, row: Statement, groups: dict[str, str]) -> Key:
        subject, obj = self.ends(row)
        if row.polarity is Polarity.OPTIONAL:
            if row.predicate not in self._optional:
                self._optional[row.predicate] = self._ontology.optional(row.predicate)
            return subject, self._optional[row.predicate], obj, ""
        return subject, row.predicate, obj, groups.get(row.alternatives or "", "")

    def _ruled(self, row: Statement, groups: dict[str, str], ruled: Ruling) -> Key:
        """The edge of a statement on things of which a sentence says what failure does to them."""
        subject, obj = self.ends(row)
        group = groups.get(row.alternatives or "", "") or ruled.group
        if group:
            return subject, self._ontology.plain(row.predicate), obj, group
        return subject, self._ontology.governed(row.predicate, ruled.behaviour), obj, ""

    def _is_hard(self, predicate: str) -> bool:
        return self._ontology.failure(predicate) == "hard"

    def _base(self, predicate: str) -> str:
        """What a denial of a property denies: any reliance of the one on the other, or that very property."""
        if predicate not in self._bases:
            self._bases[predicate] = "reliance" if self._ontology.failure(predicate) else predicate
        return self._bases[predicate]
