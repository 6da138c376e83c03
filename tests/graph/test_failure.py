"""Failure semantics: the two sweeps against the definition, applied until nothing changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.graph.failure import states as failure
from kg.graph.failure.states import State, states
from kg.graph.index import runs
from kg.graph.index.index import Index
from kg.graph.index.links import Link
from tests.answer.graphs import index_of

PASSES = ("hard", "soft", "any", None)


@st.composite
def indexes(draw: st.DrawFn, size: int = 6) -> Index:
    rows = draw(
        st.lists(
            st.tuples(
                st.integers(0, size - 1), st.integers(0, size - 1), st.sampled_from(PASSES), st.integers(0, 1),
                st.integers(1, 3), st.integers(0, 2),
            ),
            max_size=14,
        )
    )  # fmt: skip
    links = {}
    for s, o, passes, group, documents, more in rows:
        name = f"urn:g{group}" if passes == "any" else None
        links[s, o, passes, name] = Link(s, f"urn:{passes}", o, documents, documents + more, passes, name)
    return index_of(size, links.values())


def by_definition(index: Index, failed: set[int]) -> dict[int, State]:
    """The least fixed point, by iteration from below over the definition of DESIGN section 1."""
    state = {n: State.BROKEN if n in failed else State.OK for n in range(len(index.entities))}
    while True:
        new = {n: State.BROKEN if n in failed else _one(index, state, n) for n in state}
        if new == state:
            return {n: s for n, s in state.items() if s is not State.OK}
        state = new


def _one(index: Index, state: dict[int, State], node: int) -> State:
    worst, groups = State.OK, {}
    for link in index.links:
        if link.subject != node:
            continue
        its = state[link.object]
        if link.passes == "hard":
            worst = max(worst, its)
        elif link.passes == "soft" and its is State.BROKEN:
            worst = max(worst, State.DEGRADED)
        elif link.passes == "any":
            groups.setdefault(link.group, []).append(its)
    for options in groups.values():
        if all(s is State.BROKEN for s in options):
            worst = State.BROKEN
        elif any(s is not State.OK for s in options):
            worst = max(worst, State.DEGRADED)
    return worst


@given(indexes(), st.sets(st.integers(0, 5), min_size=1, max_size=3))
def test_states_are_the_least_fixed_point(index: Index, failed: set[int]) -> None:
    assert found(index, failed) == by_definition(index, failed)


@given(st.one_of(indexes(), indexes(size=14)), st.sets(st.integers(0, 5), min_size=1, max_size=3), st.integers(1, 3))
def test_runs_crossed_in_one_stride_change_nothing(index: Index, failed: set[int], steps: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(failure, "LONG", steps)
        patch.setattr(runs, "SHORTEST", 2)
        assert found(index, failed) == by_definition(index, failed)
        assert found(index, {min(failed)}) == by_definition(index, {min(failed)})


@given(st.one_of(indexes(), indexes(size=14)), st.booleans())
def test_a_run_goes_on_as_long_as_exactly_one_hard_link_does(index: Index, upward: bool) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "SHORTEST", 2)
        walked = runs.Runs(index, upward)
    assert len(set(walked.things.tolist())) == len(walked.things)
    for node in walked.things.tolist():
        beyond = walked.beyond(node)
        for following, number in zip(walked.things[beyond].tolist(), walked.links[beyond].tolist(), strict=True):
            links = [index.links[n] for n in (index.into if upward else index.out)[node]]
            carrying = [link for link in links if link.passes in ("hard", "any")]
            ends = [(link.subject if upward else link.object, link.passes, link.number) for link in carrying]
            assert ends == [(following, "hard", number)]
            node = following


@given(st.one_of(indexes(), indexes(size=14)), st.booleans())
def test_a_run_is_as_long_as_it_can_be(index: Index, upward: bool) -> None:
    """What follows the last thing of a run belongs to another run, or to a ring."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "SHORTEST", 2)
        walked = runs.Runs(index, upward)
    following, _ = runs._following(index, upward)
    for node in range(len(following)):
        after = int(following[node])
        beyond = walked.things[walked.beyond(node)].tolist()
        if after < 0:
            assert not beyond
        elif not beyond:
            rivals = [n for n in range(len(following)) if following[n] == after and n != node]
            assert rivals or after in chased(following.tolist(), after)


def chased(following: Sequence[int], node: int) -> list[int]:
    """What follows a thing, one after the other, until it comes back."""
    found: list[int] = []
    while (node := int(following[node])) >= 0 and node not in found:
        found.append(node)
    return found


@given(indexes(), st.sets(st.integers(0, 5), min_size=1, max_size=2))
def test_every_affected_thing_has_a_carrying_path_to_what_failed(index: Index, failed: set[int]) -> None:
    outcome = states(index, failed)
    found = {n: State(s) for n, s in enumerate(outcome.state) if s}
    carry = [index.links[n] for n in outcome.carrying()]
    reached = set(failed)
    while more := {link.subject for link in carry if link.object in reached} - reached:
        reached |= more
    assert reached == set(found)
    for link in carry:
        assert link.passes is not None
        if found[link.subject] is State.BROKEN:
            assert link.passes != "soft"
            assert found[link.object] is State.BROKEN
        else:
            assert found[link.object] is State.BROKEN or link.passes != "soft"


def found(index: Index, failed: Iterable[int]) -> dict[int, State]:
    return {n: State(s) for n, s in enumerate(states(index, failed).state) if s}


def test_a_long_chain() -> None:
    size = 200_000
    index = index_of(size, (Link(n, "urn:p", n + 1) for n in range(size - 1)))
    outcome = states(index, [size - 1])
    assert (outcome.state == State.BROKEN).all()
    assert len(outcome.carrying()) == size - 1


def test_a_cycle_of_options_does_not_break_itself() -> None:
    links = [Link(0, "p", 1, passes="any", group="g"), Link(0, "p", 2, passes="any", group="g")]
    index = index_of(3, [*links, Link(1, "p", 0)])
    assert found(index, [2]) == {2: State.BROKEN, 0: State.DEGRADED, 1: State.DEGRADED}
