"""SHACL as SPARQL: each constraint of a shape becomes one query whose rows are what does not meet it.

One query answers for all focus nodes, and a triple store answers it without a Python object for every triple; that
makes it many times as fast as asking node by node. What is translated is most of SHACL Core (sections 2 to 4 of the
W3C Recommendation) and the SPARQL constraints of the shapes that ship with `kg`, which are written so that one run
answers for all claims. A shape that uses anything else is left to pyshacl, whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count

from kg.rdf import RDF, RDFS, SH, value_of
from kg.validate.components import IGNORED, SET_WISE, SINGLE, TARGETS, VALUE_WISE, Beyond, Terms, sparql_path
from kg.validate.paths import PropertyPath
from kg.validate.shapes import Shapes

_ROOT = "?root"
_DEEPEST = 10
"""Shapes within shapes; what is deeper, or refers to itself, is left to pyshacl."""


@dataclass(frozen=True, slots=True)
class Query:
    """A constraint as a query.

    Args:
        text: SPARQL that selects ?this and ?value (which may be unbound), one row for each result.
        shape: IRI of the shape the constraint belongs to.
        component: IRI of the constraint component.
        path: The shape's path, if it is a property shape.
        source: IRI of the SPARQL constraint, whose message is the result's.
    """

    text: str
    shape: str
    component: str
    path: PropertyPath | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class Compiled:
    """A shape with a target, as queries.

    Args:
        shape: Its IRI.
        focus: SPARQL that selects its focus nodes as ?this.
        queries: One for each constraint; None when it is left to pyshacl.
    """

    shape: str
    focus: str
    queries: tuple[Query, ...] | None


def compiled(shapes: Shapes, subclasses: Callable[[str], list[str]]) -> list[Compiled]:
    """All shapes with a target, sorted.

    Args:
        shapes: The shapes in force.
        subclasses: A class and all below it in the data.

    >>> from kg.validate.shapes import load
    >>> one = next(shape for shape in compiled(load(), lambda name: [name]) if shape.shape.endswith("#HasQuote"))
    >>> [query.component.rsplit("#")[1] for query in one.queries]
    ['MaxCountConstraintComponent', 'MinCountConstraintComponent', 'PatternConstraintComponent']
    """
    return [_Compiler(shapes, subclasses).root(shape) for shape in shapes.roots]


class _Compiler:
    """Compiles one shape with a target."""

    def __init__(self, shapes: Shapes, subclasses: Callable[[str], list[str]]) -> None:
        self.shapes = shapes
        self.subclasses = subclasses
        self._names = count()
        self._named = False

    def root(self, shape: str) -> Compiled:
        target = self._target(shape)
        focus = f"SELECT DISTINCT ({_ROOT} AS ?this) {{ {target} }}"
        self._named = bool(self.terms(shape, "targetNode"))
        try:
            return Compiled(shape, focus, tuple(self._queries(shape, _ROOT, target)))
        except Beyond:
            return Compiled(shape, focus, None)

    def fresh(self) -> str:
        """A variable nobody has used."""
        return f"?v{next(self._names)}"

    def terms(self, shape: str, local: str) -> list[Terms]:
        """Values of a SHACL property of a shape."""
        return self.shapes.terms(shape, SH + local)

    def members(self, head: Terms) -> list[Terms]:
        """Members of an RDF list."""
        return self.shapes.members(value_of(head))

    # ------------------------------------------------------------ focus nodes

    def _target(self, shape: str) -> str:
        """A pattern that binds the root variable to the focus nodes (SHACL, section 2.1.3)."""
        patterns = [self._target_pattern(local, term) for local in TARGETS for term in self.terms(shape, local)]
        if RDFS + "Class" in self.shapes.values(shape, RDF + "type"):
            patterns.append(self._instances(_ROOT, shape))
        return " UNION ".join(f"{{ {pattern} }}" for pattern in patterns)

    def _target_pattern(self, local: str, term: Terms) -> str:
        if local == "targetClass":
            return self._instances(_ROOT, value_of(term))
        if local == "targetNode":
            return f"VALUES {_ROOT} {{ {term} }}"
        other = self.fresh()
        return f"{_ROOT} {term} {other}" if local == "targetSubjectsOf" else f"{other} {term} {_ROOT}"

    def _instances(self, node: str, name: str) -> str:
        kind = self.fresh()
        classes = " ".join(f"<{one}>" for one in self.subclasses(name))
        return f"VALUES {kind} {{ {classes} }} {node} a {kind}"

    def is_a(self, node: str, name: str) -> str:
        """An expression: the node is an instance of a class."""
        return " || ".join(f"EXISTS {{ {node} a <{one}> }}" for one in self.subclasses(name))

    # ------------------------------------------------------------ results

    def _queries(self, shape: str, focus: str, scope: str, depth: int = 0) -> Iterator[Query]:
        """The constraints of a shape for the focus nodes that a pattern binds."""
        if self._deactivated(shape) or depth > _DEEPEST:
            if depth > _DEEPEST:
                raise Beyond
            return
        path = self._path(shape)
        value = focus if path is None else self.fresh()
        values = scope if path is None else f"{scope} {focus} {sparql_path(path)} {value} ."
        for local in self._constraints(shape):
            component = f"{SH}{local[0].upper()}{local[1:]}ConstraintComponent"
            for term in self.terms(shape, local):
                for pattern, told in self._failing(shape, local, term, focus, path, value, scope, values):
                    text = f"SELECT DISTINCT ({focus} AS ?this) {told} {{ {pattern} }}".replace(
                        "(?this AS ?this)", "?this"
                    )
                    yield Query(text, shape, component, path)
        for inner in self._properties(shape):
            yield from self._queries(inner, value, values, depth + 1)
        for term in self.terms(shape, "sparql"):
            yield self._select(shape, value_of(term), path)

    def _failing(
        self, shape: str, local: str, term: Terms, focus: str, path: PropertyPath | None, value: str, scope: str,
        values: str,
    ) -> Iterator[tuple[str, str]]:  # fmt: skip
        """Patterns that match what does not meet a constraint, and what to select as ?value."""
        if local in VALUE_WISE:
            yield f"{values} FILTER (!({VALUE_WISE[local](self, shape, value, term)}))", f"({value} AS ?value)"
        elif path is None:
            raise Beyond
        else:
            for pattern, told in SET_WISE[local](self, scope, focus, sparql_path(path), term):
                yield pattern, f"({told} AS ?value)" if told else ""

    def _select(self, shape: str, constraint: str, path: PropertyPath | None) -> Query:
        """A SPARQL constraint of a shape that ships with `kg`."""
        texts = self.shapes.values(constraint, SH + "select")
        if not self.shapes.ships(constraint) or len(texts) != 1:
            raise Beyond
        component = SH + "SPARQLConstraintComponent"
        return Query(self.shapes.prologue(constraint) + texts[0], shape, component, path, constraint)

    # ------------------------------------------------------------ conformance as an expression

    def conforms(self, node: str, shape: str, depth: int = 1) -> str:
        """An expression: a node meets a shape (SHACL, section 3.4)."""
        if depth > _DEEPEST or self.terms(shape, "sparql"):
            raise Beyond
        if self._deactivated(shape):
            return "true"
        path = self._path(shape)
        parts = [part for local in self._constraints(shape) for part in self._holds(shape, local, node, path)]
        inner = [self._every(node, path, one, depth) for one in self._properties(shape)]
        return " && ".join(f"({part})" for part in [*parts, *inner]) or "true"

    def _holds(self, shape: str, local: str, node: str, path: PropertyPath | None) -> Iterator[str]:
        for term in self.terms(shape, local):
            if path is None:
                if local not in VALUE_WISE:
                    raise Beyond
                yield VALUE_WISE[local](self, shape, node, term)
            elif local in VALUE_WISE:
                value = self.fresh()
                fails = f"!({VALUE_WISE[local](self, shape, value, term)})"
                yield f"NOT EXISTS {{ {node} {sparql_path(path)} {value} FILTER ({fails}) }}"
            else:
                for pattern, _ in SET_WISE[local](self, "", node, sparql_path(path), term):
                    yield f"NOT EXISTS {{ {pattern} }}"

    def _every(self, node: str, path: PropertyPath | None, shape: str, depth: int) -> str:
        """All values of a node meet a property shape; the node itself does where there is no path."""
        if path is None:
            return self.conforms(node, shape, depth + 1)
        value = self.fresh()
        inner = self.conforms(value, shape, depth + 1)
        return f"NOT EXISTS {{ {node} {sparql_path(path)} {value} FILTER (!({inner})) }}"

    # ------------------------------------------------------------ what a shape says

    def _deactivated(self, shape: str) -> bool:
        return "true" in self.shapes.values(shape, SH + "deactivated")

    def _properties(self, shape: str) -> list[str]:
        """The property shapes of a shape; one without a path is for pyshacl to refuse."""
        shapes = [value_of(term) for term in self.terms(shape, "property")]
        if not all(self.terms(one, "path") for one in shapes):
            raise Beyond
        return shapes

    def _path(self, shape: str) -> PropertyPath | None:
        if len(self.terms(shape, "path")) > 1:
            raise Beyond
        path = self.shapes.path(shape)
        if self._named and path is not None and path.may_be_empty:
            raise Beyond  # Oxigraph gives no empty path from a node that is not in the data
        return path

    def _constraints(self, shape: str) -> list[str]:
        """Constraint parameters of a shape, sorted; terms that SHACL does not know do nothing."""
        used = [predicate[len(SH) :] for predicate in self.shapes.predicates_of(shape) if predicate.startswith(SH)]
        constraints = sorted({local for local in used if local not in IGNORED})
        if any(local not in VALUE_WISE and local not in SET_WISE for local in constraints):
            raise Beyond
        if any(len(self.terms(shape, local)) > 1 for local in constraints if local in SINGLE):
            raise Beyond
        return constraints
