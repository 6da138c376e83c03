"""The documents of a parcel company: how hard their sentences on failure make the edges, against what is true."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

import kg
from kg.graph import View
from kg.model import Limits

EXAMPLES = Path(__file__).parents[2] / "examples"
TRUE = yaml.safe_load((EXAMPLES / "parcels.answers.yaml").read_text(encoding="utf-8"))
MAIN = {
    name.lower().removeprefix("the "): one["name"]
    for one in TRUE["components"]
    for name in (one["name"], *one.get("names", ()))
}
STATED = {(edge["subject"], edge["object"]): edge for edge in TRUE["edges"]}
PAST = {"docs/archive/", "docs/versions/", "adr/0003", "customers/", "tests/"}
"""Where documents of the company do not speak of the running system."""

GOVERNED = {
    ("address checker", "map server"),
    ("billing service", "event bus"),
    ("booking API", "event bus"),
    ("booking API", "parcel-db"),
    ("customs desk", "customs gateway"),
    ("customs desk", "label archive"),
    ("customs desk", "parcel-db"),
    ("depot gateway", "scan ingest"),
    ("handheld app", "depot gateway"),
    ("label service", "label archive"),
    ("label service", "label renderer"),
    ("merchant portal", "login service"),
    ("route planner", "map server"),
    ("route planner", "route-cache"),
    ("scan ingest", "event bus"),
    ("sorter controller", "route planner"),
    ("tracking API", "scan-store"),
}
"""Edges whose strength a sentence decides that is read."""


@pytest.fixture(scope="module")
def steps(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], list[object]]:
    """The steps that sentences on failure decide, by the main names of their ends."""
    graph = kg.open(tmp_path_factory.mktemp("parcels") / ".kg")
    graph.build([EXAMPLES / "parcels"])
    view = View(graph.store, Limits())
    found: dict[tuple[str, str], list[object]] = {}
    for number in range(len(view.whole.links)):
        step = view.receipts.step(number)
        link = view.whole.links[number]
        ends = tuple(_main(view, end) for end in (link.subject, link.object))
        if step.decided and all(ends) and not all(_past(one.citation.document) for one in step.decided):
            found.setdefault(ends, []).append((link, step))  # type: ignore[arg-type]
    return found


def _main(view: View, node: int) -> str:
    """Main name of a component, whatever the graph calls it; empty when it is none of the company's."""
    return next((MAIN[name.lower()] for name in view.whole.spellings(node) if name.lower() in MAIN), "")


def _past(document: str) -> bool:
    return any(place in document for place in PAST)


def _strength(link: object, step: object) -> str:
    if step.alternatives:  # type: ignore[attr-defined]
        return "any-of"
    return {"hard": "hard", "soft": "soft", None: "tolerated"}[link.passes]  # type: ignore[attr-defined]


def test_the_sentences_are_read(steps: dict[tuple[str, str], list[object]]) -> None:
    assert set(steps) >= GOVERNED


def test_each_edge_is_as_hard_as_its_sentence_says(steps: dict[tuple[str, str], list[object]]) -> None:
    found = {(*ends, _strength(*one)) for ends, some in steps.items() for one in some}  # type: ignore[misc]
    assert found == {(*ends, STATED[ends]["strength"].partition(" ")[0]) for ends in steps}


def test_the_sentence_that_decided_is_one_that_states_the_edge(steps: dict[tuple[str, str], list[object]]) -> None:
    for ends, some in steps.items():
        lines = {place.rpartition(":")[::2] for place in STATED[ends]["cite"]}
        cited = [one.citation for _, step in some for one in step.decided]  # type: ignore[misc, attr-defined]
        near = {(document, str(line)) for one in cited for document, line in _lines(one)}
        assert near & lines, ends


def _lines(citation: object) -> list[tuple[str, int]]:
    first, last = citation.lines  # type: ignore[attr-defined]
    return [(citation.document, line) for line in range(first - 1, last + 2)]  # type: ignore[attr-defined]
