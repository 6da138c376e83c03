"""The pipeline from documents to graph: an ordered tuple of steps over one state.

    read -> extract -> decisions -> record -> link -> reason

A build makes the graph say what the given documents say. What is written is the difference to what is stored, so
building twice changes nothing and an incremental build equals a clean one. A document is extracted again when its
text changed, or when what was consulted for it (ontology, gazetteer, the part of the corpus vocabulary that can occur
in it) did.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pyoxigraph as ox

from kg import curation
from kg.build.reading import registry
from kg.build.recording import run_wanted
from kg.build.state import Build, Options
from kg.build.steps import STEPS, extract, read
from kg.build.stored import run_quads, stored_keys
from kg.link import read_concepts
from kg.model import Document
from kg.ontology import Ontology
from kg.ontology import load as load_ontology
from kg.read import Sources, sources
from kg.store import OxigraphStore
from kg.terms import iri

__all__ = ["STEPS", "Build", "Options", "build", "claims", "put_in_force", "rebuild"]


def build(store: OxigraphStore, paths: Sequence[Path], options: Options | None = None) -> Build:
    """Make a graph say what some documents say.

    Args:
        store: The graph, open for writing.
        paths: Files and folders.
        options: What else decides.

    Raises:
        InputError: If a path, an alias file, an ontology or a shapes file cannot be used; nothing is stored then.
    """
    options = options or Options()
    if options.ontology:
        put_in_force(store, load_ontology(options.ontology))
    if options.aliases:
        curation.put_aliases(store, (concept for file in options.aliases for concept in read_concepts(file)))
    found = sources(paths, stdin=options.stdin, registry=registry(store.ontology, options))
    state = Build(store, found, options)
    state.skipped += state.sources.skipped
    state.run = run_wanted(state)
    if set(run_quads(store)) == set(state.run) and not store.changed:
        state.unchanged = True
        return state
    for step in STEPS:
        step(state)
    state.skipped.sort(key=lambda item: (item.path, item.line or 0, item.reason))
    return state


def rebuild(store: OxigraphStore, options: Options | None = None) -> Build:
    """Draw the consequences of decisions without reading a document again."""
    state = Build(store, Sources(Path(), (), ()), options or Options())
    for path in stored_keys(store):
        if path != curation.DOCUMENT:
            state.documents[path] = Document(path, "stored", "-", ())
    state.run = list(run_quads(store))
    for step in STEPS[2:]:
        step(state)
    return state


def claims(paths: Sequence[Path], options: Options | None = None) -> Build:
    """The claims of documents; nothing is stored.

    Raises:
        InputError: If a path or an ontology file cannot be read.
    """
    store = OxigraphStore()
    store.ontology = load_ontology(options.ontology if options else ())
    options = options or Options()
    found = sources(paths, stdin=options.stdin, registry=registry(store.ontology, options))
    state = Build(store, found, options)
    state.skipped += found.skipped
    read(state)
    extract(state)
    return state


def put_in_force(store: OxigraphStore, ontology: Ontology) -> None:
    """Replace the ontology of a graph."""
    graph = iri(store.names.ontology)
    wanted = {ox.Quad(t.subject, t.predicate, t.object, graph) for t in ontology.triples}
    stored = set(store.quads(graph=graph))
    store.change(stored - wanted, wanted - stored)
    store.ontology = ontology
