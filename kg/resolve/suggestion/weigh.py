"""Weighs what speaks for two things being one.

The score is 1 - (1 - f) (1 - n): f is the weight of the best likeness of names, n half the share of neighbours that
both have (Jaccard); either alone can speak, both together speak louder (a noisy-or, Pearl 1988, section 4.3.2). It
ranks for the eye and is no measured probability.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kg.graph import Index
from kg.model import Suggestion
from kg.ontology import Gazetteer, in_force, load_gazetteer
from kg.rdf import Store
from kg.resolve.curation.aliases import verdicts
from kg.resolve.suggestion.forms import Forms, Reason
from kg.resolve.suggestion.things import Neighbour, Thing, things
from kg.resolve.suggestion.words import numbers, words

NEIGHBOURS = 0.5
"""What neighbours alone make of the score at most."""

CROWD = 15
"""A neighbour of more things than this tells nothing about any two of them."""

SAID = 3
"""Neighbours that a reason names."""

Pair = tuple[int, int]


def suggest(store: Store, index: Index | None = None, minimum: float = 0.5) -> tuple[Suggestion, ...]:
    """Things of a graph that may be one, those for which most speaks first.

    Args:
        store: The graph.
        index: Its edges, where they are loaded already.
        minimum: Least score, from 0 to 1.
    """
    index = Index.load(store) if index is None else index
    gazetteer = load_gazetteer()
    found = (index.find(end) for verdict in verdicts(store) if not verdict.same for end in verdict.pair)
    ends = list(found)
    apart = {
        (min(one, other), max(one, other))
        for one, other in zip(ends[::2], ends[1::2], strict=True)
        if one is not None and other is not None
    }
    known = things(store, index, gazetteer)
    return suggested(known, gazetteer, in_force(store).generic_names, apart, minimum)


def suggested(
    known: Sequence[Thing],
    gazetteer: Gazetteer,
    generic: frozenset[str],
    apart: Iterable[Pair] = (),
    minimum: float = 0.5,
) -> tuple[Suggestion, ...]:
    """Things that may be one; see `suggest`.

    Args:
        known: The things.
        gazetteer: Technologies by name.
        generic: Names that say what a thing is and not which.
        apart: Pairs of numbers, the lesser first, that are known to be two things.
        minimum: Least score.

    >>> known = [Thing(("auth svc",)), Thing(("auth service",)), Thing(("ledger",))]
    >>> [(one.one, one.other, one.score) for one in suggested(known, load_gazetteer(), frozenset())]
    [('auth service', 'auth svc', 0.85)]
    """
    reasons = _alike(known, gazetteer, generic)
    for pair in _close(known):
        reasons.setdefault(pair, None)
    refused = set(apart)
    found = (_weighed(known, pair, form) for pair, form in reasons.items() if pair not in refused)
    kept = (one for one in found if one is not None and one.score >= minimum)
    return tuple(sorted(kept, key=lambda one: (-one.score, one.one, one.other, one.one_iri, one.other_iri)))


def _alike(known: Sequence[Thing], gazetteer: Gazetteer, generic: frozenset[str]) -> dict[Pair, Reason | None]:
    """The best likeness of names of each pair that has one."""
    best: dict[Pair, Reason | None] = {}
    for one, other, reason in Forms([thing.names for thing in known], gazetteer, generic).looks():
        before = best.get((one, other))
        if before is None or (-reason.weight, reason.text) < (-before.weight, before.text):
            best[one, other] = reason
    return best


def _close(known: Sequence[Thing]) -> Iterator[Pair]:
    """Pairs that share two neighbours and a word."""
    shared: defaultdict[Pair, int] = defaultdict(int)
    for members in _crowds(known).values():
        for at, one in enumerate(members):
            for other in members[at + 1 :]:
                shared[one, other] += 1
    for (one, other), count in shared.items():
        if count > 1 and not _words_of(known[one]).isdisjoint(_words_of(known[other])):
            yield one, other


def _crowds(known: Sequence[Thing]) -> Mapping[Neighbour, list[int]]:
    found: defaultdict[Neighbour, list[int]] = defaultdict(list)
    for number, thing in enumerate(known):
        for neighbour in thing.neighbours:
            found[neighbour].append(number)
    return {neighbour: members for neighbour, members in found.items() if 1 < len(members) <= CROWD}


def _words_of(thing: Thing) -> set[str]:
    return {word for name in thing.names for word in words(name)}


def _weighed(known: Sequence[Thing], pair: Pair, form: Reason | None) -> Suggestion | None:
    one, other = (known[number] for number in pair)
    if _differ(pair, one, other):
        return None
    both = one.neighbours & other.neighbours
    share = len(both) / len(one.neighbours | other.neighbours) if both else 0.0
    if one.scope != other.scope and None not in (one.scope, other.scope) and not both:
        return None
    score = 1 - (1 - (form.weight if form else 0.0)) * (1 - NEIGHBOURS * share)
    reasons = ([form.text] if form else []) + ([_around(known, both)] if both else [])
    (first, second) = sorted((one, other), key=lambda thing: (thing.names[0], thing.iri))
    return Suggestion(
        one=first.names[0],
        other=second.names[0],
        score=round(score, 2),
        reasons=tuple(reasons),
        one_iri=first.iri,
        other_iri=second.iri,
    )


def _differ(pair: Pair, one: Thing, other: Thing) -> bool:
    """Whether something says that they are two: kind, technology, numbers, or that one relies on the other."""
    kinds = (one.owner and not one.component, other.owner and not other.component)
    return (
        kinds[0] != kinds[1]
        or bool(one.technology and other.technology and one.technology != other.technology)
        or numbers(words(one.names[0])) != numbers(words(other.names[0]))
        or any((side, pair[1]) in one.neighbours for side in (True, False))
    )


def _around(known: Sequence[Thing], both: Iterable[Neighbour]) -> str:
    names = sorted({known[number].names[0] for _, number in both})
    more = f" and {len(names) - SAID} more" if len(names) > SAID else ""
    return "shared neighbours: " + ", ".join(names[:SAID]) + more
