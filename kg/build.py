"""The pipeline from documents to graph: an ordered tuple of steps over one state.

    read -> extract -> decisions -> record -> link -> reason

A build makes the graph say what the given documents say. What is written is the difference to what is stored, so
building twice changes nothing and an incremental build equals a clean one. A document is extracted again when its
text changed, or when what was consulted for it (ontology, gazetteer, the part of the corpus vocabulary that can occur
in it) did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path

import pyoxigraph as ox

from kg import __version__, curation
from kg.check import check_quads, rejected_quads, rejections
from kg.extract import Extractor, Vocabulary
from kg.gazetteer import load as load_gazetteer
from kg.link import Identity, Recorder, alias_quads, identify, load_curated, read_concepts, spellings, statements
from kg.model import Claim, Document, Skipped
from kg.names import digest
from kg.ontology import Ontology
from kg.ontology import load as load_ontology
from kg.read import Registry, Source, Sources, check_ids, read_source, sources
from kg.reason import Reasoner
from kg.store import OxigraphStore
from kg.terms import iri, value_of
from kg.vocab import DCTERMS, KG, OA, PROV, RDF, RDFS
from kg.workers import Progress, mapped, silent

SPREAD_FROM = 400_000
"""Bytes of documents from which on worker processes pay."""


@dataclass(frozen=True)
class Options:
    """What a build is told besides its documents.

    Args:
        aliases: Turtle files of curated aliases; kept with the graph in place of those given before.
        ontology: Ontology files to put in force; none keeps the graph's.
        mapping: Mapping file of a service catalog.
        scopes: Scope by path prefix.
        shapes: SHACL files beside those that ship.
        stdin: Text of standard input, read as one document.
        progress: Told how far the build is.
    """

    aliases: tuple[Path, ...] = ()
    ontology: tuple[Path, ...] = ()
    mapping: Path | None = None
    scopes: dict[str, str] = field(default_factory=dict)
    shapes: tuple[Path, ...] = ()
    stdin: str | None = None
    progress: Progress = silent


@dataclass
class Build:
    """The state the steps share, and in the end the report.

    Args:
        store: The graph, open for writing.
        sources: What to read.
        options: What else was given.
        documents: Documents, by path, sorted.
        configurations: Of each document, the hash of all that decided on its claims besides its text.
        claims: Claims of each document that was extracted anew.
        skipped: What was not read, and why.
        identity: Which names are one thing.
        rejected: Claims that validation kept out, of those extracted anew.
        added: Quads that came.
        removed: Quads that went.
        unchanged: Nothing that decides on the graph changed since the last build.
        run: The quads of the extraction activity.
    """

    store: OxigraphStore
    sources: Sources
    options: Options = field(default_factory=Options)
    documents: dict[str, Document] = field(default_factory=dict)
    configurations: dict[str, str] = field(default_factory=dict)
    claims: dict[str, tuple[Claim, ...]] = field(default_factory=dict)
    skipped: list[Skipped] = field(default_factory=list)
    decisions: list[curation.Decision] = field(default_factory=list)
    identity: Identity | None = None
    rejected: int = 0
    added: int = 0
    removed: int = 0
    unchanged: bool = False
    run: list[ox.Quad] = field(default_factory=list)

    def replace(self, stored: set[ox.Quad], wanted: set[ox.Quad]) -> None:
        """Write a difference."""
        gone, new = stored - wanted, wanted - stored
        self.removed += len(gone)
        self.added += len(new)
        self.store.change(gone, new)


# ---------------------------------------------------------------- steps


def read(state: Build) -> None:
    """Documents of all files, one for each name."""
    prepare = partial(_prepare, state.store.ontology, state.options)
    spread = _size(state.sources) > SPREAD_FROM
    documents: list[Document] = []
    for some, skipped in mapped(
        _read, state.sources.items, what="reading", worth_it=spread, prepare=prepare, progress=state.options.progress
    ):
        documents += some
        state.skipped += skipped
    check_ids(documents)
    state.documents = _merged(documents)


def extract(state: Build) -> None:
    """Claims of every document that needs it, with the names of all documents at hand."""
    prepare = partial(_prepare, state.store.ontology, state.options)
    prepare()
    extractor = _tools(None).extractor
    vocabulary = Vocabulary().merge(*(extractor.vocabulary(document) for document in state.documents.values()))
    stored = _stored_keys(state.store)
    todo: list[tuple[Document, Vocabulary]] = []
    for path, document in state.documents.items():
        relevant = extractor.relevant(document, vocabulary)
        state.configurations[path] = digest(_configuration(state), relevant.hash, document.scope, length=32)
        if stored.get(path) != (document.hash, state.configurations[path]):
            todo.append((document, relevant))
    spread = sum(len(chunk.source) for document, _ in todo for chunk in document.chunks) > SPREAD_FROM
    found = mapped(_extract, todo, what="extracting", worth_it=spread, prepare=prepare, progress=state.options.progress)
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
    gone = set(_stored_keys(state.store)) - set(state.documents)
    stored = set(_run_quads(state.store)) | set(_skipped_quads(state.store))
    for path in sorted(gone | set(state.claims)):
        stored.update(document_quads(state.store, path))
    state.replace(stored, _recorded(state, recorder))


def link(state: Build) -> None:
    """Which names are one thing."""
    rows = statements(state.store, state.store.names.provenance)
    curated = load_curated(concepts=curation.aliases(state.store))
    state.identity = identify(state.store.names, spellings(rows), curated, load_gazetteer())
    graph = iri(state.store.names.aliases)
    state.replace(set(state.store.quads(graph=graph)), set(alias_quads(state.store.names, state.identity.links)))


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
    registry = _registry(store.ontology, options)
    state = Build(store, sources(paths, stdin=options.stdin, registry=registry), options)
    state.skipped += state.sources.skipped
    state.run = _run(state)
    if set(_run_quads(store)) == set(state.run) and not store.changed:
        state.unchanged = True
        return state
    for step in STEPS:
        step(state)
    state.skipped.sort(key=lambda item: (item.path, item.line or 0, item.reason))
    return state


def rebuild(store: OxigraphStore, options: Options | None = None) -> Build:
    """Draw the consequences of decisions without reading a document again."""
    state = Build(store, Sources(Path(), (), ()), options or Options())
    for path in _stored_keys(store):
        if path != curation.DOCUMENT:
            state.documents[path] = Document(path, "stored", "-", ())
    state.run = list(_run_quads(store))
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
    found = sources(paths, stdin=options.stdin, registry=_registry(store.ontology, options))
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


# ---------------------------------------------------------------- reading and extracting, also in worker processes


@dataclass(frozen=True)
class _Tools:
    """What a process needs to read and extract."""

    registry: Registry
    extractor: Extractor
    scopes: dict[str, str]


_prepared: list[_Tools] = []


def _prepare(ontology: Ontology, options: Options) -> None:
    extractor = Extractor(ontology, load_gazetteer())
    _prepared[:] = [_Tools(_registry(ontology, options), extractor, options.scopes)]


def _tools(_: object) -> _Tools:
    return _prepared[0]


def _read(source: Source) -> tuple[list[Document], list[Skipped]]:
    tools = _tools(None)
    return read_source(source, tools.scopes, tools.registry)


def _extract(item: tuple[Document, Vocabulary]) -> tuple[Claim, ...]:
    document, vocabulary = item
    return _tools(None).extractor.extract(document, vocabulary)


def _registry(ontology: Ontology, options: Options) -> Registry:
    if options.mapping is None:
        return Registry(relations=ontology.relations)
    from kg.read.structured.catalog import Catalog
    from kg.read.structured.mapping import load_mapping

    text = Source(options.mapping.name, options.mapping).bytes().decode("utf-8", "replace")
    return Registry([Catalog(load_mapping(str(options.mapping), text, ontology.relations))], ontology.relations)


def _size(found: Sources) -> int:
    return sum(source.file.stat().st_size if source.file else len(source.data) for source in found.items)


def _merged(documents: Iterable[Document]) -> dict[str, Document]:
    """Documents that several files name become one."""
    by_path: dict[str, Document] = {}
    for document in documents:
        known = by_path.get(document.path)
        if known is not None:
            both = digest(known.hash, document.hash, length=64)
            document = replace(known, chunks=known.chunks + document.chunks, hash=both)
        by_path[document.path] = document
    return {path: by_path[path] for path in sorted(by_path)}


# ---------------------------------------------------------------- what is stored and what should be


def _recorded(state: Build, recorder: Recorder) -> set[ox.Quad]:
    """The quads of all that was extracted anew."""
    provenance, found = [*state.run, *_skips(state, recorder)], dict[str, list[ox.Quad]]()
    for path, claims_of in state.claims.items():
        document = state.documents[path]
        provenance += recorder.document(document, state.configurations[path])
        for chunk in document.chunks:
            provenance += recorder.chunk(chunk)
        found.update(recorder.claims(document, claims_of))
    hierarchy = (t for t in state.store.ontology.triples if t.predicate.value == RDFS + "subPropertyOf")
    context = [ox.Quad(t.subject, t.predicate, t.object) for t in hierarchy]
    stated = (quad for quads in found.values() for quad in quads)
    report = check_quads([*context, *provenance, *stated], state.options.shapes) if found else None
    wanted = set(provenance)
    for claim, results in sorted(rejections(report).items()) if report else ():
        if claim in found:
            state.rejected += 1
            wanted.update(rejected_quads(state.store.names, found.pop(claim), results))
    wanted.update(quad for quads in found.values() for quad in quads)
    wanted.update(recorder.assertions(found.values()))
    return wanted


def _skips(state: Build, recorder: Recorder) -> list[ox.Quad]:
    """What was skipped; without sources (decisions alone) what is stored of it."""
    return recorder.skipped(state.skipped) if state.sources.items else list(_skipped_quads(state.store))


def _skipped_quads(store: OxigraphStore) -> Iterator[ox.Quad]:
    graph = iri(store.names.provenance)
    for node in [q.subject for q in store.quads(None, iri(RDF + "type"), iri(KG + "Skipped"), graph)]:
        assert isinstance(node, ox.NamedNode)
        yield from store.quads(subject=node, graph=graph)


def _run(state: Build) -> list[ox.Quad]:
    """The quads of the extraction activity: what decided on the graph, and what was read."""
    recorder = Recorder(state.store.names, state.store.ontology)
    hashes = [part for source in state.sources.items for part in (source.path, source.hash())]
    decided = [repr(item) for item in (*curation.decisions(state.store), *state.sources.skipped)]
    shapes = [Source(file.name, file).hash() for file in state.options.shapes]
    return recorder.run(digest(_configuration(state), *shapes, length=32), digest(*hashes, *decided, length=64))


def _configuration(state: Build) -> str:
    """Hash of all that decides on claims besides documents and vocabulary."""
    mapping = Source("mapping", state.options.mapping).hash() if state.options.mapping else ""
    scopes = repr(sorted(state.options.scopes.items()))
    return digest(state.store.ontology.hash, _gazetteer_hash(), mapping, scopes, __version__, length=32)


@cache
def _gazetteer_hash() -> str:
    return load_gazetteer().hash


def _run_quads(store: OxigraphStore) -> Iterator[ox.Quad]:
    return store.quads(subject=iri(store.names.run()), graph=iri(store.names.provenance))


def _stored_keys(store: OxigraphStore) -> dict[str, tuple[str, str]]:
    """Content hash and configuration hash of every stored document, by path."""
    graph = iri(store.names.provenance)

    def column(predicate: str) -> dict[str, str]:
        return {value_of(q.subject): value_of(q.object) for q in store.quads(None, iri(predicate), None, graph)}

    documents = [q.subject for q in store.quads(None, iri(RDF + "type"), iri(KG + "Document"), graph)]
    paths, contents, configurations = (
        column(p) for p in (DCTERMS + "identifier", KG + "contentHash", KG + "configurationHash")
    )
    nodes = sorted(value_of(node) for node in documents)
    return {paths[node]: (contents[node], configurations.get(node, "")) for node in nodes}


def document_quads(store: OxigraphStore, path: str) -> Iterator[ox.Quad]:
    """All that is stored because of one document."""
    names = store.names
    provenance, derived = iri(names.provenance), iri(PROV + "wasDerivedFrom")
    document = iri(names.document(path))
    yield from store.quads(subject=document, graph=provenance)
    for chunk in [q.subject for q in store.quads(None, derived, document, provenance)]:
        assert isinstance(chunk, ox.NamedNode)
        yield from store.quads(graph=chunk)
        for quad in list(store.quads(subject=chunk, graph=provenance)):
            yield quad
            if quad.predicate.value == OA + "hasSelector" and isinstance(quad.object, ox.NamedNode):
                yield from store.quads(subject=quad.object, graph=provenance)
        for graph in (provenance, iri(names.rejected)):
            for claim in [q.subject for q in store.quads(None, derived, chunk, graph)]:
                yield from _claim_quads(store, claim, graph)


def _claim_quads(store: OxigraphStore, claim: object, graph: ox.NamedNode) -> Iterator[ox.Quad]:
    assert isinstance(claim, ox.NamedNode)
    for quad in list(store.quads(subject=claim, graph=graph)):
        yield quad
        if quad.predicate.value == KG + "rejectedBecause" and isinstance(quad.object, ox.NamedNode):
            yield from store.quads(subject=quad.object, graph=graph)
