"""Other engines on our shapes and data: pyshacl's own report, and rudof, which shares no code with it or with ours."""

from __future__ import annotations

from functools import cache
from typing import Any

import pyoxigraph as ox
import pyrudof
import pyshacl
import rdflib
from rdflib.collection import Collection

from kg.rdf import resources
from kg.rdf.vocab import RDF, SH
from kg.validate.data import to_rdflib
from kg.validate.report import Report
from kg.validate.shapes import load
from kg.validate.turtle import as_turtle
from kg.validate.validate import check_quads

from .claims import claim, quads
from .test_shapes import ALIASES, BROKEN, NAMES_OF_THINGS, NO_NAMES, OWNERS

TOLD = ("focusNode", "sourceShape", "sourceConstraintComponent", "resultSeverity", "resultMessage", "value")
SHACL = rdflib.Namespace(SH)


@cache
def data() -> tuple[ox.Triple, ...]:
    """What the tests of the shapes break, all in one graph."""
    names = [name for names in NO_NAMES.values() for name in names[:3]] + NAMES_OF_THINGS[:5]
    made = [
        *quads(*(claim(n, "depends_on", "zookeeper", line=i + 1) for i, n in enumerate(names))),
        *(quad for broken, _ in BROKEN.values() for quad in broken),
        *(quad for said in OWNERS for quad in quads(*(claim(s, r, o, 1, d) for s, r, o, d in said[1]))),
        *(quad for broken, _ in ALIASES.values() for quad in broken),
    ]
    return tuple(sorted({quad.triple for quad in made}, key=str))


@cache
def ours() -> Report:
    return check_quads(ox.Quad(t.subject, t.predicate, t.object) for t in data())


def path(graph: rdflib.Graph, node: Any) -> Any:
    """A property path as nested tuples, whatever its blank nodes are called."""
    if not isinstance(node, rdflib.BNode):
        return node
    if (node, rdflib.RDF.first, None) in graph:
        return tuple(path(graph, member) for member in Collection(graph, node))
    return tuple(sorted((str(p), path(graph, o)) for p, o in graph.predicate_objects(node)))


def results(graph: rdflib.Graph) -> list[tuple[str, ...]]:
    """The results of a report, each as what it says."""
    found = set()
    for node in graph.subjects(rdflib.URIRef(RDF + "type"), SHACL.ValidationResult):
        if (None, SHACL.detail, node) not in graph:
            told = [str(graph.value(node, SHACL[local])) for local in TOLD]
            found.add((*told, str(path(graph, graph.value(node, SHACL.resultPath)))))
    return sorted(found)


def test_our_report_in_turtle_equals_that_of_pyshacl() -> None:
    _, report, _ = pyshacl.validate(to_rdflib(data()), shacl_graph=load().graph(), inplace=True)
    assert isinstance(report, rdflib.Graph)
    mine = results(rdflib.Graph().parse(data=as_turtle(ours()), format="turtle"))
    assert mine == results(report)
    assert len({row[1] for row in mine}) > 15


def test_rudof_finds_the_same() -> None:
    engine = pyrudof.Rudof(pyrudof.RudofConfig())
    triples = ox.serialize(data(), format=ox.RdfFormat.N_TRIPLES)
    assert triples is not None
    engine.read_data(triples.decode(), format=pyrudof.RDFFormat.NTriples)
    shapes = (file for file in resources.files("shapes", ".ttl") if file.stem not in ("asserted", "graph"))
    engine.read_shacl("\n".join(file.read_text(encoding="utf-8") for file in shapes))
    theirs = {(one.source_shape, one.focus_node, one.constraint_component) for one in engine.validate_shacl()}
    assert theirs == {(result.shape, result.focus, result.component) for result in ours().results}
    assert len(theirs) > 40
