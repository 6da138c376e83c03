"""What keys of records say: the table `ontology/records.tsv`, read once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fnmatch import translate
from functools import cache

from kg.rdf import resources

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_OTHER = re.compile(r"[^a-z0-9]+")
_EDGES = re.compile(r"^[^\w]+|[^\w]+$")
OPTIONAL = "optional"
"""Stands in the table for a dependency without which the subject goes on."""


def snake(key: str) -> str:
    """A key in lower case with underscores.

    >>> snake("dependsOn"), snake("Depends on"), snake("depends-on")
    ('depends_on', 'depends_on', 'depends_on')
    """
    return _OTHER.sub("_", _CAMEL.sub("_", key).lower()).strip("_")


@dataclass(frozen=True, slots=True)
class Stated:
    """What a key states of its record.

    Args:
        relation: Key of a relation, or `optional`.
        inverse: Whether the value is what relies on the record.
        certain: Whether it means nothing else elsewhere.
    """

    relation: str
    inverse: bool
    certain: bool


@dataclass(frozen=True, slots=True)
class Words:
    """The table by what its rows say.

    Args:
        names: Keys that may name a record, in the order they are tried.
        states: Keys that state a relation.
        softens: Keys with the value that makes the relation beside them optional.
        things: Words that call records components.
        kinds: Keys that say what a record is.
        against: Keys of records that are no components.
        nothing: Values that stand for none.
        files: What the path of a file matches that is something else.
    """

    names: tuple[str, ...]
    states: dict[str, Stated]
    softens: tuple[tuple[str, str], ...]
    things: frozenset[str]
    kinds: frozenset[str]
    against: frozenset[str]
    nothing: frozenset[str]
    files: re.Pattern[str]


@cache
def words() -> Words:
    """The table that ships.

    >>> words().states["used_by"]
    Stated(relation='depends_on', inverse=True, certain=True)
    """
    text = (resources.folder("ontology") / "records.tsv").read_text(encoding="utf-8")
    lines = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    rows = [(*line, "", "", "")[:5] for line in lines[1:]]
    of = {says: [row[1:] for row in rows if row[0] == says] for says in dict.fromkeys(row[0] for row in rows)}
    return Words(
        names=tuple(row[0] for row in of["name"]),
        states={word: Stated(to, way == "inverse", certain == "yes") for word, to, way, certain in of["states"]},
        softens=tuple((row[0], row[1]) for row in of["softens"]),
        things=frozenset(row[0] for row in of["thing"]),
        kinds=frozenset(row[0] for row in of["kind"]),
        against=frozenset(row[0] for row in of["against"]),
        nothing=frozenset(row[0] for row in of["nothing"]),
        files=re.compile("(?s:.*/)?(?:" + "|".join(translate(row[0]) for row in of["file"]) + ")"),
    )
