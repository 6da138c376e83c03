"""Shapes as SPARQL give the results that pyshacl gives, on random shapes and data."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph as ox
import pyshacl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyshacl.errors import ReportableRuntimeError

from kg.rdf.terms import iri
from kg.rdf.vocab import RDF, RDFS, SH, XSD
from kg.validate.compile import compiled
from kg.validate.data import Data, to_rdflib
from kg.validate.report import Result
from kg.validate.shapes import Shapes, load
from kg.validate.validate import _answered, pyshacl_results

EX = "https://example.com/#"
NODES = [iri(EX + name) for name in "abcd"]
PROPERTIES = [iri(EX + name) for name in ("p", "q", "r")]
CLASSES = [iri(EX + name) for name in ("Thing", "Part")]
LITERALS = [
    ox.Literal("one"),
    ox.Literal("two words"),
    ox.Literal(""),
    ox.Literal("eins", language="de"),
    *(ox.Literal(str(n), datatype=iri(XSD + "integer")) for n in (0, 1, 7, -3)),
    ox.Literal("1.5", datatype=iri(XSD + "decimal")),
    ox.Literal("2026-02-01", datatype=iri(XSD + "date")),
    ox.Literal("true", datatype=iri(XSD + "boolean")),
]
BLANK = ox.BlankNode("blank")

triples = st.one_of(
    st.builds(
        ox.Triple,
        st.sampled_from([*NODES, BLANK]),
        st.sampled_from(PROPERTIES),
        st.sampled_from([*NODES, BLANK, *LITERALS]),
    ),
    st.builds(ox.Triple, st.sampled_from([*NODES, BLANK]), st.just(iri(RDF + "type")), st.sampled_from(CLASSES)),
    st.just(ox.Triple(CLASSES[1], iri(RDFS + "subClassOf"), CLASSES[0])),
)

name = st.sampled_from(["ex:p", "ex:q", "ex:r"])
number = st.sampled_from(["-3", "0", "1", "1.5", "7"])
value = st.one_of(
    name.map(lambda one: f"sh:class {one.replace(':p', ':Thing').replace(':q', ':Part')}"),
    st.sampled_from(["IRI", "BlankNode", "Literal", "BlankNodeOrIRI", "IRIOrLiteral", "BlankNodeOrLiteral"]).map(
        lambda kind: f"sh:nodeKind sh:{kind}"
    ),
    st.sampled_from(["string", "integer", "decimal", "date", "boolean"]).map(lambda kind: f"sh:datatype xsd:{kind}"),
    st.builds(
        "sh:{} {}".format,
        st.sampled_from(["minInclusive", "maxInclusive", "minExclusive", "maxExclusive"]),
        number,
    ),
    st.builds("sh:{} {}".format, st.sampled_from(["minLength", "maxLength"]), st.sampled_from(["1", "3"])),
    st.sampled_from(["o", "^[a-z ]+$", "^$", r"\\\\d", r"\\\\S"]).map(lambda one: f'sh:pattern "{one}"'),
    st.just('sh:pattern "ONE" ; sh:flags "i"'),
    st.just('sh:in ( ex:a "one" 7 )'),
)
many = st.one_of(
    st.sampled_from(["minCount 0", "minCount 1", "maxCount 0", "maxCount 1"]).map(lambda one: f"sh:{one}"),
    st.builds("sh:{} {}".format, st.sampled_from(["equals", "disjoint", "lessThan", "lessThanOrEquals"]), name),
    st.sampled_from(["ex:a", '"one"', "7"]).map(lambda one: f"sh:hasValue {one}"),
)
path = st.recursive(
    name,
    lambda inner: st.one_of(
        inner.map(lambda one: f"[ sh:inversePath {one} ]"),
        st.builds("( {} {} )".format, inner, inner),
        st.builds("[ sh:alternativePath ( {} {} ) ]".format, inner, inner),
        inner.map(lambda one: f"[ sh:zeroOrMorePath {one} ]"),
        inner.map(lambda one: f"[ sh:zeroOrOnePath {one} ]"),
        inner.map(lambda one: f"[ sh:oneOrMorePath {one} ]"),
    ),
    max_leaves=2,
)


def joined(parts: list[str]) -> str:
    """Constraints of one shape, each parameter once."""
    return " ; ".join({part.split()[0]: part for part in parts}.values())


def nested(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    shape = inner.map(lambda one: f"[ {one} ]")
    return st.one_of(
        shape.map(lambda one: f"sh:not {one}"),
        shape.map(lambda one: f"sh:property {one}" if one.startswith("[ sh:path") else f"sh:node {one}"),
        st.builds("sh:{} ( {} {} )".format, st.sampled_from(["and", "or"]), shape, shape),
    )


def property_shape(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    some = st.lists(parts, min_size=1, max_size=2).map(joined)
    return st.builds("sh:path {} ; {}".format, path, some)


shape = st.recursive(
    st.one_of(st.lists(value, min_size=1, max_size=2).map(joined), property_shape(st.one_of(value, many))),
    lambda inner: st.one_of(nested(inner), property_shape(nested(inner))),
    max_leaves=4,
)
target = st.sampled_from(
    ["sh:targetClass ex:Thing", "sh:targetNode ex:a, ex:d", "sh:targetSubjectsOf ex:p", "sh:targetObjectsOf ex:q"]
)
SPACES = {"sh": SH, "ex": EX, "xsd": XSD, "rdfs": RDFS, "rdf": RDF}
HEAD = "".join(f"@prefix {prefix}: <{space}> .\n" for prefix, space in SPACES.items())


def told(results: list[Result]) -> list[tuple[str, ...]]:
    return sorted({(r.shape, r.focus, str(r.path), str(r.value), r.component, str(r.severity)) for r in results})


def both(
    turtle: str, made: list[ox.Triple], folder: Path
) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]] | None]:
    """What pyshacl finds, and what our queries do; None when the shape is left to pyshacl."""
    file = folder / "shapes.ttl"
    file.write_text(HEAD + turtle, encoding="utf-8")
    shapes = Shapes((), load([file]).own)
    data = Data(ox.Quad(t.subject, t.predicate, t.object) for t in made)
    units = compiled(shapes, data.subclasses)
    graph = to_rdflib(made)
    _, report, _ = pyshacl.validate(graph, shacl_graph=shapes.graph(), inplace=True)
    theirs = told(list(pyshacl_results(report, data, shapes)))
    if any(unit.queries is None for unit in units):
        return theirs, None
    return theirs, told(list(_answered(units, data, shapes)))


@settings(max_examples=150)
@given(shape, target, st.lists(triples, max_size=14, unique=True))
def test_random_shapes_give_the_results_of_pyshacl(
    tmp_path_factory: pytest.TempPathFactory, shape: str, target: str, made: list[ox.Triple]
) -> None:
    kind = "PropertyShape" if shape.startswith("sh:path") else "NodeShape"
    try:
        theirs, ours = both(f"ex:S a sh:{kind} ; {target} ; {shape} .", made, tmp_path_factory.mktemp("shapes"))
    except ReportableRuntimeError:
        assert "lessThan" in shape  # pyshacl gives up on blank nodes there, where SHACL asks for a result
        return
    assert ours is None or ours == theirs


def test_a_lexical_form_that_the_datatype_does_not_allow_is_found(tmp_path: Path) -> None:
    wrong = ox.Triple(NODES[0], PROPERTIES[0], ox.Literal("seven", datatype=iri(XSD + "integer")))
    theirs, ours = both(
        "ex:S a sh:PropertyShape ; sh:targetSubjectsOf ex:p ; sh:path ex:p ; sh:datatype xsd:integer .",
        [wrong],
        tmp_path,
    )
    assert ours == theirs
    assert len(theirs) == 1


LEFT = ["sh:closed true", "sh:languageIn ( 'en' )", "sh:uniqueLang true", 'sh:pattern "(?=o)"', "sh:minCount 2"]


@pytest.mark.parametrize("constraint", LEFT)
def test_what_is_not_translated_is_left_to_pyshacl(constraint: str, tmp_path: Path) -> None:
    turtle = f"ex:S a sh:PropertyShape ; sh:targetSubjectsOf ex:p ; sh:path ex:p ; {constraint} ."
    if constraint.startswith("sh:closed"):
        turtle = f"ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:p ; {constraint} ."
    _, ours = both(turtle, [ox.Triple(NODES[0], PROPERTIES[0], LITERALS[0])], tmp_path)
    assert ours is None


def test_all_shapes_that_ship_are_translated() -> None:
    assert all(unit.queries for unit in compiled(load(), lambda name: [name]) if "SameAs" not in unit.shape)
