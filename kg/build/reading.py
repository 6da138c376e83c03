"""Reading and extracting, the work that is spread over processes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from kg.build.state import Options
from kg.extract import Extractor, Vocabulary
from kg.gazetteer import load as load_gazetteer
from kg.model import Claim, Document, Skipped
from kg.names import digest
from kg.ontology import Ontology
from kg.read import Registry, Source, Sources, read_source


@dataclass(frozen=True)
class Tools:
    """What a process needs to read and extract."""

    registry: Registry
    extractor: Extractor
    scopes: dict[str, str]


_prepared: list[Tools] = []


def prepare(ontology: Ontology, options: Options) -> None:
    """Make the tools of this process."""
    extractor = Extractor(ontology, load_gazetteer())
    _prepared[:] = [Tools(registry(ontology, options), extractor, options.scopes)]


def tools() -> Tools:
    """The tools of this process; `prepare` comes first."""
    return _prepared[0]


def read_one(source: Source) -> tuple[list[Document], list[Skipped]]:
    """The documents of a file, and what was skipped."""
    here = tools()
    return read_source(source, here.scopes, here.registry)


def extract_one(item: tuple[Document, Vocabulary]) -> tuple[Claim, ...]:
    """The claims of a document, given the names that can occur in it."""
    document, vocabulary = item
    return tools().extractor.extract(document, vocabulary)


def registry(ontology: Ontology, options: Options) -> Registry:
    """The readers, that of a mapped catalog among them.

    Raises:
        InputError: If the mapping file cannot be used.
    """
    if options.mapping is None:
        return Registry(relations=ontology.relations)
    from kg.read.structured.catalog import Catalog
    from kg.read.structured.mapping import load_mapping

    text = Source(options.mapping.name, options.mapping).bytes().decode("utf-8", "replace")
    return Registry([Catalog(load_mapping(str(options.mapping), text, ontology.relations))], ontology.relations)


def size(found: Sources) -> int:
    """Bytes of all that is to be read."""
    return sum(source.file.stat().st_size if source.file else len(source.data) for source in found.items)


def merged(documents: Iterable[Document]) -> dict[str, Document]:
    """Documents that several files name become one."""
    by_path: dict[str, Document] = {}
    for document in documents:
        known = by_path.get(document.path)
        if known is not None:
            both = digest(known.hash, document.hash, length=64)
            document = replace(known, chunks=known.chunks + document.chunks, hash=both)
        by_path[document.path] = document
    return {path: by_path[path] for path in sorted(by_path)}
