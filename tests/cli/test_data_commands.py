"""The graph as data: exports are read by other libraries, imports give the same graph back."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys

import pyoxigraph as ox
import pytest
import rdflib
from click.testing import CliRunner

import kg
from kg.cli.main import main
from kg.rdf import resources
from kg.rdf.serialize import FORMATS, TRIPLES_ONLY

STORY = """# Harbour

The ferry desk depends on the tide service.

The tide service is backed by Postgres. The tide service does not depend on Kafka.

The tide service is owned by the harbour team.

The signal service uses either Redis or Memcached.
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    root = tmp_path_factory.mktemp("harbour")
    (root / "docs").mkdir()
    (root / "docs" / "harbour.md").write_text(STORY, encoding="utf-8")
    kg.open(root / "graph").build([root / "docs"])
    return root


def run(folder, *words, stdin=None, code=0):
    done = CliRunner().invoke(main, [*words, "-g", str(folder / "graph")], input=stdin)
    assert done.exit_code == code, done.output
    return done


def exported(folder, *words):
    return run(folder, "export", *words).stdout_bytes


def as_sets(data, format_name):
    """Triples or quads as N-Quads lines, read by rdflib."""
    known = {"jsonld": "json-ld", "ntriples": "nt", "rdfxml": "xml"}
    dataset = rdflib.Dataset()
    dataset.parse(data=data, format=known.get(format_name, format_name))
    return {line for line in dataset.serialize(format="nquads").splitlines() if line}


@pytest.mark.parametrize("format_name", ["trig", "nquads", "jsonld"])
def test_formats_with_graphs_hold_every_quad_for_rdflib_and_for_oxigraph(folder, format_name):
    data = exported(folder, "-f", format_name)
    stored = set(kg.open(folder / "graph").store.quads())
    assert set(ox.parse(data, format=FORMATS[format_name])) == stored
    reference = as_sets(exported(folder, "-f", "nquads"), "nquads")
    assert as_sets(data, format_name) == reference
    assert len(reference) == len(stored)


@pytest.mark.parametrize("format_name", TRIPLES_ONLY)
def test_graph_names_are_never_lost_unasked(folder, format_name):
    done = run(folder, "export", "-f", format_name, code=2)
    assert "--merge" in done.stderr
    merged = set(ox.parse(exported(folder, "-f", format_name, "--merge"), format=FORMATS[format_name]))
    assert {quad.triple for quad in merged} == {quad.triple for quad in kg.open(folder / "graph").store.quads()}


@pytest.mark.parametrize("name", ["inferred", ":graph/inferred", "<https://example.org/kg/graph/inferred>"])
def test_one_graph_can_be_exported_by_any_of_its_names(folder, name):
    graph = rdflib.Graph().parse(data=exported(folder, "-f", "turtle", "--only", name), format="turtle")
    assert len(graph) == sum(1 for _ in kg.open(folder / "graph").store.quads(graph=ox.NamedNode(
        "https://example.org/kg/graph/inferred")))  # fmt: skip


def test_an_unknown_graph_is_refused(folder):
    assert "no graph is called 'attic'" in run(folder, "export", "--only", "attic", code=2).stderr


@pytest.mark.parametrize("format_name", ["trig", "turtle", "nquads", "jsonld"])
def test_the_same_graph_gives_the_same_bytes_in_every_process(folder, format_name):
    words = ["export", "-f", format_name, "--merge", "-g", str(folder / "graph")]
    outputs = {
        subprocess.run(
            [sys.executable, "-m", "kg", *words], capture_output=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(outputs) == 1


def test_canonical_n_quads_are_sorted_and_hold_no_blank_node(folder):
    lines = exported(folder, "--canonical").decode().splitlines()
    assert lines == sorted(lines)
    assert not any("_:" in line.replace('"', " ").split(" ")[0] for line in lines)
    assert "canonical form" in run(folder, "export", "--canonical", "-f", "trig", code=2).stderr


@pytest.mark.parametrize("format_name", ["trig", "nquads", "jsonld"])
def test_an_export_imported_elsewhere_is_the_same_graph(folder, tmp_path, format_name):
    file = tmp_path / "graph.rdf"
    run(folder, "export", "-f", format_name, "-o", str(file))
    (tmp_path / "graph").mkdir()
    run(tmp_path, "import", str(file), "-f", format_name)
    assert exported(tmp_path, "--canonical") == exported(folder, "--canonical")
    assert run(tmp_path, "impact", "postgres").stdout == run(folder, "impact", "postgres").stdout


def test_standard_input_is_trig_unless_told_otherwise(folder, tmp_path):
    run(tmp_path, "import", "-", stdin=exported(folder))
    assert exported(tmp_path, "--canonical") == exported(folder, "--canonical")


BOMB = b'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aa">]><r/>'


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("x.trig", b"<a> <b>", "x.trig:1"),
        ("x.nq", b"ok\n", "not valid nquads"),
        ("x.rdf", BOMB, "DOCTYPE"),
        ("x.jsonld", b'{"@context": "http://127.0.0.1:9/context", "@id": "urn:a", "urn:b": "c"}', "not valid jsonld"),
        ("x.ttl", b"<urn:a> <urn:b> <urn:c> .", "no provenance graph"),
        ("x.unknown", b"", "the format is not clear"),
        ("x.trig", b"<http://e/graph/provenance> { <urn:a> <urn:b> <urn:c> . }", "its base is http://e/"),
    ],
)
def test_what_is_no_graph_of_ours_changes_nothing(folder, tmp_path, name, data, message):
    file = tmp_path / name
    file.write_bytes(data)
    before = exported(folder, "--canonical")
    assert message in run(folder, "import", str(file), code=2).stderr
    assert exported(folder, "--canonical") == before


def test_a_named_query_takes_names(folder):
    table = run(folder, "query", "impact", "-p", "start=postgres").stdout
    assert "ferry desk" in table
    assert "tide service" in table
    assert "(2 rows)" in table


SELECT = "SELECT ?l WHERE { GRAPH ?g { ?s <http://www.w3.org/2004/02/skos/core#prefLabel> ?l } } ORDER BY ?l LIMIT 2"


def test_sparql_from_a_file_and_from_standard_input(folder, tmp_path):
    file = tmp_path / "labels.rq"
    file.write_text(SELECT, encoding="utf-8")
    by_file = run(folder, "query", str(file), "-f", "csv").stdout
    assert by_file == run(folder, "query", "-", "-f", "csv", stdin=SELECT).stdout
    assert next(csv.reader(io.StringIO(by_file))) == ["l"]


def test_results_in_the_formats_of_the_w3c(folder):
    data = json.loads(run(folder, "query", "-", "-f", "json", stdin=SELECT).stdout)
    assert data["head"]["vars"] == ["l"]
    assert len(data["results"]["bindings"]) == 2
    parsed = ox.parse_query_results(json.dumps(data).encode(), format=ox.QueryResultsFormat.JSON)
    assert [variable.value for variable in parsed.variables] == ["l"]
    tsv = run(folder, "query", "-", "-f", "tsv", stdin=SELECT).stdout
    assert len(list(ox.parse_query_results(tsv.encode(), format=ox.QueryResultsFormat.TSV))) == 2


def test_a_construct_query_gives_turtle(folder):
    query = "CONSTRUCT { ?s ?p ?o } WHERE { GRAPH <https://example.org/kg/graph/aliases> { ?s ?p ?o } }"
    graph = rdflib.Graph().parse(data=run(folder, "query", "-", stdin=query).stdout, format="turtle")
    aliases = list(kg.open(folder / "graph").store.quads(graph=ox.NamedNode("https://example.org/kg/graph/aliases")))
    assert len(graph) == len(aliases)
    assert "true" in run(folder, "query", "-", stdin="ASK { GRAPH ?g { ?s ?p ?o } }").stdout


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("SELECT", "the query cannot be run"),
        ("SELECT * { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }", "goes out to the network"),
        ("SELECT * " + "{" * 5000, "nests deeper"),
        ("INSERT DATA { <urn:a> <urn:b> <urn:c> }", "the query cannot be run"),
    ],
)
def test_bad_sparql_is_one_clear_line(folder, query, message):
    error = run(folder, "query", "-", stdin=query, code=2).stderr
    assert message in error
    assert len(error.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nothing.rq",), "neither a named query nor a file"),
        (("impact", "-p", "begin=redis"), "no parameter 'begin'"),
        (("impact", "-p", "start"), "-p KEY=VALUE"),
        (("impact", "-p", "start=nobody"), "nothing in this graph is called 'nobody'"),
        ((), "no query"),
    ],
)
def test_bad_queries_say_the_way_out(folder, words, message):
    assert message in run(folder, "query", *words, code=2).stderr


def test_every_named_query_is_listed_and_runs(folder):
    listed = [line.split()[0] for line in run(folder, "query", "--list").stdout.splitlines()]
    assert listed == sorted(file.stem for file in resources.folder("queries").glob("*.rq"))
    for name in listed:
        run(folder, "query", name)


def test_stats_count(folder):
    data = json.loads(run(folder, "stats", "-f", "json").stdout)
    assert (data["documents"], data["claims"], data["claims_by_polarity"]["negated"]) == (1, 6, 1)
    assert data["quads"] == len(exported(folder, "-f", "nquads").splitlines())
    assert "quads" in run(folder, "stats").stdout


def test_a_clean_graph_passes_the_check(folder):
    assert "0 violation" in run(folder, "check").stdout


SHAPE = """@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix kg: <https://w3id.org/context-graph/ontology#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<urn:shape> a sh:NodeShape ; sh:targetClass kg:Claim ; sh:severity sh:Warning ; rdfs:label "Short quotes" ;
    sh:property <urn:property> .
<urn:property> a sh:PropertyShape ; sh:path kg:quote ; sh:maxLength 5 ; sh:severity sh:Warning ;
    sh:message "the quote is long" .
"""


@pytest.mark.parametrize(("fail_on", "code"), [("violation", 0), ("warning", 1), ("none", 0)])
def test_shapes_of_ones_own_and_the_gate(folder, tmp_path, fail_on, code):
    file = tmp_path / "own.ttl"
    file.write_text(SHAPE, encoding="utf-8")
    done = run(folder, "check", "--shapes", str(file), "--fail-on", fail_on, code=code)
    assert "the quote is long" in done.stdout
    assert "[harbour.md:3]" in done.stdout


def test_check_reports_as_json_and_as_a_shacl_report(folder, tmp_path):
    file = tmp_path / "own.ttl"
    file.write_text(SHAPE, encoding="utf-8")
    data = json.loads(run(folder, "check", "--shapes", str(file), "-f", "json").stdout)
    assert data["counts"]["warning"] == len(data["findings"]) == 6
    assert data["findings"][0]["citations"][0]["document"] == "harbour.md"
    turtle = run(folder, "check", "--shapes", str(file), "-f", "turtle").stdout
    sh = rdflib.Namespace("http://www.w3.org/ns/shacl#")
    assert (
        len(list(rdflib.Graph().parse(data=turtle, format="turtle").subjects(rdflib.RDF.type, sh.ValidationResult)))
        == 6
    )


def test_a_broken_shapes_file_is_named(folder, tmp_path):
    file = tmp_path / "own.ttl"
    file.write_text("@prefix sh: <x\n", encoding="utf-8")
    assert "own.ttl:1" in run(folder, "check", "--shapes", str(file), code=2).stderr


def test_completion_offers_commands_and_the_names_of_the_graph(folder, monkeypatch):
    assert "_KG_COMPLETE" in CliRunner().invoke(main, ["completion", "bash"]).stdout
    environment = {
        "_KG_COMPLETE": "bash_complete",
        "COMP_WORDS": f"kg impact -g {folder / 'graph'} tide",
        "COMP_CWORD": "4",
    }
    done = CliRunner().invoke(main, prog_name="kg", env=environment)
    assert "plain,tide service" in done.output
    environment["COMP_WORDS"] = f"kg impact -g {folder / 'nowhere'} tide"
    assert CliRunner().invoke(main, prog_name="kg", env=environment).output.strip() == ""


def test_a_name_that_everybody_knows_finds_what_the_documents_call_otherwise(folder, tmp_path):
    assert "fails: PostgreSQL" in run(folder, "impact", "PostgreSQL").stdout
    (tmp_path / "a.md").write_text("The tide service runs on Kubernetes.\n", encoding="utf-8")
    kg.open(tmp_path / "graph").build([tmp_path / "a.md"])
    assert "fails: Kubernetes" in run(tmp_path, "impact", "k8s").stdout
