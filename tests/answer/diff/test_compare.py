"""Comparing graphs: what counts as the same, what is reported, what newly breaks."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.answer.diff.compare import compare
from kg.answer.impact.failing import impact
from kg.errors import AmbiguousName, InputError, UnknownName
from kg.graph.index.index import Index
from kg.model.diff import Diff, Shift
from kg.model.paths import Affected, Step
from kg.rdf.store.memory import OxigraphStore
from tests.answer.graphs import Said, e, graph

NAMES = ("ant", "bee", "cat", "dog", "elk")


def edges(steps: Iterable[Step]) -> list[str]:
    return [f"{step.subject.label} {step.relation} {step.object.label}" for step in steps]


def labels(items: Iterable[Affected]) -> list[str]:
    return [item.entity.label for item in items]


def test_what_came_and_what_went() -> None:
    old = graph(("web", "depends_on", "cart"), ("cart", "depends_on", "redis"), ("cart", "owned_by", "red team"))
    new = graph(("web", "depends_on", "cart"), ("cart", "depends_on", "store"), ("cart", "owned_by", "blue team"))
    found = compare(old, new)
    assert [thing.entity.label for thing in found.entities.added] == ["blue team", "store"]
    assert [thing.entity.label for thing in found.entities.removed] == ["red team", "redis"]
    assert edges(found.edges.added) == ["cart depends_on store"]
    assert edges(found.edges.removed) == ["cart depends_on redis"]
    assert edges(found.owners.added) == ["cart owned_by blue team"]
    assert edges(found.owners.removed) == ["cart owned_by red team"]
    assert str(found.edges.removed[0].citations[0]) == "a.md:2"
    assert [str(citation) for citation in found.entities.added[1].citations] == ["a.md:2"]
    assert not found.changed
    assert found.impact is None


CHANGES = [
    (Said("a", "depends_on", "b", line=9), "asserted", (1, 2)),
    (Said("a", "depends_on", "b", "b.md", 9), "asserted", (2, 2)),
    (Said("a", "depends_on", "b", line=9, polarity="negated"), "disputed", (1, 1)),
    (Said("a", "depends_on", "b", line=9, polarity="past"), "retired", (1, 1)),
]


@pytest.mark.parametrize(("said", "status", "support"), CHANGES)
def test_an_edge_that_stays_and_is_said_otherwise(said: Said, status: str, support: tuple[int, int]) -> None:
    found = compare(graph(("a", "depends_on", "b")), graph(("a", "depends_on", "b"), said))
    assert not found.edges
    (change,) = found.changed
    assert (change.new.status, (change.new.support.documents, change.new.support.chunks)) == (status, support)
    assert (change.old.status, change.old.support.chunks) == ("asserted", 1)


def test_an_edge_that_becomes_optional_is_another_edge() -> None:
    found = compare(graph(("a", "depends_on", "b")), graph(Said("a", "depends_on", "b", polarity="optional")))
    assert edges(found.edges.added) == ["a optionally_depends_on b"]
    assert edges(found.edges.removed) == ["a depends_on b"]


def test_options_that_change() -> None:
    def choice(*options: str) -> OxigraphStore:
        return graph(*(Said("a", "depends_on", one, line=n + 1, group="g") for n, one in enumerate(options)))

    found = compare(choice("b", "c"), choice("b", "c", "d"), failing="b")
    assert edges(found.edges.added) == ["a depends_on d"]
    assert [(one.old.alternatives, one.new.alternatives) for one in found.changed] == [
        (("c",), ("c", "d")),
        (("b",), ("b", "d")),
    ]
    alone = compare(graph(("a", "depends_on", "b")), choice("b", "c"), failing="b")
    (shift,) = alone.impact or ()
    assert (labels(shift.no_longer_breaks), labels(shift.degrades)) == (["a"], [])


def test_names_that_are_joined_and_parted() -> None:
    rows = (("auth service", "depends_on", "vault"), ("AuthService", "depends_on", "redis"))
    apart, one = graph(*rows), graph(*rows, aliases={"AuthService": "auth service"})
    found = compare(apart, one, failing="all")
    assert not found.entities
    assert not found.edges
    assert [(name.name, name.entity.label) for name in found.aliases.added] == [("AuthService", "auth service")]
    assert [str(citation) for citation in found.aliases.added[0].citations] == ["a.md:2"]
    parted = compare(one, apart)
    assert parted.aliases.removed == found.aliases.added


def test_a_new_spelling_of_a_known_thing_is_a_name_and_no_thing() -> None:
    old = graph(("auth service", "depends_on", "vault"))
    new = graph(("AuthService", "depends_on", "vault"))
    found = compare(old, new, failing="all")
    assert not found.entities
    assert not found.edges
    assert [name.name for name in found.aliases.added] == ["AuthService"]
    assert [name.name for name in found.aliases.removed] == ["auth service"]
    assert found.impact == ()


def test_two_new_spellings_are_not_guessed_between() -> None:
    found = compare(
        graph(("a-b-c", "depends_on", "x")), graph(("ab-c", "depends_on", "x"), ("a-bc", "depends_on", "x"))
    )
    assert len(found.entities.added) == 2


def test_what_newly_breaks_and_what_no_longer_does() -> None:
    old = graph(("web", "depends_on", "cart"), ("cart", "depends_on", "redis"), ("mail", "depends_on", "smtp"))
    new = graph(("web", "depends_on", "cart"), ("cart", "depends_on", "store"), ("store", "depends_on", "smtp"))
    found = compare(old, new, failing="all")
    said = {shift.failed.label: (labels(shift.breaks), labels(shift.no_longer_breaks)) for shift in found.impact or ()}
    assert said == {
        "smtp": (["store", "cart", "web"], ["mail"]),
        "store": (["cart", "web"], []),
        "redis": ([], ["cart", "web"]),
    }
    assert found.worse
    first = (found.impact or ())[0]
    assert first.failed.label == "smtp"
    assert [edges(item.paths[0]) for item in first.breaks][1] == ["cart depends_on store", "store depends_on smtp"]
    assert not compare(new, new, failing="all").worse


def test_a_failure_of_something_that_is_gone() -> None:
    old, new = graph(("a", "depends_on", "b")), graph(("a", "depends_on", "c"))
    (shift,) = compare(old, new, failing="b").impact or ()
    assert (shift.failed.label, labels(shift.no_longer_breaks), labels(shift.breaks)) == ("b", ["a"], [])


def test_a_failure_that_does_the_same() -> None:
    old, new = graph(("a", "depends_on", "b")), graph(("a", "depends_on", "b"), ("c", "depends_on", "d"))
    found = compare(old, new, failing="b")
    assert not (found.impact or ())[0]
    assert not found.worse


def test_failures_are_capped_and_said_to_be() -> None:
    found = compare(
        graph(("z", "depends_on", "y")), graph(("a", "depends_on", "b"), ("b", "depends_on", "c")), failing="all", top=1
    )
    assert [shift.failed.label for shift in found.impact or ()] == ["c"]
    assert found.hidden == {"failures": 2, "edges_added": 1, "entities_added": 2, "entities_removed": 1}
    assert (len(found.entities.added), found.counts["entities_added"]) == (1, 3)
    assert ((found.impact or ())[0].counts["breaks"], len((found.impact or ())[0].breaks)) == (2, 1)


def test_names_that_cannot_be_used() -> None:
    here = graph(("a", "depends_on", "b"))
    with pytest.raises(UnknownName, match="nothing in this graph is called 'nowhere'"):
        compare(here, here, failing="nowhere")
    twice = graph(("one", "depends_on", "two"), labels={"one": "same", "two": "same"})
    with pytest.raises(AmbiguousName):
        compare(here, twice, failing="same")


def test_bases_that_differ() -> None:
    other = OxigraphStore(base="https://other.example/")
    with pytest.raises(InputError, match=r"old has the base https://example\.org/kg/, new has https://other\.example/"):
        compare(graph(), other)


@st.composite
def graphs(draw: st.DrawFn) -> OxigraphStore:
    rows = draw(
        st.lists(
            st.tuples(
                st.sampled_from(NAMES),
                st.sampled_from(("depends_on", "runs_on", "owned_by")),
                st.sampled_from(NAMES),
                st.sampled_from(("asserted", "asserted", "optional", "negated")),
                st.sampled_from((None, None, "g")),
            ),
            max_size=7,
        )
    )
    said = [
        Said(s, r, o, line=n + 1, polarity=p, group=g if p == "asserted" and r == "depends_on" else None)
        for n, (s, r, o, p, g) in enumerate(rows)
        if s != o
    ]
    aliases = draw(st.dictionaries(st.just("elk"), st.just("ant"), max_size=1))
    kept = [row for row in said if aliases.get(row.subject, row.subject) != aliases.get(row.object, row.object)]
    return graph(*kept, aliases=aliases)


@settings(max_examples=60)
@given(graphs())
def test_a_graph_does_not_differ_from_itself(one: OxigraphStore) -> None:
    found = compare(one, one, failing="all")
    assert found == Diff("old", "new", impact=(), counts=dict.fromkeys(found.counts, 0))
    assert not found


@settings(max_examples=120)
@given(graphs(), graphs())
def test_the_other_way_round_is_the_mirror_image(one: OxigraphStore, other: OxigraphStore) -> None:
    there, back = compare(one, other, failing="all"), compare(other, one, failing="all")
    for part in ("entities", "edges", "owners", "aliases"):
        assert getattr(there, part).added == getattr(back, part).removed
        assert getattr(there, part).removed == getattr(back, part).added
    assert sorted(map(repr, there.changed)) == sorted(repr(type(c)(c.new, c.old)) for c in back.changed)
    assert sorted(map(_lists, there.impact or ())) == sorted(_lists(s)[::-1] for s in back.impact or ())


def _lists(shift: Shift) -> tuple[list[str], ...]:
    return (
        labels(shift.breaks),
        labels(shift.degrades),
        labels(shift.no_longer_degrades),
        labels(shift.no_longer_breaks),
    )


@settings(max_examples=120)
@given(graphs(), graphs())
def test_impact_is_that_of_both_graphs_and_no_failure_is_forgotten(one: OxigraphStore, other: OxigraphStore) -> None:
    every = {shift.failed.label for shift in compare(one, other, failing="all").impact or ()}
    indexes = Index.load(one), Index.load(other)
    merged = any(index.find(e("elk")) is not None and index.find(e("elk")) == index.find(e("ant")) for index in indexes)
    for name in NAMES:
        if all(index.find(e(name)) is None for index in indexes):
            continue
        (shift,) = compare(one, other, failing=f":entity/{name}").impact or ()
        assert bool(shift) == (shift.failed.label in every)
        if not merged:
            old, new = (_broken(store, index, name) for store, index in zip((one, other), indexes, strict=True))
            assert set(labels(shift.breaks)) == new - old
            assert set(labels(shift.no_longer_breaks)) == old - new


def _broken(store: OxigraphStore, index: Index, name: str) -> set[str]:
    return set() if index.find(e(name)) is None else set(labels(impact(store, [e(name)]).breaks))
