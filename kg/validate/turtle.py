"""Writes a report in the RDF that SHACL prescribes for one (SHACL, section 3.6)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pyoxigraph as ox

from kg.rdf import PREFIXES, PROV, RDF, SH, XSD, iri
from kg.validate.reject import result_facts, result_iri
from kg.validate.report import Report, StoreReport

_SKOLEM = "urn:kg:"


def as_turtle(report: Report | StoreReport) -> str:
    """A report as `sh:ValidationReport`, results named by hash IRIs; the only blank nodes are in composed paths.

    A result about a sentence has the graph of its chunk as `prov:wasDerivedFrom`.

    >>> "sh:conforms true" in as_turtle(Report(()))
    True
    """
    triples = report_triples(report)
    return (ox.serialize(triples, format=ox.RdfFormat.TURTLE, prefixes=PREFIXES) or b"").decode("utf-8")


def report_triples(report: Report | StoreReport) -> list[ox.Triple]:
    """The triples of a report, grouped by result."""
    top, blank = iri(_SKOLEM + "report"), _numbered()
    conforms = ox.Literal(str(report.conforms).lower(), datatype=iri(XSD + "boolean"))
    triples = [
        ox.Triple(top, iri(RDF + "type"), iri(SH + "ValidationReport")),
        ox.Triple(top, iri(SH + "conforms"), conforms),
    ]
    nodes = [(result_iri(_SKOLEM, result), result) for result in report.results]
    triples += [ox.Triple(top, iri(SH + "result"), node) for node, _ in nodes]
    if isinstance(report, StoreReport):
        for finding in report.findings:
            graphs = sorted({one.graph for one in finding.evidence} - {""})
            triples += [
                ox.Triple(result_iri(_SKOLEM, finding.result), iri(PROV + "wasDerivedFrom"), iri(g)) for g in graphs
            ]
    for node, result in nodes:
        triples += [ox.Triple(node, predicate, value) for predicate, value in result_facts(result)]
        if result.path is not None and result.path.kind != "predicate":
            path, described = result.path.triples(blank)
            triples += [ox.Triple(node, iri(SH + "resultPath"), path), *described]
    return triples


def _numbered() -> Callable[[], ox.BlankNode]:
    numbers = count()
    return lambda: ox.BlankNode(f"path{next(numbers)}")
