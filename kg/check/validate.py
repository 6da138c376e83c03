"""Runs SHACL over quads. rdflib and pyshacl are imported here and only when something is checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyoxigraph as ox

from kg.check.data import data_graph, from_node, to_node
from kg.check.paths import PropertyPath
from kg.check.report import Report, Result, Severity, ordered
from kg.check.shapes import Shapes, load
from kg.errors import InputError, KgError
from kg.terms import iri, value_of
from kg.vocab import KG, RDF, SH

if TYPE_CHECKING:
    from rdflib import Graph

_TYPE, _CLAIM = iri(RDF + "type"), iri(KG + "Claim")
_SEVERITIES = {SH + severity.name.capitalize(): severity for severity in Severity}


def check_quads(quads: Iterable[ox.Quad], shapes: Sequence[Path] = ()) -> Report:
    """Validate quads, their graphs merged into one, with the shapes that ship with `kg` and those of some files.

    Claims are checked before anything is inferred from them. For claims to be checked in full the quads must hold
    their chunks, documents and run; for the owner shapes also the ontology's `rdfs:subPropertyOf` triples.

    Args:
        quads: What to check.
        shapes: Turtle files with further shapes.

    Raises:
        InputError: If a shape file is missing, is no Turtle, or cannot be evaluated.

    >>> check_quads([]).conforms
    True
    """
    return validate(quads, load(shapes))


def validate(quads: Iterable[ox.Quad], shapes: Shapes) -> Report:
    """Validate quads with shapes already loaded; see `check_quads`. Triple terms (RDF 1.2) are beyond SHACL 1.0."""
    triples = (quad.triple for quad in quads)
    plain = [t for t in triples if not isinstance(t.subject, ox.Triple) and not isinstance(t.object, ox.Triple)]
    data = data_graph(plain, shapes.predicates)
    report = _run(data, shapes)
    return Report(ordered(_results(report, data, shapes)), shapes.lint(data))


def _run(data: Graph, shapes: Shapes) -> Graph:
    """Pyshacl's report. It may write to the data graph, which is ours alone, so no copy is made."""
    import pyshacl
    import rdflib

    try:
        _, report, text = pyshacl.validate(data, shacl_graph=shapes.graph(), inplace=True)
    except Exception as error:  # pyshacl raises whatever rdflib, re or the SPARQL parser do
        raise _unusable(str(error) or type(error).__name__, shapes) from error
    if not isinstance(report, rdflib.Graph):
        raise _unusable(text, shapes)
    return report


def _unusable(reason: str, shapes: Shapes) -> KgError:
    line = next((line.strip() for line in reason.splitlines() if line.strip()), "no reason given")
    message = f"the shapes cannot be evaluated: {line}"
    return InputError(message, file=", ".join(shapes.files)) if shapes.files else KgError(message)


def _results(report: Graph, data: Graph, shapes: Shapes) -> Iterator[Result]:
    from rdflib import URIRef

    for node in report.subjects(URIRef(RDF + "type"), URIRef(SH + "ValidationResult")):
        # a result within another is its detail (SHACL, section 3.6.2.5)
        if (None, URIRef(SH + "detail"), node) not in report:
            facts = {str(p)[len(SH) :]: o for p, o in report.predicate_objects(node) if str(p).startswith(SH)}
            yield _result(facts, data, shapes)


def _result(facts: Mapping[str, Any], data: Graph, shapes: Shapes) -> Result:
    """A result of pyshacl's. One about a claim that was found through its run is told of the claim itself."""
    focus, value, shape = facts["focusNode"], facts.get("value"), _name(facts["sourceShape"])
    claim = next((node for node in (focus, value) if node is not None and _is_claim(node, data)), None)
    path = _path(facts, shape, shapes)
    if claim is not None and claim != focus:
        focus, value = claim, _value(claim, path, data)
    return Result(
        severity=_SEVERITIES.get(str(facts.get("resultSeverity")), Severity.INFO),
        shape=shape,
        title=shapes.title(shape),
        message=" ".join(str(facts.get("resultMessage", "")).split()),
        focus=_name(focus),
        path=path,
        value=None if value is None else from_node(value),
        claim=None if claim is None else str(claim),
        advice=shapes.advice(shape),
        component=str(facts.get("sourceConstraintComponent", "")),
    )


def _is_claim(node: Any, data: Graph) -> bool:
    return (node, to_node(_TYPE), to_node(_CLAIM)) in data


def _path(facts: Mapping[str, Any], shape: str, shapes: Shapes) -> PropertyPath | None:
    if "resultPath" not in facts:
        return None
    return shapes.path(shape) or PropertyPath("predicate", str(facts["resultPath"]))


def _value(claim: Any, path: PropertyPath | None, data: Graph) -> Any:
    """The least value of a claim at a path that is a predicate."""
    predicate = to_node(ox.NamedNode(path.iri)) if path is not None and path.iri else None
    return min(data.objects(claim, predicate), key=str, default=None) if predicate is not None else None


def _name(node: Any) -> str:
    """A node by the name under which `Shapes` and the store know it; a literal by its text."""
    return value_of(from_node(node))
