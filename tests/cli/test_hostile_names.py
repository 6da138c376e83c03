"""Names that try to be something else: markup, code, a terminal's commands. They stay names, through every door."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from pathlib import Path

import pyoxigraph as ox
import pytest
import rdflib
import yaml
from click.testing import CliRunner
from rdflib.namespace import RDF, SKOS

import kg
from kg.cli.main import main

NAMES = {
    "quotes": 'say "hi" or \'ho\' """',
    "angles": "<script>alert(1)</script>",
    "backslash": "C:\\new\\u0041\\",
    "newline": "two\r\nlines",
    "right-to-left": "\u202egnp.ecivres\u202c \u200f\u2066x",
    "long": "x" * 10_000,
    "sparql": "x> } ; DROP ALL ; { ?s ?p <y",
    "comment": "x # } UNION { ?s ?p ?o",
    "turtle": 'a" . <urn:evil> <urn:evil> <urn:evil> . #',
    "trig": "a> . } GRAPH <urn:evil> { <urn:evil",
    "terminal": "\x1b[31mred\x1b[0m\x1b]0;title\x07 \x9b2J",
    "formula": "=cmd|'/c calc'!A0",
    "plus": "+1+1",
    "at": "@SUM(1,2)",
    "tab": "\t=1+1",
    "path": "../../etc/%2e%2e/passwd",
    "mermaid": 'a"]; click b "javascript:alert(1)"',
    "dot": 'a"]; b -> c [label="x',
    "markdown": "[x](javascript:alert(1)) | **b** `c` <b>",
    "format": "{0.__class__} %s ${HOME} $(id)",
    "nul": "nul\0name",
    "query": "100%25 ?query#fragment&x=y",
    "joined": "crab\u200d🦀",
    "iri": "https://evil.example/x y",
    "curie": ":x",
    "option": "--help",
}
ANCHOR = "anchor store"
TEXT_FORMATS = ("text", "csv", "mermaid", "dot", "markdown")
COMMANDS = {
    "impact": ("text", "json", "csv", "mermaid", "dot"),
    "needs": ("text", "json"),
    "near": ("text", "json"),
    "show": ("text", "json"),
    "find": ("text", "json"),
    "context": ("markdown", "json"),
    "weak": ("text", "csv", "markdown", "json"),
}
BY_HAND = ("turtle", "terminal", "long", "nul", "right-to-left", "formula", "mermaid", "dot", "markdown", "backslash")


def documents(docs: Path) -> None:
    """Prose, chunks and a compose file that have the names."""
    docs.mkdir()
    lines = [f"The `{name}` depends on the {ANCHOR}. **{name}** uses [{name}]({name})." for name in NAMES.values()]
    (docs / "prose.md").write_text("# Shop\n\n" + "\n\n".join(lines), encoding="utf-8", newline="")
    rows = [
        {"id": f"{key} {name}", "text": f"`{name}` depends on the {ANCHOR}.", "source": f"notes/{name}.md"}
        for key, name in NAMES.items()
    ]
    (docs / "chunks.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    services = {name: {"image": "redis", "depends_on": ["anchor"]} for name in NAMES.values()}
    compose = yaml.safe_dump({"services": {**services, "anchor": {"image": "shop"}}})
    (docs / "compose.yaml").write_text(compose, encoding="utf-8")


def aliases(file: Path) -> None:
    """A Turtle file in which each name is another name of something."""
    found = rdflib.Graph()
    for number, name in enumerate(NAMES.values()):
        concept = rdflib.URIRef(f"https://example.org/alias/{number}")
        found.add((concept, RDF.type, SKOS.Concept))
        found.add((concept, SKOS.prefLabel, rdflib.Literal(f"thing {number}")))
        found.add((concept, SKOS.altLabel, rdflib.Literal(name)))
    found.serialize(file, format="turtle")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("hostile")
    documents(place / "docs")
    aliases(place / "aliases.ttl")
    done = CliRunner().invoke(
        main, ["build", "-g", str(place / "graph"), "--aliases", str(place / "aliases.ttl"), str(place / "docs")]
    )
    assert done.exit_code == 0, done.output
    assert not controls(done.stderr)
    for key in BY_HAND:
        name = NAMES[key]
        words = ("--reason", name, "--by", name, "--date", "2026-02-03", "--", name, "depends_on", f"{ANCHOR} {key}")
        done = CliRunner().invoke(main, ["claim", "add", "-g", str(place / "graph"), *words])
        assert done.exit_code == 0, done.output
        assert not controls(done.stderr)
    return place


def controls(text: str) -> set[str]:
    """Characters that drive a terminal or turn the direction of writing."""
    return {c for c in text if c != "\n" and unicodedata.category(c) in ("Cc", "Cf")}


@pytest.fixture(scope="module")
def opened(folder: Path) -> kg.Graph:
    return kg.open(folder / "graph")


@pytest.mark.parametrize("key", NAMES)
@pytest.mark.parametrize("command", [command for command in COMMANDS if command != "weak"])
def test_every_command_answers_in_every_format(
    folder: Path, opened: kg.Graph, monkeypatch: pytest.MonkeyPatch, command: str, key: str
) -> None:
    monkeypatch.setattr("kg.api.Graph", lambda _: opened)  # reading it anew each time takes most of the time
    for format_name in COMMANDS[command]:
        done = CliRunner().invoke(main, [command, "-g", str(folder / "graph"), "-f", format_name, "--", NAMES[key]])
        assert done.exit_code in (0, 2), done.output
        assert done.exit_code == 0 or done.stderr.startswith("kg: ")
        assert done.exit_code == 0 or done.stderr.count("\n") == 1
        assert not controls(done.stderr)
        if format_name == "json" and done.exit_code == 0:
            json.loads(done.stdout)
        elif format_name in TEXT_FORMATS:
            assert not controls(done.stdout)


@pytest.mark.parametrize("key", BY_HAND)
def test_a_name_given_by_hand_is_known_by_it(folder: Path, key: str) -> None:
    done = CliRunner().invoke(
        main, ["why", "-g", str(folder / "graph"), "-f", "json", "--", NAMES[key], f"{ANCHOR} {key}"]
    )
    assert done.exit_code == 0, done.output
    (path,) = json.loads(done.stdout)["paths"]
    assert path["steps"][0]["citations"][0]["quote"] == " ".join(NAMES[key].split())


@pytest.mark.parametrize("command", ["impact", "weak"])
def test_no_cell_of_csv_is_a_formula(folder: Path, command: str) -> None:
    words = [command, "-g", str(folder / "graph"), "-f", "csv", *([ANCHOR] if command == "impact" else [])]
    done = CliRunner().invoke(main, words)
    rows = list(csv.reader(io.StringIO(done.stdout)))
    assert len(rows) > 1
    assert {len(row) for row in rows} == {len(rows[0])}
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]


def test_no_line_of_mermaid_is_more_than_a_node_or_an_arrow(folder: Path) -> None:
    failed = [f"{ANCHOR} {key}" for key in BY_HAND]
    lines = (
        CliRunner().invoke(main, ["impact", "-g", str(folder / "graph"), "-f", "mermaid", *failed]).stdout.splitlines()
    )
    node, arrow, style = r'n\d+\["[^"<>\[\]`]*"\]:::\w+', r'n\d+ -(?:\.-)?->\|"\w+"\| n\d+', r"classDef \w+ [\w:#,]+"
    assert lines[0] == "flowchart TD"
    assert not [line for line in lines[1:] if not re.fullmatch(f"  (?:{node}|{arrow}|{style})", line)]
    assert sum("-->" in line for line in lines) >= len(BY_HAND)


def test_no_line_of_dot_is_more_than_a_node_or_an_arrow(folder: Path) -> None:
    failed = [f"{ANCHOR} {key}" for key in BY_HAND]
    lines = CliRunner().invoke(main, ["impact", "-g", str(folder / "graph"), "-f", "dot", *failed]).stdout.splitlines()
    line_of = re.compile(r'  n\d+(?: -> n\d+)? \[label="(?:[^"\\]|\\.)*"(?:, \w+=(?:"#\w+"|\w+))*\];')
    assert not [line for line in lines[2:-1] if not line_of.fullmatch(line)]
    assert sum(" -> " in line for line in lines) >= len(BY_HAND)


@pytest.mark.parametrize(
    ("name", "format_name", "of_rdflib"),
    [
        ("trig", ox.RdfFormat.TRIG, "trig"),
        ("nquads", ox.RdfFormat.N_QUADS, "nquads"),
        ("jsonld", ox.RdfFormat.JSON_LD, "json-ld"),
        ("turtle", ox.RdfFormat.TURTLE, "turtle"),
        ("ntriples", ox.RdfFormat.N_TRIPLES, "nt"),
    ],
)
def test_every_export_is_read_by_other_peoples_parsers(
    folder: Path, name: str, format_name: ox.RdfFormat, of_rdflib: str
) -> None:
    merge = ["--merge"] if name in ("turtle", "ntriples") else []
    done = CliRunner().invoke(main, ["export", "-g", str(folder / "graph"), "-f", name, *merge])
    assert done.exit_code == 0, done.output
    store, dataset = ox.Store(), rdflib.Dataset()
    store.load(done.stdout_bytes, format_name)
    dataset.parse(data=done.stdout_bytes, format=of_rdflib)
    with_graphs = {q if not merge else q.triple for q in kg.open(str(folder / "graph")).store.quads()}
    assert {q if not merge else q.triple for q in store} == with_graphs
    assert len(list(dataset.quads())) == len(with_graphs)
    evil = ox.NamedNode("urn:evil")
    assert not [quad for quad in store if evil in (quad.subject, quad.predicate, quad.object, quad.graph_name)]


def test_what_xml_cannot_hold_is_told(folder: Path) -> None:
    done = CliRunner().invoke(main, ["export", "-g", str(folder / "graph"), "-f", "rdfxml", "--merge"])
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("kg: RDF/XML cannot hold the character U+00")


def test_what_a_graph_says_of_itself_shows_no_control_characters(folder: Path) -> None:
    for words in (["claim", "list"], ["alias", "list"], ["gaps"], ["stats"], ["check"], ["weak"]):
        done = CliRunner().invoke(main, [*words, "-g", str(folder / "graph")])
        assert done.exit_code in (0, 1), done.output
        assert not controls(done.stdout + done.stderr), words


def test_claims_are_one_line_each(folder: Path) -> None:
    done = CliRunner().invoke(main, ["extract", str(folder / "docs")])
    assert all(json.loads(line)["quote"] for line in done.stdout.splitlines())
    done = CliRunner().invoke(main, ["extract", "-f", "text", str(folder / "docs")])
    assert not controls(done.stdout)


@pytest.mark.parametrize("name", ["..", "\u00a0\u2003\u200b", "word " * 30, "?!"])
def test_what_is_no_name_is_refused(folder: Path, name: str) -> None:
    before = (folder / "graph" / "graph.json").read_bytes()
    words = ["claim", "add", "-g", str(folder / "graph"), "--reason", "x", "--", name, "depends_on", ANCHOR]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 2
    assert "cannot be added" in done.stderr
    assert (folder / "graph" / "graph.json").read_bytes() == before
