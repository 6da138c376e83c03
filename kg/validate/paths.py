"""SHACL property paths (SHACL, section 2.3.1) as values that print as SPARQL and as triples."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pyoxigraph as ox

from kg.rdf import PREFIXES, RDF, SH, iri

_SUFFIXES = {"zeroOrMorePath": "*", "oneOrMorePath": "+", "zeroOrOnePath": "?"}
_FIRST, _REST, _NIL = iri(RDF + "first"), iri(RDF + "rest"), iri(RDF + "nil")


@dataclass(frozen=True, slots=True, order=True)
class PropertyPath:
    """A property path.

    Args:
        kind: `predicate`, `sequence`, or the local name of the SHACL property that makes it (`inversePath`, …).
        iri: The property, when it is a predicate.
        parts: What it is made of otherwise.

    >>> KG = PREFIXES["kg"]
    >>> up = PropertyPath("inversePath", parts=(PropertyPath("predicate", KG + "relies_on"),))
    >>> print(PropertyPath("sequence", parts=(up, PropertyPath("predicate", KG + "canonical"))))
    ^kg:relies_on/kg:canonical
    """

    kind: str
    iri: str = ""
    parts: tuple[PropertyPath, ...] = ()

    def __str__(self) -> str:
        if self.kind == "predicate":
            return _curie(self.iri)
        if self.kind in ("sequence", "alternativePath"):
            return ("/" if self.kind == "sequence" else "|").join(part._inner() for part in self.parts)
        (part,) = self.parts
        return "^" + part._inner() if self.kind == "inversePath" else part._inner() + _SUFFIXES[self.kind]

    def _inner(self) -> str:
        atomic = self.kind == "predicate" or (self.kind == "inversePath" and self.parts[0].kind == "predicate")
        return str(self) if atomic else f"({self})"

    @property
    def suffix(self) -> str:
        """What SPARQL writes after a path that repeats."""
        return _SUFFIXES[self.kind]

    @property
    def may_be_empty(self) -> bool:
        """Whether it, or a part of it, may lead from a node to itself over no edge."""
        return self.kind in ("zeroOrMorePath", "zeroOrOnePath") or any(part.may_be_empty for part in self.parts)

    @property
    def properties(self) -> tuple[str, ...]:
        """IRIs of all properties in it, sorted."""
        inner = (name for part in self.parts for name in part.properties)
        return tuple(sorted({self.iri, *inner} - {""}))

    def triples(self, blank: Callable[[], ox.BlankNode]) -> tuple[ox.NamedNode | ox.BlankNode, list[ox.Triple]]:
        """The node that stands for the path, and the triples that describe it.

        Args:
            blank: Makes the blank nodes that SHACL demands of every path but a plain predicate.
        """
        if self.kind == "predicate":
            return iri(self.iri), []
        if self.kind == "sequence":
            return self._list(blank)
        node = blank()
        value, triples = self._list(blank) if self.kind == "alternativePath" else self.parts[0].triples(blank)
        return node, [ox.Triple(node, iri(SH + self.kind), value), *triples]

    def _list(self, blank: Callable[[], ox.BlankNode]) -> tuple[ox.BlankNode, list[ox.Triple]]:
        nodes = [blank() for _ in self.parts]
        rests: list[ox.NamedNode | ox.BlankNode] = [*nodes[1:], _NIL]
        triples: list[ox.Triple] = []
        for node, part, rest in zip(nodes, self.parts, rests, strict=True):
            value, inner = part.triples(blank)
            triples += [ox.Triple(node, _FIRST, value), ox.Triple(node, _REST, rest), *inner]
        return nodes[0], triples


def _curie(name: str) -> str:
    for prefix, namespace in PREFIXES.items():
        if name.startswith(namespace):
            return f"{prefix}:{name[len(namespace) :]}"
    return f"<{name}>"


Objects = Callable[[str, str], list[str]]
"""Objects of a node and a predicate, all by name."""

_NIL_NAME = RDF + "nil"
_LONGEST = 50
"""No path is deeper or longer; a circular one ends here."""


def read_path(node: str, objects: Objects, depth: int = 0) -> PropertyPath:
    """The path that a node of a shapes graph stands for: a predicate, unless the graph says what it is made of.

    Args:
        node: Value of `sh:path` or a part of it.
        objects: Looks up the shapes graph.
        depth: How deep in the path the node stands.
    """
    if depth < _LONGEST:
        if objects(node, RDF + "first"):
            return PropertyPath("sequence", parts=_members(node, objects, depth))
        for kind in ("inversePath", "alternativePath", *_SUFFIXES):
            for value in objects(node, SH + kind):
                single = kind != "alternativePath"
                parts = (read_path(value, objects, depth + 1),) if single else _members(value, objects, depth)
                return PropertyPath(kind, parts=parts)
    return PropertyPath("predicate", node)


def _members(node: str, objects: Objects, depth: int) -> tuple[PropertyPath, ...]:
    parts: list[PropertyPath] = []
    while node != _NIL_NAME and len(parts) < _LONGEST:
        parts += [read_path(first, objects, depth + 1) for first in objects(node, RDF + "first")[:1]]
        node = next(iter(objects(node, RDF + "rest")), _NIL_NAME)
    return tuple(parts)
