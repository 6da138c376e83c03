"""The inferred graph of all claims, made from the beginning."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import lru_cache

import pyoxigraph as ox

from kg.ontology import Ontology
from kg.rdf import KG, RDF, Names, Term, iri
from kg.reason.edges import Edges, Key, Weight
from kg.reason.gathered import Gathered
from kg.reason.rules import ANY, OPTION, Role, Rules
from kg.reason.things import concept, thing
from kg.resolve import Identity, Statement, spellings

Fact = tuple[str, str, Term]


class Reasoner:
    """Derives the inferred graph of a set of statements.

    Args:
        names: The graph's IRIs.
        ontology: The ontology in force.
        identity: Which names are one thing.
    """

    def __init__(self, names: Names, ontology: Ontology, identity: Identity) -> None:
        self.names = names
        self.identity = identity
        self.edges = Edges(names, ontology, identity.classes.canonical)
        self.rules = Rules(ontology)

    def infer(self, rows: Sequence[Statement], denials: Iterable[Statement] = ()) -> list[ox.Quad]:
        """The quads of the inferred graph of a few claims, sorted, each once.

        Args:
            rows: All recorded claims.
            denials: What people decided does not hold; such edges are left out.
        """
        texts = {**spellings(rows), **{name: (text,) for name, text in self.identity.coined.items()}}

        def written(one: str) -> Iterator[str]:
            return (text for member in self.identity.classes.members(one) for text in texts.get(member, ()))

        with closing(Gathered(None)) as gathered:
            gathered.add(rows)
            return sorted(self.quads(gathered, written, denials), key=str)

    def quads(
        self, gathered: Gathered, written: Callable[[str], Iterable[str]], denials: Iterable[Statement] = ()
    ) -> Iterator[ox.Quad]:
        """The quads of the inferred graph in no special order, those of an edge together, each once.

        Memory grows with things, not with statements nor with what is inferred.

        Args:
            gathered: All recorded claims.
            written: From a representative to all spellings of all its names.
            denials: What people decided does not hold; such edges are left out.
        """
        graph = iri(self.names.inferred)
        predicate = lru_cache(maxsize=1024)(iri)
        for subject, stated, obj in self._facts(gathered, written, denials):
            yield ox.Quad(iri(subject), predicate(stated), obj, graph)

    def _facts(
        self, gathered: Gathered, written: Callable[[str], Iterable[str]], denials: Iterable[Statement]
    ) -> Iterator[Fact]:
        struck, groups = self.edges.struck(denials), self.edges.groups(gathered.grouped())
        roles = _Roles()
        options: dict[str, set[Key]] = {}
        for some in gathered.by_pair(self.identity.classes.canonical):
            found = self.edges.weigh(some, groups, struck)
            yield from self._pair(found, roles)
            for key in found:
                if key[3]:
                    options.setdefault(key[3], set()).add(key)
        for group, keys in options.items():
            yield from group_facts(self.rules, group, keys)
        for one, had in roles:
            for found_type in self.rules.types(had):
                yield one, RDF + "type", iri(found_type)
        yield from self._things(written)

    def _pair(self, found: dict[Key, Weight], roles: _Roles) -> Iterator[Fact]:
        """The edges between two things and the triples these assert."""
        for key, weight in found.items():
            subject, predicate, obj, group = key
            yield from self.edges.facts(key, weight)
            roles.add(subject, (ANY if group else predicate, False))
            roles.add(obj, (OPTION if group else predicate, True))
        yield from pair_facts(self.rules, found)

    def _things(self, written: Callable[[str], Iterable[str]]) -> Iterator[Fact]:
        for one in self.identity.classes:
            yield from thing(self.identity, one, written(one))
        for technology in {t.iri: t for t in self.identity.technologies.values()}.values():
            yield from concept(technology)


class _Roles:
    """The roles of things; things with the same roles share the set of them."""

    def __init__(self) -> None:
        self._had: dict[str, frozenset[Role]] = {}
        self._sets: dict[frozenset[Role], frozenset[Role]] = {}

    def add(self, one: str, role: Role) -> None:
        had = self._had.get(one, frozenset())
        if role not in had:
            more = had | {role}
            self._had[one] = self._sets.setdefault(more, more)

    def __iter__(self) -> Iterator[tuple[str, frozenset[Role]]]:
        return iter(self._had.items())


def pair_facts(rules: Rules, keys: Iterable[Key]) -> set[Fact]:
    """The triples that edges between two things assert; an edge to an option asserts none."""
    plain = (key for key in keys if not key[3])
    return {(s, p, iri(o)) for key in plain for s, p, o in rules.triples(*key[:3])}


def group_facts(rules: Rules, group: str, keys: Iterable[Key]) -> set[Fact]:
    """What is stored of a group of alternatives: its options, what relies on it, its classes.

    Args:
        rules: Of the ontology in force.
        group: IRI of the group.
        keys: All edges to its options.
    """
    facts: set[Fact] = {(group, RDF + "type", iri(KG + "Alternatives"))}
    for subject, predicate, obj, _ in keys:
        facts.add((group, KG + "statedRelation", iri(predicate)))
        for triple in (*rules.triples(subject, ANY, group), *rules.triples(group, OPTION, obj)):
            facts.add((triple[0], triple[1], iri(triple[2])))
    for found in rules.types([(ANY, True), (OPTION, False)]):
        facts.add((group, RDF + "type", iri(found)))
    return facts
