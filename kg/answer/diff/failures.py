"""What failure does in one graph and not in the other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kg.answer.diff.joint import Cap, Joint
from kg.answer.diff.links import Links
from kg.answer.impact.listing import listed
from kg.answer.search import resolve
from kg.errors import UnknownName
from kg.graph import Index, Link, Outcome, Search, State, View, states
from kg.model import Affected, Entity, Limits, Shift

Ints = npt.NDArray[Any]
Items = tuple[Affected, ...]

ALL = "all"
"""Asks for every failure that does something else."""


def shifts(joint: Joint, links: Links, failing: str, cap: Cap) -> tuple[Shift, ...]:
    """What failures do in one graph and not in the other.

    Args:
        joint: The graphs.
        links: Their links.
        failing: A name, or `all`: every failure that does something else, what newly breaks most first.
        cap: How many failures to detail, and things in each list.

    Raises:
        UnknownName: If neither graph knows the name.
        AmbiguousName: If it means several things.
    """
    if failing != ALL:
        return (_Failure(joint, _resolved(joint, failing)).shift(cap.top),)
    for side in joint.sides:
        side.index.runs()  # found once, crossed in strides by every failure
    failures = (_Failure(joint, thing) for thing in _touched(joint, links.passing()))
    found = sorted((one for one in failures if one.differs), key=lambda one: one.key)
    return tuple(one.shift(cap.top) for one in cap.shown(found, "failures"))


def _resolved(joint: Joint, name: str) -> int:
    """The joint thing of a name, which the new graph is asked for first."""
    try:
        entity, side = resolve(joint.sides[1].store, name, index=joint.sides[1].index), 1
    except UnknownName as unknown:
        try:
            entity, side = resolve(joint.sides[0].store, name, index=joint.sides[0].index), 0
        except UnknownName:
            raise unknown from None
    return joint.thing(side, joint.sides[side].index.number(entity.iri))


def _touched(joint: Joint, links: Iterable[tuple[int, Link]]) -> list[int]:
    """Things whose failure may do something else: what changed links lead down to, what is joined or split."""
    starts: tuple[set[int], set[int]] = (set(), set())
    for side, link in links:
        starts[side].add(link.object)
    for thing in joint.parted():
        for side in (0, 1):
            starts[side].update(joint.nodes(side, thing))
    reached = {joint.thing(side, node) for side in (0, 1) for node in _below(joint.sides[side].index, starts[side])}
    return sorted(reached)


def _below(index: Index, starts: Iterable[int]) -> set[int]:
    seen, queue = set(starts), list(starts)
    while queue:
        for number in index.out[queue.pop()]:
            link = index.links[number]
            if link.passes is not None and link.object not in seen:
                seen.add(link.object)
                queue.append(link.object)
    return seen


@dataclass(frozen=True, slots=True)
class _Reached:
    """Joint things that a failure breaks, and that it degrades."""

    broken: frozenset[int]
    degraded: frozenset[int]


class _Failure:
    """The failure of one thing in both graphs."""

    def __init__(self, joint: Joint, thing: int) -> None:
        self.joint, self.thing = joint, thing
        self.nodes = [joint.nodes(side, thing) for side in (0, 1)]
        self.old, self.new = self._reached(0), self._reached(1)

    def _reached(self, side: int) -> _Reached:
        if not self.nodes[side]:
            return _Reached(frozenset(), frozenset())
        outcome = states(self.joint.sides[side].index, self.nodes[side])
        broken, degraded = (self._things(side, outcome, state) for state in (State.BROKEN, State.DEGRADED))
        return _Reached(broken, degraded - broken)

    def _things(self, side: int, outcome: Outcome, state: State) -> frozenset[int]:
        return frozenset(self.joint.things[side][outcome.reached(state)].tolist()) - {self.thing}

    @property
    def differs(self) -> bool:
        """Whether anything breaks or degrades in one graph only."""
        return self.old != self.new

    @property
    def key(self) -> tuple[int, int, Entity]:
        """Sort key: what newly breaks most first, then what no longer breaks most."""
        return -len(self.new.broken - self.old.broken), -len(self.old.broken - self.new.broken), self.entity

    @property
    def entity(self) -> Entity:
        """What fails, as the new graph has it where it does."""
        side = 1 if self.nodes[1] else 0
        return self.joint.sides[side].entity(self.nodes[side][0])

    def shift(self, top: int | None) -> Shift:
        """What it does otherwise, with paths."""
        old, new = self.old, self.new
        lists = {
            "breaks": new.broken - old.broken,
            "degrades": new.degraded - old.degraded - old.broken,
            "no_longer_breaks": old.broken - new.broken,
            "no_longer_degrades": old.degraded - new.degraded - new.broken,
        }
        now = self._listed(1, lists["breaks"], lists["degrades"], top)
        then = self._listed(0, lists["no_longer_breaks"], lists["no_longer_degrades"], top)
        return Shift(self.entity, *now, *then, {name: len(things) for name, things in lists.items()})

    def _listed(
        self, side: int, broken: frozenset[int], degraded: frozenset[int], top: int | None
    ) -> tuple[Items, Items]:
        """The things of one graph with their paths there, best first."""
        if not broken and not degraded:
            return (), ()
        of = self.joint.sides[side]
        outcome = states(of.index, self.nodes[side])
        reached = ((State.BROKEN, broken), (State.DEGRADED, degraded))
        lists = {state.name: self._numbers(side, outcome.reached(state), things) for state, things in reached}
        view = View(of.store, Limits(top=top), None, of.index)
        found = listed(view, Search(of.index, outcome.carrying(), upward=True), outcome.ends, lists)
        return found["BROKEN"], found["DEGRADED"]

    def _numbers(self, side: int, reached: Ints, things: frozenset[int]) -> Ints:
        """The numbers among those reached that are part of joint things."""
        kept = [node for node in reached.tolist() if self.joint.thing(side, node) in things]
        return np.array(kept, np.int64)
