"""`kg check` as people run it: graphs, files, folders, gates, and what cannot be read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kg.cli.main import main

STORY = "# Ferry\n\nThe ticket service depends on the seat service.\nThe seat service is owned by the harbour team.\n"
NO_CIRCLE = "The seat service depends on the ticket service.\n"
OWN = """@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix ex: <https://example.com/#> .

ex:Boat a sh:NodeShape ; sh:name "a boat has a captain" ; sh:targetClass ex:Boat ;
    sh:property [ sh:path ex:captain ; sh:minCount 1 ; sh:message "who steers it?" ] .
"""
BOATS = """@prefix ex: <https://example.com/#> .

ex:anna a ex:Boat ; ex:captain ex:ida .
ex:berta a ex:Boat .
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "ferry.md").write_text(STORY, encoding="utf-8")
    (tmp_path / "own.ttl").write_text(OWN, encoding="utf-8")
    (tmp_path / "boats.ttl").write_text(BOATS, encoding="utf-8")
    return tmp_path


def kg(*words: str, code: int = 0) -> Result:
    done = CliRunner().invoke(main, words, env={"KG_GRAPH": None})
    assert done.exit_code == code, done.output
    return done


def test_a_graph_by_its_folder(here: Path) -> None:
    kg("build", "-g", "graph", "docs")
    assert kg("check", "graph").stdout == kg("check", "-g", "graph").stdout
    assert kg("check", "graph").stdout.startswith("2 claims checked: 0 violation")


def test_an_exported_graph_is_checked_like_the_graph(here: Path) -> None:
    (here / "docs" / "ferry.md").write_text(STORY + NO_CIRCLE, encoding="utf-8")
    kg("build", "docs")
    for name in ("graph.trig", "graph.nq", "graph.jsonld"):
        kg("export", "-o", name)
        assert kg("check", name).stdout == kg("check").stdout
    assert "these rely on one another" in kg("check", "graph.nq").stdout


def test_any_rdf_with_a_shape_of_ones_own(here: Path) -> None:
    done = kg("check", "boats.ttl", "--shapes", "own.ttl", code=1)
    assert done.stdout == (
        "0 claims checked: 1 violation, 0 warning, 0 info, 0 rejected\n"
        "a boat has a captain (<https://example.com/#captain>): 1 violation\n"
        "  [boats.ttl:4 <https://example.com/#berta>] who steers it?\n"
        "warning: no kg:Claim and no alias is in it: the shapes that ship with kg checked nothing\n"
    )
    assert done.stderr == "kg: there are findings of severity violation or worse (--fail-on sets the limit)\n"
    kg("check", "boats.ttl", "--shapes", "own.ttl", "--fail-on", "none")


def test_annotations_point_into_the_file(here: Path) -> None:
    done = kg("check", "boats.ttl", "--shapes", "own.ttl", "-f", "sarif", "--fail-on", "none")
    (result,) = json.loads(done.stdout)["runs"][0]["results"]
    physical = result["locations"][0]["physicalLocation"]
    assert physical == {"artifactLocation": {"uri": "boats.ttl"}, "region": {"startLine": 4, "endLine": 4}}


def test_extracted_claims_alone_and_in_a_folder_with_rdf(here: Path) -> None:
    (here / "data").mkdir()
    claims = kg("extract", "-f", "jsonl", "docs").stdout
    (here / "data" / "claims.jsonl").write_text(claims, encoding="utf-8")
    alone = kg("check", "data")
    assert alone.stdout.startswith("2 claims checked: 0 violation")
    assert "data/claims.jsonl: quotes were not compared" in alone.stdout
    (here / "data" / "boats.ttl").write_text(BOATS, encoding="utf-8")
    kg("check", "data", "--shapes", "own.ttl", code=1)
    bad = json.loads(claims.splitlines()[0]) | {"subject": "it"}
    (here / "data" / "claims.jsonl").write_text(json.dumps(bad) + "\n", encoding="utf-8")
    done = kg("check", "data/claims.jsonl", code=1)
    assert "[ferry.md:3] a pronoun stands where a name should" in done.stdout


def test_stats_and_list(here: Path) -> None:
    kg("build", "docs")
    stats = kg("check", "--stats").stdout
    assert "          2  a name, no pronoun" in stats
    assert "          0  SameAs" in stats
    listed = kg("check", "--list", "--shapes", "own.ttl").stdout
    assert "  NotPronoun         violation  a name, no pronoun\n" in listed
    assert "own.ttl:\n  https://example.com/#Boat violation  a boat has a captain\n" in listed


def test_rejected_claims_are_listed_with_the_reason_and_strict_builds_fail(here: Path) -> None:
    shape = OWN + (
        "@prefix kg: <https://w3id.org/context-graph/ontology#> .\n"
        "ex:NoSeat a sh:PropertyShape ; sh:targetClass kg:Claim ; sh:path kg:objectText ;\n"
        '  sh:not [ sh:hasValue "seat service" ] ; sh:message "seats are told elsewhere" .\n'
    )
    (here / "own.ttl").write_text(shape, encoding="utf-8")
    done = kg("build", "docs", "--shapes", "own.ttl", "--strict", code=1)
    assert "1 claims were rejected" in done.stderr or "1 claim was rejected" in done.stderr
    listed = kg("check", "--rejected", "--shapes", "own.ttl", code=1).stdout
    assert "[ferry.md:3] seats are told elsewhere (rejected)" in listed
    assert '"The ticket service depends on the seat service."' in listed


UNREADABLE = {
    "missing": (("none.ttl",), "none.ttl: No such file or directory"),
    "no turtle": (("broken.ttl",), "broken.ttl:2: not valid turtle"),
    "no format": (("notes.txt",), "notes.txt: the format is not clear from the name"),
    "no claims": (("broken.jsonl",), "broken.jsonl:2: no claim: not valid JSON"),
    "half a claim": (("half.jsonl",), "half.jsonl:1: no claim: 'document' is no text"),
    "empty folder": (("docs",), "docs: holds neither a graph nor RDF files nor claims"),
    "no graph": ((), "no graph"),
    "graph and file": (("graph", "boats.ttl"), "graph: a graph is checked by itself"),
    "broken shapes": (("boats.ttl", "--shapes", "broken.ttl"), "broken.ttl:2: not valid Turtle"),
    "shapes nobody can run": (("boats.ttl", "--shapes", "wrong.ttl"), "wrong.ttl:4: the shapes cannot be evaluated"),
    "shapes that are none": (("boats.ttl", "--shapes", "boats.ttl"), "boats.ttl: holds no shape"),
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_what_cannot_be_read_is_one_line_and_never_exit_1(case: str, here: Path) -> None:
    kg("init", "-g", "graph")
    (here / "broken.ttl").write_text("# one\nnonsense\n", encoding="utf-8")
    (here / "broken.jsonl").write_text("\n{\n", encoding="utf-8")
    (here / "half.jsonl").write_text('{"chunk": "a"}\n', encoding="utf-8")
    (here / "notes.txt").write_text("hello\n", encoding="utf-8")
    (here / "wrong.ttl").write_text(OWN.replace("sh:minCount 1", "sh:minCount ex:one"), encoding="utf-8")
    words, message = UNREADABLE[case]
    done = kg("check", *words, code=2)
    assert done.stdout == ""
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
