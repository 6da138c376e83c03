"""Sentences on failure from the documents to the answers, which SPARQL and every format agree on."""

from __future__ import annotations

import json

import pytest

import kg
from kg.model import Effect, Impact
from kg.rdf import queries
from kg.rdf.terms import value_of
from kg.render import render

DOCUMENTS = {
    "services.md": """# Services

The order service stores its data in Postgres. The order service publishes to Kafka.

Orders are queued by the order service for six hours while Kafka is down.

The portal depends on the login service. The portal keeps working when the login service is offline.

The mail gateway relies on Kafka. When Kafka is down the mail gateway stops.

The price checker uses Redis. If Redis is unavailable the price checker falls back to the tariff book.

The order service tolerates the failure of one of three Postgres nodes.
""",
    "notes.md": "The mail gateway carries on without Kafka.\n",
    "postmortem.md": """---
date: 2025-05-03
---
On 3 May Postgres went down and the order service failed.

When Kafka went down the label printer failed.
""",
}


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> kg.Graph:
    folder = tmp_path_factory.mktemp("failures")
    for name, text in DOCUMENTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    made = kg.open(folder / ".kg")
    made.build([folder])
    return made


def steps(answer: Impact) -> dict[str, object]:
    return {item.entity.label: item.paths[0].steps[0] for item in (*answer.breaks, *answer.degrades)}


def test_a_queue_degrades_and_the_sentence_says_so(graph: kg.Graph) -> None:
    answer = graph.impact("Kafka")
    step = steps(answer)["order service"]
    assert [one.entity.label for one in answer.degrades] == ["order service"]
    assert [one.effect for one in step.decided] == [Effect("degrades", "queue", "six hours")]  # type: ignore[attr-defined]
    assert [str(one.citation) for one in step.decided] == ["services.md:5"]  # type: ignore[attr-defined]


def test_a_contradiction_breaks_and_is_disputed(graph: kg.Graph) -> None:
    answer = graph.impact("Kafka")
    step = steps(answer)["mail gateway"]
    assert [one.entity.label for one in answer.breaks] == ["mail gateway"]
    assert step.status == "disputed"  # type: ignore[attr-defined]
    assert [str(one) for one in step.disputes] == ["notes.md:1"]  # type: ignore[attr-defined]


def test_what_is_survived_is_an_edge_and_a_reason(graph: kg.Graph) -> None:
    answer = graph.impact("login service")
    assert (answer.breaks, answer.degrades) == ((), ())
    first = answer.survives[0]
    assert (first.entity.label, first.reason) == ("portal", "tolerated: portal -tolerantly_depends_on-> login service")
    assert [str(one) for one in first.citations] == ["services.md:7"]
    assert graph.why("portal", "login service").paths


def test_a_fallback_makes_alternatives(graph: kg.Graph) -> None:
    assert not graph.impact("Redis").breaks
    assert [one.entity.label for one in graph.impact("Redis").degrades] == ["price checker"]
    assert [one.entity.label for one in graph.impact("tariff book").degrades] == ["price checker"]
    assert [one.entity.label for one in graph.impact("Redis", "tariff book").breaks] == ["price checker"]


def test_the_loss_of_a_part_decides_nothing_of_the_whole(graph: kg.Graph) -> None:
    step = steps(graph.impact("Postgres"))["order service"]
    assert (step.soft, step.decided) == (False, ())  # type: ignore[attr-defined]


def test_what_happened_once_is_evidence_and_no_edge(graph: kg.Graph) -> None:
    step = steps(graph.impact("Postgres"))["order service"]
    assert [str(one) for one in step.observed] == ["postmortem.md:4"]  # type: ignore[attr-defined]
    assert step.status == "asserted"  # type: ignore[attr-defined]
    assert "label printer" not in {one.entity.label for one in graph.impact("Kafka").breaks}


@pytest.mark.parametrize("failed", ["Kafka", "login service", "Postgres"])
def test_sparql_finds_what_the_engine_finds(graph: kg.Graph, failed: str) -> None:
    start, base = graph.resolve(failed).iri, graph.store.names.base
    answer = graph.impact(failed)
    for name, column, mine in (
        ("impact", "affected", {one.entity.iri for one in answer.breaks}),
        ("survivors", "component", {one.entity.iri for one in (*answer.survives, *answer.degrades)}),
    ):
        rows = graph.store.select(queries.render(queries.named()[name], base, {"start": start}))[1]
        assert {value_of(row[column]) for row in rows} == mine


def test_the_query_tells_what_decided(graph: kg.Graph) -> None:
    start, base = graph.resolve("Kafka").iri, graph.store.names.base
    rows = graph.store.select(queries.render(queries.named()["failures"], base, {"start": start}))[1]
    told = {(row["label"].value, value_of(row["behaviour"]).rpartition("#")[2], row["document"].value) for row in rows}
    assert told == {("order service", "degrades", "services.md"), ("mail gateway", "breaks", "services.md")}


def test_every_format_prints_the_sentence_that_decided(graph: kg.Graph) -> None:
    answer = graph.impact("Kafka")
    sentence = "Orders are queued by the order service for six hours while Kafka is down."
    assert f'decided by "{sentence}" [services.md:5]' in render(answer, "text")
    assert "(degrades, queue, six hours)" in render(answer, "text")
    assert sentence in render(answer, "csv")
    step = json.loads(render(answer, "json"))["degrades"][0]["paths"][0]["steps"][0]
    (decided,) = step["decided"]
    assert {**decided, "citation": decided["citation"]["quote"]} == {
        "behaviour": "degrades",
        "substitute": "queue",
        "lasts": "six hours",
        "extent": "",
        "citation": sentence,
    }
    window = render(graph.context("order service"), "markdown")
    assert "degrades, queue, six hours" in window
    assert f'decided by [{decided["citation"]["chunk"]}] services.md:5 "{sentence}"' in window
    assert 'seen "On 3 May Postgres went down and the order service failed." [postmortem.md:4]' in render(
        graph.impact("Postgres"), "text"
    )


def test_the_graph_passes_its_own_rules(graph: kg.Graph) -> None:
    assert {one.result.title for one in graph.check().findings} <= {"no dispute between sources"}
