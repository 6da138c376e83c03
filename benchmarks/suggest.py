"""What `kg alias suggest` costs on many names, and what it finds of the slips that were put in.

    python benchmarks/suggest.py [NAMES …]

Names are made of the words that names of systems are made of, deterministically. One in twenty is another one
abbreviated, in the plural, in another order, or with two letters swapped; the share of these that is found is printed
beside the time, and the time of comparing each with each, measured on 2,000 names and extrapolated.
"""

from __future__ import annotations

import random
import resource
import sys
import time

from kg.ontology.gazetteer import load_gazetteer as load
from kg.ontology.relations import load as load_ontology
from kg.resolve.suggestion.things import Thing
from kg.resolve.suggestion.weigh import suggested

SYLLABLES = [consonant + vowel for consonant in "bcdfghklmnprstvwxz" for vowel in "aio"]
ENDS = ["service", "database", "cache", "queue", "worker", "gateway", "api", "scheduler", "store", "proxy"]
SHORT = {"service": "svc", "database": "db", "gateway": "gw"}


def word(chance: random.Random) -> str:
    return "".join(chance.choice(SYLLABLES) for _ in range(chance.randint(3, 4)))


def swapped(name: str) -> str:
    return name[:2] + name[3] + name[2] + name[4:]


def another(name: str, chance: random.Random) -> str | None:
    """The name as somebody else might write it."""
    first, *rest, last = name.split()
    ways = [f"{first}s {' '.join((*rest, last))}", " ".join((last, *rest, first))]
    if first[2] != first[3]:
        ways.append(" ".join((swapped(first), *rest, last)))
    if last in SHORT:
        ways.append(" ".join((first, *rest, SHORT[last])))
    return chance.choice(ways)


def names(count: int) -> tuple[list[str], set[tuple[str, str]]]:
    """Names, and the pairs of them that are one thing."""
    chance = random.Random(count)
    vocabulary = [word(chance) for _ in range(max(50, count // 20))]
    found: dict[str, None] = {}
    while len(found) < count * 20 // 21:
        found[" ".join((*chance.sample(vocabulary, chance.randint(1, 2)), chance.choice(ENDS)))] = None
    pairs = set()
    for name in chance.sample(sorted(found), count // 21):
        other = another(name, chance)
        if other is not None and other not in found:
            found[other] = None
            pairs.add((min(name, other), max(name, other)))
    return list(found), pairs


def each_with_each(some: list[str]) -> float:
    """Seconds for a pair, in plain rapidfuzz."""
    from rapidfuzz.process import cdist

    start = time.perf_counter()
    cdist(some, some, workers=1)
    return (time.perf_counter() - start) / len(some) ** 2


def main() -> None:
    generic, gazetteer = load_ontology().generic_names, load()
    print(f"{'names':>9}{'seconds':>9}{'names/s':>9}{'pairs':>8}{'found':>7}{'all pairs, s':>14}{'memory, MiB':>13}")
    for count in map(int, sys.argv[1:] or ("1000", "10000", "100000")):
        made, wanted = names(count)
        things = [Thing((name,)) for name in made]
        start = time.perf_counter()
        found = suggested(things, gazetteer, generic)
        seconds = time.perf_counter() - start
        hits = wanted & {(one.one, one.other) for one in found}
        naive = each_with_each(made[:2000]) * len(made) ** 2
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        rate, share = len(made) / seconds, len(hits) / len(wanted)
        figures = f"{len(made):>9,}{seconds:>9.1f}{rate:>9,.0f}{len(found):>8,}{share:>7.1%}"
        print(f"{figures}{naive:>14,.0f}{memory:>13,}")


if __name__ == "__main__":
    main()
