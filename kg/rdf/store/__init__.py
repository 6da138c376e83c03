"""One interface to where a graph lives: a folder, memory, or a SPARQL endpoint."""

from __future__ import annotations

from kg.rdf.store.base import Row, Store
from kg.rdf.store.folder import create, exists, open_folder, reseal, writing
from kg.rdf.store.memory import OxigraphStore

__all__ = ["OxigraphStore", "Row", "Store", "create", "exists", "open_folder", "reseal", "writing"]
