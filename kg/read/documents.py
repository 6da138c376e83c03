"""Documents to chunks: files, folders, standard input and JSON Lines.

`sources` finds what is to be read, `read_source` reads one of them (also in a worker process), `read_paths` does both.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from kg.errors import InputError
from kg.model import Chunk, Document, Skipped
from kg.read.base import BinaryReader, Parts, Reader
from kg.read.decode import HEAD, decode, is_binary
from kg.read.finding import Sources, existing, sources
from kg.read.genre import FIELD, genre_of
from kg.read.registry import Registry, standard
from kg.read.scope import scope_of
from kg.read.settings import Settings, given
from kg.read.source import Source

__all__ = [
    "Ids",
    "Registry",
    "Source",
    "Sources",
    "check_ids",
    "existing",
    "read_paths",
    "read_source",
    "scope_of",
    "sources",
]


def read_source(
    source: Source,
    scopes: Mapping[str, str] | None = None,
    registry: Registry | None = None,
    settings: Settings | None = None,
) -> tuple[list[Document], list[Skipped]]:
    r"""Read one file: one document, or as many as a JSON Lines file names.

    Args:
        source: What to read.
        scopes: Scopes set by hand, by path prefix.
        registry: The readers; the shipped ones by default.
        settings: What people say of documents; nothing by default.

    Returns:
        The documents, in the order of their first chunk, and what was skipped or must be said: no file that was
        found in a folder ends the reading of the others.

    Raises:
        InputError: If a file that the caller named cannot be read or a JSON Lines record of it is broken.

    >>> documents, _ = read_source(Source("a.md", None, b"# Auth\n\nIt uses Redis."))
    >>> documents[0].title, documents[0].chunks[0].lines
    ('Auth', (3, 3))
    """
    if source.named:
        return _read(source, scopes, registry, settings or Settings({}))
    try:
        return _read(source, scopes, registry, settings or Settings({}))
    except InputError as error:
        return [], [Skipped(source.path, error.message, error.line)]
    except Exception as error:  # a fault of ours or of a library, which must not take the rest with it
        return [], [Skipped(source.path, f"its reader fails on it ({type(error).__name__})")]


def _read(
    source: Source, scopes: Mapping[str, str] | None, registry: Registry | None, settings: Settings
) -> tuple[list[Document], list[Skipped]]:
    data = source.bytes()
    registry = registry or standard()
    binary = registry.binary(source.path)
    if is_binary(data[:HEAD]) and not binary:
        return [], [Skipped(source.path, "a binary file")]
    text, notice = ("", "") if binary else decode(data)
    reader = registry.reader_for(source.path, text[:4096])
    if reader is None:
        return [], [Skipped(source.path, "no document type is known for it")]
    parts = _parts(reader, source, data if isinstance(reader, BinaryReader) else text)
    notices = [Skipped(source.path, notice)] if notice else []
    documents = _documents(reader.name, source, data, parts, scopes)
    classed = [_classed(document, source, parts, settings) for document in documents]
    return classed, [*notices, *_misnamed(source, parts), *parts.skipped]


def _classed(document: Document, source: Source, parts: Parts, settings: Settings) -> Document:
    fields = parts.fields if document.path == source.path else {}
    return replace(document, genre=genre_of(document, fields, settings))


def _misnamed(source: Source, parts: Parts) -> list[Skipped]:
    """What must be said of front matter that names a class which does not exist."""
    name = parts.fields.get(FIELD, "")
    return [Skipped(source.path, f"{FIELD}: no class is called {name!r}")] if name and not given(name, "") else []


def _parts(reader: Reader, source: Source, content: str | bytes) -> Parts:
    """What a reader finds; its errors name the file where the user finds it."""
    try:
        if isinstance(reader, BinaryReader) and isinstance(content, bytes):
            return reader.read_bytes(source.path, content)
        return reader.read(source.path, str(content))
    except InputError as error:
        file = str(source.file or source.path)
        raise InputError(error.message, file=file, line=error.line, hint=error.hint) from None


def _documents(
    name: str, source: Source, data: bytes, parts: Parts, scopes: Mapping[str, str] | None
) -> list[Document]:
    """One document for each name that the chunks give as theirs; a file without chunks is one, too."""
    groups: dict[str, list[Chunk]] = {}
    for chunk in parts.chunks:
        groups.setdefault(chunk.document, []).append(chunk)
    if not groups:
        groups[source.path] = []
    digest = hashlib.sha256(data).hexdigest()
    return [_document(name, path, digest, found, source, parts, scopes) for path, found in groups.items()]


def _document(
    name: str,
    path: str,
    digest: str,
    found: Sequence[Chunk],
    source: Source,
    parts: Parts,
    scopes: Mapping[str, str] | None,
) -> Document:
    own = path == source.path
    title, date = (parts.title, parts.date) if own else ("", None)
    content = digest if own else _digest(found)
    return Document(path, name, content, tuple(found), title, date, scope_of(path, scopes))


def _digest(chunks: Iterable[Chunk]) -> str:
    """Hash of the chunks that a file of many documents gives one of them."""
    found = hashlib.sha256()
    for chunk in chunks:
        found.update(repr((chunk.id, chunk.lines, chunk.source)).encode("utf-8", "surrogatepass"))
    return found.hexdigest()


def read_paths(
    paths: Sequence[Path], *, stdin: str | None = None, scopes: Mapping[str, str] | None = None
) -> tuple[list[Document], list[Skipped]]:
    """Read files and folders.

    Args:
        paths: Files and folders.
        stdin: Text of standard input.
        scopes: Scopes set by hand, by path prefix.

    Returns:
        Documents sorted by path, and what was skipped.

    Raises:
        InputError: As `sources`, `read_source` and `check_ids`.

    >>> documents, _ = read_paths([], stdin="The shop uses Redis.")
    >>> documents[0].path, documents[0].chunks[0].source
    ('stdin', 'The shop uses Redis.')
    """
    found = sources(paths, stdin=stdin)
    documents: list[Document] = []
    skipped = list(found.skipped)
    for source in found.items:
        read, left = read_source(source, scopes)
        documents += read
        skipped += left
    check_ids(documents)
    return sorted(documents, key=lambda document: document.path), skipped


class Ids:
    """Chunk ids of a build, each of one chunk only.

    >>> Ids().add("notes.md", ["notes.md/1f"])
    """

    def __init__(self) -> None:
        self._documents: dict[str, str] = {}

    def add(self, document: str, ids: Iterable[str]) -> None:
        """The chunk ids of one more document.

        Raises:
            InputError: If one of them is taken; only ids given in JSON Lines can be.
        """
        for one in ids:
            self.check(one, document, self._documents.get(one))
            self._documents[one] = document

    def check(self, one: str, document: str, other: str | None) -> None:
        """Refuse the id of a chunk when another document, or the same one again, has it."""
        if other is not None:
            where = " and ".join(dict.fromkeys((other, document)))
            raise InputError(f"chunk id {one!r} comes twice, in {where}", hint="ids are unique")

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """All ids, each with its document."""
        return iter(self._documents.items())


def check_ids(documents: Iterable[Document]) -> None:
    """Make sure that no two chunks of a build have the same id.

    Raises:
        InputError: If two have; only ids given in JSON Lines can clash.
    """
    ids = Ids()
    for document in documents:
        ids.add(document.path, (chunk.id for chunk in document.chunks))
