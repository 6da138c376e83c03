"""Nodes and edges of an impact, numbered, for the diagram formats."""

from __future__ import annotations

from kg.model import Impact, Step


def numbered(answer: object) -> tuple[dict[str, tuple[str, str, str]], list[tuple[str, Step, str]]]:
    """Ids, labels and outcomes by IRI; edges as (id, step, id), each once, in order of appearance."""
    if not isinstance(answer, Impact):
        raise NotImplementedError(type(answer).__name__)
    outcome = {item.iri: "failed" for item in answer.failed}
    outcome |= {item.entity.iri: "breaks" for item in answer.breaks}
    outcome |= {item.entity.iri: "degrades" for item in answer.degrades}
    steps = {
        (step.subject.iri, step.relation, step.object.iri): step
        for item in (*answer.breaks, *answer.degrades)
        for path in item.paths
        for step in path
    }
    labels = {end.iri: end.label for step in steps.values() for end in (step.subject, step.object)}
    labels |= {item.iri: item.label for item in answer.failed}
    nodes = {iri: (f"n{at}", labels[iri], outcome.get(iri, "ok")) for at, iri in enumerate(sorted(labels))}
    return nodes, [(nodes[s][0], step, nodes[o][0]) for (s, _, o), step in steps.items()]
