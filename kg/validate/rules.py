"""The rules on the whole graph: one table.

A rule that SPARQL can say is a `sh:SPARQLConstraint` that hangs on no shape, in a file under `shapes/`; it runs once
over the named graphs. One that has to walk the graph is a function here, and a `shape:GraphRule` in such a file says
its title, why it matters, how to mend what breaks it, its severity and message.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from kg.ontology import local_name
from kg.rdf import PREFIXES, SH, Row, iri, value_of
from kg.validate.edges import disputed, hard_cycles, probably_stale
from kg.validate.names import contradictory_links, fuzzy_bridges, large_classes, mixed_classes
from kg.validate.paths import PropertyPath
from kg.validate.report import SHAPE, Finding, Result
from kg.validate.shapes import Shapes, graph_constraints
from kg.validate.validate import severity_of
from kg.validate.whole import Breach, Rule, Whole

RULES: Mapping[str, Rule] = {
    "HardCycle": hard_cycles,
    "Disputed": disputed,
    "ProbablyStale": probably_stale,
    "LargeClass": large_classes,
    "MixedClass": mixed_classes,
    "FuzzyBridge": fuzzy_bridges,
    "ContradictoryLinks": contradictory_links,
}
"""Rules that walk the graph, by the local name of their `shape:GraphRule`."""


def whole_graph(whole: Whole, shapes: Shapes) -> Iterator[Finding]:
    """What the rules on the whole graph find in a stored graph.

    Args:
        whole: The graph.
        shapes: The shapes in force, which describe the rules.
    """
    for name, rule in RULES.items():
        for breach in rule(whole):
            yield _finding(whole, breach, SHAPE + name, shapes)
    for constraint, query in graph_constraints(shapes):
        for breach in _select(whole, query, shapes.text(constraint, SH + "message")):
            yield _finding(whole, breach, constraint, shapes)


def _finding(whole: Whole, breach: Breach, rule: str, shapes: Shapes) -> Finding:
    message = shapes.text(rule, SH + "message") if local_name(rule) in RULES else ""
    result = Result(
        severity=severity_of(shapes, rule),
        shape=rule,
        title=shapes.title(rule),
        message=": ".join(part for part in (message, breach.detail) if part),
        focus=breach.focus,
        path=PropertyPath("predicate", breach.path) if breach.path else None,
        value=breach.value,
        advice=shapes.advice(rule),
        component=SH + "SPARQLConstraintComponent",
    )
    return Finding(result, breach.evidence, name=whole.label(breach.focus))


def _select(whole: Whole, query: str, message: str) -> Iterator[Breach]:
    """Rows of a constraint, one breach for every ?this, ?path and ?value; ?claim of all its rows is the evidence."""
    prefixes = "".join(f"PREFIX {prefix}: {iri(namespace)}\n" for prefix, namespace in PREFIXES.items())
    _, rows = whole.store.select(f"BASE {iri(whole.names.base)}\n{prefixes}{query}")
    groups: defaultdict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in rows:
        groups[(_filled(message, row, whole), *(str(row.get(name)) for name in ("this", "path", "value")))].append(row)
    for (detail, *_), same in sorted(groups.items()):
        claims = [value_of(row["claim"]) for row in same if "claim" in row]
        evidence = tuple(whole.evidence(record.citation) for record in whole.cited(claims))
        path = value_of(same[0]["path"]) if "path" in same[0] else ""
        yield Breach(value_of(same[0]["this"]), detail, evidence, path, same[0].get("value"))


def _filled(message: str, row: Row, whole: Whole) -> str:
    """A message with the values of a row in the place of `{?name}` (SHACL, section 5.3.2); IRIs by their labels."""
    for name, term in row.items():
        place = f"{{?{name}}}"
        if place in message:
            value = value_of(term)
            message = message.replace(place, whole.label(value) if value.startswith(whole.names.entities) else value)
    return message
