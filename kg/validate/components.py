"""The constraint components of SHACL Core as SPARQL (SHACL, section 4), for `kg.validate.compile`.

Two tables: what each value must satisfy, as an expression that holds for it, and what the set of values must, as
patterns that match where it does not. Terms of a shapes graph are written by Oxigraph, never pasted as text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Protocol

import pyoxigraph as ox

from kg.rdf import SH, XSD, iri, value_of
from kg.validate.paths import PropertyPath

TARGETS = ("targetClass", "targetNode", "targetSubjectsOf", "targetObjectsOf")

IGNORED = frozenset(
    (
        *TARGETS,
        *("path", "property", "sparql", "flags", "deactivated", "severity", "message", "name", "description"),
        *("order", "group", "defaultValue", "ignoredProperties", "declare", "prefixes"),
    )
)
"""What says no constraint by itself, or is dealt with elsewhere."""

SINGLE = frozenset(
    (
        *("nodeKind", "datatype", "minLength", "maxLength", "in", "minCount", "maxCount", "pattern"),
        *("minInclusive", "maxInclusive", "minExclusive", "maxExclusive"),
    )
)
"""Parameters a shape may have once only; where it has more, that is for pyshacl to refuse."""

_KINDS = {
    "IRI": "isIRI({v})",
    "BlankNode": "isBlank({v})",
    "Literal": "isLiteral({v})",
    "BlankNodeOrIRI": "!isLiteral({v})",
    "IRIOrLiteral": "!isBlank({v})",
    "BlankNodeOrLiteral": "!isIRI({v})",
}
_CAST = ("integer", "decimal", "double", "float", "boolean", "dateTime", "date")

Terms = ox.NamedNode | ox.Literal


class Beyond(Exception):
    """Something that is left to pyshacl."""


class Compiler(Protocol):
    """What components ask of the compiler."""

    def fresh(self) -> str:
        """A variable nobody has used."""

    def members(self, head: Terms) -> list[Terms]:
        """Members of an RDF list."""

    def terms(self, shape: str, local: str) -> list[Terms]:
        """Values of a SHACL property of a shape."""

    def is_a(self, node: str, name: str) -> str:
        """An expression: the node is an instance of a class."""

    def conforms(self, node: str, shape: str) -> str:
        """An expression: the node meets a shape."""


ValueWise = Callable[[Compiler, str, str, Terms], str]
SetWise = Callable[[Compiler, str, str, str, Terms], list[tuple[str, str]]]


def sparql_path(path: PropertyPath) -> str:
    """A path as SPARQL, IRIs whole.

    >>> sparql_path(PropertyPath("inversePath", parts=(PropertyPath("predicate", "urn:p"),)))
    '^(<urn:p>)'
    """
    if path.kind == "predicate":
        return str(iri(path.iri))
    parts = [f"({sparql_path(part)})" for part in path.parts]
    if not parts:
        raise Beyond
    if path.kind in ("sequence", "alternativePath"):
        return ("/" if path.kind == "sequence" else "|").join(parts)
    return "^" + parts[0] if path.kind == "inversePath" else parts[0] + path.suffix


# ---------------------------------------------------------------- what each value must satisfy


def _class(compiler: Compiler, _: str, v: str, term: Terms) -> str:
    return compiler.is_a(v, value_of(term))


def _node_kind(_: Compiler, __: str, v: str, term: Terms) -> str:
    kind = _KINDS.get(value_of(term).removeprefix(SH))
    if kind is None:
        raise Beyond
    return kind.format(v=v)


def _datatype(_: Compiler, __: str, v: str, term: Terms) -> str:
    """The datatype, and a lexical form that it allows."""
    local = value_of(term).removeprefix(XSD)
    same = f"isLiteral({v}) && DATATYPE({v}) = {term}"
    if local == "string":
        return same
    if local not in _CAST or local == value_of(term):
        raise Beyond
    return f"COALESCE({same} && isLiteral({term}(STR({v}))), false)"


def _compared(operator: str) -> ValueWise:
    return lambda _, __, v, term: f"COALESCE({v} {operator} {_literal(term)}, false)"


def _length(operator: str) -> ValueWise:
    return lambda _, __, v, term: f"(!isBlank({v}) && STRLEN(STR({v})) {operator} {_number(term)})"


def _pattern(compiler: Compiler, shape: str, v: str, term: Terms) -> str:
    flags = "".join(value_of(flag) for flag in compiler.terms(shape, "flags"))
    pattern = ox.Literal(_literal(term).value)  # a constant, so that it is compiled once
    if not _agreed(value_of(term), flags):
        raise Beyond
    return f"(!isBlank({v}) && COALESCE(REGEX(STR({v}), {pattern}, {ox.Literal(flags)}), false))"


def _agreed(pattern: str, flags: str) -> bool:
    """Whether both Python, which pyshacl uses, and Oxigraph read a regular expression."""
    try:
        re.compile(pattern)
    except re.error:
        return False
    query = f"SELECT (REGEX('', {ox.Literal(pattern)}, {ox.Literal(flags)}) AS ?read) {{}}"
    (row,) = ox.Store().query(query)  # type: ignore[misc]
    return row["read"] is not None and set(flags) <= set("ims")


def _in(compiler: Compiler, _: str, v: str, term: Terms) -> str:
    members = compiler.members(term)
    return " || ".join(f"sameTerm({v}, {member})" for member in members) or "false"


def _not(compiler: Compiler, _: str, v: str, term: Terms) -> str:
    return f"!({compiler.conforms(v, value_of(term))})"


def _and(compiler: Compiler, _: str, v: str, term: Terms) -> str:
    return " && ".join(f"({compiler.conforms(v, value_of(shape))})" for shape in compiler.members(term)) or "true"


def _or(compiler: Compiler, _: str, v: str, term: Terms) -> str:
    return " || ".join(f"({compiler.conforms(v, value_of(shape))})" for shape in compiler.members(term)) or "false"


def _node(compiler: Compiler, _: str, v: str, term: Terms) -> str:
    if compiler.terms(value_of(term), "path"):
        raise Beyond
    return compiler.conforms(v, value_of(term))


VALUE_WISE: Mapping[str, ValueWise] = {
    "class": _class,
    "nodeKind": _node_kind,
    "datatype": _datatype,
    "minInclusive": _compared(">="),
    "maxInclusive": _compared("<="),
    "minExclusive": _compared(">"),
    "maxExclusive": _compared("<"),
    "minLength": _length(">="),
    "maxLength": _length("<="),
    "pattern": _pattern,
    "in": _in,
    "not": _not,
    "and": _and,
    "or": _or,
    "node": _node,
}
"""By the parameter's local name: an expression that holds for a value that satisfies it."""


# ---------------------------------------------------------------- what the set of values must satisfy


def _without(scope: str, pattern: str, path: str) -> str:
    """A pattern less what another matches.

    An EXISTS is answered row by row, a MINUS once for all. The first is the faster for a single triple; for a longer
    path Oxigraph may start at its far end, for every row again.
    """
    if path.startswith("<") or not scope:
        return f"{scope} FILTER NOT EXISTS {{ {pattern} }}"
    return f"{scope} MINUS {{ {scope} {pattern} }}"


def _min_count(compiler: Compiler, scope: str, focus: str, path: str, term: Terms) -> list[tuple[str, str]]:
    number = _number(term)
    if number > 1:
        raise Beyond
    return [(_without(scope, f"{focus} {path} {compiler.fresh()} .", path), "")] if number == 1 else []


def _max_count(compiler: Compiler, scope: str, focus: str, path: str, term: Terms) -> list[tuple[str, str]]:
    number, one, other = _number(term), compiler.fresh(), compiler.fresh()
    values = f"{focus} {path} {one} ."
    if number == 0:
        return [(f"{scope} FILTER EXISTS {{ {values} }}", "")]
    if scope and not path.startswith("<"):
        counted = f"GROUP BY {focus} HAVING (COUNT(DISTINCT {one}) > {number})"
        return [(f"{{ SELECT {focus} {{ {scope} {values} }} {counted} }}", "")]
    if number > 1:
        raise Beyond
    two = f"{values} {focus} {path} {other} FILTER (!sameTerm({one}, {other}))"
    return [(f"{scope} FILTER EXISTS {{ {two} }}", "")]


def _equals(compiler: Compiler, scope: str, focus: str, path: str, term: Terms) -> list[tuple[str, str]]:
    v, w = compiler.fresh(), compiler.fresh()
    return [
        (f"{scope} {focus} {path} {v} FILTER NOT EXISTS {{ {focus} {term} {v} }}", v),
        (_without(f"{scope} {focus} {term} {w} .", f"{focus} {path} {w} .", path), w),
    ]


def _disjoint(compiler: Compiler, scope: str, focus: str, path: str, term: Terms) -> list[tuple[str, str]]:
    v = compiler.fresh()
    return [(f"{scope} {focus} {path} {v} . {focus} {term} {v}", v)]


def _less(operator: str) -> SetWise:
    def pairs(compiler: Compiler, scope: str, focus: str, path: str, term: Terms) -> list[tuple[str, str]]:
        v, w = compiler.fresh(), compiler.fresh()
        fails = f"!COALESCE({v} {operator} {w}, false)"
        return [(f"{scope} {focus} {path} {v} . {focus} {term} {w} FILTER ({fails})", v)]

    return pairs


def _has_value(_: Compiler, scope: str, focus: str, path: str, term: Terms) -> list[tuple[str, str]]:
    return [(_without(scope, f"{focus} {path} {term} .", path), "")]


SET_WISE: Mapping[str, SetWise] = {
    "minCount": _min_count,
    "maxCount": _max_count,
    "equals": _equals,
    "disjoint": _disjoint,
    "lessThan": _less("<"),
    "lessThanOrEquals": _less("<="),
    "hasValue": _has_value,
}
"""By the parameter's local name: patterns that match where it is not satisfied, and the variable of the value."""


def _number(term: Terms) -> int:
    value = value_of(term)
    if not isinstance(term, ox.Literal) or not value.isdecimal():
        raise Beyond
    return int(value)


def _literal(term: Terms) -> ox.Literal:
    if not isinstance(term, ox.Literal):
        raise Beyond
    return term
