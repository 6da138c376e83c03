"""An IRI with what linking needs to know of it: what it shares with others, and how good a name it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kg.model import letters
from kg.ontology import Gazetteer, Technology
from kg.rdf import Names
from kg.resolve.link.classes import Rank
from kg.resolve.link.curated import Curated
from kg.resolve.link.links import CURATED, GAZETTEER, SAME_LETTERS, SHIPPED, Justification


@dataclass(frozen=True, slots=True)
class Name:
    """An IRI with what linking needs to know of it.

    Args:
        iri: The IRI.
        spellings: Its names as written, sorted.
        scope: The project it belongs to, as written in the IRI; None for a global name.
        own: Whether a person gave it that scope.
        coined: Whether only people use it.
        letters: What spellings of one name share.
        curated: Preferred label of the concept it is a name of.
        shipped: Whether that is one everybody has.
        technology: The technology it is a name of.
    """

    iri: str
    spellings: tuple[str, ...]
    scope: str | None
    own: bool
    coined: bool
    letters: str
    curated: str | None
    shipped: bool
    technology: Technology | None

    def tags(self) -> list[tuple[str, Justification]]:
        """What this name shares with other names of the same thing, surest first."""
        found = [("letters " + self.letters, SAME_LETTERS)]
        if self.curated:
            found.append(("curated " + letters(self.curated), SHIPPED if self.shipped else CURATED))
        if self.technology:
            found.append(("gazetteer " + self.technology.iri, GAZETTEER))
        return found

    def rank(self) -> Rank:
        """Who represents a class: a name in use, curated, gazetteer, global, then a fixed lexical rule."""
        local = self.iri.rsplit("/", 1)[-1]
        return (
            self.coined,
            not (self.curated and letters(self.curated) == self.letters),
            not (self.technology and letters(self.technology.label) == self.letters),
            self.scope is not None,
            -local.count("-"),
            len(local),
            self.iri,
        )


def read_name(
    names: Names,
    entity: str,
    found: tuple[str, ...],
    curated: Curated,
    gazetteer: Gazetteer,
    scopes: Mapping[str, Sequence[str]],
    coined: bool = False,
) -> Name:
    """What linking needs to know of an IRI with its spellings; the arguments are those of `identify`."""
    scope, slash, _ = entity.removeprefix(names.entities).rpartition("/")
    technologies = (gazetteer.find(name, any_case=bool(slash)) for name in found)
    concept, key = curated.find(found[0]), letters(found[0])
    return Name(
        iri=entity,
        spellings=found,
        scope=scope if slash else None,
        own=any(names.entity(found[0], place) == entity for place in scopes.get(key, ())),
        coined=coined,
        letters=key,
        curated=concept,
        shipped=concept is not None and curated.is_shipped(concept),
        technology=next((t for t in technologies if t is not None and t.component), None),
    )
