"""What processes do: read files, extract and record documents. Functions of a module, so that they can be sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from kg.build.options import Options
from kg.build.reading import Outcome, pack, registry, unpack
from kg.build.recording import Desk, Extracted, Recorded, Task
from kg.extract import Extractor, Thresholds, Vocabulary, Weights
from kg.model import Claim, Document, Skipped
from kg.ontology import Gazetteer, Ontology, load_gazetteer
from kg.rdf import Names
from kg.read import Registry, Settings, Source, aged, read_source
from kg.resolve import Recorder


@dataclass(frozen=True)
class Tools:
    """What a process needs; what it does not use is not made.

    Args:
        ontology: The ontology in force.
        options: What the build was told.
        names: The graph's IRIs.
        run: Configuration and content hash of the extraction activity.
        scopes: What people scoped: the letters of names, each with its documents and folders.
        settings: What people say of documents.
    """

    ontology: Ontology
    options: Options
    names: Names
    run: tuple[str, str] = ("", "")
    scopes: Mapping[str, Sequence[str]] = field(default_factory=dict)
    settings: Settings = field(default_factory=lambda: Settings({}))

    @cached_property
    def registry(self) -> Registry:
        """The readers."""
        return registry(self.ontology, self.options)

    @cached_property
    def extractor(self) -> Extractor:
        """The extractor."""
        options = self.options
        return _extractor(self.ontology, load_gazetteer(), options.weights, options.thresholds)

    @cached_property
    def desk(self) -> Desk:
        """Where claims become quads."""
        recorder = Recorder(self.names, self.ontology, scopes=self.scopes)
        return Desk(recorder, self.ontology, self.options.shapes, self.run)

    def read(self, source: Source) -> tuple[list[Document], list[Skipped]]:
        """The documents of a file, and what must be said of it."""
        return read_source(source, self.options.scopes, self.registry, self.settings)

    def prepare(self) -> None:
        """Make them the tools of this process."""
        _prepared[:] = [self]


@lru_cache(maxsize=1)
def _extractor(ontology: Ontology, gazetteer: Gazetteer, weights: Weights, thresholds: Thresholds) -> Extractor:
    """An extractor, kept for the next build of this process: making one takes longer than reading a few documents."""
    return Extractor(ontology, gazetteer, weights, thresholds)


_prepared: list[Tools] = []


def read_some(found: Sequence[Source]) -> list[Outcome]:
    """The documents of some files, and what must be said of these."""
    (tools,) = _prepared
    outcomes = []
    for source in found:
        documents, notices = tools.read(source)
        packed = tuple(pack(document, tools.extractor) for document in documents)
        outcomes.append(Outcome(source.path, packed, tuple(notices)))
    return outcomes


def record_some(tasks: Sequence[Task]) -> Recorded:
    """What is to be stored of some documents."""
    (tools,) = _prepared
    found = []
    for task in tasks:
        document = unpack(task.content)
        document = aged(document) if task.older else document
        claims = tools.extractor.extract(document, task.vocabulary)
        found.append(Extracted(document, task.configuration, claims))
    return tools.desk.record(found)


def read_one(source: Source) -> tuple[list[Document], list[Skipped]]:
    """The documents of a file, and what must be said of it."""
    (tools,) = _prepared
    return tools.read(source)


def extract_one(item: tuple[Document, Vocabulary]) -> tuple[Claim, ...]:
    """The claims of a document, given the names that can occur in it."""
    (tools,) = _prepared
    document, vocabulary = item
    return tools.extractor.extract(document, vocabulary)
