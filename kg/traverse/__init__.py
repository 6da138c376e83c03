"""The compact edge index and what is computed on it: states of failure, ranked paths, cited steps."""

from __future__ import annotations

from kg.traverse.cycles import Cycle, cycles
from kg.traverse.failure import Outcome, State, states
from kg.traverse.filters import Filter, restricted
from kg.traverse.index import Index
from kg.traverse.links import Link
from kg.traverse.paths import Ranked, best_route, best_routes, ranked, several
from kg.traverse.receipts import Receipts
from kg.traverse.records import Record, Records
from kg.traverse.routes import Route
from kg.traverse.search import Search

__all__ = [
    "Cycle",
    "Filter",
    "Index",
    "Link",
    "Outcome",
    "Ranked",
    "Receipts",
    "Record",
    "Records",
    "Route",
    "Search",
    "State",
    "best_route",
    "best_routes",
    "cycles",
    "ranked",
    "restricted",
    "several",
    "states",
]
