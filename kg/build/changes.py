"""Which documents must be extracted: read as little as possible, and never miss one."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator
from itertools import pairwise

from kg.build.ledger import Known
from kg.build.reading import READ_AT_ONCE, Outcome, Packed, Spool, merged, pack, size, unpack
from kg.build.recording import Task
from kg.build.state import Build
from kg.build.work import read_some
from kg.build.workers import batches
from kg.extract import Vocabulary
from kg.model import digest, older
from kg.rdf import PROV, iri, value_of
from kg.read import Ids


class Changes:
    """Files that changed, and the documents that are therefore to be looked at.

    A file that several documents share, or a document that several files share, draws in the other part. A name that
    came or went draws in the documents that have its words; a version that did, the older ones beside it.

    Args:
        state: The build.
    """

    def __init__(self, state: Build) -> None:
        self._state, self._ledger = state, state.ledger
        self._before = self._ledger.documents()
        self._names = self._ledger.names()
        self._ids = array("q")
        self._older: frozenset[str] = frozenset()
        self.spool = Spool(state.store.beside)

    def find(self) -> None:
        """Read what changed, and what that makes it necessary to read.

        Raises:
            InputError: If a file cannot be read or a chunk id comes twice.
        """
        known, now = self._ledger.sources(), self._state.hashes
        changed = {path for path in now if known.get(path) != now[path]}
        touched = self._ledger.documents_of([*changed, *(known.keys() - now.keys())])
        self._ledger.drop_sources(known.keys() - now.keys())
        touched |= self._files(changed)
        self._documents(touched, self._ledger.sources_of(touched) - changed)
        self._ledger.drop_documents(path for path in touched if path not in self.spool)
        self._merge()
        self._older = older(self._ledger.documents())
        affected = self._affected(touched) | self._aged(touched)
        self._documents(affected, self._ledger.sources_of(affected))
        self._merge()
        self._check_ids()

    def gone(self) -> list[str]:
        """Documents that no file gives any longer."""
        return sorted(self._before.keys() - self._ledger.documents().keys())

    def tasks(self, configuration: str) -> Iterator[Task]:
        """What is to be extracted: documents whose content changed, or something else that decides on their claims.

        Args:
            configuration: Hash of what decides on the claims of all documents.
        """
        vocabulary = Vocabulary.of(self._ledger.names())
        for path in self.spool:
            known = self._ledger.document(path)
            relevant = vocabulary.relevant(set(known.words.split("\n")))
            is_older = path in self._older
            decided = digest(configuration, relevant.hash, known.scope, *["older"] * is_older, length=32)
            if self._before.get(path) != (known.hash, decided):
                self._ledger.configure(path, decided)
                (content,) = self.spool.parts(path)
                yield Task(path, content, decided, relevant, is_older)

    def _files(self, paths: Collection[str]) -> set[str]:
        """Read files that changed; the documents they give."""
        found: set[str] = set()
        for outcome in self._outcomes(paths):
            given = [document.path for document in outcome.documents]
            content = self._state.hashes[outcome.source]
            self._ledger.put_source(outcome.source, content, outcome.notices, given)
            self._keep(outcome.source, outcome.documents)
            found.update(given)
        return found

    def _documents(self, paths: Collection[str], sources: Collection[str]) -> None:
        """Read some documents that are in files as they were."""
        for outcome in self._outcomes(sources):
            self._keep(outcome.source, [document for document in outcome.documents if document.path in paths])

    def _outcomes(self, paths: Collection[str]) -> Iterator[Outcome]:
        todo = [source for source in self._state.sources.items if source.path in paths]
        done, here = 0, self._state.options.here(sum(map(size, todo)))
        for outcomes in self._state.crew.map(read_some, batches(todo, size, READ_AT_ONCE), here):
            yield from outcomes
            done += len(outcomes)
            self._state.options.progress("reading", done, len(todo))

    def _keep(self, source: str, documents: Iterable[Packed]) -> None:
        for document in documents:
            self._ids.extend(map(hash, document.chunks))
            self.spool.put(document.path, source, document.content)
            self._remember(document)

    def _remember(self, document: Packed) -> None:
        configuration = self._before.get(document.path, ("", ""))[1]
        path, found, scope, _, names, words, _ = document
        self._ledger.put_document(Known(path, found, configuration, scope, names, words))

    def _affected(self, touched: Collection[str]) -> set[str]:
        """Documents, not touched themselves, in which names can occur that came or went."""
        names = self._ledger.names() ^ self._names
        if not names or self._state.anew:
            return set()
        vocabulary = Vocabulary.of(names)
        rows = self._ledger.words()
        return {path for path, words in rows if path not in touched and vocabulary.relevant(set(words.split("\n")))}

    def _aged(self, touched: Collection[str]) -> set[str]:
        """Documents, not touched themselves, that a newer version replaces now and did not, or the other way round."""
        if self._state.anew:
            return set()
        changed = older(self._before) ^ self._older
        return {path for path in self._ledger.documents() if path in changed and path not in touched}

    def _merge(self) -> None:
        """Make one document of what several files give of it."""
        for path in self.spool.several():
            (document,) = merged(map(unpack, self.spool.parts(path))).values()
            packed = pack(document, self._state.tools.extractor)
            self.spool.merge(path, packed.content)
            self._remember(packed)

    def _check_ids(self) -> None:
        """Ids of chunks come once, and are not those of documents that were not read."""
        hashes = sorted(self._ids)
        ids = Ids()
        if any(one == other for one, other in pairwise(hashes)):
            for document, chunks in self._chunks():
                ids.add(document, chunks)
        if self._state.anew:
            return
        store = self._state.store
        derived, graph = iri(PROV + "wasDerivedFrom"), iri(store.names.provenance)
        others = {store.names.document(path): path for path in self._before if path not in self.spool}
        for document, chunks in self._chunks():
            for one in chunks:
                for quad in store.quads(iri(store.names.chunk(one)), derived, None, graph):
                    ids.check(one, document, others.get(value_of(quad.object)))

    def _chunks(self) -> Iterator[tuple[str, list[str]]]:
        """Every document that was read, with the ids of its chunks."""
        for path in self.spool:
            for content in self.spool.parts(path):
                yield path, [chunk.id for chunk in unpack(content).chunks]
