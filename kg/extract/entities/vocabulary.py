"""Names that documents surely have: what the second pass may rely on, and what a cached result depended on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from functools import cached_property

from kg.model import digest

_WORD = re.compile(r"[\w@#](?:[\w.@#+/-]*[\w@#+/-])?")


def words(text: str) -> Iterator[tuple[int, str]]:
    """Words of a text in lower case, with where they begin: what names are looked up by.

    >>> list(words("Use node.js."))
    [(0, 'use'), (4, 'node.js')]
    """
    if text.isascii():
        return ((match.start(), match[0]) for match in _WORD.finditer(text.lower()))
    return ((match.start(), match[0].lower()) for match in _WORD.finditer(text))


def word_set(text: str) -> set[str]:
    """The words of a text without their places.

    >>> sorted(word_set("Use node.js. Use it."))
    ['it', 'node.js', 'use']
    """
    if text.isascii():
        return set(_WORD.findall(text.lower()))
    return {word.lower() for word in _WORD.findall(text)}


@dataclass(frozen=True)
class Vocabulary:
    """An immutable set of names.

    Args:
        names: Sorted, each once; use `Vocabulary.of` to make one of anything.

    >>> Vocabulary.of(["ledger", "Redis", "ledger"]).names
    ('Redis', 'ledger')
    """

    names: tuple[str, ...] = ()

    @classmethod
    def of(cls, names: Iterable[str]) -> Vocabulary:
        """A vocabulary of any names."""
        return cls(tuple(sorted(set(names))))

    def merge(self, *others: Vocabulary) -> Vocabulary:
        """All names of some vocabularies; itself when the others add nothing.

        >>> Vocabulary.of("a").merge(Vocabulary.of("b")).names
        ('a', 'b')
        """
        more = set().union(*(other.names for other in others)) - self._set
        return Vocabulary.of([*self.names, *more]) if more else self

    def relevant(self, present: Set[str]) -> Vocabulary:
        """The names that can occur where these lower-case words do; extraction depends on no others.

        >>> Vocabulary.of(["Ledger API", "Redis"]).relevant({"the", "ledger", "api"}).names
        ('Ledger API',)
        """
        firsts = self.by_first.keys() & present
        return Vocabulary.of(name for word in firsts for name in self.by_first[word] if word_set(name) <= present)

    @cached_property
    def hash(self) -> str:
        """Stable hash of the names, hexadecimal."""
        return digest(*self.names, length=32)

    @cached_property
    def by_first(self) -> dict[str, tuple[str, ...]]:
        """Names by their first word in lower case, longest first."""
        index: dict[str, list[str]] = {}
        for name in self.names:
            first = next(words(name), None)
            if first is not None and first[0] == 0:
                index.setdefault(first[1], []).append(name)
        return {word: tuple(sorted(names, key=lambda n: (-len(n), n))) for word, names in index.items()}

    @cached_property
    def needles(self) -> dict[str, tuple[tuple[str, str], ...]]:
        """Names by their first word, and those of several words in lower case: they may be written in any case."""
        return {
            word: tuple((name, name.lower() if " " in name else "") for name in names)
            for word, names in self.by_first.items()
        }

    @cached_property
    def _set(self) -> frozenset[str]:
        return frozenset(self.names)

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)
