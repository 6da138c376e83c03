"""Union-find against the closure written down as it is defined."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kg.resolve.link.classes import Classes

names = st.integers(0, 11).map(str)


def closure(members, links):
    """The least equivalence relation, by repetition."""
    known = set(members) | {name for link in links for name in link}
    same = {(a, a) for a in known} | set(links) | {(b, a) for a, b in links}
    while True:
        more = {(a, d) for a, b in same for c, d in same if b == c} - same
        if not more:
            return known, same
        same |= more


@given(st.lists(names), st.lists(st.tuples(names, names), max_size=10))
def test_classes_are_the_closure_of_the_links(members, links):
    known, same = closure(members, links)
    classes = Classes(members, links, lambda name: (-int(name),))
    for one in known:
        group = {other for other in known if (one, other) in same}
        representative = max(group, key=int)
        assert classes.canonical(one) == representative
        assert classes.members(representative) == tuple(sorted(group))
        assert one in classes
    assert list(classes) == sorted({classes.canonical(one) for one in known})


@given(st.lists(st.tuples(names, names), max_size=10), st.randoms())
def test_the_order_of_links_does_not_matter(links, random):
    shuffled = [(b, a) if random.random() < 0.5 else (a, b) for a, b in random.sample(links, len(links))]
    one, other = (Classes([], some, lambda name: (name,)) for some in (links, shuffled))
    assert {n: one.canonical(n) for link in links for n in link} == {
        n: other.canonical(n) for link in links for n in link
    }


def test_an_unknown_name_stands_for_itself():
    classes = Classes(["a"], [], lambda name: (name,))
    assert classes.canonical("b") == "b"
    assert classes.members("b") == ("b",)
    assert "b" not in classes


def test_a_chain_as_long_as_it_likes():
    size = 50_000
    classes = Classes([], ((str(i), str(i + 1)) for i in range(size)), lambda name: (int(name),))
    assert classes.canonical(str(size)) == "0"
