"""Org files and notebooks: what is read, where it stands, what is left out."""

from __future__ import annotations

import json

import pytest

from kg.read.notebook import Notebook
from kg.read.org.reader import Org


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("* A :tag:\n** TODO [#A] B\nx", [("paragraph", "x", ("A", "B"), ())]),
        ("It uses:\n- a\n  more\n- b\n\nx", [
            ("paragraph", "It uses:", (), ()), ("item", "a more", (), ("It uses:",)), ("item", "b", (), ("It uses:",)),
            ("paragraph", "x", (), ())]),
        ("1. a\n   - b\n\n   c\n", [
            ("item", "a", (), ()), ("item", "b", (), ("a",)), ("paragraph", "c", (), ("a",))]),
        ("- [X] broker :: passes mail on", [("pair", "broker: passes mail on", (), ())]),
        ("| a | b |", [("row", "a | b", (), ())]),
        ("#+begin_example\nx\n#+end_example\ny", [("paragraph", "y", (), ())]),
        ("#+begin_src dot\na -> b\n#+end_src", [("diagram", "a -> b", (), ("dot",))]),
        ("#+BEGIN_NOTE\nx\n#+END_NOTE", [("paragraph", "x", (), ())]),
        ("# c\n: fixed\n-----\nSCHEDULED: <2026-01-01>\n:LOGBOOK:\nx\n:END:\ny", [("paragraph", "y", (), ())]),
        ("a *b* c_d 2*3*4 [fn:1]", [("paragraph", "a b c_d 2*3*4", (), ())]),
    ],
)  # fmt: skip
def test_org_blocks(text: str, expected: list[object]) -> None:
    found = Org().read("a.org", text).chunks
    blocks = [(b.kind.value, b.text, b.headings, b.lead) for chunk in found for b in chunk.blocks]
    assert blocks == expected
    assert all(text[c.start : c.start + len(c.source)] == c.source for c in found)


def test_org_says_its_title_and_date() -> None:
    parts = Org().read("a.org", "#+title: Till\n#+date: <2026-01-31 Sat>\n* Other\nx")
    assert (parts.title, parts.date) == ("Till", "2026-01-31")


def test_a_notebook_is_cited_at_the_lines_of_its_json() -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# Till\n", "\n", 'It says "x" and\n', "uses Redis."]},
        {"cell_type": "code", "source": ["# It uses Nothing."]},
        {"cell_type": "markdown", "source": "It needs Kafka."},
        {"cell_type": "markdown", "source": []},
        {"cell_type": "raw", "source": ["It needs Nothing."]},
    ]
    text = json.dumps({"cells": cells}, indent=1)
    parts = Notebook().read("a.ipynb", text)
    assert parts.title == "Till"
    lines = text.splitlines()
    first, second = parts.chunks
    assert (first.source, second.source) == ('It says "x" and\nuses Redis.', "It needs Kafka.")
    assert ("and" in lines[first.lines[0] - 1], "uses Redis." in lines[first.lines[1] - 1]) == (True, True)
    assert "Kafka" in lines[second.lines[0] - 1]
    assert second.blocks[0].headings == ("Till",)


@pytest.mark.parametrize("text", ["", "[", "[]", '{"cells": 3}', '{"cells": [{"cell_type": "markdown", "source": 1}]}'])
def test_a_broken_notebook_is_no_error(text: str) -> None:
    parts = Notebook().read("a.ipynb", text)
    assert all(chunk.source == "1" for chunk in parts.chunks)
    assert (parts.skipped != ()) == (text in ("", "["))
