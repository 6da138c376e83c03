"""Brings a stored inferred graph up to date by what changed: statements, names that moved, decisions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

import pyoxigraph as ox

from kg.rdf import KG, RDF, Store, iri, value_of
from kg.reason.edges import Edges, Key, Pair, Struck
from kg.reason.reasoner import Fact, group_facts, pair_facts
from kg.reason.rules import Role, Rules
from kg.resolve import Statement, between, grouped, naming

_TYPE = iri(RDF + "type")
_SUBJECT, _PREDICATE, _OBJECT = iri(RDF + "subject"), iri(RDF + "predicate"), iri(RDF + "object")
_CANONICAL, _ALTERNATIVES = iri(KG + "canonical"), iri(KG + "alternatives")

Change = Callable[[set[ox.Quad], set[ox.Quad]], None]
"""Puts the second set in place of the first."""


@dataclass(frozen=True)
class View:
    """Which names are one thing, and were.

    Args:
        before: From a name's IRI to that of the representative it had.
        now: From a name's IRI to its representative's.
        members: From a representative's IRI to those of all its names.
    """

    before: Callable[[str], str]
    now: Callable[[str], str]
    members: Callable[[str], Iterable[str]]


class Revision:
    """One bringing up to date.

    Args:
        store: The graph; its claims are as they are now, its inferred graph as it was.
        rules: Of the ontology in force.
        view: Which names are one thing, and were when the inferred graph was made.
        change: Writes.
    """

    def __init__(self, store: Store, rules: Rules, view: View, change: Change) -> None:
        self._store, self._rules, self._view, self._change = store, rules, view, change
        self._graph = iri(store.names.inferred)
        self._edges = Edges(store.names, rules.ontology, view.now)

    def pairs(self, changed: Iterable[Statement], moved: Iterable[str], denials: Iterable[Statement]) -> set[Pair]:
        """Things whose edges between each other may have changed, as they are represented now and were before.

        Args:
            changed: Statements, and denials of statements, that came or went.
            moved: Names whose representative changed.
            denials: All that people decide does not hold, now or before.
        """
        rows, names = set(changed), set(moved)
        for name in names:
            rows.update(naming(self._store, name))
        for group in {row.alternatives for row in rows} - {None}:
            rows.update(grouped(self._store, group or ""))
        rows.update(row for row in denials if row.subject in names or row.object in names)
        found = ((self._pair(row, one), row) for row in rows for one in (self._view.before, self._view.now))
        return {pair for pair, row in found if pair[0] != pair[1] or row.alternatives}

    def apply(self, pairs: Collection[Pair], denials: Collection[Statement]) -> None:
        """Make all that hangs on some pairs of things anew.

        Args:
            pairs: As `pairs` gives them.
            denials: What people decide does not hold.
        """
        struck = self._edges.struck(denials)
        groups: set[str] = set()
        stored: set[ox.Quad] = set()
        wanted: set[ox.Quad] = set()
        for pair in sorted(pairs):
            stored.update(self._stored(pair, groups))
            wanted.update(self._wanted(pair, struck, groups))
        self._change(stored, wanted)
        for group in sorted(groups):
            self._group(group)
        self._types({one for pair in pairs for one in pair})

    def _pair(self, row: Statement, canonical: Callable[[str], str]) -> Pair:
        one, other = canonical(row.subject), canonical(row.object)
        return (one, other) if one < other else (other, one)

    def _stored(self, pair: Pair, groups: set[str]) -> Iterator[ox.Quad]:
        """The edges between two things as they are stored, and the triples these assert."""
        for one, other in (pair, pair[::-1]):
            for quad in self._store.quads(iri(one), None, iri(other), self._graph):
                if quad.predicate != _CANONICAL:
                    yield quad
            for edge in self._stored_edges(one, other):
                for quad in self._store.quads(edge, graph=self._graph):
                    yield quad
                    if quad.predicate == _ALTERNATIVES:
                        groups.add(value_of(quad.object))

    def _stored_edges(self, subject: str, obj: str) -> list[ox.NamedNode]:
        found = self._store.quads(None, _SUBJECT, iri(subject), self._graph)
        edges = [quad.subject for quad in found if isinstance(quad.subject, ox.NamedNode)]
        return [edge for edge in edges if any(True for _ in self._store.quads(edge, _OBJECT, iri(obj), self._graph))]

    def _wanted(self, pair: Pair, struck: Struck, groups: set[str]) -> Iterator[ox.Quad]:
        """The same as it should be."""
        ends = [list(self._view.members(one)) for one in pair]
        rows = [row for one in ends[0] for other in ends[1] for row in self._between(one, other)]
        shared = {row.alternatives for row in rows} - {None}
        told = self._edges.groups(row for group in shared for row in grouped(self._store, group or ""))
        found = self._edges.weigh(rows, told, struck)
        groups.update(key[3] for key in found if key[3])
        yield from self._quads(fact for key, weight in found.items() for fact in self._edges.facts(key, weight))
        yield from self._quads(pair_facts(self._rules, found))

    def _between(self, one: str, other: str) -> Iterator[Statement]:
        yield from between(self._store, one, other)
        yield from between(self._store, other, one)

    def _group(self, group: str) -> None:
        """Options of a group of alternatives and what relies on it, from the edges as they now are."""
        node = iri(group)
        keys = [self._key(quad.subject, group) for quad in self._store.quads(None, _ALTERNATIVES, node, self._graph)]
        about = (quad for quad in self._store.quads(obj=node, graph=self._graph) if quad.predicate != _ALTERNATIVES)
        stored = {*self._store.quads(node, graph=self._graph), *about}
        wanted = set(self._quads(group_facts(self._rules, group, keys))) if keys else set[ox.Quad]()
        self._change(stored, wanted)

    def _key(self, edge: object, group: str) -> Key:
        assert isinstance(edge, ox.NamedNode)
        facts = {quad.predicate: value_of(quad.object) for quad in self._store.quads(edge, graph=self._graph)}
        return facts[_SUBJECT], facts[_PREDICATE], facts[_OBJECT], group

    def _types(self, things: Iterable[str]) -> None:
        """Classes of things, from the triples as they now are."""
        stored: set[ox.Quad] = set()
        wanted: set[ox.Quad] = set()
        for one in sorted(things):
            stored.update(self._store.quads(iri(one), _TYPE, None, self._graph))
            types = self._rules.types(role for role in self._rules.roles if self._has(one, role))
            wanted.update(ox.Quad(iri(one), _TYPE, iri(found), self._graph) for found in types)
        self._change(stored, wanted)

    def _has(self, one: str, role: Role) -> bool:
        predicate, at_object = iri(role[0]), role[1]
        if at_object:
            return any(True for _ in self._store.quads(None, predicate, iri(one), self._graph))
        return any(True for _ in self._store.quads(iri(one), predicate, None, self._graph))

    def _quads(self, facts: Iterable[Fact]) -> Iterator[ox.Quad]:
        return (ox.Quad(iri(subject), iri(predicate), obj, self._graph) for subject, predicate, obj in facts)
