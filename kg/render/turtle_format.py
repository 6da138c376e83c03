"""Turtle: triples of a query, and validation reports as SHACL has them (section 3.6)."""

from __future__ import annotations

from kg.check.report import StoreReport
from kg.results import Triples


def render(answer: object) -> str:
    """Triples, or a validation report."""
    if isinstance(answer, StoreReport):
        from kg.check.turtle import as_turtle

        return as_turtle(answer)
    if isinstance(answer, Triples):
        from kg.serialize import turtle

        return turtle(answer.triples, answer.prefixes)
    raise NotImplementedError(type(answer).__name__)
