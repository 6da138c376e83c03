"""Triples as rdflib and pyshacl want them, with SPARQL answered by Oxigraph, which is some fifty times as fast."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import pyoxigraph as ox

from kg.rdf import RDF, RDFS, XSD, Term, value_of

if TYPE_CHECKING:
    from rdflib import Graph

SKOLEM = "urn:kg:skolem:"
"""What IRIs that stand for blank nodes of a file start with; see `kg.ontology.relations.parse_turtle`."""


def to_rdflib(triples: Iterable[ox.Triple], graph: Graph | None = None) -> Graph:
    """Triples as an rdflib graph, IRIs that stand for blank nodes turned back into these (RDF 1.1, section 3.5)."""
    import rdflib

    graph = rdflib.Graph() if graph is None else graph
    known: dict[object, Any] = {}

    def term(value: object) -> Any:
        made = known.get(value)
        if made is None:
            made = known[value] = to_node(value)
        return made

    # the store's own call: Graph.add checks types again, for a third of the time
    add = graph.store.add
    for triple in triples:
        add((term(triple.subject), term(triple.predicate), term(triple.object)), graph)
    return graph


class Data:
    """Triples to validate, merged into one graph: in Oxigraph, and as an rdflib graph for pyshacl when it is asked for.

    Args:
        quads: The triples, whatever graphs they are in. Triple terms (RDF 1.2) are beyond SHACL 1.0 and left out.

    >>> Data([]).subclasses("urn:a")
    ['urn:a']
    """

    def __init__(self, quads: Iterable[ox.Quad]) -> None:
        self.store = ox.Store()
        self.store.bulk_extend(
            ox.Quad(quad.subject, quad.predicate, quad.object)
            for quad in quads
            if not isinstance(quad.subject, ox.Triple) and not isinstance(quad.object, ox.Triple)
        )

    def rows(self, query: str) -> list[dict[str, Term]]:
        """Solutions of a SELECT query, unbound variables left out."""
        found = self.store.query(query)
        assert isinstance(found, ox.QuerySolutions)
        names = [variable.value for variable in found.variables]
        return [{name: term for name in names if (term := row[name]) is not None} for row in found]

    def count(self, focus: str) -> int:
        """Number of solutions of a SELECT query."""
        found = self.store.query(f"SELECT (COUNT(*) AS ?n) {{ {{ {focus} }} }}")
        assert isinstance(found, ox.QuerySolutions)
        return int(value_of(next(found)["n"]))

    def subclasses(self, name: str) -> list[str]:
        """A class and all below it, sorted."""
        below = self.rows(f"SELECT DISTINCT ?c {{ ?c <{RDFS}subClassOf>* {ox.NamedNode(name)} }}")
        return sorted({name, *(value_of(row["c"]) for row in below if isinstance(row["c"], ox.NamedNode))})

    def has(self, predicate: str) -> bool:
        """Whether anything has a property."""
        return next(self.store.quads_for_pattern(None, ox.NamedNode(predicate), None), None) is not None

    def is_a(self, node: object, name: str) -> bool:
        """Whether a node is stated to be of a class."""
        typed = isinstance(node, ox.NamedNode | ox.BlankNode)
        return typed and ox.Quad(node, ox.NamedNode(RDF + "type"), ox.NamedNode(name)) in self.store  # type: ignore[arg-type]

    def objects(self, node: object, predicate: str) -> list[Term]:
        """Values of a property of a node, sorted."""
        if not isinstance(node, ox.NamedNode | ox.BlankNode):
            return []
        return sorted((q.object for q in self.store.quads_for_pattern(node, ox.NamedNode(predicate), None)), key=str)

    def graph(self) -> Graph:
        """The data as rdflib has it."""
        import rdflib

        store = self.store

        class Queried(rdflib.Graph):
            """A graph in memory that hands queries to Oxigraph."""

            def query(self, query_object: Any, *_: Any, **options: Any) -> Any:
                bound: Mapping[str, Any] = options.get("initBindings") or {}
                return _query(store, str(query_object), bound)

        return to_rdflib((quad.triple for quad in store), Queried())


def _query(store: ox.Store, query: str, bound: Mapping[str, Any]) -> Any:
    from rdflib import Variable
    from rdflib.query import Result

    found = store.query(query, substitutions={ox.Variable(name): from_node(node) for name, node in bound.items()})
    if isinstance(found, ox.QueryBoolean):
        result = Result("ASK")
        result.askAnswer = bool(found)
        return result
    if not isinstance(found, ox.QuerySolutions):
        raise ValueError("a constraint is a SELECT or ASK query")
    result = Result("SELECT")
    result.vars = [Variable(variable.value) for variable in found.variables]
    names = [variable.value for variable in found.variables]
    rows = [{n: s[n] for n in names if s[n] is not None} for s in found]
    result.bindings = [{Variable(name): to_node(value) for name, value in row.items()} for row in rows]
    return result


def to_node(value: object) -> Any:
    """A term as rdflib has it, the lexical form of a literal kept."""
    from rdflib import BNode, Literal, URIRef

    if isinstance(value, ox.Literal):
        if value.language:
            return Literal(value.value, lang=value.language)
        plain = value.datatype.value == XSD + "string"
        return Literal(value.value, datatype=None if plain else URIRef(value.datatype.value), normalize=False)
    name = value_of(value)
    blank = isinstance(value, ox.BlankNode) or name.startswith(SKOLEM)
    return BNode(name.replace(":", "-")) if blank else URIRef(name)


def from_node(node: Any) -> Term:
    """An rdflib term as Oxigraph has it; the inverse of `to_node`."""
    from rdflib import BNode, Literal

    if isinstance(node, Literal):
        if node.language:
            return ox.Literal(str(node), language=node.language)
        return ox.Literal(str(node), datatype=ox.NamedNode(str(node.datatype)) if node.datatype else None)
    name, dashed = str(node), SKOLEM.replace(":", "-")
    if not isinstance(node, BNode):
        return ox.NamedNode(name)
    return (
        ox.NamedNode(SKOLEM + name[len(dashed) :].replace("-", ":")) if name.startswith(dashed) else ox.BlankNode(name)
    )
