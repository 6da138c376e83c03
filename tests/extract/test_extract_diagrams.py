"""Diagrams as text: what edges they have, what nodes are called, what they state."""

from __future__ import annotations

import pytest

from kg.extract.diagrams import arrows, edges
from tests.extract.reading import claims, stated

EDGES = [
    ("a --> b", [("a", "b")]),
    ("a --> b --> c", [("a", "b"), ("b", "c")]),
    ("a & b --> c & d", [("a", "c"), ("a", "d"), ("b", "c"), ("b", "d")]),
    ("A[Web Shop] --> B(Order API)", [("Web Shop", "Order API")]),
    ("A[Web Shop] --> B\nB[Order API] --> C[(Orders)]", [("Web Shop", "Order API"), ("Order API", "Orders")]),
    ('A["Web Shop (React)"] --> B', [("Web Shop", "B")]),
    ("a -- reads --> b", [("a", "b")]),
    ("a -->|TCP 443| b", [("a", "b")]),
    ("a -.-> b", [("a", "b")]),
    ("a ==> b", [("a", "b")]),
    ("a --- b", []),
    ("graph TD;\n  a-->b;\n  b-->c;", [("a", "b"), ("b", "c")]),
    ("subgraph one\n a --> b\nend", [("a", "b")]),
    ("%% a --> b", []),
    ("sequenceDiagram\n participant S as Shop\n S->>Ledger: pay\n Ledger-->>S: ok", [("Shop", "Ledger")]),
    ('Container(web, "Web", "React")\nContainerDb(db, "Orders DB")\nRel(web, db, "reads")', [("Web", "Orders DB")]),
    ('Person(u, "Buyer")\nSystem(s, "Shop")\nRel(u, s, "buys")', []),
    ("[Shop] --> [Ledger]", [("Shop", "Ledger")]),
    ('component "Web Shop" as web\nweb --> ledger', [("Web Shop", "ledger")]),
    ('digraph { shop -> ledger; ledger [label="Ledger API"] }', [("shop", "Ledger API")]),
    ("shop → ledger", [("shop", "ledger")]),
    ("a --> a", []),
]


@pytest.mark.parametrize(("text", "pairs"), EDGES)
def test_edges(text: str, pairs: list[tuple[str, str]]) -> None:
    assert [(edge.source, edge.target) for edge in edges(text)] == pairs


def test_an_edge_spans_its_line() -> None:
    text = "graph LR\n  a --> b\n  b --> c\n"
    assert [text[edge.start : edge.end] for edge in edges(text)] == ["a --> b", "b --> c"]


def test_arrows_in_prose_are_no_diagram() -> None:
    assert arrows("shop --> ledger\nledger --> vault")
    assert not arrows("Go to Settings -> Users and press save.\nThen leave.")


def test_what_a_diagram_states() -> None:
    lines = ["graph LR", "shop --> ledger", "ledger --> db[(Orders)]", "shop --> Sentry", "user((User)) --> shop"]
    text = "\n".join(["```mermaid", *lines, "```", ""])
    assert stated(text) == {
        "shop depends_on ledger",
        "ledger backed_by Orders",
        "optional: shop depends_on Sentry",
    }


def test_a_fallback_is_a_choice() -> None:
    text = '```mermaid\nC4Context\nRel(cdn, store_a, "fetch")\nRel(cdn, store_b, "fallback when A is down")\n```\n'
    found = claims(text)
    assert {claim.object for claim in found} == {"store_a", "store_b"}
    assert len({claim.alternatives for claim in found}) == 1
    assert all(claim.alternatives for claim in found)
