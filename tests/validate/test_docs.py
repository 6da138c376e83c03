"""docs/validation.md and docs/queries.md say what is there, and their examples run."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from kg.rdf import queries
from kg.validate.catalogue import rule_catalogue
from kg.validate.shapes import load
from kg.validate.validate import check_quads

from .claims import claim, quads
from .rules_page import PAGE, page

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_of_rules_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m tests.validate.rules_page"
    assert all(rule.title and rule.why and rule.advice for rule in rule_catalogue(load()))


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
