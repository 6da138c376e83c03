"""Runs of things each of which exactly one other relies on: walked once, then crossed in one stride."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from kg.traverse.index import Index

Ints = npt.NDArray[Any]

SHORTEST = 32
"""Things in a run that is worth a stride."""


class Runs:
    """The runs of a graph, end to end.

    Args:
        index: The edges.
    """

    def __init__(self, index: Index) -> None:
        following = _following(index)
        before = np.full(len(following), -1)
        linked = np.flatnonzero(following >= 0)
        before[following[linked]] = linked
        begins = linked[before[linked] < 0]
        stops = np.zeros(len(following), bool)  # where two lead into one, the run of only one of them goes on
        stops[linked[before[following[linked]] != linked]] = True
        self.things, self.ends = _walked(begins.tolist(), following.tolist(), stops.tolist())
        self.place = np.full(len(following), -1)
        self.place[self.things] = np.arange(len(self.things))

    def beyond(self, node: int) -> Ints:
        """What follows a thing in its run, in order; empty where it is in none or the last."""
        place = int(self.place[node])
        if place < 0:
            return self.things[:0]
        end = int(self.ends[np.searchsorted(self.ends, place, "right")])
        return self.things[place + 1 : end]


def _following(index: Index) -> Ints:
    """Of each thing that just one hard link and no option leads to, what relies on it; else -1."""
    begin, hard_end, any_end = (index.into_start[at::4][: len(index.component)] for at in range(3))
    one = np.flatnonzero((any_end - begin == 1) & (hard_end - begin == 1))
    following = np.full(len(index.component), -1)
    following[one] = index.into_subject[begin[one]]
    following[following == np.arange(len(following))] = -1
    return following


def _walked(begins: list[int], following: list[int], stops: list[bool]) -> tuple[Ints, Ints]:
    """Things of the runs that begin at some things, end to end, and where each run ends."""
    things: list[int] = []
    ends: list[int] = []
    for node in begins:
        first = len(things)
        things.append(node)
        while following[node] >= 0 and not stops[node]:
            node = following[node]
            things.append(node)
        if len(things) - first < SHORTEST:
            del things[first:]
        else:
            ends.append(len(things))
    return np.array(things, np.int64), np.array(ends, np.int64)
