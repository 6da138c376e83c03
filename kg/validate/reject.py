"""Moves claims that fail a shape into quarantine, with the results that put them there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pyoxigraph as ox

from kg.model import digest
from kg.rdf import KG, RDF, SH, Names, Store, Term, iri, text, value_of
from kg.validate.paths import PropertyPath
from kg.validate.report import Result, Severity
from kg.validate.shapes import Shapes

_TYPE, _RESULT = iri(RDF + "type"), iri(SH + "ValidationResult")
_BECAUSE = iri(KG + "rejectedBecause")


def rejected_quads(names: Names, claim_quads: Iterable[ox.Quad], results: Iterable[Result]) -> list[ox.Quad]:
    """A claim's quads, moved to the rejected graph, and why it is there.

    Args:
        names: The graph's IRIs.
        claim_quads: All quads of one claim.
        results: What it failed.

    Returns:
        The claim as it was, `kg:rejectedBecause` to one `sh:ValidationResult` for every result, its IRI a hash.
    """
    graph = iri(names.rejected)
    moved = [ox.Quad(quad.subject, quad.predicate, quad.object, graph) for quad in claim_quads]
    for result in sorted(results, key=lambda result: result.key):
        node = result_iri(names.base, result)
        if result.claim is not None:
            moved.append(ox.Quad(iri(result.claim), _BECAUSE, node, graph))
        moved += [ox.Quad(node, predicate, value, graph) for predicate, value in result_facts(result)]
    return moved


def result_iri(base: str, result: Result) -> ox.NamedNode:
    """IRI of a result, hashed from what makes it distinct."""
    return iri(base + "result/" + digest(*map(str, result.key), length=24))


def result_facts(result: Result) -> Iterator[tuple[ox.NamedNode, Term]]:
    """What a result states (SHACL, section 3.6.2), all but a path that is no plain predicate."""
    yield _TYPE, _RESULT
    yield iri(SH + "focusNode"), as_node(result.focus)
    yield iri(SH + "resultSeverity"), iri(SH + result.severity.name.capitalize())
    yield iri(SH + "resultMessage"), text(result.message)
    if result.shape:
        yield iri(SH + "sourceShape"), as_node(result.shape)
    if result.component:
        yield iri(SH + "sourceConstraintComponent"), iri(result.component)
    if result.value is not None:
        yield iri(SH + "value"), result.value
    if result.path is not None and result.path.kind == "predicate":
        yield iri(SH + "resultPath"), iri(result.path.iri)


def as_node(name: str) -> ox.NamedNode | ox.BlankNode | ox.Literal:
    """The node a result names; see `kg.validate.validate.name_of`."""
    if name.startswith("_:"):
        return ox.BlankNode(name[2:])
    try:
        return iri(name)
    except ValueError:
        return text(name)


def read_rejected(store: Store, shapes: Shapes) -> list[Result]:
    """The results in a store's rejected graph."""
    graph = iri(store.names.rejected)
    return [
        _read(store, value_of(quad.subject), quad.object, shapes)
        for quad in store.quads(None, _BECAUSE, None, graph)
        if isinstance(quad.object, ox.NamedNode)
    ]


def _read(store: Store, claim: str, node: ox.NamedNode, shapes: Shapes) -> Result:
    graph = iri(store.names.rejected)
    quads = store.quads(node, None, None, graph)
    facts = {quad.predicate.value: quad.object for quad in sorted(quads, key=str)}

    def name(local: str) -> str:
        return value_of(facts[SH + local]) if SH + local in facts else ""

    shape, path = name("sourceShape"), name("resultPath")
    return Result(
        severity=next((s for s in Severity if name("resultSeverity") == SH + s.name.capitalize()), Severity.VIOLATION),
        shape=shape,
        title=shapes.title(shape),
        message=name("resultMessage"),
        focus=name("focusNode") or claim,
        path=PropertyPath("predicate", path) if path else shapes.path(shape),
        value=facts.get(SH + "value"),
        claim=claim,
        advice=shapes.advice(shape),
        component=name("sourceConstraintComponent"),
    )
