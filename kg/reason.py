"""What follows from the claims: canonical edges, more general properties, inverses, types, weights and disputes.

This is the closure OWL 2 RL derives from `owl:sameAs`, sub-properties, inverses, domains, ranges and subclasses
(OWL 2 Profiles, section 4.3: eq-rep, prp-spo1, prp-inv, prp-dom, prp-rng, cax-sco), kept to one representative a
class: union-find is linear where substituting equals for equals is quadratic.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

import pyoxigraph as ox

from kg.link.aliases import Identity
from kg.link.statements import Statement
from kg.model import Polarity, Status
from kg.names import Names
from kg.ontology import Ontology
from kg.terms import Term, integer, iri, text
from kg.vocab import KG, RDF, RDFS, SKOS

_TYPE = RDF + "type"
_ANY, _OPTION, _STATED = KG + "relies_on_any", KG + "option", KG + "statedRelation"

Key = tuple[str, str, str, str]
"""Subject, predicate, object, and group of alternatives (empty for none) of a canonical edge."""


@dataclass(slots=True)
class Weight:
    """What the sources say of one canonical edge."""

    supporting: list[Statement] = field(default_factory=list)
    denying: list[Statement] = field(default_factory=list)
    retiring: list[Statement] = field(default_factory=list)

    @property
    def status(self) -> Status:
        """Denied anywhere: disputed; else called past anywhere: retired."""
        if self.denying:
            return Status.DISPUTED
        return Status.RETIRED if self.retiring else Status.ASSERTED


class Reasoner:
    """Derives the inferred graph of a set of statements.

    Args:
        names: The graph's IRIs.
        ontology: The ontology in force.
        identity: Which names are one thing.
    """

    def __init__(self, names: Names, ontology: Ontology, identity: Identity) -> None:
        self.names = names
        self.ontology = ontology
        self.identity = identity
        self._canonical = identity.classes.canonical
        self._implied = cache(self._implied_by)

    def infer(self, rows: Sequence[Statement], denials: Iterable[Statement] = ()) -> list[ox.Quad]:
        """The quads of the inferred graph, sorted, each once.

        Args:
            rows: All recorded claims.
            denials: What people decided does not hold; such edges are left out.
        """
        edges = self.edges(rows, denials)
        triples: set[tuple[str, str, Term]] = set()
        for key, weight in edges.items():
            triples.update(self._edge(key, weight))
        triples.update(self._closure(edges))
        triples.update(self._entities(rows))
        graph = iri(self.names.inferred)
        quads = (ox.Quad(iri(s), iri(p), o, graph) for s, p, o in triples)
        return sorted(quads, key=str)

    def edges(self, rows: Sequence[Statement], denials: Iterable[Statement] = ()) -> dict[Key, Weight]:
        """Canonical edges that some source asserts and nobody struck out, with what is said of them."""
        denied = {(*self._ends(row), self._base(row.predicate)) for row in denials}
        groups = self._groups(rows)
        edges: defaultdict[Key, Weight] = defaultdict(Weight)
        for row in rows:
            subject, obj = self._ends(row)
            struck = (subject, obj, self._base(row.predicate)) in denied
            if row.polarity.holds and subject != obj and not struck:
                edges[self._key(row, groups)].supporting.append(row)
        self._contradict(edges, rows)
        return dict(sorted(edges.items()))

    def _contradict(self, edges: dict[Key, Weight], rows: Iterable[Statement]) -> None:
        by_ends: defaultdict[tuple[str, str, str], list[Weight]] = defaultdict(list)
        for (subject, predicate, obj, _), weight in edges.items():
            by_ends[subject, obj, self._base(predicate)].append(weight)
        for row in rows:
            for weight in by_ends.get((*self._ends(row), self._base(row.predicate)), ()):
                if row.polarity is Polarity.NEGATED:
                    weight.denying.append(row)
                elif row.polarity is Polarity.PAST:
                    weight.retiring.append(row)

    def _base(self, predicate: str) -> str:
        """What a denial of a property denies: any reliance of the one on the other, or that very property."""
        return "reliance" if self.ontology.failure(predicate) else predicate

    def _ends(self, row: Statement) -> tuple[str, str]:
        return self._canonical(row.subject), self._canonical(row.object)

    def _groups(self, rows: Iterable[Statement]) -> dict[str, str]:
        """From a chunk's group of alternatives to the canonical one; a group that shrank to one option is none."""
        options: defaultdict[str, set[str]] = defaultdict(set)
        predicates: defaultdict[str, set[str]] = defaultdict(set)
        for row in rows:
            if (
                row.alternatives
                and row.polarity is Polarity.ASSERTED
                and self.ontology.failure(row.predicate) == "hard"
            ):
                options[row.alternatives].add(self._canonical(row.object))
                predicates[row.alternatives].add(row.predicate)
        return {
            group: self.names.alternatives(min(predicates[group]), tuple(found))
            for group, found in options.items()
            if len(found) > 1
        }

    def _key(self, row: Statement, groups: dict[str, str]) -> Key:
        subject, obj = self._ends(row)
        if row.polarity is Polarity.OPTIONAL:
            return subject, self.ontology.optional(row.predicate), obj, ""
        return subject, row.predicate, obj, groups.get(row.alternatives or "", "")

    def _edge(self, key: Key, weight: Weight) -> Iterator[tuple[str, str, Term]]:
        subject, predicate, obj, group = key
        node = self.names.edge(*key)
        yield node, _TYPE, iri(KG + "Edge")
        yield node, RDF + "subject", iri(subject)
        yield node, RDF + "predicate", iri(predicate)
        yield node, RDF + "object", iri(obj)
        yield node, KG + "documents", integer(len({row.document for row in weight.supporting}))
        yield node, KG + "chunks", integer(len({row.chunk for row in weight.supporting}))
        yield node, KG + "status", iri(KG + weight.status)
        for row in weight.supporting:
            yield node, KG + "supportedBy", iri(row.claim)
        for row in (*weight.denying, *weight.retiring):
            yield node, KG + "contradictedBy", iri(row.claim)
        if group:
            yield node, KG + "alternatives", iri(group)

    def _closure(self, edges: Iterable[Key]) -> Iterator[tuple[str, str, Term]]:
        """Triples that the edges assert or that the ontology adds to them."""
        for subject, predicate, obj, group in edges:
            if group:
                yield group, _TYPE, iri(KG + "Alternatives")
                yield group, _STATED, iri(predicate)
                yield from self._triples(subject, _ANY, group)
                yield from self._triples(group, _OPTION, obj)
            else:
                yield from self._triples(subject, predicate, obj)

    def _triples(self, subject: str, predicate: str, obj: str) -> Iterator[tuple[str, str, Term]]:
        properties, subject_types, object_types = self._implied(predicate)
        for implied, flipped in properties:
            yield (obj, implied, iri(subject)) if flipped else (subject, implied, iri(obj))
        for found in subject_types:
            yield subject, _TYPE, iri(found)
        for found in object_types:
            yield obj, _TYPE, iri(found)

    def _implied_by(self, predicate: str) -> tuple[list[tuple[str, bool]], list[str], list[str]]:
        """Properties a property implies (and whether ends swap), and the classes of its subject and object."""
        seen, todo = {(predicate, False)}, [(predicate, False)]
        while todo:
            current, flipped = todo.pop()
            above = {(q, flipped) for q in self.ontology.superproperties(current)}
            above |= {(q, not flipped) for q in self.ontology.inverses(current)}
            todo += above - seen
            seen |= above
        types: dict[bool, set[str]] = {False: set(), True: set()}
        for found, flipped in seen:
            for side, meta in ((flipped, "domain"), (not flipped, "range")):
                for declared in self.ontology.objects(found, RDFS + meta):
                    types[side].update(self.ontology.superclasses(declared))
        return sorted(seen), sorted(types[False]), sorted(types[True])

    def _entities(self, rows: Iterable[Statement]) -> Iterator[tuple[str, str, Term]]:
        written: defaultdict[str, set[str]] = defaultdict(set)
        for row in rows:
            written[self._canonical(row.subject)].add(row.subject_text)
            written[self._canonical(row.object)].add(row.object_text)
        for coined, spelling in self.identity.coined.items():
            written[self._canonical(coined)].add(spelling)
        for one in self.identity.classes:
            label = self.identity.labels[one]
            yield one, SKOS + "prefLabel", text(label)
            for spelling in written[one] - {label}:
                yield one, SKOS + "altLabel", text(spelling)
            for member in self.identity.classes.members(one):
                yield member, KG + "canonical", iri(one)
            yield from self._technology(one)

    def _technology(self, one: str) -> Iterator[tuple[str, str, Term]]:
        technology = self.identity.technologies.get(one)
        if technology is not None:
            yield one, KG + "technology", iri(technology.iri)
            yield technology.iri, _TYPE, iri(KG + "Technology")
            yield technology.iri, SKOS + "prefLabel", text(technology.label)
            yield technology.iri, KG + "kind", iri("https://w3id.org/context-graph/kind/" + technology.kind)
            for match in technology.matches:
                yield technology.iri, SKOS + "exactMatch", iri(match)
