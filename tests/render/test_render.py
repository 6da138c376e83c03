from __future__ import annotations

import csv
import io
import json

import pytest

from kg.errors import InputError
from kg.model.paths import Affected, Citation, Entity, Impact, Path, Step, Support, Survivor
from kg.render.formats import render
from kg.render.tree import draw, grow


def entity(label):
    return Entity(label, "https://example.org/kg/entity/" + label.replace(" ", "-"))


def step(subject, obj, quote="It says so.", **more):
    citation = Citation("c1", "notes.md", (3, 3), quote)
    return Step(entity(subject), "depends_on", entity(obj), Support(1, 1), (citation,), **more)


def answer(*paths, hostile="fine"):
    breaks = tuple(Affected(path.steps[0].subject, (path,)) for path in paths)
    counts = {"breaks": len(breaks), "degrades": 0, "survives": 1}
    return Impact((entity("c"),), breaks, (), (Survivor(entity(hostile), "no stated path"),), counts)


def test_a_hop_that_paths_share_is_drawn_once():
    shared = step("b", "c")
    lines = list(draw(grow([Path((shared,)), Path((step("a", "b"), shared)), Path((step("d", "b"), shared))], True)))
    assert [(first, hop.subject.label) for first, _, hop in lines] == [("└─ ", "b"), ("   ├─ ", "a"), ("   └─ ", "d")]


def test_a_path_of_ten_thousand_hops_is_drawn_without_recursion():
    chain = Path(tuple(step(str(n), str(n + 1)) for n in range(10_000)))
    assert sum(1 for _ in draw(grow([chain], False))) == 10_000


def test_no_control_character_of_a_document_reaches_the_terminal():
    text = render(answer(Path((step("a", "c", "bell \a esc \x1b[31m red\u202e"),))), "text")
    assert all(character.isprintable() or character == "\n" for character in text)


def test_quotes_are_wrapped_for_a_terminal_only():
    found = answer(Path((step("a", "c", "word " * 40),)))
    assert max(map(len, render(found, "text", 80).splitlines())) <= 80
    assert max(map(len, render(found, "text").splitlines())) > 150


@pytest.mark.parametrize("cell", ["=1+1", "@SUM(A1)", "-2", "+3"])
def test_no_cell_of_a_table_is_a_formula(cell):
    rows = list(csv.reader(io.StringIO(render(answer(hostile=cell), "csv"))))
    assert all(not value.startswith(("=", "+", "-", "@")) for row in rows for value in row)


def test_diagram_labels_cannot_leave_their_quotes():
    found = answer(Path((step('a"]; evil[" \\', "c"),)))
    mermaid, dot = render(found, "mermaid"), render(found, "dot")
    assert 'n0["a#34;#93;#59; evil#91;#34; #92;"]' in mermaid
    assert 'label="a\\"]; evil[\\" \\\\"' in dot


def test_a_step_of_alternatives_and_a_disputed_one_say_so():
    dispute = Citation("c9", "old.md", (8, 8), "It no longer does.")
    found = answer(Path((step("a", "c", alternatives=("d",), disputes=(dispute,)),)))
    assert "(or d)" in render(found, "text")


@pytest.mark.parametrize("format_name", ["text", "json", "csv", "mermaid", "dot"])
def test_every_format_for_answers_renders_an_impact_and_ends_in_a_line_feed(format_name):
    assert render(answer(Path((step("a", "c"),))), format_name).endswith("\n")


def test_json_is_what_is_documented():
    data = json.loads(render(answer(Path((step("a", "c"),))), "json"))
    assert list(data) == ["failed", "counts", "breaks", "degrades", "survives", "hidden", "unread"]
    assert data["breaks"][0]["paths"][0]["steps"][0]["citations"][0]["lines"] == [3, 3]


def test_a_format_that_cannot_say_it_is_refused():
    with pytest.raises(InputError, match="no turtle form"):
        render(answer(Path((step("a", "c"),))), "turtle")


def test_an_unknown_format_is_refused():
    with pytest.raises(InputError, match="no format"):
        render(answer(), "papyrus")
