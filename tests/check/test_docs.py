"""docs/validation.md and docs/queries.md say what is there, and their examples run."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from kg import queries
from kg.check import check_quads
from kg.check.shapes import load
from kg.vocab import RDFS, SH

from .claims import SHAPES, claim, quads

DOCS = Path(__file__).parents[2] / "docs"


def test_every_shape_is_in_the_table() -> None:
    shapes = load()
    severe = {t.subject.value for t in shapes.triples if t.predicate.value == SH + "severity"}  # type: ignore[union-attr]
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| (\w+) \|$", (DOCS / "validation.md").read_text(), re.MULTILINE)
    told = {SHAPES + name: (title, severity) for name, title, severity in rows}
    there = {
        shape: (shapes.text(shape, RDFS + "label"), shapes.text(shape, SH + "severity").removeprefix(SH).lower())
        for shape in severe
    }
    assert told == there


def test_every_query_is_in_the_table() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| .+? \| (.+?) \|$", (DOCS / "queries.md").read_text(), re.MULTILINE)
    told = {name: re.findall(r"`(\w+)`", parameters) for name, parameters in rows}
    assert told == {name: [p.name for p in query.parameters] for name, query in queries.named().items()}


def test_the_shape_in_the_docs_works(tmp_path: Path) -> None:
    (example,) = re.findall(r"```turtle\n(@prefix.*?)```", (DOCS / "validation.md").read_text(), re.DOTALL)
    file = tmp_path / "example.ttl"
    file.write_text(example)
    report = check_quads(quads(claim("api", "runs_on", "Old cluster"), claim("api", "runs_on", "cluster", 2)), [file])
    assert [(r.message, r.title, r.advice) for r in report.results] == [
        ("something relies on the old cluster", "nothing new on the old cluster", "Deploy to the new one.")
    ]
    assert report.warnings == ()


@pytest.mark.parametrize("page", ["queries.md", "validation.md"])
def test_examples_run(page: str) -> None:
    outcome = doctest.testfile(str(DOCS / page), module_relative=False)
    assert outcome.attempted > 0
    assert outcome.failed == 0
