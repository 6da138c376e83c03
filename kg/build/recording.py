"""What should be stored of documents and claims."""

from __future__ import annotations

from functools import cache

import pyoxigraph as ox

from kg import __version__, curation
from kg.build.state import Build
from kg.build.stored import skipped_quads
from kg.check import check_quads, rejected_quads, rejections
from kg.gazetteer import load as load_gazetteer
from kg.link import Recorder
from kg.names import digest
from kg.read import Source
from kg.vocab import RDFS


def recorded(state: Build, recorder: Recorder) -> set[ox.Quad]:
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
    return recorder.skipped(state.skipped) if state.sources.items else list(skipped_quads(state.store))


def run_wanted(state: Build) -> list[ox.Quad]:
    """The quads of the extraction activity: what decided on the graph, and what was read."""
    recorder = Recorder(state.store.names, state.store.ontology)
    hashes = [part for source in state.sources.items for part in (source.path, source.hash())]
    decided = [repr(item) for item in (*curation.decisions(state.store), *state.sources.skipped)]
    shapes = [Source(file.name, file).hash() for file in state.options.shapes]
    return recorder.run(digest(configuration(state), *shapes, length=32), digest(*hashes, *decided, length=64))


def configuration(state: Build) -> str:
    """Hash of all that decides on claims besides documents and vocabulary."""
    mapping = Source("mapping", state.options.mapping).hash() if state.options.mapping else ""
    scopes = repr(sorted(state.options.scopes.items()))
    return digest(state.store.ontology.hash, _gazetteer_hash(), mapping, scopes, __version__, length=32)


@cache
def _gazetteer_hash() -> str:
    return load_gazetteer().hash
