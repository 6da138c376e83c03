"""What `kg check` warns of about names."""

from __future__ import annotations

import json

OURS = ("LargeClass", "MixedClass", "FuzzyBridge", "ContradictoryLinks")


def told(desk):
    """Findings of the rules on names: rule and message."""
    data = json.loads(desk.run("check", "-f", "json", "--fail-on", "none").stdout)
    found = ((one["shape"].rpartition("#")[2], one["message"]) for one in data["findings"])
    return [(rule, message.partition(": ")[2]) for rule, message in found if rule in OURS]


def test_nothing_is_found_where_nothing_is_wrong(desk):
    desk.say("add", "cart service", "basket service")
    desk.say("differ", "session cache", "order desk")
    assert told(desk) == []


def test_one_unsure_link_that_holds_names_together(desk):
    guess = ("--confidence", "0.6")
    desk.say("add", "cart service", "basket service", *guess, reason="a guess")
    assert told(desk) == [
        ("FuzzyBridge", "cart service = basket service (a guess, 0.6, ada); without it basket service would be apart")
    ]
    desk.say("add", "cart service", "order desk", *guess)
    desk.say("add", "order desk", "basket service", *guess)
    assert told(desk) == []


def test_a_class_that_owns_and_runs(desk):
    desk.say("add", "checkout team", "checkout")
    desk.say("add", "checkout", "cart service")
    assert told(desk) == [("MixedClass", "checkout team owns, cart service runs")]


def test_a_class_of_very_many_names(desk):
    table = ["subject_id\tpredicate_id\tobject_id\tmapping_justification\tconfidence"]
    table += [f":entity/redis\towl:sameAs\t:entity/r{n}\tsemapv:ManualMappingCuration\t0.9{n:02}" for n in range(24)]
    head = "#curie_map:\n#  '': https://example.org/kg/\n"
    file = desk.folder / "many.tsv"
    file.write_text(head + "\n".join(table), encoding="utf-8")
    desk.run("alias", "import", str(file), "--by", "ada")
    assert told(desk) == []
    desk.say("add", "redis", "the last one")
    assert told(desk) == [
        ("LargeClass", "26 names, the least sure link being Redis = r0 (imported from many.tsv, 0.9, ada)")
    ]


def test_decisions_that_contradict_each_other(desk):
    desk.say("add", "cart service", "basket service", reason="one deployment")
    desk.say("differ", "cart service", "order desk", reason="caller and called", by="bob")
    desk.say("add", "basket service", "order desk", reason="seen together", by="eve")
    assert told(desk) == [
        (
            "ContradictoryLinks",
            "order desk = basket service is not followed: seen together (eve); "
            "cart service and order desk are kept apart: caller and called (bob)",
        )
    ]
    done = desk.invoke("check", "--fail-on", "warning")
    assert done.exit_code == 1
    assert '"The basket service depends on the session cache."' in done.stdout
