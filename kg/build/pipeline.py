"""The pipeline from documents to graph: an ordered tuple of steps over one state.

    record -> remember -> decide -> link -> reason

A build makes the graph say what the given documents say. What is written is the difference to what is stored, so
building twice changes nothing and an incremental build equals a clean one. A file is read again when its content
changed; a document is extracted again when it did, or when what was consulted for it (ontology, gazetteer, the part
of the corpus vocabulary that can occur in it) did. What the build before knew stands in a ledger beside the graph;
without one, or when what decides on all claims changed, everything is read and written anew.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from kg.answer import Unread, gaps
from kg.build.decided import configuration, content
from kg.build.ledger import Ledger
from kg.build.options import SPREAD_FROM, Options
from kg.build.reading import registry, size
from kg.build.state import Build
from kg.build.steps import STEPS, decide, link, reason
from kg.build.stored import run_hashes
from kg.build.work import Tools
from kg.build.workers import Crew
from kg.errors import InputError
from kg.model import Skipped
from kg.ontology import in_force, put_in_force
from kg.ontology import load as load_ontology
from kg.rdf import OxigraphStore, iri
from kg.read import Sources, load_settings, sources
from kg.reason import Gathered
from kg.resolve import curation, read_concepts, statements


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
    readers = registry(in_force(store), options)
    state = Build(store, sources(paths, stdin=options.stdin, registry=readers, root=options.root), options)
    state.skipped += state.sources.skipped
    state.settings = load_settings(state.sources.root)
    state.hashes = dict(_hashes(state))
    state.run = configuration(state), content(state)
    state.unchanged = state.run == run_hashes(store) and not store.changed
    if state.unchanged:
        state.skipped = list(gaps.skipped(store))
    else:
        _run(state)
    state.skipped.sort(key=lambda item: (item.path, item.line or 0, item.reason))
    return state


def _hashes(state: Build) -> Iterator[tuple[str, str]]:
    """What is to be read, each with the hash of its content; what vanished since it was found is skipped."""
    for source in state.sources.items:
        try:
            yield source.path, source.hash()
        except InputError as error:
            if source.named:
                raise
            state.skipped.append(Skipped(source.path, error.message))


def rebuild(store: OxigraphStore, options: Options | None = None) -> Build:
    """Draw the consequences of decisions without reading a document again."""
    state = Build(store, Sources(Path(), (), ()), options or Options())
    state.run = run_hashes(store)
    ledger = Ledger.following(store.previous, store.beside, state.run[1])
    state.anew = ledger is None
    with _at_work(state, ledger or Ledger(None), state.run[1]):
        decide(state)
        if state.anew:  # what a ledger would know is in the graph
            state.came(statements(store, store.names.provenance))
        link(state)
        reason(state)
        state.documents = len(state.ledger.documents())
    return state


def _run(state: Build) -> None:
    """All steps, on the difference to the last build or from the beginning."""
    store, before = state.store, run_hashes(state.store)
    ledger = Ledger.following(store.previous, store.beside, before[1]) if before[0] == state.run[0] else None
    if ledger is not None and _is_most(state, ledger):
        ledger.close()
        ledger = None
    state.anew = ledger is None
    if ledger is None:
        _clear(state)
    with _at_work(state, ledger or Ledger.empty(store.beside), before[1] if ledger else None):
        for step in STEPS:
            step(state)
        state.ledger.note("content", state.run[1])
    del state.linked  # memory that writing the index needs


@contextmanager
def _at_work(state: Build, ledger: Ledger, before: str | None) -> Iterator[None]:
    """What a build has open; `before` is the content hash of the graph it goes on from, None when it begins anew."""
    state.ledger = ledger
    scopes = curation.by_letters(curation.scopings(state.store))
    state.tools = Tools(
        in_force(state.store), state.options.elsewhere(), state.store.names, state.run, scopes, state.settings
    )
    try:
        with ExitStack() as open_:
            open_.enter_context(closing(ledger))
            state.unread = Unread.following(state.store.previous, state.store.beside, before)
            open_.callback(state.unread.keep, state.run[1])
            if state.anew:
                state.gathered = open_.enter_context(closing(Gathered(state.store.beside)))
            state.crew = open_.enter_context(Crew(state.tools.prepare, state.options.processes))
            yield
    except sqlite3.OperationalError as error:  # its disk is the graph's
        raise OSError(str(error)) from error


def _is_most(state: Build, ledger: Ledger) -> bool:
    """Whether so much changed that writing all anew is less work than telling what changed."""
    known = ledger.sources()
    sizes = {source.path: size(source) for source in state.sources.items if source.path in state.hashes}
    changed = sum(found for path, found in sizes.items() if known.get(path) != state.hashes[path])
    return changed > max(SPREAD_FROM, sum(sizes.values()) // 2)


def _clear(state: Build) -> None:
    """Keep only what no document says: the ontology and what people decided."""
    store = state.store
    kept = {quad for graph in (store.names.ontology, store.names.curation) for quad in store.quads(graph=iri(graph))}
    before = store.size()
    if before > len(kept):
        state.removed += before - len(kept)
        store.restart()
        store.change([], kept)
