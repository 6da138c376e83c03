"""Pairs of things whose names look alike: found by keys they share, never by comparing each with each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from kg.ontology import Gazetteer
from kg.resolve.suggestion.words import MANY, Words, abbreviations, expanded, shortened, singular, slips, words


class Reason(NamedTuple):
    """Why two things may be one.

    Args:
        weight: What the reason alone makes of the score.
        kind: Of which kind it is; `WEIGHTS` lists them.
        text: The reason in words.
    """

    weight: float
    kind: str
    text: str


class Look(NamedTuple):
    """Two things, by their numbers, the lesser first, and why they look alike."""

    one: int
    other: int
    reason: Reason


WEIGHTS: Mapping[str, float] = {
    "same letters": 0.9,
    "abbreviation": 0.85,
    "plural": 0.8,
    "word order": 0.7,
    "acronym": 0.7,
    "short acronym": 0.5,
    "gazetteer": 0.6,
    "beginning": 0.6,
    "generic word": 0.5,
    "edit distance": 0.9,
}
"""What each kind of likeness makes of the score at most. Ranks for the eye, not measured probabilities."""

LEAST_SIMILAR = 0.7
"""Similarity from which on the edit distance says anything."""


class Spelling(NamedTuple):
    """A name of a thing, as written and as words."""

    thing: int
    name: str
    words: Words


class Forms:
    """Looks for things whose names look alike.

    Args:
        names: The names of each thing, by its number.
        gazetteer: Technologies by name.
        generic: Words that say what a thing is and not which.
    """

    def __init__(self, names: Sequence[Sequence[str]], gazetteer: Gazetteer, generic: frozenset[str]) -> None:
        self._gazetteer = gazetteer
        self._generic = generic
        self.spellings = [
            Spelling(number, name, found)
            for number, some in enumerate(names)
            for name in sorted(set(some))
            if (found := words(name))
        ]
        self._by_words: defaultdict[Words, list[Spelling]] = defaultdict(list)
        for spelling in self.spellings:
            self._by_words[spelling.words].append(spelling)

    def looks(self) -> Iterator[Look]:
        """All pairs, some for several reasons."""
        yield from self._sharing(lambda one: "".join(one.words), _letters)
        yield from self._sharing(lambda one: tuple(sorted(one.words)) if len(one.words) > 1 else None, _order)
        yield from self._sharing(lambda one: expanded(one.words), _written_out)
        yield from self._sharing(self._technology, self._of_technology)
        yield from self._acronyms()
        yield from self._without_generic()
        vocabulary = {word for spelling in self.spellings for word in spelling.words}
        yield from self._replaced(slips(vocabulary), _edits)
        yield from self._replaced(shortened(vocabulary), _begins)

    def _sharing(
        self, key: Callable[[Spelling], Hashable], reason: Callable[[Spelling, Spelling], Reason | None]
    ) -> Iterator[Look]:
        """Pairs of things with names that share a key."""
        buckets: defaultdict[Hashable, list[Spelling]] = defaultdict(list)
        for spelling in self.spellings:
            if shared := key(spelling):
                buckets[shared].append(spelling)
        for group in buckets.values():
            for at, one in enumerate(group[:MANY]):
                for other in group[at + 1 : MANY]:
                    yield from _look(one, other, reason(one, other))

    def _meets(self, one: Spelling, others: Words, reason: Callable[[Spelling, Spelling], Reason]) -> Iterator[Look]:
        """Pairs of a name with those of certain words."""
        for other in self._by_words.get(others, ())[:MANY]:
            yield from _look(one, other, reason(one, other))

    def _acronyms(self) -> Iterator[Look]:
        for one in self.spellings:
            for size in range(2, min(len(one.words), 6) + 1):
                initials = "".join(word[0] for word in one.words[:size])
                yield from self._meets(one, (initials, *one.words[size:]), _initials)

    def _without_generic(self) -> Iterator[Look]:
        for one in self.spellings:
            if len(one.words) > 1 and one.words[-1] in self._generic:
                yield from self._meets(one, one.words[:-1], _less)

    def _replaced(
        self, related: Mapping[str, Iterable[str]], reason: Callable[[Spelling, Spelling], Reason]
    ) -> Iterator[Look]:
        """Pairs of names that differ in one word, these two being related."""
        for one in self.spellings:
            for at, word in enumerate(one.words):
                for other in sorted(related.get(word, ())):
                    yield from self._meets(one, (*one.words[:at], other, *one.words[at + 1 :]), reason)

    def _technology(self, one: Spelling) -> str | None:
        found = self._gazetteer.find(one.name, any_case=True)
        return found.iri if found is not None and found.component else None

    def _of_technology(self, one: Spelling, other: Spelling) -> Reason:
        found = self._gazetteer.find(one.name, any_case=True)
        return Reason(WEIGHTS["gazetteer"], "gazetteer", f"gazetteer: both are names of {found.label if found else ''}")


def _look(one: Spelling, other: Spelling, reason: Reason | None) -> Iterator[Look]:
    if reason is not None and one.thing != other.thing and reason.weight > 0:
        yield Look(min(one.thing, other.thing), max(one.thing, other.thing), reason)


def _letters(one: Spelling, other: Spelling) -> Reason:
    return Reason(WEIGHTS["same letters"], "same letters", "same letters but for signs and accents")


def _order(one: Spelling, other: Spelling) -> Reason | None:
    return (
        None if one.words == other.words else Reason(WEIGHTS["word order"], "word order", "same words in another order")
    )


def _written_out(one: Spelling, other: Spelling) -> Reason | None:
    if one.words == other.words:
        return None
    differing = set(one.words) ^ set(other.words)
    told = sorted((word, " ".join(full)) for word in differing if (full := abbreviations().get(word)) is not None)
    if told:
        text = ", ".join(f"{short} for {full}" for short, full in told)
        return Reason(WEIGHTS["abbreviation"], "abbreviation", f"abbreviation: {text}")
    return Reason(WEIGHTS["plural"], "plural", "singular and plural")


def _initials(one: Spelling, other: Spelling) -> Reason:
    short = other.words[0]
    kind = "acronym" if len(short) > 2 else "short acronym"
    full = " ".join(one.words[: len(short)])
    return Reason(WEIGHTS[kind], kind, f"acronym: {short.upper()} for {full}")


def _less(one: Spelling, other: Spelling) -> Reason:
    return Reason(WEIGHTS["generic word"], "generic word", f"one says {one.words[-1]!r}, the other does not")


def _edits(one: Spelling, other: Spelling) -> Reason:
    """The mean of the similarity of the names and of the words that differ (OSA, normalised by the longer)."""
    from rapidfuzz.distance import OSA

    (first, second) = next((a, b) for a, b in zip(one.words, other.words, strict=True) if a != b)
    if singular(first) == singular(second):
        return Reason(WEIGHTS["plural"], "plural", "singular and plural")
    whole = OSA.normalized_similarity("".join(one.words), "".join(other.words))
    similar = (whole + OSA.normalized_similarity(first, second)) / 2
    weight = WEIGHTS["edit distance"] * max(0.0, similar - LEAST_SIMILAR) / (1 - LEAST_SIMILAR)
    edits = int(OSA.distance(first, second))
    text = f"edit distance: {first} and {second} differ by {edits} letter{'s' if edits > 1 else ''}"
    return Reason(round(weight, 3), "edit distance", text)


def _begins(one: Spelling, other: Spelling) -> Reason:
    """A lone word says little: `port` begins `portal`."""
    (first, second) = next((a, b) for a, b in zip(one.words, other.words, strict=True) if a != b)
    short, full = sorted((first, second), key=len)
    weight = WEIGHTS["beginning"] * (1 if len(one.words) > 1 else 0.5)
    return Reason(weight, "beginning", f"abbreviation: {short} may be short for {full}")
