"""Names that mean two things: scoped by document or folder, from the next build on."""

from __future__ import annotations

import json

import pytest

from tests.resolve.identity.desk import Desk

PAY = "The Ferry depends on Stripe. The checkout depends on the ferry.\n"
EDGE = "The ferry depends on Envoy. The web shop depends on the ferry.\n"


@pytest.fixture(scope="module")
def office(tmp_path_factory):
    return Desk(tmp_path_factory.mktemp("office"), pay__a=PAY, edge__b=EDGE)


def broken(desk, name):
    return {item["label"] for item in json.loads(desk.run("impact", name, "-f", "json").stdout)["breaks"]}


def test_one_name_becomes_two_things_and_one_again(desk):
    before = desk.canonical()
    assert broken(desk, "envoy") == {"ferry", "web shop", "checkout"}
    assert desk.say("scope", "the Ferry", "--in", "./edge/") == "scoped: Ferry in edge; the next build applies it\n"
    desk.build()
    assert broken(desk, "envoy") == {"ferry (edge)", "web shop"}
    assert broken(desk, "stripe") == {"ferry", "checkout"}
    desk.write("more", "The mail worker runs on Kubernetes.\n")
    desk.build()
    assert broken(desk, "envoy") == {"ferry (edge)", "web shop"}
    assert "ferry in edge (ada, 2026-02-03): as told".replace("f", "F", 1) in desk.run("alias", "list").stdout
    (desk.docs / "more.md").unlink()
    desk.run("alias", "unscope", "ferry", "--in", "edge")
    desk.build()
    assert desk.canonical() == before


def test_the_narrowest_place_counts(desk):
    desk.write("edge/old", "The ferry depends on HAProxy.\n")
    desk.build()
    desk.say("scope", "ferry", "--in", "edge")
    desk.say("scope", "ferry", "--in", "edge/old.md")
    desk.build()
    assert broken(desk, "haproxy") == {"ferry (edge/old.md)"}
    assert broken(desk, "envoy") == {"ferry (edge)", "web shop"}


def test_a_scope_is_rdf_and_travels_with_the_graph(desk):
    desk.say("scope", "ferry", "--in", "edge", reason="the edge proxy")
    exported = desk.run("export", "--only", "curation").stdout
    assert "kg:Scoping" in exported
    assert '"the edge proxy"' in exported


def test_an_ambiguous_name_tells_its_candidates_and_where_they_are(desk):
    desk.say("scope", "ferry", "--in", "edge")
    desk.say("scope", "ferry", "--in", "pay")
    desk.build()
    done = desk.invoke("impact", "ferry")
    assert done.exit_code == 2
    assert done.stderr == (
        "kg: 'ferry' names 2 things (say which: "
        ":entity/edge/ferry is ferry (edge), edge/b.md:1; :entity/pay/ferry is ferry (pay), pay/a.md:1)\n"
    )


def test_a_name_that_is_one_label_and_part_of_others_says_so(desk, caplog):
    desk.say("scope", "ferry", "--in", "edge")
    desk.build()
    assert broken(desk, "Ferry") == {"checkout"}
    assert not caplog.messages
    desk.write("pay/a", PAY.replace("Ferry", "ferry"))
    desk.build()
    assert broken(desk, "ferry") == {"checkout"}
    assert caplog.messages == ["kg: 'ferry' is taken for the thing of exactly this name; also :entity/edge/ferry"]
