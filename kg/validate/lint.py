"""What in the user's shapes would conform silently: mistyped terms, targets and paths that nothing has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pyoxigraph as ox

from kg.rdf import DEFAULT_BASE, KG, SH, Names, value_of
from kg.validate.data import Data
from kg.validate.locate import line_of
from kg.validate.shapes import TARGETS, Shapes

_NOT_RUN = ("target", "rule", "js", "expression", "jsFunctionName")
"""Terms of SHACL Advanced Features and SHACL-JS, which are not evaluated."""


def lint(shapes: Shapes, data: Data, focus: Mapping[str, int]) -> tuple[str, ...]:
    """What passes vacuously, one line each, sorted.

    Args:
        shapes: The shapes in force.
        data: What they were run on.
        focus: Number of focus nodes of each shape that has a target.
    """
    own = {*_unknown_terms(shapes), *_without_focus(shapes, focus), *_without_values(shapes, data)}
    return (*_nothing_checked(shapes, focus), *sorted(own))


def _nothing_checked(shapes: Shapes, focus: Mapping[str, int]) -> Iterator[str]:
    """One line for all shapes that ship, which are many."""
    if not any(number for shape, number in focus.items() if shapes.ships(shape)):
        yield "no kg:Claim and no alias is in it: the shapes that ship with kg checked nothing"


def _unknown_terms(shapes: Shapes) -> Iterator[str]:
    if not shapes.own:  # and rdflib is not needed
        return
    from rdflib import SH as VOCABULARY
    from rdflib import URIRef

    for file, triples in shapes.own:
        for triple in triples:
            for term in (triple.predicate, triple.object):
                if not isinstance(term, ox.NamedNode) or not term.value.startswith(SH):
                    continue
                local = term.value[len(SH) :]
                where = _where(file, line_of(Path(file), term.value, anywhere=True))
                if URIRef(term.value) not in VOCABULARY:
                    yield f"{where}: sh:{local} is no term of SHACL and does nothing"
                elif local in _NOT_RUN and term == triple.predicate:
                    yield f"{where}: sh:{local} needs SHACL Advanced Features, which are not run"


def _without_focus(shapes: Shapes, focus: Mapping[str, int]) -> Iterator[str]:
    for shape, number in focus.items():
        if number == 0 and not shapes.ships(shape):
            targets = ((local, term) for local in TARGETS for term in shapes.terms(shape, SH + local))
            told = ", ".join(f"sh:{local} {_short(value_of(term))}" for local, term in targets)
            yield f"{_where(*shapes.place(shape))}: {_name(shapes, shape)} checked nothing: no focus node ({told})"


def _without_values(shapes: Shapes, data: Data) -> Iterator[str]:
    """Paths over properties that nothing has; a shape that forbids them is right to name them."""
    for file, triples in shapes.own:
        for triple in triples:
            shape = value_of(triple.subject)
            if triple.predicate.value == SH + "path" and "0" not in shapes.values(shape, SH + "maxCount"):
                path = shapes.path(shape)
                for name in path.properties if path is not None else ():
                    if not data.has(name):
                        where = _where(file, line_of(Path(file), name, anywhere=True))
                        yield f"{where}: nothing has the property {_short(name)} (sh:path)"


def _name(shapes: Shapes, shape: str) -> str:
    title = shapes.title(shape)
    return _short(title) if title == shape else title


def _where(file: str | None, line: int | None) -> str:
    return f"{file}:{line}" if line else file or "shapes"


def _short(name: str) -> str:
    """A CURIE where there is a well-known prefix, else the IRI in brackets."""
    return Names(DEFAULT_BASE).curie(name) if name.startswith(KG) or "://" in name else name
