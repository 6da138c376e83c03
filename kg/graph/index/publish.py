"""The index that is written beside a graph when it is published."""

from __future__ import annotations

from pathlib import Path

from kg.graph.arrays import file
from kg.graph.index.index import Index
from kg.graph.index.rows import rows_of
from kg.graph.index.update import updated
from kg.ontology import in_force
from kg.rdf import OxigraphStore


def seal(store: OxigraphStore, path: Path) -> int:
    """Write the index of a complete graph (see `kg.rdf.store.writing`).

    What the journal of the change tells is not read back: a small change brings the index before up to date, and of a
    graph made from the beginning the journal has it all.

    Args:
        store: The graph, open for writing.
        path: The file to write.

    Returns:
        The file's checksum.

    Raises:
        OSError: If it cannot be written.
    """
    return (_updated(store) or _made(store)).write(path)


def _updated(store: OxigraphStore) -> Index | None:
    if store.journal is None or store.before is None:
        return None
    try:
        old = Index(*file.read(store.before.index, store.before.checksum))
    except (OSError, ValueError):
        return None
    return updated(old, store, store.journal)


def _made(store: OxigraphStore) -> Index:
    journal = store.journal
    columns = journal.columns if journal is not None and journal.known else None
    whole = columns if columns is not None and columns.plain else None
    return Index.made(rows_of(store, whole), in_force(store))
