"""What each of up to 64 things breaks alone, in one sweep: a bit of a machine word for each of them.

A thing breaks for those that break what it relies on over hard links (or), and for those that break every option of one
of its choices (and). Words are raised to the least fixed point by whole frontiers, so it pays on wide graphs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from kg.graph.arrays.distinct import distinct
from kg.graph.index.assemble import ANY, HARD, SOFT
from kg.graph.index.index import Index
from kg.graph.index.links import between, ranges

Ints = npt.NDArray[Any]

WIDTH = 64
"""How many things fit into a word."""


def broken_each(index: Index, nodes: Sequence[int], steps: int) -> list[Ints] | None:
    """Numbers of what breaks when each of some things alone fails, sorted, that thing not included.

    Args:
        index: The edges.
        nodes: Numbers of different things, at most `WIDTH`.
        steps: Frontiers after which to give up: on long chains one thing at a time is faster.
    """
    words = np.zeros(len(index.component), np.uint64)
    frontier = np.array(nodes)
    words[frontier] = np.uint64(1) << np.arange(len(nodes), dtype=np.uint64)
    while len(frontier):
        if not steps:
            return None
        frontier, steps = _step(index, words, frontier), steps - 1
    reached = np.flatnonzero(words)
    found = [reached[(words[reached] >> np.uint64(bit)) & np.uint64(1) > 0] for bit in range(len(nodes))]
    return [some[some != node] for some, node in zip(found, nodes, strict=True)]


def _step(index: Index, words: Ints, frontier: Ints) -> Ints:
    """Raise what relies on a frontier; what changed."""
    indptr, places = ranges(index.into_start, frontier, HARD, ANY)
    subjects, raised = index.into_subject[places], np.repeat(words[frontier], np.diff(indptr))
    if len(index.choice_first):
        _, places = ranges(index.into_start, frontier, ANY, SOFT)
        choices = distinct(index.choice(index.into_link[places]))
        subjects = np.concatenate((subjects, index.subject[index.choice_first[choices]]))
        raised = np.concatenate((raised, _common(index, words, choices)))
    order = np.argsort(subjects, kind="stable")
    subjects, raised = subjects[order], raised[order]
    first = np.flatnonzero(np.diff(subjects, prepend=-1))
    if not len(first):
        return first
    subjects, raised = subjects[first], np.bitwise_or.reduceat(raised, first)
    changed = (raised & ~words[subjects]) > 0
    words[subjects[changed]] |= raised[changed]
    found: Ints = subjects[changed]
    return found


def _common(index: Index, words: Ints, choices: Ints) -> Ints:
    """Bits that all options of each choice have."""
    first = index.choice_first[choices]
    starts, places = between(first, first + index.choice_size[choices])
    if not len(places):
        return np.empty(0, np.uint64)
    common: Ints = np.bitwise_and.reduceat(words[index.object[places]], starts[:-1])
    return common
