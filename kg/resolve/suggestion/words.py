"""The words of a name, and which words may stand for one another."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from kg.model import clean
from kg.rdf import resources
from kg.resolve.link.curated import read_concepts

Words = tuple[str, ...]

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORD = re.compile(r"[^\W_]+")
_VOWELS = str.maketrans("", "", "aeiouy")
_DIGITS = re.compile(r"\d+")

SHORTEST = 5
"""Letters from which on a word can be a slip of another."""

LONG = 9
"""Letters from which on two slips are taken for some."""

PREFIX = 3
"""Letters of the shortest beginning that stands for a word."""

MANY = 30
"""Words that share a pattern; more than that share nothing else."""


def words(name: str) -> Words:
    """The words of a name: lower case, without accents, camelCase taken apart.

    >>> words("the AuthService"), words("Café_node.js")
    (('auth', 'service'), ('cafe', 'node', 'js'))
    """
    text = unicodedata.normalize("NFKD", clean(name)[:200])
    text = "".join(c for c in text if not unicodedata.combining(c))
    return tuple(word for part in _WORD.findall(text) for word in _CAMEL.sub(" ", part).casefold().split())


def numbers(found: Words) -> tuple[str, ...]:
    """The numbers in a name: replicas and versions differ in these on purpose.

    >>> numbers(("db", "01", "v2"))
    ('01', '2')
    """
    return tuple(_DIGITS.findall(" ".join(found)))


@cache
def abbreviations() -> Mapping[str, Words]:
    """Words that stand for a longer word or for several, by the table that ships with `kg`."""
    concepts = read_concepts(resources.folder("ontology") / "abbreviations.ttl")
    return {short: tuple(full.split()) for full, others in concepts for short in others}


def expanded(found: Words) -> Words:
    """Words with every known abbreviation written out, plurals as singulars.

    >>> expanded(("auth", "svc")), expanded(("orders", "db"))
    (('authentication', 'service'), ('order', 'database'))
    """
    return tuple(full for word in found for full in abbreviations().get(word) or (singular(word),))


def singular(word: str) -> str:
    """A word less the `s` of an English plural.

    >>> singular("caches"), singular("queries"), singular("redis"), singular("access")
    ('cache', 'query', 'redis', 'access')
    """
    if len(word) < SHORTEST or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    return word[:-3] + "y" if word.endswith("ies") else word[:-1]


def slips(vocabulary: Iterable[str]) -> dict[str, set[str]]:
    """Words that differ by a letter, long ones by two: they share what is left when these are left out.

    Symmetric deletion finds them without comparing each with each (W. Garbe, SymSpell, 2012).

    >>> slips(["payment", "paymnet", "ledger"])["payment"]
    {'paymnet'}
    """
    buckets: defaultdict[str, list[str]] = defaultdict(list)
    for word in sorted(vocabulary):
        if len(word) >= SHORTEST and word.isalpha():
            for left in _left(word, 2 if len(word) >= LONG else 1):
                buckets[left].append(word)
    return _related(group for group in buckets.values() if 1 < len(group) <= MANY)


def _left(word: str, times: int) -> set[str]:
    found = {word}
    for _ in range(times):
        found |= {one[:at] + one[at + 1 :] for one in found for at in range(len(one))}
    return found


def shortened(vocabulary: Iterable[str]) -> dict[str, set[str]]:
    """Words that are the beginning of others, or others without their vowels.

    >>> sorted(shortened(["authent", "authentication", "mngr", "manager"])["mngr"])
    ['manager']
    """
    known = sorted(word for word in vocabulary if word.isalpha())
    return _related([*_beginnings(known), *_skeletons(known)])


def _beginnings(known: list[str]) -> Iterator[list[str]]:
    open_ones: list[tuple[str, list[str]]] = []
    for word in known:
        while open_ones and not word.startswith(open_ones[-1][0]):
            open_ones.pop()
        for short, longer in open_ones:
            if len(longer) <= MANY and len(word) > len(short) + 2:
                longer.append(word)
                if len(longer) <= MANY:
                    yield [short, word]
        if len(word) >= PREFIX:
            open_ones.append((word, []))


def _skeletons(known: list[str]) -> Iterator[list[str]]:
    buckets: defaultdict[str, list[str]] = defaultdict(list)
    for word in known:
        buckets[_skeleton(word)].append(word)
    for skeleton, group in buckets.items():
        if len(skeleton) >= PREFIX and skeleton in group:
            yield from ([skeleton, word] for word in group[:MANY] if word != skeleton)


def _skeleton(word: str) -> str:
    rest = word[:1] + word[1:].translate(_VOWELS)
    return re.sub(r"(.)\1+", r"\1", rest)


def _related(groups: Iterable[list[str]]) -> dict[str, set[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for group in groups:
        for word in group:
            found[word].update(group)
            found[word].discard(word)
    return dict(found)
