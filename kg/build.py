"""The pipeline from documents to graph: an ordered tuple of steps over one state.

    read -> extract -> record (check claims, quarantine) -> link -> reason

A build replaces what the graph says by what the given documents say. Only what differs is written, so building
twice changes nothing and an incremental build equals a clean one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pyoxigraph as ox

from kg.check import check_quads, rejected_quads, rejections
from kg.extract import Extractor, Vocabulary
from kg.gazetteer import load as load_gazetteer
from kg.link import Identity, Recorder, alias_quads, identify, load_curated, spellings, statements
from kg.model import Claim, Document, Skipped
from kg.names import digest
from kg.ontology import load as load_ontology
from kg.read import check_ids, read_source, sources
from kg.reason import Reasoner
from kg.store import OxigraphStore
from kg.terms import iri
from kg.vocab import RDFS


@dataclass(frozen=True, slots=True)
class Options:
    """What a build is told besides its documents.

    Args:
        aliases: Turtle files of curated aliases, before those that ship.
        scopes: Scope by path prefix.
        shapes: SHACL files beside those that ship.
        stdin: Text of standard input, read as one document.
    """

    aliases: tuple[Path, ...] = ()
    scopes: dict[str, str] = field(default_factory=dict)
    shapes: tuple[Path, ...] = ()
    stdin: str | None = None


@dataclass(slots=True)
class Build:
    """The state the steps share.

    Args:
        store: The graph, open for writing.
        paths: Files and folders to read.
        options: What else was given.
    """

    store: OxigraphStore
    paths: Sequence[Path]
    options: Options = field(default_factory=Options)
    documents: list[Document] = field(default_factory=list)
    claims: dict[str, tuple[Claim, ...]] = field(default_factory=dict)
    skipped: list[Skipped] = field(default_factory=list)
    identity: Identity | None = None
    rejected: int = 0
    changed: int = 0


def read(state: Build) -> None:
    """Documents of all paths, one for each name, sorted."""
    found = sources(state.paths, stdin=state.options.stdin)
    state.skipped += found.skipped
    documents: list[Document] = []
    for source in found.items:
        some, skipped = read_source(source, state.options.scopes)
        documents += some
        state.skipped += skipped
    check_ids(documents)
    state.documents = _merged(documents)


def _merged(documents: Iterable[Document]) -> list[Document]:
    """Documents that several files name become one."""
    by_path: dict[str, Document] = {}
    for document in documents:
        known = by_path.get(document.path)
        if known is not None:
            both = digest(known.hash, document.hash, length=64)
            document = replace(known, chunks=known.chunks + document.chunks, hash=both)
        by_path[document.path] = document
    return [by_path[path] for path in sorted(by_path)]


def extract(state: Build) -> None:
    """Claims of every document, with the names of all documents at hand."""
    extractor = Extractor(state.store.ontology, load_gazetteer())
    vocabulary = Vocabulary().merge(*(extractor.vocabulary(document) for document in state.documents))
    for document in state.documents:
        state.claims[document.path] = extractor.extract(document, extractor.relevant(document, vocabulary))


def record(state: Build) -> None:
    """Chunk graphs, provenance and quarantine, as far as they differ from what is stored."""
    recorder = Recorder(state.store.names, state.store.ontology)
    provenance: list[ox.Quad] = recorder.run(state.store.ontology.hash)
    claims: dict[str, list[ox.Quad]] = {}
    for document in state.documents:
        provenance += recorder.document(document)
        for chunk in document.chunks:
            provenance += recorder.chunk(chunk)
        claims.update(recorder.claims(document, state.claims[document.path]))
    context = [ox.Quad(t.subject, t.predicate, t.object) for t in state.store.ontology.triples if _is_hierarchy(t)]
    report = check_quads(
        [*context, *provenance, *(q for quads in claims.values() for q in quads)], state.options.shapes
    )
    bad = {claim: results for claim, results in rejections(report).items() if claim in claims}
    state.rejected = len(bad)
    wanted = set(provenance)
    for claim, results in bad.items():
        wanted.update(rejected_quads(state.store.names, claims.pop(claim), results))
    for quads in claims.values():
        wanted.update(quads)
    wanted.update(recorder.assertions(claims.values()))
    _replace(state, wanted, _recorded(state.store))


def _is_hierarchy(triple: ox.Triple) -> bool:
    return triple.predicate.value == RDFS + "subPropertyOf"


def _recorded(store: OxigraphStore) -> set[ox.Quad]:
    names = store.names
    graphs = [g for g in store.oxigraph.named_graphs() if isinstance(g, ox.NamedNode)]
    kept = [g for g in graphs if g.value in (names.provenance, names.rejected) or g.value.startswith(names.chunks)]
    return {quad for graph in kept for quad in store.quads(graph=graph)}


def link(state: Build) -> None:
    """Which names are one thing."""
    rows = statements(state.store, state.store.names.provenance)
    curated = load_curated(state.options.aliases)
    state.identity = identify(state.store.names, spellings(rows), curated, load_gazetteer())
    graph = iri(state.store.names.aliases)
    _replace(state, set(alias_quads(state.store.names, state.identity.links)), set(state.store.quads(graph=graph)))


def reason(state: Build) -> None:
    """What follows from the claims, given which names are one thing."""
    assert state.identity is not None
    rows = statements(state.store, state.store.names.provenance)
    inferred = Reasoner(state.store.names, state.store.ontology, state.identity).infer(rows)
    graph = iri(state.store.names.inferred)
    _replace(state, set(inferred), set(state.store.quads(graph=graph)))


def _replace(state: Build, wanted: set[ox.Quad], stored: set[ox.Quad]) -> None:
    state.changed += state.store.change(stored - wanted, wanted - stored)


STEPS = (read, extract, record, link, reason)
"""The pipeline."""


def build(store: OxigraphStore, paths: Sequence[Path], options: Options | None = None) -> Build:
    """Make a graph say what some documents say.

    Args:
        store: The graph, open for writing, its ontology in place.
        paths: Files and folders.
        options: What else decides.

    Raises:
        InputError: If a path, an alias file or a shapes file cannot be used; nothing is stored then.
    """
    state = Build(store, paths, options or Options())
    for step in STEPS:
        step(state)
    return state


def claims(paths: Sequence[Path]) -> list[Claim]:
    """The claims of documents by the built-in ontology; nothing is stored.

    Raises:
        InputError: If a path cannot be read.
    """
    store = OxigraphStore()
    store.ontology = load_ontology()
    state = Build(store, paths)
    read(state)
    extract(state)
    return [claim for document in state.documents for claim in state.claims[document.path]]
