"""Runs of things from each of which exactly one link leads on: found once, then crossed in one stride."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[Any]

SHORTEST = 32
"""Things in a run that is worth a stride."""

LONG = 10_000
"""Things walked one by one after which runs are looked for: finding them takes about as long."""


class Adjacency(Protocol):
    """What runs are looked for in: the arrays of an index."""

    component: Ints
    subject: Ints
    object: Ints
    out_start: Ints
    into_start: Ints
    into_link: Ints


class Runs:
    """The runs of a graph, end to end.

    A run leads on over hard links, each of which is the only hard link from its thing, beside no option; other links
    may lead on from its things, too.

    Args:
        index: The edges.
        upward: From object to subject, else from subject to object.

    Attributes:
        things: Numbers of the things, run after run.
        links: The link that leads to each of them from the one before; -1 where a run begins.
        place: Where each thing of the graph stands in `things`; -1 where it is in no run.
    """

    def __init__(self, index: Adjacency, upward: bool = True) -> None:
        following, link = _following(index, upward)
        before = np.full(len(following), -1)
        linked = np.flatnonzero(following >= 0)
        before[following[linked]] = linked
        goes_on = linked[before[following[linked]] == linked]  # where two lead into one, the run of one goes on
        self.things, self._last = _laid_out(goes_on, following)
        self.links = np.full(len(self.things), -1)
        inside = np.flatnonzero(self._last[:-1] == self._last[1:]) + 1
        self.links[inside] = link[self.things[inside - 1]]
        self.place = np.full(len(following), -1)
        self.place[self.things] = np.arange(len(self.things))

    def beyond(self, node: int) -> slice:
        """Places of what follows a thing in its run; empty where it is in none or the last."""
        place = int(self.place[node])
        return slice(0, 0) if place < 0 else slice(place + 1, int(self._last[place]) + 1)


def _following(index: Adjacency, upward: bool) -> tuple[Ints, Ints]:
    """Of each thing that just one hard link and no option leads on from: to what, and that link; else -1."""
    starts = index.into_start if upward else index.out_start
    begin, hard_end, any_end = (starts[at::4][: len(index.component)] for at in range(3))
    one = np.flatnonzero((any_end - begin == 1) & (hard_end - begin == 1))
    following, link = np.full(len(index.component), -1), np.full(len(index.component), -1)
    link[one] = index.into_link[begin[one]] if upward else begin[one]
    following[one] = (index.subject if upward else index.object)[link[one]]
    following[following == np.arange(len(following))] = -1
    return following, link


def _laid_out(linked: Ints, following: Ints) -> tuple[Ints, Ints]:
    """The things of the runs, end to end, and the place where the run of each ends.

    How far each is from the end of its run is found by pointer jumping (Wyllie 1979): as many rounds as the longest run
    has binary digits. What lies on a ring never comes to an end and is in no run.

    Args:
        linked: Numbers of the things from which a run goes on.
        following: What follows each.
    """
    inside = np.zeros(len(following), bool)
    inside[linked] = inside[following[linked]] = True
    nodes = np.flatnonzero(inside)
    end = np.arange(len(nodes))
    end[np.searchsorted(nodes, linked)] = np.searchsorted(nodes, following[linked])
    final, left = end == np.arange(len(nodes)), (end != np.arange(len(nodes))).astype(np.int64)
    under_way = np.flatnonzero(~final[end])
    for _ in range(len(nodes).bit_length()):
        left[under_way] += left[end[under_way]]
        end[under_way] = end[end[under_way]]
        under_way = under_way[~final[end[under_way]]]
    size = np.bincount(end[final[end]], minlength=len(nodes))
    size[size < SHORTEST] = 0
    last = np.cumsum(size) - 1
    kept = np.flatnonzero(final[end] & (size[end] > 0))
    order = np.empty(int(size.sum()), np.int64)
    order[last[end[kept]] - left[kept]] = kept
    return nodes[order], last[end[order]]
