"""Circles of hard links: things that each break when any other of them does.

Strongly connected components after Tarjan ("Depth-First Search and Linear Graph Algorithms", 1972), with a stack of
its own so that long chains do no harm, and in each a shortest circle by breadth-first search.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from kg.graph.index.index import Index


@dataclass(frozen=True, slots=True)
class Cycle:
    """Things that rely on one another.

    Args:
        nodes: Numbers of all of them, sorted by IRI.
        links: Numbers of the links of one shortest circle through the first of them, in order.
    """

    nodes: tuple[int, ...]
    links: tuple[int, ...]


def cycles(index: Index) -> list[Cycle]:
    """All groups of things that rely on one another over hard links, by the IRI of their first.

    Args:
        index: The edges.

    >>> from kg import ontology
    >>> from kg.graph.index.rows import Edge, Rows, Thing
    >>> edges = [Edge(s, "https://w3id.org/context-graph/ontology#depends_on", o) for s, o in ("ab", "ba", "bc")]
    >>> cycles(Index.made(Rows("urn:", {name: Thing(name) for name in "abc"}, edges), ontology.load()))
    [Cycle(nodes=(0, 1), links=(0, 1))]
    """
    found = (sorted(group, key=lambda node: index.entities[node].iri) for group in _components(index))
    groups = sorted((group for group in found if len(group) > 1), key=lambda group: index.entities[group[0]].iri)
    return [Cycle(tuple(group), _circle(index, group[0], frozenset(group))) for group in groups]


def _hard(index: Index, node: int) -> Iterator[tuple[int, int]]:
    """(link, object) of the hard links that leave a node."""
    for number in range(index.out_start[4 * node], index.out_start[4 * node + 1]):
        other = int(index.object[number])
        if other != node:
            yield number, other


def _components(index: Index) -> Iterator[list[int]]:
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    waiting: set[int] = set()
    for root in range(len(index.entities)):
        if root in order:
            continue
        work = [(root, _hard(index, root))]
        while work:
            node, links = work[-1]
            if node not in order:
                order[node] = low[node] = len(order)
                stack.append(node)
                waiting.add(node)
            for _, other in links:
                if other not in order:
                    work.append((other, _hard(index, other)))
                    break
                if other in waiting:
                    low[node] = min(low[node], order[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == order[node]:
                    yield _popped(stack, waiting, node)


def _popped(stack: list[int], waiting: set[int], node: int) -> list[int]:
    """What lies on the stack down to a node: one component."""
    group: list[int] = []
    while not group or group[-1] != node:
        group.append(stack.pop())
    waiting.difference_update(group)
    return group


def _circle(index: Index, start: int, group: frozenset[int]) -> tuple[int, ...]:
    """Links of a shortest way from a node back to itself within its group."""
    came: dict[int, int] = {}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        for number, other in _hard(index, node):
            if other == start:
                return (*_back(index, came, node, start), number)
            if other in group and other not in came:
                came[other] = number
                queue.append(other)
    raise AssertionError("every node of a component lies on a circle")


def _back(index: Index, came: dict[int, int], node: int, start: int) -> list[int]:
    links: list[int] = []
    while node != start:
        links.append(came[node])
        node = int(index.subject[links[-1]])
    return links[::-1]
