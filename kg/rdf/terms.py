"""RDF terms as objects: the only way `kg` makes them. Nothing here or above pastes text into SPARQL or Turtle."""

from __future__ import annotations

import pyoxigraph as ox

from kg.rdf.vocab import XSD

Term = ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple
Graph = ox.NamedNode | ox.BlankNode | ox.DefaultGraph

_INTEGER = ox.NamedNode(XSD + "integer")
_DECIMAL = ox.NamedNode(XSD + "decimal")
_WITH_VALUE = (ox.NamedNode, ox.Literal, ox.BlankNode, ox.Variable)


def iri(value: str) -> ox.NamedNode:
    """A named node; raises ValueError when `value` is no IRI."""
    return ox.NamedNode(value)


def is_iri(value: str) -> bool:
    """Whether a text is an absolute IRI.

    >>> is_iri("https://example.org/a"), is_iri("no IRI")
    (True, False)
    """
    try:
        return ":" in ox.NamedNode(value).value
    except ValueError:
        return False


def text(value: str) -> ox.Literal:
    """A plain string. Characters RDF cannot carry (lone surrogates) become `?`."""
    return ox.Literal(value.encode("utf-8", "replace").decode("utf-8"))


def integer(value: int) -> ox.Literal:
    """An `xsd:integer`."""
    return ox.Literal(str(value), datatype=_INTEGER)


def decimal(value: float) -> ox.Literal:
    """An `xsd:decimal` with at most three places.

    >>> decimal(0.95)
    <Literal value=0.95 datatype=<NamedNode value=http://www.w3.org/2001/XMLSchema#decimal>>
    """
    digits = f"{value:.3f}".rstrip("0").rstrip(".")  # as stores normalise it
    return ox.Literal(digits, datatype=_DECIMAL)


def value_of(term: object) -> str:
    """The IRI of a named node or the text of a literal.

    Raises:
        TypeError: For a quoted triple or no term at all.
    """
    if isinstance(term, _WITH_VALUE):
        return term.value
    raise TypeError(f"no value in {term!r}")
