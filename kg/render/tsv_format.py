"""SPARQL 1.1 Query Results TSV: terms as in Turtle, tabs and line feeds escaped."""

from __future__ import annotations

from kg.rdf import Table


def render(answer: object) -> str:
    """The rows of a query."""
    if not isinstance(answer, Table):
        raise NotImplementedError(type(answer).__name__)
    rows = [[str(row[name]) if name in row else "" for name in answer.variables] for row in answer.rows]
    lines = ["\t".join(f"?{name}" for name in answer.variables), *("\t".join(row) for row in rows)]
    return "\n".join(line for line in lines)
