"""The steps of the pipeline, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing

import pyoxigraph as ox

from kg.build.changes import Changes
from kg.build.linking import Linker
from kg.build.reasoning import infer
from kg.build.recording import RECORDED_AT_ONCE, Desk, Extracted, Recorded
from kg.build.state import Build
from kg.build.stored import document_quads, run_quads, skipped_quads, stated
from kg.build.work import record_some
from kg.build.workers import batches
from kg.ontology import in_force
from kg.resolve import Recorder, Statement, curation

LOADED_AT_ONCE = 64_000_000
"""Bytes of N-Quads that go to the store in one piece."""


def record(state: Build) -> None:
    """Chunk graphs, provenance and quarantine of documents that changed; what is gone goes."""
    changes = Changes(state)
    with closing(changes.spool) as spool:
        changes.find()
        groups = batches(changes.tasks(state.run[0]), lambda task: len(task.content), RECORDED_AT_ONCE)
        here = state.options.here(spool.size)
        for recorded in _written(state, state.crew.map(record_some, groups, here)):
            state.read_anew += len(recorded.documents)
            state.found += recorded.claims
            state.rejected += recorded.rejected
            for path, rows in recorded.unread:
                state.unread.put(path, rows)
            state.options.progress("extracting", state.read_anew, len(spool))
    state.crew.rest()
    for path in changes.gone():
        _replace(state, (path,), set(), ())
        state.unread.drop(path)
    state.skipped += state.ledger.notices()
    state.documents = len(state.ledger.documents())


def decide(state: Build) -> None:
    """What people added stands beside the documents as one of their own."""
    store = state.store
    state.decisions = curation.decisions(store)
    added = curation.document(state.decisions)
    recorder = Recorder(store.names, in_force(store), curation.pinned(state.decisions))
    found = [Extracted(added[0], in_force(store).hash, added[1])] if added else []
    recorded = Desk(recorder, in_force(store), state.options.shapes, state.run).record(found)
    _replace(state, (curation.DOCUMENT,), _quads(recorded), recorded.statements)
    state.rejected += recorded.rejected


def remember(state: Build) -> None:
    """What was read, and what was not."""
    recorder = Recorder(state.store.names, in_force(state.store))
    stored = {*run_quads(state.store), *skipped_quads(state.store)}
    state.replace(stored, {*recorder.run(*state.run), *recorder.skipped(state.skipped)})


def link(state: Build) -> None:
    """Which names are one thing."""
    state.options.progress("linking", 0, 1)
    state.linked = Linker(state).link()
    state.options.progress("linking", 1, 1)


def reason(state: Build) -> None:
    """What follows from the claims, given which names are one thing."""
    state.options.progress("reasoning", 0, 1)
    infer(state, state.linked)
    state.options.progress("reasoning", 1, 1)


STEPS: tuple[Callable[[Build], None], ...] = (record, remember, decide, link, reason)
"""The pipeline."""


def _written(state: Build, results: Iterable[Recorded]) -> Iterator[Recorded]:
    """Write what processes recorded, as it comes."""
    waiting: list[bytes] = []
    for recorded in results:
        if not state.anew:
            _replace(state, recorded.documents, _quads(recorded), recorded.statements)
        else:
            waiting.append(recorded.nquads)
            state.added += recorded.quads
            state.came(recorded.statements)
            if sum(map(len, waiting)) > LOADED_AT_ONCE:
                state.store.load(b"".join(waiting))
                waiting.clear()
        yield recorded
    state.store.load(b"".join(waiting))


def _quads(recorded: Recorded) -> set[ox.Quad]:
    return set(ox.parse(recorded.nquads, format=ox.RdfFormat.N_QUADS))


def _replace(state: Build, documents: Iterable[str], wanted: set[ox.Quad], statements: Iterable[Statement]) -> None:
    """Put quads in place of all that is stored because of some documents."""
    stored = {quad for path in documents for quad in document_quads(state.store, path)}
    before, now = set(stated(state.store.names, stored)), set(statements)
    state.gone += before - now
    state.came(now - before)
    state.replace(stored, wanted)
