"""Documents on their way from files to the extractor."""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from kg.build.options import Options
from kg.extract import Extractor
from kg.model import Document, Skipped, digest
from kg.ontology import Ontology
from kg.read import Registry, Source

READ_AT_ONCE = 200_000
"""Bytes of files that a process reads before it reports."""


class Packed(NamedTuple):
    """A document after reading, small enough for many of them to be at hand.

    Args:
        path: Its path.
        hash: Of its content.
        scope: Of its names.
        chunks: Ids of its chunks.
        names: Names it surely has.
        words: Its words in lower case, sorted, one a line.
        content: The document itself, pickled.
    """

    path: str
    hash: str
    scope: str
    chunks: tuple[str, ...]
    names: tuple[str, ...]
    words: str
    content: bytes


class Outcome(NamedTuple):
    """What reading a file gave."""

    source: str
    documents: tuple[Packed, ...]
    notices: tuple[Skipped, ...]


def pack(document: Document, extractor: Extractor) -> Packed:
    """A document with what the build needs to know of it."""
    return Packed(
        document.path,
        document.hash,
        document.scope,
        tuple(chunk.id for chunk in document.chunks),
        extractor.vocabulary(document).names,
        "\n".join(sorted(extractor.words(document))),
        pickle.dumps(document, pickle.HIGHEST_PROTOCOL),
    )


def unpack(packed: bytes) -> Document:
    """The document that `pack` packed."""
    document: Document = pickle.loads(packed)  # only ever what this very build wrote
    return document


def registry(ontology: Ontology, options: Options) -> Registry:
    """The readers, that of a mapped catalog among them.

    Raises:
        InputError: If the mapping file cannot be used.
    """
    if options.mapping is None:
        return Registry(relations=ontology.relations)
    from kg.read import Catalog, load_mappings

    text = Source(options.mapping.name, options.mapping).bytes().decode("utf-8", "replace")
    mapped = load_mappings(str(options.mapping), text, ontology.relations)
    return Registry([(Catalog(*mapped), [file for one in mapped for file in one.files])], ontology.relations)


def size(source: Source) -> int:
    """Bytes of a file; none of one that is gone."""
    try:
        return source.file.stat().st_size if source.file else len(source.data)
    except OSError:
        return 0


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


class Spool:
    """Packed documents, or parts of one from several files, out of memory until they are extracted.

    Args:
        folder: Where the file lies that nobody sees; None for where such files usually do.
    """

    def __init__(self, folder: Path | None) -> None:
        self._file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115, as long as the spool
        self._places: dict[str, dict[str, tuple[int, int]]] = {}

    def put(self, path: str, source: str, content: bytes) -> None:
        """Keep what a file gives of a document."""
        at = self._file.seek(0, 2)
        self._file.write(content)
        self._places.setdefault(path, {})[source] = (at, len(content))

    def parts(self, path: str) -> list[bytes]:
        """What was kept of a document, in the order of the files."""
        return [self._read(*place) for _, place in sorted(self._places.get(path, {}).items())]

    def several(self) -> list[str]:
        """Documents of several parts."""
        return sorted(path for path, places in self._places.items() if len(places) > 1)

    def merge(self, path: str, content: bytes) -> None:
        """Put one content in place of all parts of a document."""
        self._places[path] = {}
        self.put(path, "", content)

    def _read(self, at: int, length: int) -> bytes:
        self._file.seek(at)
        return self._file.read(length)

    @property
    def size(self) -> int:
        """Bytes of all that was kept."""
        return self._file.seek(0, 2)

    def __contains__(self, path: str) -> bool:
        return path in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._places))

    def __len__(self) -> int:
        return len(self._places)

    def close(self) -> None:
        """Let go of it."""
        self._file.close()
