"""From documents and their claims to quads: chunk graphs, provenance, and quarantine of what validation keeps out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import pyoxigraph as ox

from kg.answer import Cued, cued
from kg.extract import Cues, Vocabulary
from kg.model import Claim, Document, Manner
from kg.ontology import Ontology
from kg.rdf import KG, PROV, RDFS, value_of
from kg.resolve import Recorder, Statement, statement
from kg.validate import check_quads, rejected_quads, rejections

RECORDED_AT_ONCE = 128_000
"""Bytes of documents that a process extracts before it reports."""


class Task(NamedTuple):
    """A document to extract.

    Args:
        path: Of the document.
        content: The document, packed.
        configuration: Hash of all that decides on its claims besides its content.
        vocabulary: Names of all documents that can occur in it.
        older: A newer version of it lies beside it.
    """

    path: str
    content: bytes
    configuration: str
    vocabulary: Vocabulary
    older: bool = False


class Extracted(NamedTuple):
    """A document with its claims."""

    document: Document
    configuration: str
    claims: tuple[Claim, ...]


class Recorded(NamedTuple):
    """What is to be stored of some documents.

    Args:
        documents: Their paths.
        nquads: Their quads, each once.
        quads: How many these are.
        statements: Their claims that passed validation.
        claims: How many claims they state.
        rejected: How many of these did not pass.
        unread: Of each document, the sentences that have a cue and gave no claim.
    """

    documents: tuple[str, ...]
    nquads: bytes
    quads: int
    statements: tuple[Statement, ...]
    claims: int
    rejected: int
    unread: tuple[tuple[str, tuple[Cued, ...]], ...] = ()


@dataclass(frozen=True)
class Desk:
    """Where claims become quads.

    Args:
        recorder: Turns them into quads.
        ontology: The ontology in force.
        shapes: SHACL files beside those that ship.
        run: Configuration and content hash of the extraction activity.
    """

    recorder: Recorder
    ontology: Ontology
    shapes: tuple[Path, ...]
    run: tuple[str, str]

    def record(self, found: Sequence[Extracted]) -> Recorded:
        """What is to be stored of some documents.

        Documents are validated together only when no shape can tell: shapes that ship look no further than a document
        for what they reject, those of users may.
        """
        parts = [[one] for one in found] if self.shapes else [list(found)]
        quads: dict[ox.Quad, None] = {}
        statements: list[Statement] = []
        unread: list[tuple[str, tuple[Cued, ...]]] = []
        rejected = 0
        for part in parts:
            provenance = [quad for one in part for quad in self._document(one)]
            claims = {name: quads for one in part for name, quads in self._claims(one)}
            apart = self._rejected(provenance, claims)
            rejected += len(apart)
            passed = {name: quads for name, quads in claims.items() if name not in apart}
            quads.update(dict.fromkeys(provenance))
            quads.update(dict.fromkeys(quad for claim in apart.values() for quad in claim))
            quads.update(dict.fromkeys(quad for claim in passed.values() for quad in claim))
            quads.update(dict.fromkeys(self.recorder.assertions(passed.values())))
            statements += self._statements(part, passed)
            unread += self._unread(part, passed)
        nquads = ox.serialize(quads, format=ox.RdfFormat.N_QUADS) or b""
        paths = tuple(one.document.path for one in found)
        claimed = sum(len(one.claims) for one in found)
        return Recorded(paths, nquads, len(quads), tuple(statements), claimed, rejected, tuple(unread))

    def _document(self, one: Extracted) -> Iterator[ox.Quad]:
        yield from self.recorder.document(one.document, one.configuration)
        for chunk in one.document.chunks:
            yield from self.recorder.chunk(chunk)

    def _claims(self, one: Extracted) -> Iterable[tuple[str, list[ox.Quad]]]:
        return self.recorder.claims(one.document, one.claims).items()

    def _rejected(self, provenance: list[ox.Quad], claims: dict[str, list[ox.Quad]]) -> dict[str, list[ox.Quad]]:
        """The quads of claims that fail validation, as quarantine holds them."""
        if not claims:
            return {}
        stated = (quad for quads in claims.values() for quad in quads)
        report = check_quads([*self._context, *provenance, *stated], self.shapes)
        return {
            claim: rejected_quads(self.recorder.names, claims[claim], results)
            for claim, results in sorted(rejections(report).items())
            if claim in claims
        }

    def _statements(self, part: Iterable[Extracted], passed: dict[str, list[ox.Quad]]) -> Iterator[Statement]:
        names = self.recorder.names
        documents = {names.chunk(chunk.id): names.document(d.path) for d, *_ in part for chunk in d.chunks}
        for quads in passed.values():
            yield statement(quads, documents)

    def _unread(
        self, part: Iterable[Extracted], passed: dict[str, list[ox.Quad]]
    ) -> Iterator[tuple[str, tuple[Cued, ...]]]:
        """Sentences without a claim, of documents that speak of systems as they are."""
        quotes: defaultdict[str, set[str]] = defaultdict(set)
        for quads in passed.values():
            facts = {quad.predicate.value: value_of(quad.object) for quad in quads}
            quotes[facts[PROV + "wasDerivedFrom"]].add(facts[KG + "quote"])
        for document, *_ in part:
            told = document.chunks if document.genre.manner is Manner.CURRENT else ()
            chunks = ((chunk, quotes[self.recorder.names.chunk(chunk.id)]) for chunk in told)
            rows = (cued(c.id, c.lines, c.source, quoted, self._cues.found) for c, quoted in chunks)
            yield document.path, tuple(one for found in rows for one in found)

    @cached_property
    def _cues(self) -> Cues:
        return Cues(self.ontology)

    @cached_property
    def _context(self) -> list[ox.Quad]:
        """What shapes need to see besides documents and claims."""
        hierarchy = (t for t in self.ontology.triples if t.predicate.value == RDFS + "subPropertyOf")
        return [*(ox.Quad(t.subject, t.predicate, t.object) for t in hierarchy), *self.recorder.run(*self.run)]
