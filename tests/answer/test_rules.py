"""Each rule of failure and each limit on a graph as small as it gets."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.answer.context import near
from kg.answer.impact.failing import impact
from kg.answer.impact.reliance import needs, why
from kg.graph.failure.states import states
from kg.graph.index.filters import Filter, restricted
from kg.graph.index.index import Index
from kg.graph.index.links import Link
from kg.model.limits import Limits
from kg.model.paths import Affected, Impact
from tests.answer.graphs import Said, e, graph, index_of
from tests.answer.test_impact import ROWS
from tests.graph.test_failure import by_definition, indexes

HARD = "depends_on"


def said(*rows: str) -> list[Said]:
    """`a > b` relies on, `a ~ b` optionally, `a | b c` on either; in one document each."""
    found = []
    for n, row in enumerate(rows):
        subject, sign, *objects = row.split()
        polarity = "optional" if sign == "~" else "asserted"
        group = f"g{n}" if sign == "|" else None
        found += [Said(subject, "depends_on", o, f"{n}.md", 1 + k, polarity, group) for k, o in enumerate(objects)]
    return found


def outcome(answer: Impact) -> tuple[str, str]:
    return tuple("".join(sorted(one.entity.label for one in part)) for part in (answer.breaks, answer.degrades))


@pytest.mark.parametrize(
    ("rows", "failed", "breaks", "degrades"),
    [
        (["a > b"], "b", "a", ""),
        (["a > b", "b > c"], "c", "ab", ""),
        (["a ~ b"], "b", "", "a"),
        (["a > b", "b ~ c"], "c", "", "ab"),
        (["a ~ b", "b ~ c"], "c", "", "b"),
        (["a | b c"], "b", "", "a"),
        (["a | b c"], "bc", "a", ""),
        (["a > x", "x | b c"], "b", "", "ax"),
        (["a ~ x", "x | b c"], "b", "", "x"),
        (["a | b c", "b > d", "c > d"], "d", "abc", ""),
        (["a | b c", "b ~ d"], "d", "", "ab"),
        (["a | b c", "c ~ d"], "bd", "", "ac"),
        (["a | b c", "a > b"], "b", "a", ""),
        (["a | b c", "a ~ b"], "b", "", "a"),
        (["a > b", "a > c", "b > d", "c > d"], "d", "abc", ""),
        (["a > b", "b > a"], "a", "b", ""),
        (["a > b", "b > c", "c > a"], "b", "ac", ""),
        (["a > b", "b > a", "b ~ c"], "c", "", "ab"),
        (["a | b c", "b > a"], "c", "", "ab"),
        (["a > b", "a ~ b"], "b", "a", ""),
        (["a > b", "c > d"], "b", "a", ""),
        (["a > b"], "a", "", ""),
    ],
)
def test_rules(rows: list[str], failed: str, breaks: str, degrades: str) -> None:
    assert outcome(impact(graph(*said(*rows)), [e(name) for name in failed])) == (breaks, degrades)


TWICE = [*said("a > b"), Said("a", HARD, "b", "again.md", 1)]
MIXED = [*said("a > b", "c > a"), Said("d", "runs_on", "b", "x.md", 1), Said("f", "backed_by", "d", "x.md", 2)]
DENIED = [Said("a", HARD, "b", "x.md", 1), Said("a", HARD, "b", "y.md", 1, "negated"), *said("c > a")]
PAST = [Said("a", HARD, "b", "x.md", 1), Said("a", HARD, "b", "y.md", 1, "past")]


@pytest.mark.parametrize(
    ("sentences", "limits", "breaks", "degrades", "hidden"),
    [
        ([*TWICE, *said("c > b")], Limits(min_support=2), "a", "", {"min_support": 1}),
        (MIXED, Limits(via=("depends_on",)), "ac", "", {"via": 2}),
        (MIXED, Limits(via=("runs_on", "backed_by")), "df", "", {"via": 2}),
        (MIXED, Limits(via=("kg:relies_on",)), "acdf", "", {}),
        (MIXED, Limits(exclude=(e("a"),)), "df", "", {"exclude": 2}),
        (MIXED, Limits(exclude=(e("f"),)), "acd", "", {"exclude": 1}),
        (said("a | b c"), Limits(exclude=(e("c"),)), "a", "", {}),
        (MIXED, Limits(depth=1), "ad", "", {"deeper": 2}),
        (said("a > b", "c > a", "c ~ b"), Limits(depth=1), "a", "", {"deeper": 1}),
        (DENIED, Limits(), "ac", "", {}),
        (DENIED, Limits(trust="undisputed"), "", "", {"trust": 2}),
        (DENIED, Limits(trust="newest"), "ac", "", {}),
        (PAST, Limits(trust="undisputed"), "", "", {"trust": 1}),
        (MIXED, Limits(kind="component"), "acdf", "", {}),
        (MIXED, Limits(top=1), "a", "", {"breaks": 3}),
        (MIXED, Limits(depth=1, via=("depends_on",), top=0), "", "", {"breaks": 1, "deeper": 1, "via": 2}),
    ],
)
def test_limits(sentences: list[Said], limits: Limits, breaks: str, degrades: str, hidden: dict[str, int]) -> None:
    answer = impact(graph(*sentences), [e("b")], limits)
    assert outcome(answer) == (breaks, degrades)
    assert answer.hidden == hidden


def test_what_only_a_limit_keeps_from_failing_is_no_survivor() -> None:
    survivors = [s.entity.label for s in impact(graph(*MIXED), [e("b")], Limits(via=("runs_on",))).survives]
    assert survivors == []
    denied = impact(graph(*DENIED), [e("b")], Limits(trust="undisputed")).survives
    assert [(s.entity.label, s.reason) for s in denied] == [
        ("a", "denied: a -depends_on-> b"),
        ("c", "no stated path"),
    ]


LIMITS = st.builds(
    Limits,
    min_support=st.integers(1, 2),
    via=st.sampled_from([(), ("depends_on",), ("runs_on",)]),
    exclude=st.sampled_from([(), (e("a"),), (e("f"),)]),
    trust=st.sampled_from(["all", "undisputed", "newest"]),
)


@given(ROWS, LIMITS)
def test_nothing_goes_without_a_word(rows: list[Said], limits: Limits) -> None:
    store, failed = graph(*rows, *said("a > z", "z > f")), e("z")
    plain, limited = impact(store, [failed]), impact(store, [failed], limits)
    lost = {one.entity for one in (*plain.breaks, *plain.degrades)}
    lost -= {one.entity for part in (limited.breaks, limited.degrades, limited.survives) for one in part}
    assert (len(lost) > 0) <= (len(limited.hidden) > 0)
    assert len(lost) <= sum(limited.hidden.values())
    for one, other in ((e("a"), e("z")), (e("z"), e("f")), (e("a"), e("f"))):
        if not {one, other} & set(limits.exclude):
            paths, hidden = (found := why(store, one, other, limits)).paths, found.hidden
            assert paths or hidden


@pytest.mark.parametrize(
    ("limits", "hidden"),
    [
        (Limits(via=("depends_on",), min_support=2), {"together": 1, "min_support": 1}),
        (Limits(via=("depends_on",)), {"via": 1}),
        (Limits(via=("runs_on",), min_support=2), {"together": 1, "min_support": 1}),
    ],
)
def test_what_only_several_limits_hide_is_counted(limits: Limits, hidden: dict[str, int]) -> None:
    store = graph(("mast", "runs_on", "deck"), ("sail", "depends_on", "deck"))
    assert impact(store, [e("deck")], limits).hidden == hidden
    assert bool(needs(store, e("mast"), limits).hidden)
    assert why(store, e("sail"), e("deck"), Limits(via=("runs_on",), depth=1, min_support=2)).hidden == {"together": 1}
    assert near(store, e("mast"), limits=Limits(via=("depends_on",), min_support=2)).hidden == {"together": 1}


def chains(found: tuple[Affected, ...], name: str) -> list[str]:
    (one,) = (item for item in found if item.entity.label == name)
    return ["".join([path.steps[0].subject.label, *(s.object.label for s in path)]) for path in one.paths]


DETOUR = [*said("a > b"), *(Said(s, HARD, o, f"{d}.md", 1) for s, o in ("ac", "cb") for d in (7, 8))]


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        (Limits(paths=9), ["acb", "ab"]),
        (Limits(paths=9, order="shortest"), ["ab", "acb"]),
        (Limits(paths=9, depth=1), ["ab"]),
        (Limits(order="shortest"), ["ab"]),
        (Limits(paths=9, min_support=2), ["acb"]),
        (Limits(paths=9, exclude=(e("c"),)), ["ab"]),
    ],
)
def test_paths(limits: Limits, expected: list[str]) -> None:
    store = graph(*DETOUR)
    assert chains(impact(store, [e("b")], limits).breaks, "a") == expected
    assert chains(needs(store, e("a"), limits).hard, "b") == expected
    found = why(store, e("a"), e("b"), limits)
    assert ["".join(["a", *(s.object.label for s in path)]) for path in found.paths] == expected


def test_links_side_by_side_are_one_way() -> None:
    rows = [Said("a", "depends_on", "b", "x.md", 1), *(Said("a", "runs_on", "b", f"{d}.md", 1) for d in "yz")]
    (one,) = impact(graph(*rows), [e("b")], Limits(paths=5)).breaks
    assert [[step.relation for step in path] for path in one.paths] == [["runs_on"]]


def test_why_counts_the_better_paths_a_limit_leaves_out() -> None:
    found = why(graph(*DETOUR), e("a"), e("b"), Limits(paths=2, depth=1))
    assert (len(found.paths), found.hidden) == (1, {"deeper": 1})


@given(indexes(), st.sets(st.integers(0, 5), min_size=1, max_size=2), st.data())
def test_a_restricted_index_is_that_of_fewer_links(index: Index, failed: set[int], data: st.DataObject) -> None:
    kept = np.array(data.draw(st.lists(st.booleans(), min_size=len(index.links), max_size=len(index.links))), bool)
    part = restricted(index, kept)
    links: list[Link] = [link for link, keep in zip(index.links, kept, strict=True) if keep]
    plain = index_of(6, links)
    expected = by_definition(plain, failed)
    assert {n: s for n, s in enumerate(states(part, failed).state) if s} == expected
    assert [link[:-1] for link in part.links] == [link[:-1] for link in plain.links]
    assert [part.original(n) for n in range(len(part.links))] == np.flatnonzero(kept).tolist()
    for node in range(6):
        assert part.into[node] == plain.into[node]


@given(indexes(), st.integers(1, 3), st.sets(st.integers(0, 5), max_size=2))
def test_a_filter_keeps_what_its_rules_say(index: Index, documents: int, absent: set[int]) -> None:
    chosen = Filter(min_support=documents, exclude=frozenset(absent))
    kept = [link.documents >= documents and not {link.subject, link.object} & absent for link in index.links]
    assert chosen.kept(index).tolist() == kept
    assert set(chosen.used) == {name for name, used in (("min_support", documents > 1), ("exclude", absent)) if used}
