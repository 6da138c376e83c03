"""What fails with what: the least fixed point of the failure semantics of docs/data-model.md.

States are ordered ok < degraded < broken. A hard link gives its subject the object's state, a soft one passes broken
as degraded, and alternatives pass broken when every option is broken and degraded when any is not ok. All of it is
monotone, so the least fixed point exists (Tarski 1955) and two sweeps over the links, each visiting a link once,
compute it: who breaks, then who degrades beyond that (unit propagation of Horn clauses, Dowling and Gallier 1984).

A sweep goes by whole frontiers where these are wide, and from thing to thing where they are narrow: a frontier costs
some 20 µs however small, so a chain of 200,000 hops would cost seconds, and a thing costs one, so a wide graph would.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from kg.graph.arrays.distinct import MANY, distinct
from kg.graph.index.assemble import ANY, HARD, PASSES, SOFT
from kg.graph.index.index import Index
from kg.graph.index.links import between, ranges
from kg.graph.index.runs import LONG

NARROW = 48
"""Frontiers and degrees up to this are walked one by one."""

Ints = npt.NDArray[Any]


class State(IntEnum):
    """How a component is."""

    OK = 0
    DEGRADED = 1
    BROKEN = 2


class Outcome:
    """The state of everything when some things fail.

    Args:
        index: The edges.
        ends: Numbers of what fails, sorted.
        state: A `State` for each thing, shape (things,).
        waiting: Options of each choice that are not broken, shape (choices,).
    """

    def __init__(self, index: Index, ends: Ints, state: Ints, waiting: Ints) -> None:
        self.index, self.ends, self.state, self.waiting = index, ends, state, waiting

    def reached(self, state: State) -> Ints:
        """Numbers of what is in a state, sorted, but for what failed."""
        found = np.flatnonzero(self.state == state)
        return found[~np.isin(found, self.ends)]

    def carrying(self) -> Ints:
        """Numbers of the links along which failure reached their subject in the state it is in, by object.

        Along them every thing that is broken has a path of breaking links to something that failed, and every degraded
        thing one of links that degrade it. None leaves what failed.
        """
        index, failing = self.index, np.flatnonzero(self.state)
        carried = []
        for first, last, rule in ((HARD, ANY, self._hard), (ANY, SOFT, self._any), (SOFT, SOFT + 1, self._soft)):
            indptr, places = ranges(index.into_start, failing, first, last)
            subject = self.state.take(index.into_subject.take(places))
            obj = np.repeat(self.state[failing], np.diff(indptr))
            carried.append(places.compress(rule(subject, obj, places)))
        links = index.into_link.take(np.sort(np.concatenate(carried), kind="stable"))
        subjects = index.subject.take(links)
        failed = np.zeros(len(self.state), bool)
        failed[self.ends] = True
        kept: Ints = links.compress(~failed.take(subjects) & (subjects != index.object.take(links)))
        return kept

    def _hard(self, subject: Ints, obj: Ints, places: Ints) -> Ints:
        return np.asarray(subject == obj)

    def _any(self, subject: Ints, obj: Ints, places: Ints) -> Ints:
        exhausted = self.waiting[self.index.choice(self.index.into_link[places])] == 0
        return np.asarray((subject == State.DEGRADED) | exhausted)

    def _soft(self, subject: Ints, obj: Ints, places: Ints) -> Ints:
        return np.asarray((subject == State.DEGRADED) & (obj == State.BROKEN))


def states(index: Index, failed: Iterable[int]) -> Outcome:
    """The state of everything when some things fail.

    Args:
        index: The edges.
        failed: Numbers of what fails.
    """
    ends = distinct(np.fromiter(failed, np.int64))
    state, waiting = _broken(index, ends)
    _, places = ranges(index.into_start, np.flatnonzero(state), ANY, SOFT + 1)
    begun = distinct(index.into_subject[places], len(state))
    begun = begun[state[begun] == State.OK]
    state[begun] = State.DEGRADED
    _Sweep(index, state, State.DEGRADED, None).run(begun)
    return Outcome(index, ends, state, waiting)


def broken(index: Index, failed: Iterable[int]) -> Ints:
    """Numbers of what breaks when some things fail, sorted, these not included.

    Args:
        index: The edges.
        failed: Numbers of what fails.
    """
    ends = distinct(np.fromiter(failed, np.int64))
    state, _ = _broken(index, ends)
    state[ends] = State.OK
    found: Ints = np.flatnonzero(state)
    return found


def _broken(index: Index, ends: Ints) -> tuple[Ints, Ints]:
    """States once all that breaks is broken, and the options left of each choice."""
    state, waiting = np.zeros(len(index.component), np.int8), index.choice_size.copy()
    state[ends] = State.BROKEN
    _Sweep(index, state, State.BROKEN, waiting).run(ends)
    return state, waiting


class _Sweep:
    """Raises the state of all that relies on a frontier.

    Args:
        index: The edges.
        state: Changed in place.
        value: The state to raise to; the frontier has it already.
        waiting: Options left of each choice, counted down in place; None when one lost option is enough.
    """

    def __init__(self, index: Index, state: Ints, value: State, waiting: Ints | None) -> None:
        self.index, self.state, self.value, self.waiting = index, state, value, waiting
        self.last = SOFT if waiting is None else ANY
        self.starts = index.into_start[:-1].reshape(-1, len(PASSES))

    def run(self, frontier: Ints) -> None:
        """Until nothing changes."""
        while len(frontier):
            frontier = self._wide(frontier) if len(frontier) > NARROW else self._narrow(frontier)

    def _wide(self, frontier: Ints) -> Ints:
        """One step from all of a frontier."""
        starts = self.starts.take(frontier, axis=0)
        _, places = between(starts[:, HARD], starts[:, self.last])
        found = self.index.into_subject.take(places)
        if self.waiting is not None and len(self.waiting):
            found = np.concatenate((found, self._exhausted(starts)))
        return self._raise(found)

    def _raise(self, found: Ints) -> Ints:
        """Raise what is not there yet; each thing once, sorted: in order, memory is read several times faster."""
        if len(found) > len(self.state) // MANY:
            reached = np.zeros(len(self.state), bool)
            reached[found] = True
            reached &= self.state < self.value
            found = np.flatnonzero(reached)
        else:
            found = distinct(found.compress(self.state.take(found) < self.value))
        self.state[found] = self.value
        return found

    def _exhausted(self, starts: Ints) -> Ints:
        """Subjects of the choices whose last option is in a frontier, of which it is told where links begin."""
        assert self.waiting is not None
        starts = starts.compress(starts[:, SOFT] > starts[:, ANY], axis=0)
        _, places = between(starts[:, ANY], starts[:, SOFT])
        choices, lost = np.unique(self.index.choice(self.index.into_link[places]), return_counts=True)
        self.waiting[choices] -= lost.astype(self.waiting.dtype)
        subjects: Ints = self.index.subject[self.index.choice_first[choices[self.waiting[choices] == 0]]]
        return subjects

    def _narrow(self, frontier: Ints) -> Ints:
        """From one thing to the next, until the frontier or a degree is wide."""
        state, value, starts = self.state.data, int(self.value), self.index.into_start.data
        subjects, last = self.index.into_subject.data, self.last
        queue: list[int] = frontier.tolist()
        runs, steps = self.index.found_runs.get(True), 0
        inside = None if runs is None else runs.place.data
        while queue and len(queue) <= NARROW:
            node, steps = queue[-1], steps + 1
            if steps == LONG:
                runs = self.index.runs()
                inside = runs.place.data
            if runs is not None and inside is not None and inside[node] >= 0:
                beyond = runs.things[runs.beyond(node)]
                if len(beyond):
                    queue[-1:] = self._stride(beyond)
                    continue
            begin, end = starts[4 * node], starts[4 * node + last]
            if starts[4 * node + SOFT] - begin > NARROW:
                break
            queue.pop()
            for place in range(begin, end):
                subject = subjects[place]
                if state[subject] < value:
                    state[subject] = value
                    queue.append(subject)
            if self.waiting is not None and starts[4 * node + SOFT] > end:
                queue += self._lost(range(end, starts[4 * node + SOFT]))
        if not queue:
            return np.empty(0, np.int64)
        return self._wide(np.array(queue))

    def _stride(self, run: Ints) -> list[int]:
        """Raise what follows in a run, up to the first that is there already; the last of the run where none is."""
        there = self.state[run] >= self.value
        reached = int(there.argmax()) if there.any() else len(run)
        self.state[run[:reached]] = self.value
        return run[-1:].tolist() if reached == len(run) else []

    def _lost(self, places: Iterable[int]) -> list[int]:
        """Things that break as the options at some places are lost."""
        assert self.waiting is not None
        found = []
        for place in places:
            choice = bisect_right(self.index.choice_first, int(self.index.into_link[place])) - 1
            self.waiting[choice] -= 1
            subject = int(self.index.subject[self.index.choice_first[choice]])
            if not self.waiting[choice] and self.state[subject] < self.value:
                self.state[subject] = self.value
                found.append(subject)
        return found
