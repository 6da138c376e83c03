"""What two graphs share is told from arrays; here it is told again, one by one."""

from __future__ import annotations

from collections import defaultdict

from hypothesis import given, settings
from hypothesis import strategies as st

from kg.answer.diff.joint import Joint, Side
from kg.answer.diff.links import Links
from kg.answer.diff.shared import shared
from kg.graph.arrays.strings import Strings
from kg.graph.index.links import Link
from kg.rdf.store.memory import OxigraphStore
from tests.answer.graphs import Said, graph

MANY = [f"{'n' * (n % 7)}{n:04}" for n in range(400)]

NAMES = ("ant", "an-t", "bee", "be-e", "elk")


@st.composite
def tables(draw: st.DrawFn) -> list[str]:
    """Most of many texts, and some others."""
    holes = draw(st.lists(st.tuples(st.integers(0, 399), st.integers(1, 200)), max_size=4))
    gone = {n for first, size in holes for n in range(first, first + size)}
    others = draw(st.lists(st.text("n0é\U0001f600", max_size=6), max_size=30))
    return sorted({*(text for n, text in enumerate(MANY) if n not in gone), *others})


@settings(max_examples=200)
@given(tables(), tables())
def test_shared_texts(one: list[str], other: list[str]) -> None:
    found = shared(Strings.of(one), Strings.of(other))
    both = sorted(set(one) & set(other))
    assert [one[place] for place in found[0].tolist()] == both
    assert [other[place] for place in found[1].tolist()] == both


def _things(old: Side, new: Side) -> dict[tuple[int, int], frozenset[tuple[int, int]]]:
    """Each thing of two graphs with all that are the same thing, by shared names and then by hyphens."""
    group = {
        (side, node): {(side, node)} for side, of in enumerate((old, new)) for node in range(len(of.index.entities))
    }

    def unite(one: tuple[int, int], other: tuple[int, int]) -> None:
        whole = group[one] | group[other]
        group.update(dict.fromkeys(whole, whole))

    for name, node in old.index.every_iri():
        there = new.index.find(name)
        if there is not None:
            unite((0, node), (1, there))
    folded: defaultdict[str, set[tuple[int, int]]] = defaultdict(set)
    for side, of in enumerate((old, new)):
        for name, node in of.index.every_iri():
            if {place for place, _ in group[side, node]} == {side}:
                folded[name.replace("-", "")].add((side, node))
    for alike in folded.values():
        if sorted(side for side, _ in alike) == [0, 1]:
            unite(*sorted(alike))
    return {thing: frozenset(whole) for thing, whole in group.items()}


Meaning = tuple[frozenset[tuple[int, int]], str, frozenset[tuple[int, int]]]


def _links(side: int, of: Side, things: dict[tuple[int, int], frozenset[tuple[int, int]]]) -> dict[Meaning, Link]:
    found: dict[Meaning, Link] = {}
    for link in of.index.links:
        key = things[side, link.subject], link.predicate, things[side, link.object]
        if key[0] != key[2] and (key not in found or link.weight > found[key].weight):
            found[key] = link
    return found


@st.composite
def graphs(draw: st.DrawFn) -> OxigraphStore:
    """Graphs of few things, in which links stay while the options beside them change."""
    name, polarity = st.sampled_from(NAMES), st.sampled_from(("asserted", "asserted", "optional", "negated"))
    rows = draw(st.lists(st.tuples(name, name, polarity, st.booleans()), max_size=4))
    options = draw(st.sets(name, max_size=3))
    said = [Said(s, "depends_on", o, line=n + 1, polarity=p) for n, (s, o, p, twice) in enumerate(rows) if s != o]
    said += [Said(s, "depends_on", o, "b.md", n) for n, (s, o, p, twice) in enumerate(rows) if s != o and twice]
    said += [Said("cat", "depends_on", one, line=9, group="g") for one in sorted(options)]
    return graph(*said, aliases=draw(st.dictionaries(st.just("elk"), st.sampled_from(NAMES[:2]), max_size=1)))


@settings(max_examples=200)
@given(graphs(), graphs())
def test_joint_things_and_links(one: OxigraphStore, other: OxigraphStore) -> None:
    sides = Side(one), Side(other)
    joint, things = Joint(*sides), _things(*sides)
    assert {
        (side, node): frozenset((s, n) for s in (0, 1) for n in joint.nodes(s, joint.thing(side, node)))
        for side, node in things
    } == things
    links, plain = Links(joint), [_links(side, of, things) for side, of in enumerate(sides)]
    for side in (0, 1):
        lone = [link for key, link in plain[side].items() if key not in plain[1 - side]]
        assert sorted(links.only[side].tolist()) == sorted(link.number for link in lone)

    def said(side: int, link: Link) -> tuple[object, ...]:
        index = sides[side].index
        options = frozenset(things[side, index.links[n].object] for n in index.options(link.number))
        return link.status, link.weight, link.passes, options

    pairs = [(plain[0][key], plain[1][key]) for key in plain[0].keys() & plain[1].keys()]
    changed = {(old, new) for old, new in pairs if said(0, old) != said(1, new)}
    assert set(links.changed()) == changed
    passing = {(side, pair[side]) for pair in pairs for side in (0, 1) if said(0, pair[0])[2:] != said(1, pair[1])[2:]}
    passing |= {(side, link) for side in (0, 1) for key, link in plain[side].items() if key not in plain[1 - side]}
    assert set(links.passing()) == {(side, link) for side, link in passing if link.passes is not None}
