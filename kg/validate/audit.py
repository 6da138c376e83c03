"""Checks a stored graph: claims, aliases, what was rejected, and that every asserted triple has its receipt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pyoxigraph as ox

from kg.model import Citation
from kg.ontology import in_force
from kg.rdf import DCTERMS, KG, PROV, RDF, RDFS, Store, iri, value_of
from kg.validate.catalogue import rule_catalogue
from kg.validate.reject import as_node, read_rejected
from kg.validate.report import Evidence, Finding, Result, StoreReport
from kg.validate.rules import whole_graph
from kg.validate.shapes import load
from kg.validate.validate import validate
from kg.validate.whole import Whole

_TYPE = iri(RDF + "type")
_HOLDS = (iri(KG + "asserted"), iri(KG + "optional"))
_HIERARCHY = (RDFS + "subPropertyOf", RDFS + "subClassOf")


def check_store(store: Store, shapes: Sequence[Path] = ()) -> StoreReport:
    """Check a stored graph, the claims it rejected included.

    Args:
        store: The graph.
        shapes: Turtle files with further shapes; they see claims, chunks, documents, aliases, the class that claims
            give each name, and the ontology's hierarchy, but nothing inferred.

    Raises:
        InputError: If a shape file cannot be used.
    """
    loaded = load(shapes)
    report, whole = check_graph(store, shapes), Whole(store)
    rejected = {result.key: result for result in read_rejected(store, loaded)}
    found = [finding for finding in report.findings if finding.result.key not in rejected]
    found += [_finding(whole, result, rejected=True) for result in rejected.values()]
    found += whole_graph(whole, loaded)
    return replace(report, findings=tuple(sorted(found, key=lambda finding: finding.result.key)))


def check_graph(store: Store, shapes: Sequence[Path] = ()) -> StoreReport:
    """Check claims and aliases of a graph alone: nothing inferred, nothing rejected.

    Args:
        store: The graph.
        shapes: Turtle files with further shapes.

    Raises:
        InputError: If a shape file cannot be used.
    """
    loaded, whole = load(shapes), Whole(store)
    report = validate(_checked(store, loaded.predicates), loaded)
    found = tuple(_finding(whole, result) for result in report.results)
    return StoreReport(found, report.warnings, _count(store), report.focus, rule_catalogue(loaded))


def _finding(whole: Whole, result: Result, rejected: bool = False) -> Finding:
    return Finding(result, _evidence(whole.store, result), rejected, name=whole.label(result.focus))


def _count(store: Store) -> int:
    graphs = (store.names.provenance, store.names.rejected)
    return sum(1 for graph in graphs for _ in store.quads(None, _TYPE, iri(KG + "Claim"), iri(graph)))


def _checked(store: Store, predicates: Iterable[str] | None) -> Iterator[ox.Quad]:
    """What is checked: provenance and aliases as they are, the class each name has by its claims, the hierarchy.

    Reading takes most of the time, so only triples with the given predicates are read; None reads all.
    """
    names = store.names
    for graph in (names.provenance, names.aliases):
        for predicate in [None] if predicates is None else [iri(name) for name in sorted(predicates)]:
            yield from store.quads(None, predicate, None, iri(graph))
    for name in _HIERARCHY:
        yield from store.quads(None, iri(name), None, iri(names.ontology))
    yield from _kinds(store)


def _kinds(store: Store) -> Iterator[ox.Quad]:
    """Types by domain and range of the relations claims state as holding (RDF Schema, rules rdfs2 and rdfs3)."""
    graph, found = iri(store.names.provenance), set()
    holding = {q.subject for p in _HOLDS for q in store.quads(None, iri(KG + "polarity"), p, graph)}
    for stated in store.quads(None, iri(RDF + "predicate"), None, graph):
        if stated.subject not in holding or not isinstance(stated.subject, ox.NamedNode):
            continue
        if not isinstance(stated.object, ox.NamedNode):
            continue
        for end, rule in (("subject", "domain"), ("object", "range")):
            for kind in in_force(store).objects(value_of(stated.object), RDFS + rule):
                for quad in store.quads(stated.subject, iri(RDF + end), None, graph):
                    if isinstance(quad.object, ox.NamedNode):
                        found.add((quad.object.value, kind))
    for name, kind in sorted(found):
        yield ox.Quad(iri(name), _TYPE, iri(kind))


def _evidence(store: Store, result: Result) -> tuple[Evidence, ...]:
    """Where the claim of a result stands, as far as it says so."""
    if result.claim is None:
        return ()
    facts = _facts(store, result.claim)
    chunk = facts.get(PROV + "wasDerivedFrom", "")
    document = _facts(store, chunk).get(PROV + "wasDerivedFrom", "") if chunk else ""
    quote = facts.get(KG + "quote", "")
    first, last = (_line(facts.get(KG + end, "")) for end in ("firstLine", "lastLine"))
    if not document or not quote.strip() or first < 1:
        return ()
    place = _identifier(store, chunk), _identifier(store, document), (first, max(first, last)), quote
    return (Evidence(Citation(*place), graph=chunk),)


def _line(value: str) -> int:
    return int(value) if value.isascii() and value.isdigit() else 0


def _identifier(store: Store, name: str) -> str:
    return _facts(store, name).get(DCTERMS + "identifier") or name.removeprefix(store.names.base)


def _facts(store: Store, name: str) -> dict[str, str]:
    """One value of every property of a node of the provenance or the rejected graph, the least of several."""
    facts: dict[str, str] = {}
    node = as_node(name)
    for graph in (store.names.rejected, store.names.provenance):
        for quad in store.quads(node, None, None, iri(graph)) if isinstance(node, ox.NamedNode) else ():
            if isinstance(quad.object, ox.Triple):
                continue
            value = value_of(quad.object)
            facts[quad.predicate.value] = min(value, facts.get(quad.predicate.value, value))
    return facts
