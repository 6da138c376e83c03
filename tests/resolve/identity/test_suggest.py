"""What may be one thing, and what is not even suggested."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.ontology.gazetteer import load_gazetteer
from kg.ontology.relations import load as load_ontology
from kg.resolve.suggestion.things import Thing
from kg.resolve.suggestion.weigh import suggested
from kg.resolve.suggestion.words import expanded, words
from tests.resolve.identity.desk import Desk

GENERIC, TECHNOLOGIES = load_ontology().generic_names, load_gazetteer()


def pairs(*things, minimum=0.5, apart=()):
    known = [thing if isinstance(thing, Thing) else Thing((thing,)) for thing in things]
    return suggested(known, TECHNOLOGIES, GENERIC, apart, minimum)


@pytest.mark.parametrize(
    ("one", "other", "score", "reason"),
    [
        ("node exporter", "node.exporter", 0.9, "same letters but for signs and accents"),
        ("Café front", "cafe-front", 0.9, "same letters but for signs and accents"),
        ("auth svc", "auth service", 0.85, "abbreviation: svc for service"),
        ("billing mq", "billing message queue", 0.85, "abbreviation: mq for message queue"),
        ("AuthDB", "authentication database", 0.85, "abbreviation: auth for authentication, db for database"),
        ("order desk", "orders desk", 0.8, "singular and plural"),
        ("gateway proxy", "proxy gateway", 0.7, "same words in another order"),
        ("customer data platform", "CDP", 0.7, "acronym: CDP for customer data platform"),
        ("single sign on service", "SSO service", 0.7, "acronym: SSO for single sign on"),
        ("vault", "HashiCorp Vault", 0.6, "gazetteer: both are names of HashiCorp Vault"),
        ("observ stack", "observability stack", 0.6, "abbreviation: observ may be short for observability"),
        ("cstmr portal", "customer portal", 0.6, "abbreviation: cstmr may be short for customer"),
        ("checkout", "checkout service", 0.5, "one says 'service', the other does not"),
        ("recommendation engine", "recomendation engine", 0.74, "edit distance: recomendation and recommendation"),
        ("fulfilment router", "fulfillment router", 0.7, "edit distance: fulfillment and fulfilment"),
        ("telemetry relay", "telemtery relay", 0.59, "edit distance: telemetry and telemtery differ by 1 letter"),
    ],
)
def test_suggested(one, other, score, reason):
    (found,) = pairs(one, other)
    assert {found.one, found.other} == {one, other}
    assert found.score == pytest.approx(score, abs=0.06)
    assert found.reasons[0].startswith(reason)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("cart service", "card service"),
        ("stock service", "stack service"),
        ("replica 1", "replica 2"),
        ("cache01", "cache02"),
        ("port", "portal"),
        ("auth service", "auth database"),
        ("orders postgres", "orders mysql"),
        ("ledger", "mailer"),
        ("a", "b"),
        ("", "the"),
    ],
)
def test_not_suggested(one, other):
    assert not pairs(one, other)


def around(*numbers):
    return frozenset((True, number) for number in numbers)


def test_shared_neighbours_speak_for_it_and_an_edge_between_them_against_it():
    ledger, mailer = Thing(("ledger",)), Thing(("mailer",))
    alone = pairs("checkout", "checkout service", ledger, mailer)
    one, other = Thing(("checkout",), neighbours=around(2, 3)), Thing(("checkout service",), neighbours=around(2, 3))
    (found,) = pairs(one, other, ledger, mailer)
    assert found.score == 0.75 > alone[0].score
    assert found.reasons[1] == "shared neighbours: ledger, mailer"
    assert not pairs(Thing(("checkout",), neighbours=around(1)), Thing(("checkout service",)))


def test_neighbours_alone_need_a_word_in_common():
    ledger, mailer = Thing(("ledger",)), Thing(("mailer",))
    two = [Thing((name,), neighbours=around(2, 3)) for name in ("token store", "token cache")]
    (found,) = pairs(*two, ledger, mailer)
    assert (found.score, found.reasons) == (0.5, ("shared neighbours: ledger, mailer",))
    assert not pairs(
        Thing(("hall",), neighbours=around(2, 3)), Thing(("yard",), neighbours=around(2, 3)), ledger, mailer
    )


def test_kinds_technologies_scopes_and_people_keep_things_apart():
    team = Thing(("payments",), owner=True, component=False)
    assert not pairs(team, "payment")
    assert pairs(Thing(("orders db",), technology="urn:a"), Thing(("order db",), technology="urn:a"))
    assert not pairs(Thing(("orders db",), technology="urn:a"), Thing(("order db",), technology="urn:b"))
    assert not pairs(Thing(("db",), scope="shop"), Thing(("d b",), scope="bank"))
    assert not pairs("auth svc", "auth service", apart=[(0, 1)])


WORDS = st.sampled_from(["auth", "service", "svc", "payment", "paymnet", "payments", "db", "database", "cdp", "vault"])
NAMES = st.lists(st.lists(WORDS, min_size=1, max_size=3).map(" ".join), min_size=2, max_size=8, unique=True)


@given(NAMES, st.randoms())
def test_scores_lie_between_and_the_order_of_things_does_not_matter(names, random):
    found = pairs(*names, minimum=0)
    assert all(0 <= one.score <= 1 and one.reasons and one.one != one.other for one in found)
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    assert len({(one.one, one.other) for one in found}) == len(found)
    shuffled = pairs(*random.sample(names, len(names)), minimum=0)
    assert shuffled == found


@given(st.text(max_size=40))
def test_any_text_has_words(name):
    assert all(word and word == word.casefold() for word in words(name))
    assert expanded(expanded(words(name))) is not None


DOCS = """# Desk

The auth svc depends on the session cache.

The order desk calls the auth service.

The session cache is backed by Redis.
"""


def test_a_suggestion_is_accepted_by_its_command(tmp_path):
    desk = Desk(tmp_path, a=DOCS)
    before = desk.canonical()
    printed = desk.run("alias", "suggest").stdout
    assert (
        printed
        == f"""\
0.85  auth service / auth svc
      abbreviation: svc for service
      kg alias add 'auth service' 'auth svc' --reason 'abbreviation: svc for service' -g {desk.folder / "graph"}
"""
    )
    assert desk.canonical() == before
    (one,) = json.loads(desk.run("alias", "suggest", "-f", "json").stdout)["suggestions"]
    desk.paste(one["command"])
    assert desk.run("alias", "suggest").stdout == "nothing to suggest\n"
    assert "order desk" in desk.run("impact", "redis").stdout


def test_a_suggestion_that_was_refused_does_not_come_again(tmp_path):
    desk = Desk(tmp_path, a=DOCS)
    desk.say("differ", "auth service", "auth svc", reason="the old one")
    assert desk.run("alias", "suggest").stdout == "nothing to suggest\n"


def test_limits(tmp_path):
    desk = Desk(tmp_path, a=DOCS + "\nThe order desks need Redis.\n")
    printed = desk.run("alias", "suggest", "--limit", "1").stdout
    assert printed.endswith("not shown: 1 of 2 (--limit shows more)\n")
    for words_given, message in ((("--limit", "0"), "limit is 0"), (("--min-score", "7"), "no number from 0 to 1")):
        done = desk.invoke("alias", "suggest", *words_given)
        assert (done.exit_code, message in done.stderr) == (2, True)


def test_names_that_a_shell_would_misread_are_quoted(tmp_path):
    desk = Desk(tmp_path, a="The `$(pay) svc` depends on Redis. The `$(pay) service` depends on Kafka.\n")
    for one in json.loads(desk.run("alias", "suggest", "-f", "json").stdout)["suggestions"]:
        assert "$(" not in one["command"].replace("'$(", "")
        desk.paste(one["command"])
