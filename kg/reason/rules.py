"""What an ontology adds to a triple: more general properties, inverses, classes of both ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from kg.ontology import Ontology
from kg.rdf import KG, RDFS

ANY, OPTION = KG + "relies_on_any", KG + "option"

Role = tuple[str, bool]
"""A property, and whether something is its object rather than its subject."""


class Rules:
    """The rules of OWL 2 RL about properties and classes (OWL 2 Profiles, section 4.3), for one ontology.

    Args:
        ontology: The ontology in force.
    """

    def __init__(self, ontology: Ontology) -> None:
        self.ontology = ontology
        self.implied = cache(self._implied)
        self.classes = cache(self._classes)

    def triples(self, subject: str, predicate: str, obj: str) -> Iterator[tuple[str, str, str]]:
        """A triple and those its property implies (prp-spo1, prp-inv)."""
        for implied, flipped in self.implied(predicate):
            yield (obj, implied, subject) if flipped else (subject, implied, obj)

    def types(self, roles: Iterable[Role]) -> set[str]:
        """Classes of something by the roles it has (prp-dom, prp-rng, cax-sco)."""
        return {found for role in roles for found in self.classes(role)}

    @property
    def roles(self) -> tuple[Role, ...]:
        """Every role that a stated relation can give."""
        stated = {*self.ontology.by_iri, *map(self.ontology.optional, self.ontology.by_iri), ANY, OPTION}
        return tuple((predicate, at) for predicate in sorted(stated) for at in (False, True))

    def _implied(self, predicate: str) -> tuple[Role, ...]:
        """Properties a property implies, and whether ends swap."""
        seen, todo = {(predicate, False)}, [(predicate, False)]
        while todo:
            current, flipped = todo.pop()
            above = {(q, flipped) for q in self.ontology.superproperties(current)}
            above |= {(q, not flipped) for q in self.ontology.inverses(current)}
            todo += above - seen
            seen |= above
        return tuple(sorted(seen))

    def _classes(self, role: Role) -> tuple[str, ...]:
        predicate, at_object = role
        found: set[str] = set()
        for implied, flipped in self.implied(predicate):
            meta = "range" if flipped != at_object else "domain"
            for declared in self.ontology.objects(implied, RDFS + meta):
                found.update(self.ontology.superclasses(declared))
        return tuple(sorted(found))
