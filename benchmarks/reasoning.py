"""Alias closure: the union-find of `kg` beside OWL 2 RL reasoners, on the same links, their results checked equal.

    python benchmarks/reasoning.py            up to 4,000 names, classes of 4 and of 40
    python benchmarks/reasoning.py --small    up to 400 names

OWL 2 RL states equality of every pair, so the result compared is every pair of different names that are one thing.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from itertools import permutations

from timing import Timed, rows, timed

from kg.resolve.link.classes import Classes

Pairs = frozenset[tuple[str, str]]
Links = list[tuple[str, str]]
SAME = "http://www.w3.org/2002/07/owl#sameAs"
OWLRL_UP_TO = 4_000
"""Pairs beyond which owlrl is left out: it takes a millisecond for each and more."""


def links(names: int, size: int) -> Links:
    """Chains of `size` names that are one thing."""
    return [(f"urn:name:{n}", f"urn:name:{n + 1}") for n in range(names) if (n + 1) % size]


def union_find(given: Links) -> Classes:
    """What `kg` does: a representative for every name. No pair is stored."""
    return Classes((), given, lambda iri: (iri,))


def owlrl(given: Links) -> Iterable[tuple[str, str]]:
    """`owlrl`, OWL 2 RL."""
    from owlrl import DeductiveClosure, OWLRL_Semantics
    from rdflib import Graph, URIRef

    graph = Graph()
    for one, other in given:
        graph.add((URIRef(one), URIRef(SAME), URIRef(other)))
    DeductiveClosure(OWLRL_Semantics).expand(graph)
    return ((str(s), str(o)) for s, o in graph.subject_objects(URIRef(SAME)))


def reasonable(given: Links) -> Iterable[tuple[str, str]]:
    """`reasonable`, OWL 2 RL in Rust."""
    from rdflib import Graph, URIRef
    from reasonable import PyReasoner

    graph = Graph()
    for one, other in given:
        graph.add((URIRef(one), URIRef(SAME), URIRef(other)))
    reasoner = PyReasoner()
    reasoner.from_graph(graph)
    return ((str(s), str(o)) for s, p, o in reasoner.reason() if str(p) == SAME)


def pairs(found: Classes | Iterable[tuple[str, str]]) -> Pairs:
    """All pairs of different names of the workload that are one thing."""
    if isinstance(found, Classes):
        classes = [found.members(one) for one in found]
        found = [(a, b) for members in classes for a, b in permutations(members, 2)]
    return frozenset((a, b) for a, b in found if a != b and a.startswith("urn:name:") and b.startswith("urn:name:"))


def measure(names: int, size: int) -> list[Timed]:
    """Times of all reasoners on one set of links; fails when a result differs."""
    given = links(names, size)
    expected = pairs(union_find(given))
    found = [timed("kg, union-find", lambda: union_find(given))]
    others: list[tuple[str, Callable[[Links], Iterable[tuple[str, str]]]]] = [("reasonable", reasonable)]
    if len(expected) <= OWLRL_UP_TO:
        others.append(("owlrl", owlrl))
    for name, reasoner in others:
        assert pairs(reasoner(given)) == expected, f"{name} differs"
        found.append(timed(name, lambda run=reasoner: list(run(given)), once=True))
    return found


def main() -> None:
    """Print times and ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--small", action="store_true")
    small = parser.parse_args().small
    for names, size in ((100, 4), (400, 4)) if small else ((100, 4), (1_000, 4), (4_000, 4), (400, 40)):
        found = measure(names, size)
        print(f"alias closure, {names:,} names in classes of {size}, results equal", *rows(found), sep="\n")


if __name__ == "__main__":
    main()
