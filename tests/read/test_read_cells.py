"""A table cell of several values keeps them apart, in every markup; admonitions and tabs are read as what they hold."""

from __future__ import annotations

import pytest

from kg.model.documents import BlockKind
from kg.read.documents import Source, read_source

CELLS = [
    ("a.md", "| S | D |\n|---|---|\n| a | Redis<br>Kafka |", "Redis, Kafka"),
    ("a.md", "| S | D |\n|---|---|\n| a | - Redis<br/>- `Kafka` |", "- Redis, Kafka"),
    ("a.md", "| S | D |\n|---|---|\n| a | <ul><li>Redis</li><li>Kafka</li></ul> |", "Redis, Kafka"),
    ("a.md", "| S | D |\n|---|---|\n| a | Keeps mail.<br>Uses Kafka. |", "Keeps mail. Uses Kafka."),
    ("a.md", "| S | D |\n|---|---|\n| a | Redis<br> |", "Redis"),
    ("a.md", "<table><tr><td>a</td><td><ul><li>Redis<li>Kafka</ul></td></tr></table>", "Redis, Kafka"),
    ("a.md", "<table>\n<tr><td>a</td><td>Redis<br>`Kafka`</td></tr>\n</table>", "Redis, Kafka"),
    ("a.html", "<table><tr><td>a</td><td>Redis<br>Kafka</td></tr></table>", "Redis, Kafka"),
    ("a.html", "<table><tr><td>a</td><td><ul><li>Redis</li><li>Kafka</li></ul></td></tr></table>", "Redis, Kafka"),
    ("a.html", "<table><tr><td>a</td><td>Keeps mail.<br>Uses Kafka.</td></tr></table>", "Keeps mail. Uses Kafka."),
    ("a.adoc", "|===\n|a a|\n* Redis\n* Kafka\n|===", "Redis, Kafka"),
    ("a.rst", "=== =======\nS   D\n=== =======\na   - Redis\n\n    - Kafka\n=== =======\n", "Redis, Kafka"),
]


@pytest.mark.parametrize(("path", "text", "cell"), CELLS)
def test_values_of_a_cell_stay_apart(path: str, text: str, cell: str) -> None:
    (document,), _ = read_source(Source(path, None, text.encode()))
    (block,) = [block for chunk in document.chunks for block in chunk.blocks if block.kind is BlockKind.ROW]
    last = block.cells[-1]
    assert block.text[last.start : last.end] == cell


def test_an_empty_line_ends_no_html_table() -> None:
    text = "<table><tr><th>Service</th><th>Uses</th></tr>\n\n<tr><td>till</td><td>Vault</td></tr>\n</table>\n\nAfter.\n"
    (document,), _ = read_source(Source("a.md", None, text.encode()))
    row, after = (chunk.blocks[0] for chunk in document.chunks)
    assert [(cell.header, row.text[cell.start : cell.end]) for cell in row.cells] == [
        ("Service", "till"),
        ("Uses", "Vault"),
    ]
    assert after.text == "After."


CONTAINERS = """\
!!! note "Beware"
    One.

    - Two
??? warning
    Three.
Four.

=== "Linux"

    Five.

    === "Nested"

        Six.

- Seven

    !!! tip
        Eight.

:::note[Title]
Nine.
:::

<Tabs>
<TabItem value="a" label="A">

Ten.

</TabItem>
</Tabs>

=== no tab ===

    code
"""


def test_admonitions_and_tabs_are_read_as_what_they_hold() -> None:
    (document,), _ = read_source(Source("a.md", None, CONTAINERS.encode()))
    found = [(chunk.lines[0], chunk.source) for chunk in document.chunks]
    assert [source.rstrip(".") for _, source in found] == [
        *("One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "=== no tab ===")
    ]
    lines = CONTAINERS.splitlines()
    assert all(source in lines[line - 1] for line, source in found)
