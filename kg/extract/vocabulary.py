"""Names that documents surely have: what the second pass may rely on, and what a cached result depended on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from kg.names import digest

_WORD = re.compile(r"[\w@#][\w.@#+/-]*")


def words(text: str) -> Iterator[tuple[int, str]]:
    """Words of a text in lower case, with where they begin: what names are looked up by.

    >>> list(words("Use node.js."))
    [(0, 'use'), (4, 'node.js')]
    """
    return ((match.start(), match.group().rstrip(".").lower()) for match in _WORD.finditer(text))


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

    def relevant(self, present: Iterable[str]) -> Vocabulary:
        """The names that can occur where these lower-case words do; extraction depends on no others.

        >>> Vocabulary.of(["Ledger API", "Redis"]).relevant(["the", "ledger", "api"]).names
        ('Ledger API',)
        """
        there = set(present)
        return Vocabulary.of(
            name
            for word in sorted(there & self.by_first.keys())
            for name in self.by_first[word]
            if all(part in there for _, part in words(name))
        )

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
    def _set(self) -> frozenset[str]:
        return frozenset(self.names)

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)
