"""The gazetteer: technologies that engineering documents name, and what kind of thing each is.

It is a SKOS concept scheme (`ontology/technologies.ttl`, described in `docs/gazetteer.md`). A technology is a
concept, never an instance: two caches that both are Redis stay two components that point to one technology.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pyoxigraph as ox

from kg import resources
from kg.errors import InputError
from kg.names import clean, letters
from kg.ontology import local_name, parse_turtle
from kg.vocab import KG, RDF, SKOS

_WORD = re.compile(r"[^\s/_,;:()\[\]-]+")
_LITERALS = (SKOS + "prefLabel", SKOS + "altLabel", KG + "casedName")


@dataclass(frozen=True, slots=True)
class Technology:
    """A product, service or standard as such.

    Args:
        iri: Its concept.
        label: Preferred name.
        aliases: Other names, sorted.
        kind: Key of its kind, such as `relational-database`.
        suggests: Key of the relation to it where the wording does not decide, such as `backed_by`.
        soft: Its failure degrades at most what relies on it (a telemetry sink).
        component: It is run and fails by itself; False for languages, libraries, protocols and the like.
        matches: IRIs of the same thing in public linked data, sorted.
        cased: Those of its names that count only in exactly this case.
    """

    iri: str
    label: str
    aliases: tuple[str, ...]
    kind: str
    suggests: str | None
    soft: bool
    component: bool
    matches: tuple[str, ...]
    cased: frozenset[str] = frozenset()

    @property
    def names(self) -> tuple[str, ...]:
        """The preferred name, then the others."""
        return (self.label, *self.aliases)


class Gazetteer:
    """Technologies by name.

    Args:
        technologies: Those to hold; of two that share a name the first has it.

    >>> gazetteer = load()
    >>> postgres = gazetteer.find("Postgres")
    >>> postgres.label, postgres.kind, postgres.suggests
    ('PostgreSQL', 'relational-database', 'backed_by')
    """

    def __init__(self, technologies: Iterable[Technology]) -> None:
        self.technologies: tuple[Technology, ...] = tuple(technologies)

    def find(self, name: str, *, any_case: bool = False) -> Technology | None:
        """The technology of exactly this name, whatever its spaces, hyphens and (mostly) case.

        Args:
            name: Name as written.
            any_case: Also take a name that is a common word in lower case. Right for identifiers, image names
                and code spans, wrong for running text.

        >>> load().find("a vault"), load().find("vault", any_case=True).label
        (None, 'HashiCorp Vault')
        """
        key = letters(name)
        technology = self._index.get(key)
        if technology is None or any_case or not technology.cased:
            return technology
        spelled = [cased for cased in technology.cased if letters(cased) == key]
        return technology if not spelled or clean(name) in spelled else None

    def within(self, name: str) -> Technology | None:
        """The component technology that a longer name mentions: the most words, and of these the last.

        >>> load().within("orders-postgres-replica").label, load().within("Amazon RDS for MySQL").label
        ('PostgreSQL', 'Amazon RDS')
        """
        words = [match.span() for match in _WORD.finditer(name)]
        for size in range(min(len(words), self.longest), 0, -1):
            for first in range(len(words) - size, -1, -1):
                found = self.find(name[words[first][0] : words[first + size - 1][1]])
                if found is not None and found.component:
                    return found
        return None

    @cached_property
    def longest(self) -> int:
        """Words of the longest name: no mention in a text spans more."""
        return max((len(_WORD.findall(n)) for t in self.technologies for n in t.names), default=0)

    @cached_property
    def hash(self) -> str:
        """SHA-256 of all technologies, hexadecimal; the order and layout of the files do not count."""
        lines = [
            repr((t.iri, *t.names, t.kind, t.suggests, t.soft, t.component, *t.matches, *sorted(t.cased)))
            for t in self.technologies
        ]
        return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()

    @cached_property
    def _index(self) -> Mapping[str, Technology]:
        index: dict[str, Technology] = {}
        for technology in self.technologies:
            for name in technology.names:
                index.setdefault(letters(name), technology)
        return index

    def __iter__(self) -> Iterator[Technology]:
        return iter(self.technologies)

    def __len__(self) -> int:
        return len(self.technologies)


def load(files: Sequence[Path] = ()) -> Gazetteer:
    """Read the gazetteer that ships with `kg`, with the user's technologies and kinds before its own.

    Args:
        files: Turtle files in the form of `ontology/technologies.ttl`. A technology of theirs that has the
            IRI of a built-in one adds names to it; a name of theirs wins over the same built-in name.

    Raises:
        InputError: If a file is missing, is no Turtle, or a technology lacks its preferred label or kind.

    >>> len(load()) > 450
    True
    """
    facts: _Facts = defaultdict(lambda: defaultdict(list))
    order: dict[str, str] = {}
    for file in (*files, resources.folder("ontology") / "technologies.ttl"):
        for subject in _add(facts, file):
            order.setdefault(subject, str(file))
    return Gazetteer(_technology(facts, iri, file) for iri, file in order.items())


_Facts = defaultdict[str, defaultdict[str, list[str]]]


def _add(facts: _Facts, file: Path) -> list[str]:
    """Add a file's triples; its technologies, sorted."""
    technologies = set()
    for triple in parse_turtle(file):
        subject, predicate = triple.subject.value, triple.predicate.value
        facts[subject][predicate].append(triple.object.value)
        if predicate == RDF + "type" and triple.object.value == KG + "Technology":
            technologies.add(subject)
    return sorted(technologies)


def _technology(facts: _Facts, iri: str, file: str) -> Technology:
    about = facts[iri]
    label, kind = _one(about, SKOS + "prefLabel"), _one(about, KG + "kind")
    if label is None or kind is None:
        missing = "skos:prefLabel" if label is None else "kg:kind"
        raise InputError(f"technology <{iri}> has no {missing}", file=file)
    suggests = _inherited(facts, kind, KG + "suggestsRelation")
    return Technology(
        iri=iri,
        label=label,
        aliases=tuple(sorted({*about[SKOS + "altLabel"], *about[SKOS + "prefLabel"]} - {label})),
        kind=local_name(kind),
        suggests=local_name(suggests) if suggests else None,
        soft=_inherited(facts, kind, KG + "softByNature") == "true",
        component=_inherited(facts, kind, KG + "notComponent") != "true",
        matches=tuple(sorted(about[SKOS + "exactMatch"])),
        cased=frozenset(about[KG + "casedName"]),
    )


def _one(about: Mapping[str, list[str]], predicate: str) -> str | None:
    """The value read first, so that a user's file decides."""
    return next(iter(about.get(predicate, ())), None)


def _inherited(facts: _Facts, kind: str, predicate: str) -> str | None:
    """What the nearest kind at or above this one states; cycles do no harm."""
    seen: set[str] = set()
    at: str | None = kind
    while at is not None and at not in seen:
        seen.add(at)
        value = _one(facts[at], predicate)
        if value is not None:
            return value
        at = _one(facts[at], SKOS + "broader")
    return None
