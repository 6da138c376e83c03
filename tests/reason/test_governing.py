"""What sentences on failure make of the edges between two things."""

from __future__ import annotations

import pytest

from kg.rdf.vocab import KG
from tests.resolve.link.said import NAMES, row

from .test_tables import edges, plain, reasoned

PLAIN = ("cart", "backed_by", "store")


def tells(behaviour: str, where: str = "b.md/1", polarity: str = "asserted") -> object:
    return row("cart", "depends_on", "store", where, polarity, behaviour=behaviour)


CASES: dict[str, tuple[list[object], dict[str, str], set[str]]] = {
    "breaks alone": ([tells("breaks")], {"cart depends_on store": "1/1 asserted"}, {"cart relies_on store"}),
    "degrades alone": (
        [tells("degrades", polarity="optional")],
        {"cart optionally_depends_on store": "1/1 asserted"},
        {"cart relies_softly_on store"},
    ),
    "survives alone": (
        [tells("survives", polarity="optional")],
        {"cart tolerantly_depends_on store": "1/1 asserted"},
        set(),
    ),
    "a stated edge keeps its relation and its support": (
        [row(*PLAIN), tells("breaks")],
        {"cart backed_by store": "1/1 asserted"},
        {"cart relies_on store"},
    ),
    "a stated edge that degrades": (
        [row(*PLAIN), tells("degrades", polarity="optional")],
        {"cart optionally_backed_by store": "1/1 asserted"},
        {"cart relies_softly_on store"},
    ),
    "a stated edge that is survived stays an edge": (
        [row(*PLAIN), tells("survives", polarity="optional")],
        {"cart tolerantly_backed_by store": "1/1 asserted"},
        set(),
    ),
    "an optional edge that breaks": (
        [row(*PLAIN, "a.md/1", "optional"), tells("breaks")],
        {"cart backed_by store": "1/1 asserted"},
        {"cart relies_on store"},
    ),
    "of the same relation it supports": (
        [row("cart", "depends_on", "store"), tells("breaks")],
        {"cart depends_on store": "2/2 asserted"},
        {"cart relies_on store"},
    ),
    "the worst of two that contradict each other": (
        [row(*PLAIN), tells("survives", polarity="optional"), tells("breaks", "c.md/1")],
        {"cart backed_by store": "1/1 disputed"},
        {"cart relies_on store"},
    ),
    "without a plain one, too": (
        [tells("survives", polarity="optional"), tells("degrades", "c.md/1", "optional")],
        {"cart optionally_depends_on store": "1/1 disputed"},
        {"cart relies_softly_on store"},
    ),
    "a fallback takes the stated edge into the group": (
        [
            row(*PLAIN),
            row("cart", "depends_on", "store", "b.md/1", group="g", behaviour="degrades"),
            row("cart", "depends_on", "file", "b.md/1", group="g"),
        ],
        {"cart backed_by store |": "1/1 asserted", "cart depends_on file |": "1/1 asserted"},
        set(),
    ),
    "what stands in may be needed for something else": (
        [
            row("cart", "backed_by", "file"),
            row("cart", "depends_on", "store", "b.md/1", group="g", behaviour="degrades"),
            row("cart", "depends_on", "file", "b.md/1", group="g"),
        ],
        {
            "cart backed_by file": "1/1 asserted",
            "cart depends_on store |": "1/1 asserted",
            "cart depends_on file |": "1/1 asserted",
        },
        {"cart relies_on file"},
    ),
    "what was observed makes no edge": ([tells("breaks", polarity="observed")], {}, set()),
    "nor does it govern or retire one": (
        [row(*PLAIN, "a.md/1", "optional"), tells("breaks", polarity="observed")],
        {"cart optionally_backed_by store": "1/1 asserted"},
        {"cart relies_softly_on store"},
    ),
    "what is planned decides nothing": (
        [row(*PLAIN), tells("survives", polarity="hypothetical")],
        {"cart backed_by store": "1/1 asserted"},
        {"cart relies_on store"},
    ),
    "the other way round nothing is decided": (
        [row(*PLAIN), row("store", "depends_on", "cart", "b.md/1", "optional", behaviour="survives")],
        {"cart backed_by store": "1/1 asserted", "store tolerantly_depends_on cart": "1/1 asserted"},
        {"cart relies_on store"},
    ),
}


@pytest.mark.parametrize("name", sorted(CASES))
def test_case(name: str) -> None:
    rows, expected, triples = CASES[name]
    for some in (rows, rows[::-1]):
        found = reasoned(some)
        assert edges(found) == expected
        assert plain(found) == triples


def test_the_edge_names_what_governs_and_what_was_observed() -> None:
    governing, observed = tells("degrades", polarity="optional"), tells("breaks", "c.md/1", "observed")
    found = reasoned([row(*PLAIN), governing, observed])
    edge = NAMES.edge(NAMES.entity("cart"), KG + "optionally_backed_by", NAMES.entity("store"))
    assert {(p, o) for s, p, o in found if s == edge and p.endswith("edBy")} == {
        (KG + "supportedBy", row(*PLAIN).claim),
        (KG + "governedBy", governing.claim),  # type: ignore[attr-defined]
        (KG + "observedBy", observed.claim),  # type: ignore[attr-defined]
    }
