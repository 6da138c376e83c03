"""Named queries: the `.rq` files under `queries/`, their parameters filled in with RDF terms, never with text.

A file starts with a header of comments (`# summary:`, `# parameter NAME = DEFAULT: what it is`, `# limits:`), has one
`BASE` line and at most one VALUES block that binds its parameters. Whoever pastes it elsewhere edits these two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import pyoxigraph as ox

from kg.errors import InputError, QueryError
from kg.rdf import resources
from kg.rdf.terms import integer, iri, text

Value = str | int | Sequence[str]
"""An IRI, a whole number or a text; several IRIs where the parameter starts from several things."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a named query.

    Args:
        name: Its variable, without `?`.
        default: The term it is bound to unless told otherwise, as written in SPARQL, relative to the base.
        description: What it is.
    """

    name: str
    default: str
    description: str


@dataclass(frozen=True, slots=True)
class NamedQuery:
    """A query that ships with `kg`.

    Args:
        name: Name of its file.
        summary: What it answers.
        parameters: In the order of the VALUES block.
        limits: What it does not answer.
        text: The file, as it can be pasted into any SPARQL 1.1 engine.
    """

    name: str
    summary: str
    parameters: tuple[Parameter, ...]
    limits: str
    text: str


_FIELD = re.compile(r"^# (summary|limits|parameter (\w+) = (\S+)): *(.*(?:\n#  +\S.*)*)", re.MULTILINE)
_BASE = re.compile(r"^BASE <[^<>]*>$", re.MULTILINE)
_VALUES = re.compile(r"VALUES \(([?\w ]+)\) \{[^{}]*\}")
_RELATIVE = re.compile(r"<([a-z]+/[^<>:\s]*)>")
_PLAIN_BASE = re.compile(r"[a-z]+://[^#?]*/")


def named() -> dict[str, NamedQuery]:
    """All named queries by name, sorted.

    >>> named()["impact"].parameters[0].default
    '<entity/redis>'
    """
    return {file.stem: parse(file.stem, file.read_text(encoding="utf-8")) for file in resources.files("queries", ".rq")}


def parse(name: str, query: str) -> NamedQuery:
    """Read a query's header."""
    fields = list(_FIELD.finditer(query))

    def prose(match: re.Match[str]) -> str:
        return " ".join(match[4].replace("\n#", " ").split())

    by_name = {match[1]: prose(match) for match in fields}
    parameters = tuple(Parameter(match[2], match[3], prose(match)) for match in fields if match[2])
    return NamedQuery(name, by_name.get("summary", ""), parameters, by_name.get("limits", ""), query)


def render(query: NamedQuery, base: str, parameters: Mapping[str, Value] | None = None) -> str:
    """A query's text for a graph, with parameters.

    Args:
        query: One of `named()`.
        base: The graph's base IRI.
        parameters: By name; what is missing keeps its default. Entities are given as absolute IRIs.

    Raises:
        InputError: If the query has no such parameter, or a value is not of the kind it takes.

    >>> print(render(named()["impact"], "https://example.com/", {"start": "https://example.com/entity/db"}))
    ... # doctest: +ELLIPSIS
    # summary: ...
    BASE <https://example.com/>
    ...VALUES (?start) { (<https://example.com/entity/db>) }...
    """
    given = dict(parameters or {})
    known = {parameter.name: parameter for parameter in query.parameters}
    for name in sorted(given.keys() - known.keys()):
        hint = "it takes " + ", ".join(known) if known else "it takes none"
        raise InputError(f"the query {query.name} has no parameter {name!r}", hint=hint)
    filled = _BASE.sub(lambda _: f"BASE {_named_node(base)}", query.text, count=1)
    if given:
        filled = _VALUES.sub(lambda match: _values(match[1].split(), known, given), filled, count=1)
    if _PLAIN_BASE.fullmatch(base) and "/." not in base:
        return filled
    # RFC 3986 resolves against the last slash and drops dot segments; this base must be taken as it is
    return _RELATIVE.sub(lambda match: str(_named_node(base + match[1])), filled)


def _values(variables: Sequence[str], known: Mapping[str, Parameter], given: Mapping[str, Value]) -> str:
    """The VALUES block, one row for every combination."""
    columns = []
    for variable in variables:
        parameter = known[variable.removeprefix("?")]
        here = parameter.name in given
        columns.append(_terms(parameter, given[parameter.name]) if here else [parameter.default])
    rows = " ".join(f"({' '.join(row)})" for row in product(*columns))
    return f"VALUES ({' '.join(variables)}) {{ {rows} }}"


def _terms(parameter: Parameter, value: Value) -> list[str]:
    """Values as SPARQL terms, each of the kind of the default."""
    values = [str(value)] if isinstance(value, str | int) else [str(one) for one in value]
    if not values:
        raise InputError(f"the parameter {parameter.name} needs a value")
    return [_term(parameter, one) for one in values]


def _term(parameter: Parameter, value: str) -> str:
    if parameter.default.startswith("<"):
        return str(_named_node(value))
    if not parameter.default.isdigit():
        return str(text(value))
    if not re.fullmatch(r"[0-9]{1,9}", value, re.ASCII):
        raise InputError(f"the parameter {parameter.name} takes a whole number, not {value!r}")
    return f"{integer(int(value))}"


def _named_node(value: str) -> ox.NamedNode:
    try:
        return iri(value)
    except ValueError as error:
        raise InputError(f"{value!r} is no absolute IRI") from error


_TOKEN = r"""
    (?P<string>\"{3}(?:\"{0,2}(?:[^\"\\]|\\.))*\"{3} | '{3}(?:'{0,2}(?:[^'\\]|\\.))*'{3}
        | "(?:[^"\\\n\r]|\\.)*" | '(?:[^'\\\n\r]|\\.)*')
    | (?P<iri><[^<>"{}|^`\\\x00-\x20]*>)
    | (?P<comment>\#%s)
    | (?P<variable>[?$]\w+ | @[A-Za-z]+(?:-[A-Za-z0-9]+)*)
    | (?P<name>(?:[^\W\d_][\w.-]*)?:(?:[\w.:-]|%%[0-9A-Fa-f]{2}|\\[^\w\s])*)
    | (?P<word>\w+)
    | (?P<other>.)
"""
_LEXERS = tuple(re.compile(_TOKEN % rest, re.VERBOSE | re.DOTALL) for rest in (r"[^\n]*", r"[^\r\n]*"))
_REMOTE = ("SERVICE", "LOAD", "FROM")
_ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})")


def refuse_remote(query: str, local: str | None = None) -> None:
    """Refuse SPARQL that would go out to the network: SERVICE, LOAD, and FROM.

    Strings, IRIs and comments do not count. Engines differ in when they decode code point escapes (SPARQL 1.1,
    section 19.2) and in what ends a comment, so the text is read in every way and refused when one of them asks for it.

    Args:
        query: The query or update.
        local: What the IRIs of the graph at hand start with: FROM such an IRI, written in full, is let through.

    Raises:
        QueryError: If it asks for the network, with the line.

    >>> refuse_remote('SELECT ?service { ?service ?load "SERVICE <x>" }')
    >>> refuse_remote("SELECT * { SERVICE <http://example.com/sparql> { ?s ?p ?o } }")
    Traceback (most recent call last):
    kg.errors.QueryError: SERVICE goes out to the network (ask the stored graph with GRAPH)
    """
    for written in dict.fromkeys((query, _ESCAPE.sub(_decode, query))):
        for lexer in _LEXERS:
            for keyword, line in _remote(lexer, written, local):
                raise QueryError(
                    f"{keyword} goes out to the network", line=line, hint="ask the stored graph with GRAPH"
                )


def _decode(escape: re.Match[str]) -> str:
    point = int(escape[1] or escape[2], 16)
    return chr(point) if point < 0x110000 else "\ufffd"


def _remote(lexer: re.Pattern[str], query: str, local: str | None) -> Iterator[tuple[str, int]]:
    """Keywords that ask for the network, with their lines."""
    tokens = [t for t in lexer.finditer(query) if t.lastgroup != "comment" and not t[0].isspace()]
    depth = 0
    for number, token in enumerate(tokens):
        depth += (token[0] in "{([") - (token[0] in "})]")
        before = tokens[number - 1][0].upper() if number else ""
        after = [follower[0] for follower in tokens[number + 1 : number + 3]]
        keyword = _keyword(token, before, after, depth)
        if keyword == "FROM" and local and token.lastgroup == "word" and _names(after).startswith("<" + local):
            continue
        if keyword:
            yield keyword, query.count("\n", 0, token.start()) + 1


def _keyword(token: re.Match[str], before: str, after: Sequence[str], depth: int) -> str | None:
    """The keyword in a token. Engines take it without a space around: `1SERVICE<x>`, `FROMNAMED<x>`, `LOAD:x`."""
    word, colon, _ = token[0].upper().partition(":")
    if token.lastgroup == "word":
        return next((keyword for keyword in _REMOTE if keyword in word), None)
    if token.lastgroup != "name" or not colon or before == "PREFIX":
        return None
    found = next((keyword for keyword in _REMOTE if word.removesuffix("SILENT").endswith(keyword)), None)
    # elsewhere these are prefixes somebody chose: service:port, load:average
    return found if (after[:1] == ["{"] if found == "SERVICE" else depth == 0) else None


def _names(after: Sequence[str]) -> str:
    """What follows FROM or FROM NAMED."""
    return next((value for value in after if value.upper() != "NAMED"), "")
