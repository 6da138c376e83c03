"""What decides on a graph besides the words of its documents, as hashes."""

from __future__ import annotations

import hashlib
from functools import cache

from kg.build.state import Build
from kg.model import __version__, digest
from kg.ontology import in_force, load_genres
from kg.rdf import OxigraphStore, iri, resources
from kg.read import Source
from kg.resolve import curation


def configuration(state: Build) -> str:
    """Hash of all that decides on claims besides documents and vocabulary."""
    options = state.options
    mapping = Source("mapping", options.mapping).hash() if options.mapping else ""
    shapes = [Source(file.name, file).hash() for file in options.shapes]
    scopings = sorted({scoping.key for scoping in curation.scopings(state.store)})
    scopes = repr([*sorted(options.scopes.items()), *scopings])
    documents = digest(load_genres().hash, state.settings.hash)
    fixed = in_force(state.store).hash, _tables_hash(), options.weights.hash, repr(options.thresholds), __version__
    return digest(*fixed, documents, mapping, scopes, *shapes, length=32)


def content(state: Build) -> str:
    """Hash of all that is read."""
    hashes = [part for path, found in state.hashes.items() for part in (path, found)]
    return digest(*hashes, *map(repr, state.sources.skipped), length=64)


def decisions(store: OxigraphStore) -> str:
    """Hash of what people decided."""
    lines = sorted(map(str, store.quads(graph=iri(store.names.curation))))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


@cache
def _tables_hash() -> str:
    """Hash of the gazetteer and of what the keys of records say."""
    tables = (resources.folder("ontology") / name for name in ("technologies.ttl", "records.tsv"))
    return hashlib.sha256(b"".join(table.read_bytes() for table in tables)).hexdigest()
