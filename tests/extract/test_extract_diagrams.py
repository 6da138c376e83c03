"""Diagrams as text: what edges they have, what nodes are called, what they state."""

from __future__ import annotations

import pytest

from kg.extract.layout.diagrams import arrows, edges
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
    ("participant Shop as S\nparticipant L as Ledger\nS -> L : pay", [("Shop", "Ledger")]),
    ('component "Web Shop" as web\nweb --> ledger', [("Web Shop", "ledger")]),
    ('digraph { shop -> ledger; ledger [label="Ledger API"] }', [("shop", "Ledger API")]),
    ("shop → ledger", [("shop", "ledger")]),
    ("a --> a", []),
    ("graph LR\n a ---->|x| b\n b ====> c\n c -..-> d", [("a", "b"), ("b", "c"), ("c", "d")]),
    ("graph LR\n subgraph core[Core platform]\n  a[API]\n end\n web --> core", [("web", "Core platform")]),
    ("graph LR\n a e1@--> b:::hot", [("a", "b")]),
    ('graph LR\n till@{ shape: rect, label: "Till API" }\n web --> till', [("web", "Till API")]),
    ("graph LR\n a[/Shop/] --> b[\\Ledger\\]\n c[[Sub]] --> d((Circle))", [("Shop", "Ledger"), ("Sub", "Circle")]),
    ('graph LR\n a["one; two"] --> b; c --> d', [("one; two", "b"), ("c", "d")]),
    ("sequenceDiagram\n A->>+B: get\n B-->>-A: ok\n A-)C: async", [("A", "B"), ("A", "C")]),
    ("sequenceDiagram\n actor U as User\n U->>A: ask\n A->>B: get", [("A", "B")]),
    (
        "architecture-beta\n service db(database)[Orders] in api\n service web(server)[Web]\n web:R --> L:db",
        [("Web", "Orders")],
    ),
    (
        "architecture-beta\n service a(server)[Red]\n service b(server)[Blue]\n a:R <-- L:b\n a:T -- B:b",
        [("Blue", "Red")],
    ),
    ('C4Container\n Container(web, "Web App", "x")\n Rel_D(web, mail, "sends")', [("Web App", "mail")]),
    ("stateDiagram-v2\n [*] --> Idle\n Idle --> Running", []),
    ("@startuml\n[*] --> Idle\nIdle --> Running\n@enduml", []),
    ("classDiagram\n Shop --> Ledger", []),
    ("erDiagram\n BUYER ||--o{ ORDER : places", []),
    (
        '@startuml\ncomponent [Web Shop] as web\ndatabase "Orders DB" as db\nweb --> db : reads\n@enduml',
        [("Web Shop", "Orders DB")],
    ),
    ("@startuml\n[Shop] as s\n[Ledger] as l\ns ..> l : uses\n@enduml", [("Shop", "Ledger")]),
    (
        "[Shop] -left-> [Stock]\n[Shop] -[#red,dashed]-> [Mail]\n[Red] <-- [Blue]",
        [("Shop", "Stock"), ("Shop", "Mail"), ("Blue", "Red")],
    ),
    ('package "Core" as core {\n [API] -> [Bus]\n}\nweb --> core', [("API", "Bus"), ("web", "Core")]),
    ("database Orders {\n}\n[API] --> Orders", [("API", "Orders")]),
    ('() "API port" as p\n[Shop] --( p\n[Ledger] -() p', [("Shop", "API port")]),
    (':Buyer: --> [Shop]\nactor "Other" as o\no --> [Shop]\n[Shop] --> [Mail]', [("Shop", "Mail")]),
    (
        "client -> server : ask\nserver -> store : read\nserver --> client : answer",
        [("client", "server"), ("server", "store")],
    ),
    ("@startuml\n/' [X] --> [Y]\n [Z] --> [Q] '/\n' c --> d\n[A] --> [B]\n@enduml", [("A", "B")]),
    ("digraph G {\n a -> b -> c\n}", [("a", "b"), ("b", "c")]),
    ("digraph { b -> { d e; f } }", [("b", "d"), ("b", "e"), ("b", "f")]),
    ("digraph { {a b} -> c; subgraph s {x; y} -> z }", [("a", "c"), ("b", "c"), ("x", "z"), ("y", "z")]),
    ('digraph { a:p1 -> b:p2:n; "web shop" -> "ledger" }', [("a", "b"), ("web shop", "ledger")]),
    (
        'strict digraph {\n a [label=<<b>Shop</b><br/>sells>]\n b [\n label="Ledger"\n shape=box\n ]\n a -> b\n}',
        [("Shop", "Ledger")],
    ),
    ('digraph { rec [label="{<f0> Shop|<f1> part}"]; rec:f0 -> "stock\\nkeeps it" }', [("Shop", "stock")]),
    ("digraph {\n // a -> x\n /* a -> y\n a -> z */\n # a -> w\n a -> b\n}", [("a", "b")]),
    ('digraph { node [shape=box]; edge [color=red]; rankdir=LR; a -> b [label="x -> y"] }', [("a", "b")]),
    ("digraph { a -> b [dir=back]; c -> d [dir=none] }", [("b", "a")]),
    ("graph { a -- b }", []),
    ("digraph { a -> b", [("a", "b")]),
]

LABELS = [
    ('a -->|"reads & writes"| b', "reads & writes"),
    ('a -- "reads" --> b', "reads"),
    ("a -- reads --> b", "reads"),
    ("a -. softly .-> b", "softly"),
    ("a == hard ==> b", "hard"),
    ("A->>B: asks", "asks"),
    ("[A] --> [B] : reads", "reads"),
    ("[A] -left-> [B]", ""),
    ("digraph { a -> b [label=reads] }", "reads"),
    ('C4Context\nRel(a, b, "reads", "TCP")', "reads"),
]

STORES = [
    "web --> db[(Orders)]",
    'db@{ shape: cyl, label: "Orders" }\nweb --> db',
    "database Orders as db\n[web] --> db",
    'ContainerDb(db, "Orders")\nRel(web, db, "reads")',
    "architecture-beta\nservice db(database)[Orders]\nservice web(server)[Web]\nweb:R --> L:db",
    "digraph { db [label=Orders, shape=cylinder]; web -> db }",
    "digraph { node [shape=cylinder]; db; node [shape=box]; web -> db }",
]


@pytest.mark.parametrize(("text", "pairs"), EDGES)
def test_edges(text: str, pairs: list[tuple[str, str]]) -> None:
    assert [(edge.source, edge.target) for edge in edges(text)] == pairs


@pytest.mark.parametrize(("text", "label"), LABELS)
def test_labels_of_edges(text: str, label: str) -> None:
    assert [edge.label for edge in edges(text)] == [label]


@pytest.mark.parametrize("text", STORES)
def test_stores(text: str) -> None:
    assert [edge.store for edge in edges(text)] == [True]


def test_an_edge_spans_its_line() -> None:
    text = "graph LR\n  a --> b\n  b --> c\n"
    assert [text[edge.start : edge.end] for edge in edges(text)] == ["a --> b", "b --> c"]


def test_an_edge_of_dot_spans_its_statement() -> None:
    text = "digraph {\n  a -> b\n    -> c [label=x];\n  subgraph { d -> e }\n}"
    assert [text[edge.start : edge.end] for edge in edges(text)] == ["a -> b\n    -> c", "a -> b\n    -> c", "d -> e"]


@pytest.mark.parametrize(
    "unit", ["a -> ", "a --> ", "digraph {", "digraph { { ", "[", '"', "{a b} -> ", "<b", "a & ", "-- ", "/' ", "a[x"]
)
def test_no_diagram_is_too_odd(unit: str) -> None:
    edges("digraph { " + unit * 2000)
    edges(unit * 2000)
    edges(f"{unit}\n" * 2000)


def test_diagrams_that_are_files() -> None:
    for name, text in (
        ("a.mmd", "%% ours\ngraph LR\n  shop --> ledger\n"),
        ("a.puml", "@startuml\ntitle Our shop\n[shop] --> [ledger]\n@enduml\n"),
        ("a.gv", "digraph {\n\n  shop -> ledger;\n}\n"),
    ):
        (claim,) = claims(text, path=name)
        assert str(claim) == f"shop -depends_on-> ledger (asserted) [{name}:3]"


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
