"""What people decide about names, against the rules and against each other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import InputError
from kg.rdf.vocab import KG, OWL, RDF
from kg.resolve.link.curated import Curated
from kg.resolve.link.graph import alias_quads
from tests.resolve.link.said import NAMES, named, verdict


def classes(identity):
    """Local names of each class, largest first."""
    groups = [{m.removeprefix(NAMES.entities) for m in identity.classes.members(one)} for one in identity.classes]
    return sorted(groups, key=lambda group: (-len(group), sorted(group)))


def same(*pair, **more):
    return verdict(*pair, **more)


def apart(*pair):
    return verdict(*pair, same=False)


NOTHING: list[str] = []


@pytest.mark.parametrize(
    ("names", "verdicts", "groups", "conflicts"),
    [
        # a person joins what no rule joins
        (["cart", "basket"], [same("cart", "basket")], [{"cart", "basket"}], 0),
        (["cart", "basket", "Cart"], [same("cart", "basket")], [{"cart", "basket"}], 0),
        # and keeps apart what a rule joins: folding, the alias list, the gazetteer, the join of scopes
        (
            ["AuthService", "auth service"],
            [apart("AuthService", "auth service")],
            [{"auth-service"}, {"authservice"}],
            0,
        ),
        (["user db", "user database"], [apart("user db", "user database")], [{"user-database"}, {"user-db"}], 0),
        (["Redis", "Redis Server"], [apart("Redis", "Redis Server")], [{"redis"}, {"redis-server"}], 0),
        (["auth", ("auth", "shop")], [apart("auth", "shop/auth")], [{"auth"}, {"shop/auth"}], 0),
        # a third name goes with the better of two that are kept apart, unless told otherwise
        (
            ["AuthService", "auth service", "auth_ser-vice"],
            [apart("AuthService", "auth service")],
            [{"auth-ser-vice", "auth-service"}, {"authservice"}],
            0,
        ),
        # what is kept apart from the one still joins the other
        (
            ["auth-service", "AuthService", "auth-ser-vice"],
            [apart("auth-ser-vice", "AuthService"), apart("auth-ser-vice", "auth-service")],
            [{"auth-service", "authservice"}, {"auth-ser-vice"}],
            0,
        ),
        # scopes that a person joins are no longer ambiguous
        ([("db", "shop"), ("db", "bank")], [same("shop/db", "bank/db")], [{"bank/db", "shop/db"}], 0),
        # people against each other: kept apart, and said
        (
            ["cart", "basket", "trolley"],
            [same("cart", "basket"), same("basket", "trolley"), apart("cart", "trolley")],
            [{"basket", "cart"}, {"trolley"}],
            1,
        ),
        # the less sure gives way
        (
            ["cart", "basket", "trolley"],
            [same("cart", "basket", confidence=0.6), same("basket", "trolley"), apart("cart", "trolley")],
            [{"basket", "trolley"}, {"cart"}],
            1,
        ),
        # letters are surer than a guess
        (
            ["AuthService", "auth service", "login"],
            [same("AuthService", "login", confidence=0.6), apart("login", "auth service")],
            [{"auth-service", "authservice"}, {"login"}],
            1,
        ),
        # a verdict on names that no document has waits
        (["cart"], [same("basket", "trolley")], [{"cart"}], 0),
        (["cart"], [apart("cart", "basket")], [{"cart"}], 0),
        # a name that people alone use comes along
        (
            ["cart"],
            [same("cart", "the trolley"), same("the trolley", "waggon")],
            [{"cart", "the-trolley", "waggon"}],
            0,
        ),
    ],
)
def test_verdicts(names, verdicts, groups, conflicts):
    identity = named(*names, verdicts=verdicts)
    assert classes(identity) == groups
    assert len(identity.conflicts) == conflicts


def test_an_alias_file_against_a_person_is_a_conflict_but_what_ships_is_not():
    ours = Curated([("cart", ("basket",))])
    identity = named("cart", "basket", curated=ours, verdicts=[apart("cart", "basket")])
    (conflict,) = identity.conflicts
    assert conflict.apart == NAMES.verdict(NAMES.entity("basket"), NAMES.entity("cart"))
    assert not named("user db", "user database", verdicts=[apart("user db", "user database")]).conflicts


def test_names_kept_apart_have_labels_apart():
    identity = named("Postgres", "PostgreSQL", verdicts=[apart("Postgres", "PostgreSQL")])
    assert set(identity.labels.values()) == {"Postgres", "PostgreSQL"}


def test_scopes_joined_by_hand_are_not_ambiguous():
    pair = ("db", "shop"), ("db", "bank")
    assert named(*pair).ambiguous
    assert not named(*pair, verdicts=[same("shop/db", "bank/db")]).ambiguous


def test_a_verdict_that_says_what_a_rule_says_is_kept_as_a_link():
    identity = named("AuthService", "auth service", verdicts=[same("AuthService", "auth service")])
    (link,) = identity.links
    assert link.verdict
    assert link.why.reason == "as told"


def test_a_conflict_is_recorded_with_what_keeps_the_names_apart():
    verdicts = [same("cart", "basket"), same("basket", "trolley"), apart("cart", "trolley")]
    identity = named("cart", "basket", "trolley", verdicts=verdicts)
    quads = alias_quads(NAMES, identity.links, identity.conflicts)
    nodes = {q.subject for q in quads if q.predicate.value == RDF + "type" and q.object.value == KG + "Conflict"}
    (facts,) = [{q.predicate.value: q.object.value for q in quads if q.subject == node} for node in nodes]
    assert facts[RDF + "predicate"] == OWL + "sameAs"
    assert {facts[RDF + "subject"], facts[RDF + "object"]} == {NAMES.entity("basket"), NAMES.entity("trolley")}
    assert facts[KG + "keptApartBy"] == NAMES.verdict(NAMES.entity("cart"), NAMES.entity("trolley"))


@pytest.mark.parametrize(
    ("more", "message"),
    [({"reason": " "}, "needs a reason"), ({"confidence": 1.5}, "no number from 0 to 1"), ({}, "one name")],
)
def test_what_is_no_verdict(more, message):
    with pytest.raises(InputError, match=message):
        verdict("cart", "basket" if more else "cart", **more)


NAMES_WRITTEN = ("auth service", "AuthService", "auth-ser-vice", "user db", "user database", "cart", "basket", "redis")

verdicts_of_all_kinds = st.lists(
    st.builds(
        lambda pair, is_same, sure: verdict(*pair, same=is_same, confidence=sure),
        st.lists(
            st.sampled_from(NAMES_WRITTEN), min_size=2, max_size=2, unique_by=lambda n: n.replace(" ", "-").lower()
        ),
        st.booleans(),
        st.sampled_from((1.0, 0.7)),
    ),
    max_size=8,
    unique_by=lambda one: one.pair,
)


@given(st.sets(st.sampled_from(NAMES_WRITTEN), min_size=2), verdicts_of_all_kinds, st.randoms())
def test_what_is_kept_apart_is_apart_and_every_other_verdict_holds_or_is_a_conflict(names, verdicts, random):
    identity = named(*sorted(names), verdicts=verdicts)
    canonical = identity.classes.canonical
    refused = {frozenset((one.link.one, one.link.other)) for one in identity.conflicts}
    for one in verdicts:
        if one.one in identity.classes and one.other in identity.classes:
            together = canonical(one.one) == canonical(one.other)
            assert together == (one.same and frozenset(one.pair) not in refused)
    shuffled = named(*random.sample(sorted(names), len(names)), verdicts=random.sample(verdicts, len(verdicts)))
    found = [(one.links, one.labels, one.conflicts, one.ambiguous) for one in (identity, shuffled)]
    assert found[0] == found[1]


@given(st.sets(st.sampled_from(NAMES_WRITTEN), min_size=2), verdicts_of_all_kinds)
def test_links_make_the_classes_and_nothing_is_justified_twice(names, verdicts):
    identity = named(*sorted(names), verdicts=verdicts)
    pairs = [frozenset((link.one, link.other)) for link in identity.links]
    assert len(pairs) == len(set(pairs))
    for pair in pairs:
        one, other = pair
        assert identity.classes.canonical(one) == identity.classes.canonical(other)
