from __future__ import annotations

import kg

STORY = """# Checkout

The order desk depends on the cart service.

The cart service depends on the session cache.

The session cache is backed by Redis.

The mail worker runs on Kubernetes.
"""


def test_a_folder_becomes_a_cited_answer(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "checkout.md").write_text(STORY, encoding="utf-8")
    graph = kg.open(tmp_path / "graph")
    assert graph.build([docs]).added > 0
    answer = graph.impact("redis")
    assert {a.entity.label for a in answer.breaks} == {"session cache", "cart service", "order desk"}
    assert {s.entity.label for s in answer.survives} == {"mail worker", "Kubernetes"}
    lines = STORY.splitlines()
    for affected in answer.breaks:
        for step in affected.paths[0]:
            for citation in step.citations:
                assert citation.quote == lines[citation.lines[0] - 1]


def test_a_second_build_changes_nothing_and_a_removed_sentence_takes_its_edge_along(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    file = docs / "checkout.md"
    file.write_text(STORY, encoding="utf-8")
    graph = kg.open(tmp_path / "graph")
    graph.build([docs])
    assert graph.build([docs]).unchanged
    file.write_text(STORY.replace("The cart service depends on the session cache.\n\n", ""), encoding="utf-8")
    assert graph.build([docs]).added > 0
    assert {a.entity.label for a in graph.impact("redis").breaks} == {"session cache"}
