"""What SPARQL is answered with: RDF terms, frozen like all answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pyoxigraph as ox

from kg.rdf.terms import Term


@dataclass(frozen=True, slots=True)
class Table:
    """Solutions of a SELECT query.

    Args:
        variables: Column names, in order.
        rows: Terms by variable; an unbound one is missing.
    """

    variables: tuple[str, ...]
    rows: tuple[Mapping[str, Term], ...]


@dataclass(frozen=True, slots=True)
class Triples:
    """Triples of a CONSTRUCT or DESCRIBE query.

    Args:
        triples: Sorted, each once.
        prefixes: What to shorten their IRIs with.
    """

    triples: tuple[ox.Triple, ...]
    prefixes: Mapping[str, str]
