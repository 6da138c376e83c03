"""The gazetteer: technologies that engineering documents name, and what kind of thing each is.

It is a SKOS concept scheme (`ontology/technologies.ttl`, described in `docs/gazetteer.md`). A technology is a
concept, never an instance: two caches that both are Redis stay two components that point to one technology.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from kg.errors import InputError
from kg.model import clean, letters
from kg.ontology.relations import local_name, parse_turtle
from kg.rdf import KG, RDF, SKOS, resources, value_of

_WORD = re.compile(r"[^\s/_,;:()\[\]-]+")
_TECHNOLOGY = KG + "Technology"


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

    >>> gazetteer = load_gazetteer()
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

        >>> load_gazetteer().find("a vault"), load_gazetteer().find("vault", any_case=True).label
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

        >>> [load_gazetteer().within(name).label for name in ("orders-postgres-replica", "Amazon RDS for MySQL")]
        ['PostgreSQL', 'Amazon RDS']
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


def load_gazetteer(files: Sequence[Path] = ()) -> Gazetteer:
    """Read the gazetteer that ships with `kg`, with the user's technologies and kinds before its own.

    Args:
        files: Turtle files in the form of `ontology/technologies.ttl`. A technology of theirs that has the
            IRI of a built-in one adds names to it; a name of theirs wins over the same built-in name.

    Raises:
        InputError: If a file is missing, is no Turtle, or a technology lacks its preferred label or kind.

    >>> len(load_gazetteer()) > 450
    True
    """
    return _read(tuple(files)) if files else _shipped()


@cache
def _shipped() -> Gazetteer:
    return _read(())


def _read(files: tuple[Path, ...]) -> Gazetteer:
    facts: _Facts = defaultdict(dict)
    declared: dict[str, str] = {}
    for file in (*files, resources.folder("ontology") / "technologies.ttl"):
        for iri in _add(facts, file):
            declared.setdefault(iri, str(file))
    traits = cache(lambda kind: _traits(facts, kind))
    return Gazetteer(_technology(facts[iri], traits, iri, file) for iri, file in declared.items())


_About = dict[str, list[str]]
"""Values of a subject by predicate, in the order read."""

_Facts = defaultdict[str, _About]


@dataclass(frozen=True, slots=True)
class _Traits:
    """What a kind says of its technologies, itself or through a broader one."""

    key: str
    suggests: str | None
    soft: bool
    component: bool


def _add(facts: _Facts, file: Path) -> list[str]:
    """Add a file's triples; its technologies, sorted."""
    technologies = set()
    for triple in parse_turtle(file):
        subject, predicate, value = value_of(triple.subject), triple.predicate.value, value_of(triple.object)
        facts[subject].setdefault(predicate, []).append(value)
        if value == _TECHNOLOGY and predicate == RDF + "type":
            technologies.add(subject)
    return sorted(technologies)


def _technology(about: _About, traits: Callable[[str], _Traits], iri: str, file: str) -> Technology:
    labels, kinds = about.get(SKOS + "prefLabel"), about.get(KG + "kind")
    if not labels or not kinds:
        missing = "kg:kind" if labels else "skos:prefLabel"
        raise InputError(f"technology <{iri}> has no {missing}", file=file)
    kind = traits(kinds[0])
    return Technology(
        iri=iri,
        label=labels[0],
        aliases=tuple(sorted({*labels, *about.get(SKOS + "altLabel", ())} - {labels[0]})),
        kind=kind.key,
        suggests=kind.suggests,
        soft=kind.soft,
        component=kind.component,
        matches=tuple(sorted(about.get(SKOS + "exactMatch", ()))),
        cased=frozenset(about.get(KG + "casedName", ())),
    )


def _traits(facts: _Facts, kind: str) -> _Traits:
    suggests = _inherited(facts, kind, KG + "suggestsRelation")
    return _Traits(
        key=local_name(kind),
        suggests=local_name(suggests) if suggests else None,
        soft=_inherited(facts, kind, KG + "softByNature") == "true",
        component=_inherited(facts, kind, KG + "notComponent") != "true",
    )


def _inherited(facts: _Facts, kind: str, predicate: str) -> str | None:
    """What the nearest kind at or above this one states first; cycles do no harm."""
    seen: set[str] = set()
    while kind not in seen:
        seen.add(kind)
        if predicate in facts[kind]:
            return facts[kind][predicate][0]
        kind = facts[kind].get(SKOS + "broader", [kind])[0]
    return None
