"""The steps of the pipeline, in order."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kg import curation
from kg.build.reading import extract_one, merged, prepare, read_one, size, tools
from kg.build.recording import configuration, recorded
from kg.build.state import Build
from kg.build.stored import document_quads, run_quads, skipped_quads, stored_keys
from kg.extract import Vocabulary
from kg.gazetteer import load as load_gazetteer
from kg.link import Recorder, alias_quads, identify, load_curated, spellings, statements
from kg.model import Document
from kg.names import digest
from kg.read import check_ids
from kg.reason import Reasoner
from kg.terms import iri
from kg.workers import mapped

SPREAD_FROM = 400_000
"""Bytes of documents from which on worker processes pay."""


def read(state: Build) -> None:
    """Documents of all files, one for each name."""
    ready = partial(prepare, state.store.ontology, state.options)
    spread = size(state.sources) > SPREAD_FROM
    documents: list[Document] = []
    for some, skipped in mapped(
        read_one, state.sources.items, what="reading", worth_it=spread, prepare=ready, progress=state.options.progress
    ):
        documents += some
        state.skipped += skipped
    check_ids(documents)
    state.documents = merged(documents)


def extract(state: Build) -> None:
    """Claims of every document that needs it, with the names of all documents at hand."""
    ready = partial(prepare, state.store.ontology, state.options)
    ready()
    extractor = tools().extractor
    vocabulary = Vocabulary().merge(*(extractor.vocabulary(document) for document in state.documents.values()))
    stored = stored_keys(state.store)
    todo: list[tuple[Document, Vocabulary]] = []
    for path, document in state.documents.items():
        relevant = extractor.relevant(document, vocabulary)
        state.configurations[path] = digest(configuration(state), relevant.hash, document.scope, length=32)
        if stored.get(path) != (document.hash, state.configurations[path]):
            todo.append((document, relevant))
    spread = sum(len(chunk.source) for document, _ in todo for chunk in document.chunks) > SPREAD_FROM
    found = mapped(
        extract_one, todo, what="extracting", worth_it=spread, prepare=ready, progress=state.options.progress
    )
    state.claims = {document.path: claims for (document, _), claims in zip(todo, found, strict=True)}


def decisions(state: Build) -> None:
    """What people added stands beside the documents as one of their own."""
    state.decisions = curation.decisions(state.store)
    added = curation.document(state.decisions)
    if added is not None:
        document, claims = added
        state.documents[document.path] = document
        state.configurations[document.path] = state.store.ontology.hash
        state.claims[document.path] = claims


def record(state: Build) -> None:
    """Chunk graphs, provenance and quarantine of what was extracted anew; what is gone goes."""
    recorder = Recorder(state.store.names, state.store.ontology, curation.pinned(state.decisions))
    gone = set(stored_keys(state.store)) - set(state.documents)
    stored = set(run_quads(state.store)) | set(skipped_quads(state.store))
    for path in sorted(gone | set(state.claims)):
        stored.update(document_quads(state.store, path))
    state.replace(stored, recorded(state, recorder))


def link(state: Build) -> None:
    """Which names are one thing."""
    rows = statements(state.store, state.store.names.provenance)
    curated = load_curated(concepts=curation.aliases(state.store))
    names, verdicts = state.store.names, curation.verdicts(state.store)
    state.identity = found = identify(names, spellings(rows), curated, load_gazetteer(), verdicts)
    wanted = alias_quads(names, found.links, found.conflicts)
    state.replace(set(state.store.quads(graph=iri(names.aliases))), set(wanted))


def reason(state: Build) -> None:
    """What follows from the claims, given which names are one thing."""
    assert state.identity is not None
    names, ontology = state.store.names, state.store.ontology
    rows = statements(state.store, names.provenance)
    struck = curation.denials(state.decisions, ontology)
    inferred = Reasoner(names, ontology, state.identity).infer(rows, struck)
    state.replace(set(state.store.quads(graph=iri(names.inferred))), set(inferred))


STEPS: tuple[Callable[[Build], None], ...] = (read, extract, decisions, record, link, reason)
"""The pipeline."""
