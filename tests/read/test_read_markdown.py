"""Markdown blocks: kinds, context, cells, lines."""

from __future__ import annotations

from textwrap import dedent

import pytest
from read_properties import check

from kg.model.documents import Block, Chunk
from kg.read.markdown.reader import Markdown


def read(text: str) -> tuple[Chunk, ...]:
    parts = Markdown().read("docs/a.md", text)
    check(text, parts)
    return parts.chunks


def blocks(text: str) -> list[Block]:
    return [chunk.blocks[0] for chunk in read(dedent(text).strip("\n"))]


def shown(text: str) -> list[tuple[str, str]]:
    return [(block.kind.value, block.text) for block in blocks(text)]


def test_headings_are_context_and_no_chunks() -> None:
    found = blocks(
        """
        # Shop `api`
        Intro.
        ## Storage
        Rows.
        ### Cache
        Keys.

        Operations
        ----------
        Pages.
        """
    )
    assert [(block.text, block.headings) for block in found] == [
        ("Intro.", ("Shop api",)),
        ("Rows.", ("Shop api", "Storage")),
        ("Keys.", ("Shop api", "Storage", "Cache")),
        ("Pages.", ("Shop api", "Operations")),
    ]


def test_list_items_have_their_own_text_and_what_leads_them() -> None:
    found = blocks(
        """
        It depends on:

        - the cache
          for sessions
          - one replica
            1. in the west
        - the **queue**

          Second paragraph.

        After.
        """
    )
    assert [(b.kind.value, b.text, b.lead) for b in found] == [
        ("paragraph", "It depends on:", ()),
        ("item", "the cache for sessions", ("It depends on:",)),
        ("item", "one replica", ("It depends on:", "the cache for sessions")),
        ("item", "in the west", ("It depends on:", "the cache for sessions", "one replica")),
        ("item", "the queue", ("It depends on:",)),
        ("paragraph", "Second paragraph.", ("It depends on:", "the queue")),
        ("paragraph", "After.", ()),
    ]


def test_a_list_is_led_only_by_the_paragraph_right_before_it() -> None:
    found = blocks("Before.\n\n## Heading\n\n- one\n\nText:\n\n```\ncode\n```\n\n* two\n")
    assert [(b.text, b.lead) for b in found] == [("Before.", ()), ("one", ()), ("Text:", ()), ("two", ())]


def test_table_rows_carry_their_headers() -> None:
    text = "| Service | Uses `x` |\n|---|:-:|\n| **api** | a \\| b |\n| web | |\n"
    first, second = read(text)
    block = first.blocks[0]
    assert (block.kind.value, block.text, first.lines) == ("row", "api | a | b", (3, 3))
    assert [(c.header, block.text[c.start : c.end]) for c in block.cells] == [("Service", "api"), ("Uses x", "a | b")]
    cells = second.blocks[0].cells
    assert [second.blocks[0].text[c.start : c.end] for c in cells] == ["web", ""]


def test_rows_within_quotes_and_lists() -> None:
    text = "> | a | b |\n> |---|---|\n> | c | d |\n\n- x\n\n  | a | b |\n  |---|---|\n  | e | f |\n"
    assert [chunk.source for chunk in read(text)] == ["| c | d |", "x", "| e | f |"]


def test_a_table_introduced_with_a_colon_is_led_by_it() -> None:
    found = blocks("The parts:\n\n| a |\n|---|\n| b |\n\nNot led.\n\n| a |\n|---|\n| c |\n")
    assert [b.lead for b in found if b.kind.value == "row"] == [("The parts:",), ()]


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("Owner: payments team", [("Owner", "payments team")]),
        ("**Owner**: payments team. Always.", [("Owner", "payments team. Always.")]),
        ("**Runs on:** Kubernetes\n**Tier:** 1", [("Runs on", "Kubernetes"), ("Tier", "1")]),
        ("Owner: a\nHost: b.example", [("Owner", "a"), ("Host", "b.example")]),
        ("Owner | a\nHost | b", [("Owner", "a"), ("Host", "b")]),
        ("Cache\n: Redis\n: Memcached", [("Cache", "Redis"), ("Cache", "Memcached")]),
    ],
)
def test_key_value_lines(text: str, pairs: list[tuple[str, str]]) -> None:
    found = [b for b in blocks(text) if b.kind.value == "pair"]
    assert [tuple(b.text[c.start : c.end] for c in b.cells) for b in found] == pairs


@pytest.mark.parametrize(
    "text",
    [
        "Note: the api uses Redis",
        "There is one rule: the api never waits.",
        "It is at http://x.example now",
        "Owner: a\nand some more prose",
        "The api has a long sentence that goes on before its colon: here",
        "a | b | c",
    ],
)
def test_prose_is_no_key_value_line(text: str) -> None:
    assert [b.kind.value for b in blocks(text)] == ["paragraph"]


def test_items_that_are_key_value_lines_have_cells() -> None:
    (block,) = blocks("- **Owner**: payments team")
    assert (block.kind.value, [block.text[c.start : c.end] for c in block.cells]) == (
        "item",
        ["Owner", "payments team"],
    )


def test_fenced_code_is_left_out_but_for_diagrams() -> None:
    text = "# A\n\n```sh\nrun redis\n```\n\n```mermaid\ngraph TD\n  a --> b\n```\n\n- x\n\n  ```dot\n  a -> b;\n  ```\n"
    found = read(text)
    assert [(c.blocks[0].kind.value, c.blocks[0].text, c.blocks[0].lead, c.lines) for c in found] == [
        ("diagram", "graph TD\n  a --> b", ("mermaid",), (8, 9)),
        ("item", "x", (), (12, 12)),
        ("diagram", "a -> b;", ("dot",), (15, 15)),
    ]


def test_quotes_and_admonitions() -> None:
    assert shown("> [!NOTE]\n> The api\n> waits.\n\n:::tip\nUse it.\n:::\n") == [
        ("paragraph", "The api waits."),
        ("paragraph", "Use it."),
    ]


def test_html_leaves_no_tag() -> None:
    text = """
        <!-- hidden: api uses Redis -->
        <p align="center">
          The <b>api</b> uses&nbsp;Redis.
        </p>

        <table>
        <tr><th>Name</th><th>Uses</th></tr>
        <tr><td>api</td><td><code>redis</code></td></tr>
        </table>

        <script>
        x uses y
        </script>

        <details><summary>More</summary>

        Inside *it*.

        </details>
        """
    found = blocks(text)
    assert [(b.kind.value, b.text.replace("\u00a0", " ")) for b in found] == [
        ("paragraph", "The api uses Redis."),
        ("row", "api | redis"),
        ("paragraph", "More"),
        ("paragraph", "Inside it."),
    ]
    assert [c.header for c in found[1].cells] == ["Name", "Uses"]


def test_front_matter_is_no_prose() -> None:
    text = '---\ntitle: "Auth: how"\ndate: 2025-01-02\nlast_reviewed_on: 2026-02-03\nuses: redis\n---\n\nProse.\n'
    parts = Markdown().read("a.md", text)
    check(text, parts)
    assert (parts.title, parts.date) == ("Auth: how", "2026-02-03")
    assert [(c.source, c.lines) for c in parts.chunks] == [("Prose.", (8, 8))]


def test_the_description_of_the_front_matter_is_read() -> None:
    text = "---\ntitle: Auth\ndescription: Auth uses Redis.\n---\n"
    (chunk,) = Markdown().read("a.md", text).chunks
    assert (chunk.source, chunk.lines, chunk.blocks[0].headings) == ("Auth uses Redis.", (3, 3), ("Auth",))


def test_the_title_is_the_first_top_heading() -> None:
    assert Markdown().read("a.md", "## Part\n\n# Shop\n\n# Other\n").title == "Shop"


def test_equal_blocks_are_told_apart_and_others_keep_their_id() -> None:
    one, two, three = (chunk.id for chunk in read("Same.\n\nSame.\n\nOther."))
    assert two == one + "-2"
    assert one.startswith("docs/a.md/")
    assert len(one) == len("docs/a.md/") + 12
    assert [chunk.id for chunk in read("Same.\n\nNew.\n\nOther.")][::2] == [one, three]


def test_references_are_resolved() -> None:
    (block,) = blocks("See [the cache][c] and [c].\n\n[c]: https://x.example/c\n")
    assert block.text == "See the cache and c."
    assert [mark.target for mark in block.marks] == ["https://x.example/c"] * 2


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\\ \nword", "\\ word"),
        ("a\\ \nword", "a\\ word"),
        ("\\\nword", "word"),
        ("a\\\nword", "a word"),
        ("a\\\\\nword", "a\\ word"),
        ("a\\\\ \nword", "a\\ word"),
        ("a\\\t\nword\\ ", "a\\ word\\"),
        ("> a\\ \n> word", "a\\ word"),
    ],
)
def test_a_backslash_escapes_a_line_break_only_right_before_it(text: str, expected: str) -> None:
    parts = Markdown().read("a.md", text)
    check(text, parts)
    assert [chunk.blocks[0].text for chunk in parts.chunks] == [expected]
