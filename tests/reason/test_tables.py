"""What follows from a few claims, as tables: edges with weight and status, soft and alternative ones, denials."""

from __future__ import annotations

import pytest

from kg.rdf.vocab import KG, RDF
from kg.reason.reasoner import Reasoner
from tests.resolve.link.said import BUILT_IN, NAMES, linked, row

Row = tuple[str, ...]


def reasoned(rows: list[object], denials: list[object] = ()) -> set[tuple[str, str, str]]:  # type: ignore[assignment]
    identity = linked(rows)
    quads = Reasoner(NAMES, BUILT_IN, identity).infer(rows, list(denials))
    return {(q.subject.value, q.predicate.value, q.object.value) for q in quads}


def short(iri: str) -> str:
    return iri.removeprefix(NAMES.entities).removeprefix(KG)


def edges(found: set[tuple[str, str, str]]) -> dict[str, str]:
    """`subject predicate object` to `documents/chunks status`, ends of options marked with `|`."""
    facts: dict[str, dict[str, set[str]]] = {}
    for subject, predicate, obj in found:
        facts.setdefault(subject, {}).setdefault(predicate, set()).add(obj)

    def one(node: str, predicate: str) -> str:
        (value,) = facts[node][predicate]
        return value

    shown = {}
    for node, about in facts.items():
        if KG + "Edge" in about.get(RDF + "type", ()):
            key = " ".join(short(one(node, RDF + part)) for part in ("subject", "predicate", "object"))
            key += " |" if KG + "alternatives" in about else ""
            weight = f"{one(node, KG + 'documents')}/{one(node, KG + 'chunks')}"
            shown[key] = f"{weight} {short(one(node, KG + 'status'))}"
    return shown


def plain(found: set[tuple[str, str, str]]) -> set[str]:
    """Triples of the failure relations between things."""
    wanted = ("relies_on", "relies_softly_on", "relies_on_any")
    return {f"{short(s)} {short(p)} {short(o)}" for s, p, o in found if short(p) in wanted and "alternatives/" not in o}


CASES: dict[str, tuple[list[Row], dict[str, str], set[str]]] = {
    "one sentence": (
        [("cart", "depends_on", "store")],
        {"cart depends_on store": "1/1 asserted"},
        {"cart relies_on store"},
    ),
    "two chunks of one document": (
        [("cart", "depends_on", "store"), ("cart", "depends_on", "store", "a.md/2")],
        {"cart depends_on store": "1/2 asserted"},
        {"cart relies_on store"},
    ),
    "two documents": (
        [("cart", "depends_on", "store"), ("cart", "depends_on", "store", "b.md/1")],
        {"cart depends_on store": "2/2 asserted"},
        {"cart relies_on store"},
    ),
    "a chunk that repeats itself in other spellings counts once": (
        [("token cache", "depends_on", "disk"), ("TokenCache", "depends_on", "disk")],
        {"token-cache depends_on disk": "1/1 asserted"},
        {"token-cache relies_on disk"},
    ),
    "spellings of one thing add up": (
        [("token cache", "depends_on", "disk"), ("TokenCache", "depends_on", "disk", "b.md/1")],
        {"token-cache depends_on disk": "2/2 asserted"},
        {"token-cache relies_on disk"},
    ),
    "relations are kept apart": (
        [("cart", "depends_on", "store"), ("cart", "backed_by", "store"), ("cart", "runs_on", "store")],
        {f"cart {one} store": "1/1 asserted" for one in ("depends_on", "backed_by", "runs_on")},
        {"cart relies_on store"},
    ),
    "owners carry no failure": (
        [("cart", "owned_by", "shop team")],
        {"cart owned_by shop-team": "1/1 asserted"},
        set(),
    ),
    "optional": (
        [("cart", "depends_on", "store", "a.md/1", "optional")],
        {"cart optionally_depends_on store": "1/1 asserted"},
        {"cart relies_softly_on store"},
    ),
    "optional in one place, hard in another": (
        [("cart", "depends_on", "store", "a.md/1", "optional"), ("cart", "depends_on", "store", "b.md/1")],
        {"cart optionally_depends_on store": "1/1 asserted", "cart depends_on store": "1/1 asserted"},
        {"cart relies_softly_on store", "cart relies_on store"},
    ),
    "disputed": (
        [("cart", "depends_on", "store"), ("cart", "depends_on", "store", "b.md/1", "negated")],
        {"cart depends_on store": "1/1 disputed"},
        {"cart relies_on store"},
    ),
    "retired": (
        [("cart", "depends_on", "store"), ("cart", "depends_on", "store", "b.md/1", "past")],
        {"cart depends_on store": "1/1 retired"},
        {"cart relies_on store"},
    ),
    "disputed and retired is disputed": (
        [
            ("cart", "depends_on", "store"),
            ("cart", "depends_on", "store", "b.md/1", "past"),
            ("cart", "depends_on", "store", "c.md/1", "negated"),
        ],
        {"cart depends_on store": "1/1 disputed"},
        {"cart relies_on store"},
    ),
    "another relation denied disputes nothing": (
        [("cart", "depends_on", "store"), ("cart", "owned_by", "store", "b.md/1", "negated")],
        {"cart depends_on store": "1/1 asserted"},
        {"cart relies_on store"},
    ),
    "denied the other way round disputes nothing": (
        [("cart", "depends_on", "store"), ("store", "depends_on", "cart", "b.md/1", "negated")],
        {"cart depends_on store": "1/1 asserted"},
        {"cart relies_on store"},
    ),
    "only denied, past or to come": (
        [("cart", "depends_on", "store", f"{at}.md/1", at) for at in ("negated", "past", "hypothetical")],
        {},
        set(),
    ),
    "a plan disputes nothing": (
        [("cart", "depends_on", "store"), ("cart", "depends_on", "store", "b.md/1", "hypothetical")],
        {"cart depends_on store": "1/1 asserted"},
        {"cart relies_on store"},
    ),
    "itself in another spelling": ([("token cache", "depends_on", "TokenCache")], {}, set()),
    "a circle": (
        [("cart", "depends_on", "store"), ("store", "depends_on", "cart")],
        {"cart depends_on store": "1/1 asserted", "store depends_on cart": "1/1 asserted"},
        {"cart relies_on store", "store relies_on cart"},
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_edges(case: str) -> None:
    rows, expected, failure = CASES[case]
    found = reasoned([row(*one) for one in rows])
    assert edges(found) == expected
    assert plain(found) == failure


@pytest.mark.parametrize("case", CASES)
def test_the_order_of_claims_does_not_matter(case: str) -> None:
    rows = [row(*one) for one in CASES[case][0]]
    assert reasoned(rows) == reasoned(rows[::-1])


def test_options() -> None:
    rows = [row("cart", "depends_on", name, group="g") for name in ("east", "west")]
    found = reasoned(rows)
    assert edges(found) == {"cart depends_on east |": "1/1 asserted", "cart depends_on west |": "1/1 asserted"}
    assert plain(found) == set()
    (group,) = {o for s, p, o in found if s == NAMES.entity("cart") and p == KG + "relies_on_any"}
    assert group == NAMES.alternatives(KG + "depends_on", (NAMES.entity("east"), NAMES.entity("west")))
    assert {short(o) for s, p, o in found if s == group and p == KG + "option"} == {"east", "west"}


def test_the_same_options_in_two_documents_are_one_group() -> None:
    rows = [row("cart", "depends_on", name, f"{at}.md/1", group=f"g{at}") for at in "ab" for name in ("east", "west")]
    found = reasoned(rows)
    assert edges(found) == {"cart depends_on east |": "2/2 asserted", "cart depends_on west |": "2/2 asserted"}
    assert len({o for _, p, o in found if p == KG + "relies_on_any"}) == 1


def test_options_that_are_one_thing_are_none() -> None:
    found = reasoned([row("cart", "depends_on", name, group="g") for name in ("token cache", "TokenCache")])
    assert edges(found) == {"cart depends_on token-cache": "1/1 asserted"}
    assert plain(found) == {"cart relies_on token-cache"}


def test_an_option_that_is_also_needed_by_itself() -> None:
    rows = [row("cart", "depends_on", name, group="g") for name in ("east", "west")]
    found = reasoned([*rows, row("cart", "depends_on", "east", "b.md/1")])
    assert "cart relies_on east" in plain(found)
    assert edges(found)["cart depends_on east"] == "1/1 asserted"


@pytest.mark.parametrize(
    ("denied", "left"),
    [
        (("cart", "depends_on", "store"), {"desk depends_on store"}),
        (("CART", "depends_on", "Store"), {"desk depends_on store"}),
        (("store", "depends_on", "cart"), {"cart depends_on store", "desk depends_on store"}),
        (("cart", "owned_by", "store"), {"cart depends_on store", "desk depends_on store"}),
        (("nobody", "depends_on", "store"), {"cart depends_on store", "desk depends_on store"}),
    ],
)
def test_what_a_person_denies_has_no_edge(denied: Row, left: set[str]) -> None:
    rows = [row("cart", "depends_on", "store"), row("desk", "depends_on", "store")]
    found = reasoned(rows, [row(*denied, "curation/1", "negated")])
    assert set(edges(found)) == left
    assert plain(found) == {one.replace("depends_on", "relies_on") for one in left}


def test_a_denial_strikes_the_optional_link_too() -> None:
    rows = [row("cart", "depends_on", "store", "a.md/1", "optional")]
    assert edges(reasoned(rows, [row("cart", "depends_on", "store", "curation/1", "negated")])) == {}
