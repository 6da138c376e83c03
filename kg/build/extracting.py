"""The claims of documents without a graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kg.build.options import Options
from kg.build.reading import merged, registry, size
from kg.build.work import Tools, extract_one, read_one
from kg.build.workers import Crew
from kg.extract import Vocabulary
from kg.model import Claim, Document, Skipped, older
from kg.ontology import load as load_ontology
from kg.rdf import DEFAULT_BASE, Names
from kg.read import Sources, aged, check_ids, load_settings, sources


@dataclass
class Claims:
    """Claims that are not stored.

    Args:
        claims: Claims of each document, by its path.
        skipped: What was not read, and why.
    """

    claims: dict[str, tuple[Claim, ...]] = field(default_factory=dict)
    skipped: list[Skipped] = field(default_factory=list)


def claims(paths: Sequence[Path], options: Options | None = None) -> Claims:
    """The claims of documents; nothing is stored.

    Raises:
        InputError: If a path or an ontology file cannot be read.
    """
    options = options or Options()
    ontology = load_ontology(options.ontology)
    found = sources(paths, stdin=options.stdin, registry=registry(ontology, options))
    tools = Tools(ontology, options.elsewhere(), Names(DEFAULT_BASE), settings=load_settings(found.root))
    here = options.here(sum(map(size, found.items)))
    with Crew(tools.prepare, options.processes) as crew:
        documents, skipped = _read(crew, found, options, here)
        documents |= {path: aged(documents[path]) for path in older(documents)}
        vocabulary = Vocabulary().merge(*(tools.extractor.vocabulary(document) for document in documents.values()))
        items = [(document, tools.extractor.relevant(document, vocabulary)) for document in documents.values()]
        result = Claims({}, [*found.skipped, *skipped])
        for path, extracted in zip(documents, crew.map(extract_one, items, here), strict=True):
            result.claims[path] = extracted
            options.progress("extracting", len(result.claims), len(items))
    return result


def _read(crew: Crew, found: Sources, options: Options, here: bool) -> tuple[dict[str, Document], list[Skipped]]:
    """All documents, by path, and what must be said of files."""
    documents: list[Document] = []
    skipped: list[Skipped] = []
    for done, (read, notices) in enumerate(crew.map(read_one, found.items, here), 1):
        documents += read
        skipped += notices
        options.progress("reading", done, len(found.items))
    check_ids(documents)
    return merged(documents), skipped
