"""Decisions on names as a user makes them: what they change, that they stay, that they can be taken back."""

from __future__ import annotations

import json

import pytest

from tests.resolve.identity.desk import CHECKOUT, Desk


def labels(desk, *names):
    data = json.loads(desk.run("impact", *names, "-f", "json").stdout)
    return {item["label"] for item in data["breaks"]}


def test_two_names_become_one_thing_and_two_again(desk):
    before = desk.canonical()
    assert labels(desk, "redis") == {"session cache", "basket service"}
    assert desk.say("add", "cart service", "basket service", reason="one deployment") == (
        "one thing: basket service / cart service (ada, 2026-02-03): one deployment\n"
    )
    assert labels(desk, "redis") == {"session cache", "cart service", "order desk"}
    done = desk.run("alias", "remove", "basket service", "cart service")
    assert done.stderr == "taken back: one thing: basket service / cart service (ada, 2026-02-03): one deployment\n"
    assert desk.canonical() == before


def test_a_decision_survives_rebuilds_and_the_end_of_its_documents(desk):
    desk.say("add", "cart service", "basket service")
    desk.write("more", "The mail worker runs on Kubernetes.\n")
    desk.build()
    assert "order desk" in labels(desk, "redis")
    desk.write("checkout", "The mail worker depends on Postfix.\n")
    desk.build()
    desk.write("checkout", CHECKOUT)
    desk.build()
    assert "order desk" in labels(desk, "redis")


def test_names_that_a_rule_joins_are_kept_apart(tmp_path):
    desk = Desk(tmp_path, a="The front desk depends on AuthService.\n\nThe auth service depends on LDAP.\n")
    assert labels(desk, "ldap") == {"auth service", "front desk"}
    desk.say("differ", "AuthService", "auth service", reason="the old one", by="bob")
    assert labels(desk, "ldap") == {"auth service"}
    shown = desk.run("alias", "show", "auth service").stdout
    assert "kept apart (1):\n  auth service / AuthService (bob, 2026-02-03): the old one\n" in shown
    desk.build()
    assert labels(desk, "ldap") == {"auth service"}
    desk.run("alias", "remove", "AuthService", "auth service")
    assert labels(desk, "ldap") == {"auth service", "front desk"}


def test_show_explains_each_link(desk):
    desk.write("more", "The Cart-Service calls the mail worker.\n\nCartService depends on Memcached.\n")
    desk.build()
    desk.say("add", "cart service", "basket service", reason="one deployment")
    assert (
        desk.run("alias", "show", "cart service").stdout
        == """\
cart service <https://example.org/kg/entity/cart-service>
names (3):
  Cart-Service (also cart service)
    "The order desk depends on the cart service." [checkout.md:3]
  basket service
    "The basket service depends on the session cache." [checkout.md:5]
  CartService
    "CartService depends on Memcached." [more.md:3]
links (2):
  Cart-Service = basket service
    one deployment (ManualMappingCuration, 1, ada, 2026-02-03)
    without it: basket service would be apart
    to undo: kg alias remove Cart-Service 'basket service'
  Cart-Service = CartService
    same letters (LexicalMatching, 1)
    without it: CartService would be apart
    to undo: kg alias differ Cart-Service CartService --reason WHY
"""
    )


def test_a_name_that_no_document_uses_leads_to_the_thing(desk):
    printed = desk.say("add", "redis", "the red one")
    assert "no document uses the name 'red one' yet" in printed
    assert labels(desk, "red one") == {"session cache", "basket service"}
    assert json.loads(desk.run("show", "the red one", "-f", "json").stdout)["label"] == "Redis"


def test_the_second_word_on_two_names_replaces_the_first(desk):
    desk.say("add", "cart service", "basket service", reason="one deployment")
    printed = desk.say("differ", "cart service", "basket service", reason="two after all", by="bob")
    assert "in place of: one thing: basket service / cart service (ada, 2026-02-03): one deployment" in printed
    assert "order desk" not in labels(desk, "redis")
    assert "conflicts" not in desk.run("alias", "list").stdout


def test_people_who_contradict_each_other_are_told(desk):
    desk.say("add", "cart service", "basket service", reason="one deployment")
    desk.say("differ", "cart service", "order desk", reason="caller and called", by="bob")
    printed = desk.say("add", "basket service", "order desk", reason="seen together", by="eve")
    told = (
        "order desk = basket service is not followed: seen together (eve); "
        "cart service and order desk are kept apart: caller and called (bob)"
    )
    assert told in printed
    assert f"conflicts (1):\n  {told}\n" in desk.run("alias", "list").stdout
    assert told in desk.run("alias", "show", "order desk").stdout
    desk.write("more", "The mail worker runs on Kubernetes.\n")
    assert ":entity/order-desk = :entity/basket-service is not followed" in desk.build()
    assert "order desk" in labels(desk, "redis")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("add", "cart servce", "baskt", "--reason", "r"), "did you mean cart service, basket service?"),
        (("add", "cart service", "Cart-Service", "--reason", "r"), "are one name, not two"),
        (("add", "cart service", "redis", "--reason", " "), "a decision needs a reason"),
        (("add", "cart service", "redis", "--reason", "r", "--confidence", "2"), "no number from 0 to 1"),
        (("add", "cart service", "redis", "--reason", "r", "--date", "tomorrow"), "'tomorrow' is no date"),
        (("differ", "cart service", "<https://else.where/x>", "--reason", "r"), "nothing in this graph is called"),
        (("remove", "cart service", "redis"), "no decisions are about 'cart service' and 'redis'"),
        (("remove", "--source", "none.tsv"), "none.tsv: no decision comes from it"),
        (
            ("scope", "gateway", "--in", "elsewhere", "--reason", "r"),
            "no document of this graph is 'elsewhere' or in it",
        ),
        (("unscope", "gateway", "--in", "docs"), "'gateway' has no scope 'docs'"),
        (("show", "nobody"), "nothing in this graph is called 'nobody'"),
    ],
)
def test_what_cannot_be_decided_is_said_in_one_line_and_changes_nothing(desk, words, message):
    before = desk.canonical()
    done = desk.invoke("alias", *words)
    assert done.exit_code == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert desk.canonical() == before


def test_control_characters_of_a_reason_do_not_reach_the_terminal(desk):
    printed = desk.say("add", "cart service", "basket service", reason="red \x1b[31malert\u202e")
    assert "\x1b" not in printed
    assert "\u202e" not in printed
    assert "\x1b" not in desk.run("alias", "list").stdout
