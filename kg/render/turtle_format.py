"""Turtle: triples of a query, and validation reports as SHACL has them (section 3.6)."""

from __future__ import annotations

from kg.rdf import Triples
from kg.validate import StoreReport


def render(answer: object) -> str:
    """Triples, or a validation report."""
    if isinstance(answer, StoreReport):
        from kg.validate import as_turtle

        return as_turtle(answer)
    if isinstance(answer, Triples):
        from kg.rdf import turtle

        return turtle(answer.triples, answer.prefixes)
    raise NotImplementedError(type(answer).__name__)
