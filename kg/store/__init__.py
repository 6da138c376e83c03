"""One interface to where a graph lives: a folder, memory, or a SPARQL endpoint."""

from __future__ import annotations

from kg.store.base import Row, Store
from kg.store.folder import create, exists, open_folder, reseal, writing
from kg.store.memory import OxigraphStore

__all__ = ["OxigraphStore", "Row", "Store", "create", "exists", "open_folder", "reseal", "writing"]
