"""Which names are the same thing: same letters, curated aliases, the gazetteer; scopes keep projects apart.

Every link carries its justification in the RDF form of SSSOM (https://mapping-commons.github.io/sssom/) with the
terms of SEMAPV. Links within a class form a tree, not a clique: a class of n names needs n - 1 of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

import pyoxigraph as ox

from kg import resources
from kg.errors import InputError
from kg.gazetteer import Gazetteer, Technology
from kg.link.classes import Classes, Rank
from kg.names import Names, letters
from kg.ontology import parse_turtle
from kg.terms import decimal, iri, text, value_of
from kg.vocab import OWL, RDF, RDFS, SEMAPV, SKOS, SSSOM

Concept = tuple[str, Sequence[str]]
"""A preferred label and the other names of the same thing."""


@dataclass(frozen=True, slots=True)
class Justification:
    """Why two names are taken for one thing: a SEMAPV term, words for people, a confidence from 0 to 1."""

    term: str
    reason: str
    confidence: float


SAME_LETTERS = Justification(SEMAPV + "LexicalMatching", "same letters", 1.0)
CURATED = Justification(SEMAPV + "ManualMappingCuration", "curated", 1.0)
GAZETTEER = Justification(SEMAPV + "BackgroundKnowledgeBasedMatching", "gazetteer", 0.95)


@dataclass(frozen=True, slots=True)
class Link:
    """An `owl:sameAs` link and its justification."""

    one: str
    other: str
    why: Justification


@dataclass(frozen=True, slots=True)
class Identity:
    """What linking found.

    Args:
        classes: Alias classes and their representatives.
        links: The links that make them.
        labels: Preferred label of each representative.
        technologies: Technology of each representative that names one.
        ambiguous: Names that several projects use for things of their own, with these things' IRIs.
    """

    classes: Classes
    links: tuple[Link, ...]
    labels: Mapping[str, str]
    technologies: Mapping[str, Technology]
    ambiguous: Mapping[str, tuple[str, ...]]


class Curated:
    """Curated aliases: SKOS concepts whose labels all name one thing.

    Args:
        concepts: Pairs of a preferred label and its other names; of two with a name in common the first has it.

    >>> Curated([("user database", ("user db",))]).find("User DB")
    'user database'
    """

    def __init__(self, concepts: Iterable[Concept]) -> None:
        self._preferred: dict[str, str] = {}
        for preferred, others in concepts:
            for name in (preferred, *others):
                self._preferred.setdefault(letters(name), preferred)

    def find(self, name: str) -> str | None:
        """The preferred label of a name, None when no concept has it."""
        return self._preferred.get(letters(name))


def load_curated(files: Sequence[Path] = (), concepts: Iterable[Concept] = ()) -> Curated:
    """The aliases that ship with `kg`, after some concepts and those of some Turtle files.

    Raises:
        InputError: If a file is no Turtle, or one of its concepts has no preferred label.
    """
    shipped = resources.folder("ontology") / "aliases.ttl"
    return Curated([*concepts, *(concept for file in (*files, shipped) for concept in read_concepts(file))])


def read_concepts(file: Path) -> list[Concept]:
    """The alias concepts of a Turtle file: `skos:Concept`s with a preferred label and other labels.

    Raises:
        InputError: If it is no Turtle, or a concept has no preferred label or several.
    """
    labels: defaultdict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    concepts = set()
    for triple in parse_turtle(file):
        subject, predicate, value = value_of(triple.subject), triple.predicate.value, value_of(triple.object)
        if predicate == RDF + "type" and value == SKOS + "Concept":
            concepts.add(subject)
        labels[subject][predicate].add(value)
    found: list[Concept] = []
    for concept in sorted(concepts):
        preferred = sorted(labels[concept][SKOS + "prefLabel"])
        if len(preferred) != 1:
            raise InputError(f"<{concept}> needs one skos:prefLabel, it has {len(preferred)}", file=str(file))
        found.append((preferred[0], tuple(sorted(labels[concept][SKOS + "altLabel"]))))
    return found


@dataclass(frozen=True, slots=True)
class _Name:
    """An IRI with what linking needs to know of it."""

    iri: str
    spellings: tuple[str, ...]
    scope: str | None
    letters: str
    curated: str | None
    technology: Technology | None

    def tags(self) -> list[tuple[str, Justification]]:
        """What this name shares with other names of the same thing, surest first."""
        found = [("letters " + self.letters, SAME_LETTERS)]
        if self.curated:
            found.append(("curated " + letters(self.curated), CURATED))
        if self.technology:
            found.append(("gazetteer " + self.technology.iri, GAZETTEER))
        return found

    def rank(self) -> Rank:
        """Who represents a class: curated name, gazetteer name, global name, then a fixed lexical rule."""
        local = self.iri.rsplit("/", 1)[-1]
        return (
            not (self.curated and letters(self.curated) == self.letters),
            not (self.technology and letters(self.technology.label) == self.letters),
            self.scope is not None,
            -local.count("-"),
            len(local),
            self.iri,
        )


def identify(
    names: Names, spellings: Mapping[str, tuple[str, ...]], curated: Curated, gazetteer: Gazetteer
) -> Identity:
    """Join the names of one thing.

    Args:
        names: The graph's IRIs.
        spellings: Every entity IRI with its names as written.
        curated: Curated aliases.
        gazetteer: Technologies by name.
    """
    known = {entity: _name(names, entity, found, curated, gazetteer) for entity, found in spellings.items()}
    links: list[Link] = []
    ambiguous: dict[str, tuple[str, ...]] = {}
    for group in _coarse(known.values()):
        parts = _by_scope(group)
        if len(parts) > 1:
            ambiguous[_shortest(group)] = tuple(sorted(part[0].iri for part in parts))
        for part in parts:
            links += _tree(part)
    classes = Classes(known, ((link.one, link.other) for link in links), lambda entity: known[entity].rank())
    shared = {entity for part in ambiguous.values() for entity in part}
    return Identity(
        classes=classes,
        links=tuple(sorted(links, key=lambda link: (link.one, link.other))),
        labels={one: _label(known, classes.members(one), one, shared) for one in classes},
        technologies={one: t for one in classes if (t := _technology(known, classes.members(one)))},
        ambiguous=dict(sorted(ambiguous.items())),
    )


def _name(names: Names, entity: str, found: tuple[str, ...], curated: Curated, gazetteer: Gazetteer) -> _Name:
    scope, slash, _ = entity.removeprefix(names.entities).rpartition("/")
    technologies = (gazetteer.find(name, any_case=bool(slash)) for name in found)
    return _Name(
        iri=entity,
        spellings=found,
        scope=scope if slash else None,
        letters=letters(found[0]),
        curated=curated.find(found[0]),
        technology=next((t for t in technologies if t is not None and t.component), None),
    )


def _coarse(known: Iterable[_Name]) -> list[list[_Name]]:
    """Names that share a tag, whatever their scopes, each group in order of rank."""
    by_iri = {name.iri: name for name in known}
    first: dict[str, str] = {}
    links = []
    for name in by_iri.values():
        for tag, _ in name.tags():
            links.append((first.setdefault(tag, name.iri), name.iri))
    classes = Classes(by_iri, links, lambda entity: by_iri[entity].rank())
    return [sorted((by_iri[m] for m in classes.members(one)), key=_Name.rank) for one in classes]


def _by_scope(group: Sequence[_Name]) -> list[list[_Name]]:
    """One part when at most one project is involved; else the global names and each project's apart."""
    if len({name.scope for name in group} - {None}) < 2:
        return [list(group)]
    parts: defaultdict[str, list[_Name]] = defaultdict(list)
    for name in group:
        parts["" if name.scope is None else "/" + name.scope].append(name)
    return [parts[scope] for scope in sorted(parts)]


def _tree(part: Sequence[_Name]) -> list[Link]:
    """Links that join those of a part that share tags, the surest justification first."""
    tagged: defaultdict[str, list[_Name]] = defaultdict(list)
    why: dict[str, Justification] = {}
    for name in part:
        for tag, justification in name.tags():
            tagged[tag].append(name)
            why[tag] = justification
    order = [SAME_LETTERS, CURATED, GAZETTEER]
    links: list[Link] = []
    joined = {name.iri: name.iri for name in part}
    for tag in sorted(tagged, key=lambda tag: (order.index(why[tag]), tag)):
        hub, *others = tagged[tag]
        for other in others:
            if joined[hub.iri] != joined[other.iri]:
                links.append(Link(hub.iri, other.iri, why[tag]))
                old, new = joined[other.iri], joined[hub.iri]
                joined = {entity: new if root == old else root for entity, root in joined.items()}
    return links


def _label(known: Mapping[str, _Name], members: Iterable[str], representative: str, shared: set[str]) -> str:
    """Curated label, gazetteer label, or the representative's best spelling; with its scope when others share it."""
    group = [known[member] for member in members]
    curated = sorted({name.curated for name in group if name.curated})
    technology = _technology(known, [name.iri for name in group])
    one = known[representative]
    label = curated[0] if curated else technology.label if technology else _spelling(one.spellings)
    if one.scope is not None and not shared.isdisjoint(name.iri for name in group):
        return f"{label} ({unquote(one.scope)})"
    return label


def _technology(known: Mapping[str, _Name], members: Iterable[str]) -> Technology | None:
    found = {t.iri: t for member in members if (t := known[member].technology)}
    return found[min(found)] if found else None


def _spelling(names: Sequence[str]) -> str:
    """One of several spellings that differ in case, spaces and hyphens only.

    >>> _spelling(("Auth service", "auth service")), _spelling(("billing_api", "Billing API"))
    ('auth service', 'Billing API')
    """
    kept = [name for name in names if name[:1].lower() + name[1:] not in set(names) - {name}]
    return min(kept or names, key=lambda name: ("_" in name or "-" in name, name == name.lower(), name))


def _shortest(group: Iterable[_Name]) -> str:
    return min((name.spellings[0] for name in group), key=lambda name: (len(name), name))


def alias_quads(names: Names, links: Iterable[Link]) -> list[ox.Quad]:
    """The alias graph: each link and its justification as an annotated axiom (OWL 2 Mapping to RDF, section 2.2)."""
    graph, same = iri(names.aliases), iri(OWL + "sameAs")
    quads = []
    for link in links:
        node, one, other = iri(names.alias(link.one, link.other)), iri(link.one), iri(link.other)
        quads += [
            ox.Quad(one, same, other, graph),
            ox.Quad(node, iri(RDF + "type"), iri(OWL + "Axiom"), graph),
            ox.Quad(node, iri(OWL + "annotatedSource"), one, graph),
            ox.Quad(node, iri(OWL + "annotatedProperty"), same, graph),
            ox.Quad(node, iri(OWL + "annotatedTarget"), other, graph),
            ox.Quad(node, iri(SSSOM + "mapping_justification"), iri(link.why.term), graph),
            ox.Quad(node, iri(SSSOM + "confidence"), decimal(link.why.confidence), graph),
            ox.Quad(node, iri(RDFS + "comment"), text(link.why.reason), graph),
        ]
    return quads
