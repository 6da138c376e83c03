"""Answers SPARQL that users write or name, from one graph alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kg.errors import InputError
from kg.model import Entity
from kg.rdf.queries import NamedQuery, named, refuse_remote, render
from kg.rdf.results import Table, Triples
from kg.rdf.serialize import prefixes
from kg.rdf.store.memory import OxigraphStore


def answer(
    store: OxigraphStore, query: str, parameters: Mapping[str, str], resolve: Callable[[str], Entity]
) -> Table | Triples:
    """Answer a query.

    Args:
        store: The graph.
        query: Name of a query that ships, or SPARQL 1.1.
        parameters: Of a named query.
        resolve: The entity of a name, for parameters that are entities.

    Raises:
        QueryError: If it cannot be parsed or run, or would go out to the network.
        InputError: If a parameter does not exist or its name is unknown.
    """
    known = named().get(query)
    if known is not None:
        values = {key: _value(known, key, value, resolve) for key, value in parameters.items()}
        query = render(known, store.names.base, values)
    elif parameters:
        raise InputError("only named queries take parameters", hint=", ".join(named()))
    refuse_remote(query, store.names.base)
    found = store.answer(query)
    if isinstance(found, list):
        return Triples(tuple(found), prefixes(store.names))
    variables, rows = found
    return Table(tuple(variables), tuple(rows))


def _value(query: NamedQuery, key: str, value: str, resolve: Callable[[str], Entity]) -> str:
    """A parameter's value; where the default is an entity, the IRI of the one named."""
    default = next((one.default for one in query.parameters if one.name == key), "")
    return resolve(value).iri if default.startswith("<entity/") else value
