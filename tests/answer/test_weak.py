"""Single points of failure: exact counts and order against trying every thing, and the answers made of them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.answer.weak import weak
from kg.errors import InputError, UnknownName
from kg.graph.failure import single
from kg.graph.failure.above import above
from kg.graph.failure.single import breakers, supporting, worst_first
from kg.graph.failure.states import State, states
from kg.graph.failure.together import broken_each
from kg.graph.index.index import Index
from kg.model.answers import Weak
from kg.rdf.store.memory import OxigraphStore
from kg.render import as_data
from kg.render.formats import render
from tests.answer.graphs import Said, e, graph
from tests.graph.test_failure import indexes


def taken_down(index: Index, node: int) -> set[int]:
    """What breaks when one thing fails, by the rules for any number of failures."""
    return set(states(index, [node]).reached(State.BROKEN).tolist())


def by_trying(index: Index) -> list[tuple[int, set[int]]]:
    """Every thing that takes something down, worst first."""
    tried = [(node, taken_down(index, node)) for node in range(len(index.component))]
    return sorted(((node, found) for node, found in tried if found), key=lambda pair: (-len(pair[1]), pair[0]))


@given(st.one_of(indexes(), indexes(size=12)))
def test_every_point_with_what_it_takes_down_worst_first(index: Index) -> None:
    assert [(node, set(found.tolist())) for node, found in worst_first(index)] == by_trying(index)


@given(st.one_of(indexes(), indexes(size=12)), st.integers(0, 3))
def test_trying_several_together_changes_nothing(index: Index, steps: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(single, "ALONE", 0)
        patch.setattr(single, "STEPS", steps)
        assert [(node, set(found.tolist())) for node, found in worst_first(index)] == by_trying(index)


@given(st.one_of(indexes(), indexes(size=12)))
def test_what_each_breaks_in_one_sweep(index: Index) -> None:
    nodes = list(range(len(index.component)))
    found = broken_each(index, nodes, steps=100)
    assert found is not None
    assert [set(some.tolist()) for some in found] == [taken_down(index, node) for node in nodes]


@given(st.one_of(indexes(), indexes(size=12)))
def test_points_are_counted_without_trying(index: Index) -> None:
    assert breakers(index).tolist() == sorted(node for node, _ in by_trying(index))


@given(indexes())
def test_the_link_shown_breaks_its_subject(index: Index) -> None:
    for node, found in by_trying(index):
        link = index.links[supporting(index, node)]
        assert link.object == node
        assert link.subject in found


@given(st.one_of(indexes(), indexes(size=12)), st.integers(0, 5))
def test_points_above_one_thing(index: Index, target: int) -> None:
    routes, total = above(index, target)
    expected = {node for node, found in by_trying(index) if target in found}
    assert {node for node, _ in routes} == expected
    assert total == len(routes) == len(expected)
    for node, route in routes:
        links = [index.links[number] for number in route]
        assert links[0].subject == target
        assert links[-1].object == node
        assert all(a.object == b.subject for a, b in pairwise(links))
        assert {link.passes for link in links} <= {"hard", "any"}
    assert [len(route) for _, route in routes] == sorted(len(route) for _, route in routes)
    assert above(index, target, 2) == (routes[:2], total)


def shop() -> OxigraphStore:
    return graph(
        ("page", "depends_on", "cart"),
        ("cart", "backed_by", "cache"),
        ("mail", "depends_on", "cache"),
        Said("slips", "depends_on", "laser", group="printers"),
        Said("slips", "depends_on", "inkjet", group="printers"),
        ("laser", "runs_on", "rack"),
        ("inkjet", "runs_on", "rack"),
        Said("banner", "depends_on", "cache", polarity="optional"),
        ("page", "owned_by", "web team"),
        ("cart", "owned_by", "web team"),
        ("mail", "owned_by", "post team"),
        ("cache", "owned_by", "data team"),
    )


def said(answer: Weak) -> list[tuple[str, int, list[str], list[tuple[str, int]]]]:
    return [
        (
            point.entity.label,
            point.breaks,
            [owner.entity.label for owner in point.owners],
            [(one.entity.label, one.breaks) for one in point.tell],
        )
        for point in answer.points
    ]


def test_points_with_owners_whom_to_tell_and_a_citation() -> None:
    answer = weak(shop())
    assert said(answer) == [
        ("cache", 3, ["data team"], [("web team", 2), ("post team", 1)]),
        ("rack", 3, [], []),
        ("cart", 1, ["web team"], [("web team", 1)]),
    ]
    assert [(point.path.steps[0].subject.label, point.path.steps[0].citations[0].quote) for point in answer.points] == [
        ("cart", "cart backed_by cache."),
        ("inkjet", "inkjet runs_on rack."),
        ("page", "page depends_on cart."),
    ]
    assert answer.counts == {"components": 9, "points": 3}
    assert answer.hidden == {}


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("page", [("cart", 1), ("cache", 2)]),
        ("slips", [("rack", 2)]),
        ("banner", []),
        ("cache", []),
    ],
)
def test_points_above_one_component_nearest_first(name: str, points: list[tuple[str, int]]) -> None:
    answer = weak(shop(), e(name))
    assert [(point.entity.label, len(point.path)) for point in answer.points] == points
    assert answer.counts["points"] == len(points)
    assert answer.target is not None
    assert answer.target.label == name


def test_the_owner_of_many_is_named_first_and_the_rest_counted() -> None:
    rows = [(f"app {n}", "depends_on", "hub") for n in range(8)]
    answer = weak(
        graph(*rows, *((f"app {n}", "owned_by", f"team {n}") for n in range(8)), ("app 7", "owned_by", "all"))
    )
    assert [one.entity.label for one in answer.points[0].tell] == ["all", "team 0", "team 1", "team 2", "team 3"]
    assert answer.points[0].untold == 4


def test_what_a_cap_hides_is_counted() -> None:
    answer = weak(shop(), top=1)
    assert [point.entity.label for point in answer.points] == ["cache"]
    assert (answer.counts["points"], answer.hidden) == (3, {"points": 2})
    assert weak(shop(), e("page"), top=1).hidden == {"points": 1}
    assert "not shown: 2 of points (--top shows more)" in render(answer, "text")
    assert "not shown: 2 of points" in render(answer, "markdown")


def test_an_option_alone_in_its_group_is_no_choice() -> None:
    answer = weak(graph(Said("a", "depends_on", "b", group="g")))
    assert said(answer) == [("b", 1, [], [])]
    assert [point.entity.label for point in weak(graph(Said("a", "depends_on", "b", group="g")), e("a")).points] == [
        "b"
    ]


def test_its_data_has_the_documented_keys() -> None:
    data = as_data(weak(shop(), e("page")))
    assert sorted(data) == ["counts", "for", "hidden", "points"]
    assert data["for"]["label"] == "page"
    assert sorted(data["points"][0]) == [
        "breaks", "hops", "iri", "kind", "label", "owners", "path", "tell", "untold"
    ]  # fmt: skip
    assert [point["hops"] for point in data["points"]] == [1, 2]


def test_words_of_documents_are_only_words_in_tables() -> None:
    answer = weak(
        graph(
            Said("a", "depends_on", "b", quote="=cmd|'/c calc'! | <b>x</b> [y](https://evil.example) `z` www.a.b :x:"),
            labels={"b": "=b"},
        )
    )
    row = render(answer, "markdown").splitlines()[2]
    assert row.count("|") == 6
    assert [part for part in ("<b>", "](", "://", "`", "www.", ":x:") if part in row] == []
    assert "'=b,https" in render(answer, "csv")


def test_bad_input() -> None:
    with pytest.raises(InputError, match="top is -1"):
        weak(shop(), top=-1)
    with pytest.raises(UnknownName):
        weak(shop(), e("nothing"))


def test_an_empty_graph_has_none() -> None:
    answer = weak(graph())
    assert (answer.points, answer.counts) == ((), {"components": 0, "points": 0})
