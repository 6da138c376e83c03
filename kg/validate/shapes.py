"""Shape files: the ones that ship with `kg` and the user's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import pyoxigraph as ox

from kg.errors import InputError, QueryError
from kg.ontology import parse_turtle
from kg.rdf import PREFIXES, RDF, RDFS, SH, iri, refuse_remote, resources, value_of
from kg.validate.data import SKOLEM, to_rdflib
from kg.validate.locate import line_of
from kg.validate.paths import PropertyPath, read_path

if TYPE_CHECKING:
    from rdflib import Graph

TARGETS = ("targetClass", "targetNode", "targetSubjectsOf", "targetObjectsOf")
"""Local names of the properties that say what a shape is for."""


@dataclass(frozen=True)
class Shapes:
    """The shapes in force.

    Args:
        packs: Triples of each of the files that ship, by its name.
        own: Triples of each of the user's files, by its name.
    """

    packs: tuple[tuple[str, tuple[ox.Triple, ...]], ...]
    own: tuple[tuple[str, tuple[ox.Triple, ...]], ...] = ()

    @cached_property
    def triples(self) -> tuple[ox.Triple, ...]:
        """All triples."""
        return tuple(triple for _, triples in self.packs + self.own for triple in triples)

    @cached_property
    def _out(self) -> dict[tuple[str, str], list[ox.NamedNode | ox.Literal]]:
        out: dict[tuple[str, str], list[ox.NamedNode | ox.Literal]] = {}
        for triple in self.triples:
            if isinstance(triple.object, ox.NamedNode | ox.Literal):
                out.setdefault((value_of(triple.subject), triple.predicate.value), []).append(triple.object)
        return {key: sorted(set(terms), key=str) for key, terms in out.items()}

    @cached_property
    def _predicates_of(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for subject, predicate in sorted(self._out):
            found.setdefault(subject, []).append(predicate)
        return found

    @cached_property
    def _shipped(self) -> frozenset[str]:
        return frozenset(value_of(triple.subject) for _, triples in self.packs for triple in triples)

    def terms(self, node: str, predicate: str) -> list[ox.NamedNode | ox.Literal]:
        """Values of a property of a node, sorted."""
        return self._out.get((node, predicate), [])

    def values(self, node: str, predicate: str) -> list[str]:
        """The same by name or text, sorted."""
        return sorted(value_of(term) for term in self.terms(node, predicate))

    def predicates_of(self, node: str) -> list[str]:
        """Properties a node has, sorted."""
        return self._predicates_of.get(node, [])

    def members(self, head: str) -> list[ox.NamedNode | ox.Literal]:
        """Members of an RDF list; a circular one ends."""
        found: list[ox.NamedNode | ox.Literal] = []
        seen: set[str] = set()
        while head not in seen and self.terms(head, RDF + "first"):
            seen.add(head)
            found += self.terms(head, RDF + "first")[:1]
            head = next(iter(self.values(head, RDF + "rest")), RDF + "nil")
        return found

    def text(self, shape: str, predicate: str) -> str:
        """The least of the values of a shape's property, in one line; empty when there is none."""
        return " ".join(next(iter(self.values(shape, predicate)), "").split())

    def title(self, shape: str) -> str:
        """A shape's label or `sh:name`; without either its IRI, or the title of the shape it stands in and its path."""
        stated = self.text(shape, RDFS + "label") or self.text(shape, SH + "name")
        if stated or not shape.startswith(SKOLEM) or shape not in self._around:
            return stated or shape
        path = self.path(shape)
        return f"{self.title(self._around[shape])}{f' ({path})' if path else ''}"

    @cached_property
    def _around(self) -> dict[str, str]:
        """The shape that each unnamed one stands in."""
        pairs = (
            (value_of(t.object), value_of(t.subject)) for t in self.triples if t.predicate.value == SH + "property"
        )
        return {inner: outer for inner, outer in sorted(pairs) if inner != outer}

    def advice(self, shape: str) -> str:
        """How to mend what does not meet a shape."""
        return self.text(shape, SH + "description")

    def path(self, shape: str) -> PropertyPath | None:
        """The path of a property shape."""
        paths = self.values(shape, SH + "path")
        return read_path(paths[0], self.values) if paths else None

    @cached_property
    def roots(self) -> tuple[str, ...]:
        """Shapes with a target (SHACL, section 2.1.3), sorted."""
        targeted = {subject for subject, predicate in self._out if predicate.removeprefix(SH) in TARGETS}
        classes = {s for s in self._predicates_of if {SH + "NodeShape", RDFS + "Class"} <= set(self.types(s))}
        return tuple(sorted(targeted | classes))

    def types(self, node: str) -> list[str]:
        """Classes of a node, sorted."""
        return self.values(node, RDF + "type")

    def ships(self, node: str) -> bool:
        """Whether a shape or constraint ships with `kg`."""
        return node in self._shipped

    def place(self, node: str) -> tuple[str | None, int | None]:
        """The user's file that describes a node, and the line, as far as it can be told."""
        for file, triples in self.own:
            if any(value_of(triple.subject) == node for triple in triples):
                return file, line_of(Path(file), node)
        return None, None

    def prologue(self, constraint: str) -> str:
        """PREFIX lines of a SPARQL constraint (SHACL, section 5.2.1)."""
        declared = (d for group in self.values(constraint, SH + "prefixes") for d in self.values(group, SH + "declare"))
        pairs = ((self.text(d, SH + "prefix"), self.text(d, SH + "namespace")) for d in declared)
        return "".join(f"PREFIX {prefix}: {iri(namespace)}\n" for prefix, namespace in pairs)

    def graph(self, roots: Sequence[str] | None = None) -> Graph:
        """The shapes as rdflib sees them; SHACL tells lists and paths from names by their being blank nodes.

        Args:
            roots: Shapes that keep their targets; None for all.
        """
        kept = (t for t in self.triples if roots is None or value_of(t.subject) in roots or not _is_target(t))
        return to_rdflib(kept)

    def alone(self, root: str) -> Shapes:
        """One shape and all it refers to."""
        reached, todo = {root}, [root]
        while todo:
            node = todo.pop()
            for predicate in self.predicates_of(node):
                new = {value_of(term) for term in self.terms(node, predicate)} - reached
                reached |= new
                todo += new
        return Shapes((("", tuple(triple for triple in self.triples if value_of(triple.subject) in reached)),))

    @cached_property
    def predicates(self) -> frozenset[str] | None:
        """What the shapes look at; None, for everything, when the user brings shapes."""
        if self.own:
            return None
        mentioned = {t.object.value for t in self.triples if isinstance(t.object, ox.NamedNode)}
        queries = " ".join(value_of(t.object) for t in self.triples if t.predicate.value == SH + "select")
        within = {space + name for prefix, space in PREFIXES.items() for name in _local_names(queries, prefix)}
        return frozenset(mentioned | within | {RDF + "type", RDFS + "subClassOf"})


def _is_target(triple: ox.Triple) -> bool:
    predicate, value = triple.predicate.value, triple.object
    implicit = predicate == RDF + "type" and value == iri(RDFS + "Class")
    return implicit or predicate.removeprefix(SH) in TARGETS


def _local_names(text: str, prefix: str) -> list[str]:
    return re.findall(rf"\b{prefix}:(\w+)", text)


def load(files: Sequence[Path] = ()) -> Shapes:
    """The shapes that ship with `kg`, and those of the given Turtle files beside them.

    Raises:
        InputError: If a file is missing, is no Turtle, or holds SPARQL that goes out to the network.

    >>> load().title("https://w3id.org/context-graph/shapes#NotSelf")
    'two different ends'
    """
    packs = tuple((file.name, tuple(parse_turtle(file))) for file in resources.files("shapes", ".ttl"))
    return Shapes(packs, tuple((str(file), tuple(_users(file))) for file in files))


def _users(file: Path) -> list[ox.Triple]:
    triples = parse_turtle(file)
    for triple in triples:
        if triple.predicate.value in (SH + "select", SH + "ask") and isinstance(triple.object, ox.Literal):
            try:
                refuse_remote(triple.object.value)
            except QueryError as error:
                line = line_of(file, value_of(triple.subject))
                raise InputError(error.message, file=str(file), line=line, hint=error.hint) from error
    if not any(t.predicate.value.startswith(SH) for t in triples):
        raise InputError("holds no shape", file=str(file), hint="shapes are written in SHACL")
    return triples


def graph_constraints(shapes: Shapes) -> list[tuple[str, str]]:
    """IRI and query of each SPARQL constraint that hangs on no shape: run once, on named graphs."""
    hanging = {value_of(t.object) for t in shapes.triples if t.predicate.value == SH + "sparql"}
    constraint, typed = ox.NamedNode(SH + "SPARQLConstraint"), RDF + "type"
    found = (value_of(t.subject) for t in shapes.triples if t.predicate.value == typed and t.object == constraint)
    queries = ((name, "".join(shapes.values(name, SH + "select"))) for name in found)
    return sorted((name, query) for name, query in queries if name not in hanging and query)
