"""Shape files: the ones that ship with `kg` and the user's, and what in them would conform silently."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import pyoxigraph as ox

from kg import resources
from kg.check.data import to_rdflib
from kg.check.paths import PropertyPath, read_path
from kg.errors import InputError, QueryError
from kg.ontology import parse_turtle
from kg.queries import refuse_remote
from kg.terms import value_of
from kg.vocab import RDF, RDFS, SH

if TYPE_CHECKING:
    from rdflib import Graph

_TARGETS = ("targetClass", "targetNode", "targetSubjectsOf", "targetObjectsOf")
_NOT_RUN = ("target", "rule", "js", "expression", "jsFunctionName")
"""Terms of SHACL Advanced Features and SHACL-JS, which are not evaluated."""


@dataclass(frozen=True)
class Shapes:
    """The shapes in force.

    Args:
        triples: Of all files together.
        own: Of the user's files alone; only these are looked through for silent mistakes.
        files: The user's files, for messages.
    """

    triples: tuple[ox.Triple, ...]
    own: tuple[ox.Triple, ...] = ()
    files: tuple[str, ...] = ()

    @cached_property
    def _out(self) -> dict[tuple[str, str], list[str]]:
        out: dict[tuple[str, str], list[str]] = {}
        for triple in self.triples:
            out.setdefault((value_of(triple.subject), triple.predicate.value), []).append(value_of(triple.object))
        return out

    def values(self, node: str, predicate: str) -> list[str]:
        """Values of a property of a node, sorted."""
        return sorted(self._out.get((node, predicate), ()))

    def text(self, shape: str, predicate: str) -> str:
        """The least of the values of a shape's property, in one line; empty when there is none."""
        return " ".join(next(iter(self.values(shape, predicate)), "").split())

    def title(self, shape: str) -> str:
        """A shape's label or `sh:name`, else its IRI."""
        return self.text(shape, RDFS + "label") or self.text(shape, SH + "name") or shape

    def advice(self, shape: str) -> str:
        """How to mend what does not meet a shape."""
        return self.text(shape, SH + "description")

    def path(self, shape: str) -> PropertyPath | None:
        """The path of a property shape."""
        paths = self.values(shape, SH + "path")
        return read_path(paths[0], self.values) if paths else None

    def graph(self) -> Graph:
        """The shapes as rdflib sees them; SHACL tells lists and paths from names by their being blank nodes."""
        return to_rdflib(self.triples)

    @cached_property
    def predicates(self) -> frozenset[str] | None:
        """What constraints other than SPARQL look at; None, for everything, when the user brings shapes."""
        if self.own:
            return None
        mentioned = {t.object.value for t in self.triples if isinstance(t.object, ox.NamedNode)}
        return frozenset(mentioned | {RDF + "type"})

    def lint(self, data: Graph) -> tuple[str, ...]:
        """What in the user's shapes conforms silently, one line each, sorted."""
        return tuple(sorted({*self._unknown_terms(), *self._without_focus(data)}))

    def _unknown_terms(self) -> Iterator[str]:
        from rdflib import SH as VOCABULARY
        from rdflib import URIRef

        for triple in self.own:
            for term in (triple.predicate, triple.object):
                if not isinstance(term, ox.NamedNode) or not term.value.startswith(SH):
                    continue
                local = term.value[len(SH) :]
                if URIRef(term.value) not in VOCABULARY:
                    yield f"sh:{local} is no term of SHACL and does nothing"
                elif local in _NOT_RUN and term == triple.predicate:
                    yield f"sh:{local} needs SHACL Advanced Features, which are not run"

    def _without_focus(self, data: Graph) -> Iterator[str]:
        from rdflib import RDF as RDF_
        from rdflib import RDFS as RDFS_
        from rdflib import URIRef

        for target in sorted(self.own, key=str):
            kind, value = target.predicate.value.removeprefix(SH), target.object
            if kind not in _TARGETS or kind == "targetNode" or not isinstance(value, ox.NamedNode):
                continue
            node = URIRef(value.value)
            if kind == "targetClass":
                classes = data.transitive_subjects(RDFS_.subClassOf, node)
                empty = not any((None, RDF_.type, one) in data for one in classes)
            else:
                empty = (None, node, None) not in data
            if empty:
                title = self.title(value_of(target.subject))
                yield f"{title}: nothing here is checked by it (sh:{kind} <{value.value}>)"


def load(files: Sequence[Path] = ()) -> Shapes:
    """The shapes that ship with `kg`, and those of the given Turtle files beside them.

    Raises:
        InputError: If a file is missing, is no Turtle, or holds SPARQL that goes out to the network.

    >>> load().title("https://w3id.org/context-graph/shapes#NotSelf")
    'two different ends'
    """
    shipped = [t for file in resources.files("shapes", ".ttl") for t in parse_turtle(file)]
    own = [t for file in files for t in _users(file)]
    return Shapes(tuple(shipped + own), tuple(own), tuple(str(file) for file in files))


def _users(file: Path) -> list[ox.Triple]:
    triples = parse_turtle(file)
    for triple in triples:
        if triple.predicate.value in (SH + "select", SH + "ask") and isinstance(triple.object, ox.Literal):
            try:
                refuse_remote(triple.object.value)
            except QueryError as error:
                raise InputError(error.message, file=str(file), hint=error.hint) from error
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
