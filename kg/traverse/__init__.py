"""The compact edge index and what is computed on it: states of failure, ranked paths, cited steps."""

from __future__ import annotations

from kg.traverse.cycles import Cycle, cycles
from kg.traverse.failure import Outcome, State, states
from kg.traverse.index import Index, Link
from kg.traverse.paths import Arc, Route, best_route, best_routes, ranks, several
from kg.traverse.receipts import Receipts, Record

__all__ = [
    "Arc",
    "Cycle",
    "Index",
    "Link",
    "Outcome",
    "Receipts",
    "Record",
    "Route",
    "State",
    "best_route",
    "best_routes",
    "cycles",
    "ranks",
    "several",
    "states",
]
