"""The 207-chunk case: seven dependents of Redis among two hundred sentences about other things."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from kg.cli.main import main

PLACES = ("harbour", "valley", "meadow", "canyon", "island", "glacier", "prairie", "lagoon", "tundra", "orchard")
JOBS = ("report", "invoice", "search", "photo", "parcel", "survey", "ticket", "voucher", "weather", "payroll")
HOSTS = ("PostgreSQL", "Kafka", "Kubernetes", "MySQL")
VERBS = {"PostgreSQL": "stores its data in", "Kafka": "publishes to", "Kubernetes": "runs on", "MySQL": "is backed by"}

CHAIN = (
    "The checkout page depends on the cart service.",
    "The cart service calls the pricing service.",
    "The pricing service relies on the session service.",
    "The session service needs the session cache.",
    "The session cache is backed by Redis.",
)
BRANCHES = ("The rate limiter stores its data in Redis.", "The job queue requires Redis.")
DEPENDENTS = {
    "checkout page",
    "cart service",
    "pricing service",
    "session service",
    "session cache",
    "rate limiter",
    "job queue",
}


def fillers():
    """Two hundred facts that lead elsewhere, each one line."""
    for number in range(200):
        place, job = PLACES[number % 10], JOBS[number // 10 % 10]
        host = HOSTS[number % 4]
        part = "service" if number < 100 else "worker"
        yield f"The {place} {job} {part} {VERBS[host]} {host}."


def sentences():
    """All 207, the chain and the branches spread among the fillers."""
    found = list(fillers())
    for number, sentence in enumerate((*CHAIN, *BRANCHES)):
        found.insert(17 + 29 * number, sentence)
    return found


@pytest.fixture(scope="module")
def answer(tmp_path_factory):
    root = tmp_path_factory.mktemp("case")
    records = ({"id": f"s{n}", "text": text, "source": f"notes-{n % 9}.md"} for n, text in enumerate(sentences(), 1))
    (root / "chunks.jsonl").write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
    where = ["-g", str(root / "graph")]
    built = CliRunner().invoke(main, ["build", str(root / "chunks.jsonl"), *where])
    assert built.exit_code == 0, built.output
    done = CliRunner().invoke(main, ["impact", "redis", "--format", "json", *where])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_there_are_207_different_sentences():
    assert len(sentences()) == len(set(sentences())) == 207


def test_all_seven_dependents_break_and_nothing_else(answer):
    assert {one["label"] for one in answer["breaks"]} == DEPENDENTS
    assert answer["counts"]["breaks"] == len(answer["breaks"]) == 7
    assert answer["degrades"] == []


def test_every_filler_survives(answer):
    assert len(answer["survives"]) == answer["counts"]["survives"] == 200 + len(HOSTS)
    assert not DEPENDENTS & {one["label"] for one in answer["survives"]}


def test_the_chain_is_cited_sentence_by_sentence(answer):
    page = next(one for one in answer["breaks"] if one["label"] == "checkout page")
    steps = page["paths"][0]["steps"]
    assert page["hops"] == len(steps) == 5
    assert [step["citations"][0]["quote"] for step in steps] == list(CHAIN)


ONE_RELATION = """\
@prefix kg: <https://w3id.org/context-graph/ontology#> .
@prefix ex: <https://example.com/rail#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .

ex:leans_on a owl:ObjectProperty ;
    rdfs:subPropertyOf kg:relies_on ;
    kg:surfaceForm "leans on" .
"""
RAIL = "The signal service leans on the relay service.\n\nThe relay service leans on PostgreSQL.\n"


@pytest.mark.parametrize(("imports", "others"), [(False, set()), (True, {"ticket service"})])
def test_an_ontology_of_ones_own_works_from_document_to_answer(tmp_path, imports, others):
    own = ONE_RELATION
    if imports:
        own += "<https://example.com/rail> owl:imports <https://w3id.org/context-graph/ontology> .\n"
    (tmp_path / "own.ttl").write_text(own, encoding="utf-8")
    (tmp_path / "rail.md").write_text(RAIL + "\nThe ticket service depends on PostgreSQL.\n", encoding="utf-8")
    where = ["-g", str(tmp_path / "graph")]
    words = ["build", str(tmp_path / "rail.md"), "--ontology", str(tmp_path / "own.ttl"), *where]
    built = CliRunner().invoke(main, words)
    assert built.exit_code == 0, built.output
    done = CliRunner().invoke(main, ["impact", "postgresql", "--format", "json", *where])
    answer = json.loads(done.stdout)
    assert {one["label"] for one in answer["breaks"]} == {"signal service", "relay service"} | others
    assert {step["relation"] for step in answer["breaks"][-1]["paths"][0]["steps"]} == {"leans_on"}
