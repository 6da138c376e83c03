"""Runs SHACL over quads: what can be said in SPARQL in Oxigraph, the rest with pyshacl, imported only then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pyoxigraph as ox

from kg.errors import InputError, KgError
from kg.rdf import KG, RDF, SH, Term, value_of
from kg.validate.compile import Compiled, Query, compiled
from kg.validate.data import Data, from_node
from kg.validate.lint import lint
from kg.validate.paths import PropertyPath
from kg.validate.report import Report, Result, Severity, ordered
from kg.validate.shapes import Shapes, load

if TYPE_CHECKING:
    from rdflib import Graph


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
    """Validate quads with shapes already loaded; see `check_quads`."""
    data = Data(quads)
    units = compiled(shapes, data.subclasses)
    results = [*_answered(units, data, shapes), *_left(units, data, shapes)]
    focus = focus_nodes(units, data)
    return Report(ordered(results), lint(shapes, data, focus), focus)


def focus_nodes(units: Iterable[Compiled], data: Data) -> dict[str, int]:
    """Number of focus nodes of each shape that has a target; shapes with one target share one query."""
    known: dict[str, int] = {}
    found: dict[str, int] = {}
    for unit in units:
        if unit.focus not in known:
            known[unit.focus] = data.count(unit.focus)
        found[unit.shape] = known[unit.focus]
    return found


# ---------------------------------------------------------------- in Oxigraph


def _answered(units: Iterable[Compiled], data: Data, shapes: Shapes) -> Iterator[Result]:
    for unit in units:
        for query in unit.queries or ():
            for row in data.rows(query.text):
                yield _row(query, row, data, shapes)


def _row(query: Query, row: Mapping[str, Term], data: Data, shapes: Shapes) -> Result:
    message = shapes.text(query.source, SH + "message") if query.source else ""
    value = row.get("value")
    if value is None and query.source and query.path is None:
        value = row["this"]  # SHACL, section 5.3.2
    return _result(
        shapes,
        data,
        shape=query.shape,
        focus=row["this"],
        value=value,
        path=query.path,
        component=query.component,
        message=message or shapes.text(query.shape, SH + "message") or _missed(query.component),
    )


def _missed(component: str) -> str:
    """What to say where a shape has no message."""
    name = component.removeprefix(SH).removesuffix("ConstraintComponent")
    return f"sh:{name[0].lower()}{name[1:]} is not met"


def _result(
    shapes: Shapes, data: Data, *, shape: str, focus: Term, value: Term | None, path: PropertyPath | None,
    component: str, message: str,
) -> Result:  # fmt: skip
    claim = next((node for node in (focus, value) if data.is_a(node, KG + "Claim")), None)
    return Result(
        severity=severity_of(shapes, shape),
        shape=shape,
        title=shapes.title(shape),
        message=message,
        focus=name_of(focus),
        path=path,
        value=value,
        claim=None if claim is None else name_of(claim),
        advice=shapes.advice(shape),
        component=component,
    )


def severity_of(shapes: Shapes, shape: str) -> Severity:
    """What a shape says of itself, else a violation (SHACL, section 2.1.4); an unknown severity counts as info."""
    stated = shapes.values(shape, SH + "severity")
    known = next((s for s in Severity if SH + s.name.capitalize() in stated), Severity.INFO)
    return known if stated else Severity.VIOLATION


def name_of(term: Term) -> str:
    """How a result names a node: an IRI, `_:` and the id of a blank node, the text of a literal."""
    return f"_:{term.value}" if isinstance(term, ox.BlankNode) else value_of(term)


# ---------------------------------------------------------------- with pyshacl


def _left(units: Sequence[Compiled], data: Data, shapes: Shapes) -> Iterator[Result]:
    """Results of the shapes that are left to pyshacl."""
    roots = [unit.shape for unit in units if unit.queries is None]
    if roots:
        report = _run(data.graph(), shapes, roots)
        yield from pyshacl_results(report, data, shapes)


def _run(graph: Graph, shapes: Shapes, roots: Sequence[str]) -> Graph:
    """Pyshacl's report. It may write to the data graph, which is ours alone, so no copy is made."""
    try:
        return _pyshacl(graph, shapes, roots)
    except Exception as error:  # pyshacl raises whatever rdflib, re or the SPARQL parser do
        raise _unusable(error, graph, shapes, roots) from error


def _pyshacl(graph: Graph, shapes: Shapes, roots: Sequence[str]) -> Graph:
    import pyshacl
    import rdflib

    _, report, text = pyshacl.validate(graph, shacl_graph=shapes.graph(roots), inplace=True)
    if not isinstance(report, rdflib.Graph):
        raise ValueError(text)
    return report


def _unusable(error: Exception, graph: Graph, shapes: Shapes, roots: Sequence[str]) -> KgError:
    """The error, with the place of the first shape that raises it alone."""
    lines = (str(error) or type(error).__name__).splitlines()
    reason = next((line.strip() for line in lines if line.strip()), "no reason given")
    message = f"the shapes cannot be evaluated: {reason}"
    if not shapes.own:
        return KgError(message)
    for root in roots:
        if not shapes.ships(root) and _raises(graph, shapes.alone(root), root):
            file, line = shapes.place(root)
            return InputError(message, file=file, line=line)
    return InputError(message, file=", ".join(file for file, _ in shapes.own))


def _raises(graph: Graph, shapes: Shapes, root: str) -> bool:
    try:
        _pyshacl(graph, shapes, [root])
    except Exception:
        return True
    return False


def pyshacl_results(report: Graph, data: Data, shapes: Shapes) -> Iterator[Result]:
    """The results of a report of pyshacl's."""
    from rdflib import URIRef

    for node in report.subjects(URIRef(RDF + "type"), URIRef(SH + "ValidationResult")):
        # a result within another is its detail (SHACL, section 3.6.2.5)
        if (None, URIRef(SH + "detail"), node) not in report:
            found = sorted(report.predicate_objects(node), key=str, reverse=True)
            yield _read({str(p)[len(SH) :]: from_node(o) for p, o in found if str(p).startswith(SH)}, data, shapes)


def _read(facts: Mapping[str, Term], data: Data, shapes: Shapes) -> Result:
    shape = value_of(facts["sourceShape"])
    path = shapes.path(shape)
    if path is None and "resultPath" in facts:
        path = PropertyPath("predicate", value_of(facts["resultPath"]))
    component = value_of(facts["sourceConstraintComponent"])
    written = "resultMessage" in facts and (shapes.text(shape, SH + "message") or "SPARQL" in component)
    return _result(
        shapes,
        data,
        shape=shape,
        focus=facts["focusNode"],
        value=facts.get("value"),
        path=path,
        component=component,
        message=" ".join(value_of(facts["resultMessage"]).split()) if written else _missed(component),
    )
