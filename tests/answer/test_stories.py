"""Each rule of failure from sentences to the answer, as a user asks for it."""

from __future__ import annotations

import pytest

import kg
from kg.api import Graph
from kg.model.paths import Impact

AIRSHIP = """The ticket kiosk depends on the fare engine.

The fare engine depends on the tariff store.

The gate display optionally depends on the fare engine.

The lantern feed optionally depends on the gate display.

The valve controller depends on either the helium meter or the pressure probe.

The helium meter depends on the sensor bus.

The pressure probe depends on the sensor bus.

The rudder panel depends on the valve controller.

The dock controller depends on the mooring winch.

The mooring winch depends on the dock controller.

The crew roster does not depend on the tariff store.

The ballast planner used to depend on the tariff store.

The fog horn depends on the tariff store.

The fare engine is owned by the money crew.
"""


@pytest.fixture
def airship(tmp_path) -> Graph:
    return built(tmp_path, AIRSHIP)


def built(place, text: str) -> Graph:
    (place / "airship.md").write_text(text, "utf-8")
    graph = kg.open(place / "graph")
    graph.build([place / "airship.md"])
    return graph


def outcome(answer: Impact) -> tuple[str, str]:
    return tuple(", ".join(sorted(one.entity.label for one in part)) for part in (answer.breaks, answer.degrades))


def reasons(answer: Impact) -> dict[str, str]:
    return {one.entity.label: one.reason for one in answer.survives}


@pytest.mark.parametrize(
    ("failed", "breaks", "degrades"),
    [
        (("tariff store",), "fare engine, fog horn, ticket kiosk", "gate display"),
        (("gate display",), "", "lantern feed"),
        (("helium meter",), "", "rudder panel, valve controller"),
        (("Helium-Meter", "helium meter"), "", "rudder panel, valve controller"),
        (("helium meter", "pressure probe"), "rudder panel, valve controller", ""),
        (("sensor bus",), "helium meter, pressure probe, rudder panel, valve controller", ""),
        (("mooring winch",), "dock controller", ""),
        (("mooring winch", "dock controller"), "", ""),
        (("money crew",), "", ""),
    ],
)
def test_what_fails_with_what(airship, failed, breaks, degrades):
    assert outcome(airship.impact(*failed)) == (breaks, degrades)


def test_every_survivor_has_its_reason(airship):
    airship.decide("fog horn", "depends_on", "tariff store", denied=True, reason="cut", who="me", when="2026-01-01")
    answer = airship.impact("tariff store")
    assert reasons(answer) == {
        "ballast planner": "denied: ballast planner -depends_on-> tariff store (past)",
        "crew roster": "denied: crew roster -depends_on-> tariff store",
        "fog horn": "denied: fog horn -depends_on-> tariff store",
        "dock controller": "no stated path",
        "helium meter": "no stated path",
        "lantern feed": "no stated path",
        "mooring winch": "no stated path",
        "pressure probe": "no stated path",
        "rudder panel": "no stated path",
        "valve controller": "no stated path",
        "sensor bus": "nothing stated",
    }
    assert answer.counts["survives"] == len(answer.survives)
    assert [c.quote for c in answer.survives[0].citations] == [
        "The ballast planner used to depend on the tariff store."
    ]


@pytest.mark.parametrize(
    ("text", "names", "failed", "breaks", "degrades"),
    [
        ("The deck depends on either the deck lamp or the buoy.", ("deck", "deck lamp"), "buoy", "", "deck lamp"),
        ("The deck depends on either the lamp or the buoy.", ("lamp", "buoy"), "lamp", "deck", ""),
    ],
    ids=["an option that is the thing itself is left", "two options that are one are none"],
)
def test_options_that_people_say_are_one(tmp_path, text, names, failed, breaks, degrades):
    graph = built(tmp_path, text)
    graph.aliases.add(*names, reason="one thing", who="me", when="2026-01-01")
    assert outcome(graph.impact(failed)) == (breaks, degrades)


DENIES, FORMER = "The kiln does not depend on the bellows.", "The kiln used to depend on the bellows."


def dated(place, stated: str, denied: str, denial: str) -> Graph:
    for name, date, text in (("one", stated, "The kiln depends on the bellows."), ("two", denied, denial)):
        (place / f"{name}.md").write_text(f"---\ndate: {date}\n---\n{text}\n" if date else text, "utf-8")
    graph = kg.open(place / "graph")
    graph.build([place / "one.md", place / "two.md"])
    return graph


@pytest.mark.parametrize(
    ("stated", "denied", "denial", "newest"),
    [
        ("2020-01-01", "2021-01-01", DENIES, ""),
        ("2021-01-01", "2020-01-01", DENIES, "kiln"),
        ("2021-01-01", "2021-01-01", DENIES, "kiln"),
        ("", "2021-01-01", DENIES, "kiln"),
        ("2020-01-01", "", DENIES, "kiln"),
        ("", "", DENIES, "kiln"),
        ("2020-01-01", "2021-01-01", FORMER, ""),
        ("2021-01-01", "2020-01-01", FORMER, "kiln"),
    ],
)
def test_a_link_that_a_source_denies_counts_as_far_as_it_is_trusted(tmp_path, stated, denied, denial, newest):
    graph = dated(tmp_path, stated, denied, denial)
    assert outcome(graph.impact("bellows")) == ("kiln", "")
    assert outcome(graph.impact("bellows", trust="newest")) == (newest, "")
    distrusted = graph.impact("bellows", trust="undisputed")
    assert outcome(distrusted) == ("", "")
    assert reasons(distrusted)["kiln"].startswith("denied: kiln -depends_on-> bellows")
    (step,) = graph.impact("bellows").breaks[0].paths[0]
    assert [c.quote for c in (*step.citations, *step.disputes)] == ["The kiln depends on the bellows.", denial]


def test_a_date_that_changes_changes_what_is_newest(tmp_path):
    graph = dated(tmp_path, "2021-01-01", "2020-01-01", DENIES)
    assert outcome(graph.impact("bellows", trust="newest")) == ("kiln", "")
    for place in ("2019-01-01", "2022-01-01"):
        graph = dated(tmp_path, place, "2020-01-01", DENIES)
        assert outcome(graph.impact("bellows", trust="newest")) == ("kiln" if place > "2020" else "", "")
