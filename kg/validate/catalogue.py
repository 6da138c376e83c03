"""What the rules in force are: for lists, documentation and reports that name their rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kg.rdf import RDF, RDFS, SH, value_of
from kg.validate.report import SHAPE, RuleInfo
from kg.validate.shapes import Shapes, graph_constraints
from kg.validate.validate import severity_of


def rule_catalogue(shapes: Shapes) -> tuple[RuleInfo, ...]:
    """Every rule that says how bad it is to break it, and every shape of the user's with a target, by file and IRI.

    >>> from kg.validate.shapes import load
    >>> next(rule.title for rule in rule_catalogue(load()) if rule.id == "HardCycle")
    'no circle of hard dependencies'
    """
    return tuple(sorted(_rules(shapes), key=lambda rule: (rule.pack, rule.iri)))


def _rules(shapes: Shapes) -> Iterator[RuleInfo]:
    queries = {name for name, _ in graph_constraints(shapes)}
    for file, triples in (*shapes.packs, *shapes.own):
        stated = {value_of(t.subject) for t in triples if t.predicate.value == SH + "severity"}
        targeted = (
            {value_of(t.subject) for t in triples} & set(shapes.roots) if (file, triples) in shapes.own else set()
        )
        for iri in stated | targeted:
            kind = "query" if iri in queries else "shape"
            if SHAPE + "GraphRule" in shapes.values(iri, RDF + "type"):
                kind = "graph"
            why = shapes.text(iri, RDFS + "comment")
            yield RuleInfo(
                iri, shapes.title(iri), why, shapes.advice(iri), severity_of(shapes, iri), Path(file).name, kind
            )
