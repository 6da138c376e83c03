"""Documents to chunks: files, folders, standard input and JSON Lines.

`sources` finds what is to be read, `read_source` reads one of them (also in a worker process), `read_paths` does both.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kg.errors import InputError, NothingToRead
from kg.model import Chunk, Document, Skipped
from kg.read.base import Parts, Reader
from kg.read.decode import HEAD, decode, is_binary
from kg.read.genre import FIELD, genre_of
from kg.read.registry import STDIN, Registry, standard
from kg.read.scope import scope_of
from kg.read.settings import Settings, given
from kg.read.walk import Walk, unreadable

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


@dataclass(frozen=True, slots=True)
class Source:
    """A file to read. Small, and can be sent to another process.

    Args:
        path: Relative to the build root, `/` between segments.
        file: Where it lies, absolute; None for standard input.
        data: The bytes of standard input.
    """

    path: str
    file: Path | None
    data: bytes = b""

    def bytes(self) -> bytes:
        """Its content.

        Raises:
            InputError: If it can no longer be read.
        """
        if self.file is None:
            return self.data
        try:
            return self.file.read_bytes()
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", file=str(self.file)) from None

    def hash(self) -> str:
        """SHA-256 of its content, hexadecimal."""
        return hashlib.sha256(self.bytes()).hexdigest()


@dataclass(frozen=True, slots=True)
class Sources:
    """What a build reads.

    Args:
        root: The folder that paths are relative to.
        items: Sorted by path, each file once.
        skipped: Files left out, and why, sorted by path.
        unread: How many files no reader reads.
    """

    root: Path
    items: tuple[Source, ...]
    skipped: tuple[Skipped, ...]
    unread: int = 0


def sources(
    paths: Sequence[Path], *, stdin: str | None = None, registry: Registry | None = None, root: Path | None = None
) -> Sources:
    """Find the files to read.

    The build root is a single folder itself, the parent of a single file, else what all arguments share.

    Args:
        paths: Files and folders.
        stdin: Text of standard input, read as one document beside them.
        registry: The readers; the shipped ones by default.
        root: The build root, where it is another one.

    Raises:
        InputError: If a path does not exist or there is nothing to read.
    """
    registry = registry or standard()
    given = [existing(path) for path in paths]
    root = root or _root(given)
    skipped: list[Skipped] = []
    found: dict[str, Source] = {}
    unread = 0
    for path in given:
        walk = Walk(path, registry)
        files = walk.files() if path.is_dir() else _single(path, skipped)
        found.update((source.path, source) for source in _sources(files, root))
        skipped += walk.skipped
        unread += walk.unread
    if stdin is not None:
        found[STDIN] = Source(STDIN, None, stdin.encode("utf-8", "surrogatepass"))
    if not found:
        where = ", ".join(str(path) for path in paths) or "no paths"
        raise NothingToRead(f"nothing to read in {where}", hint="these are read: " + " ".join(registry.suffixes()))
    return Sources(root, tuple(found[path] for path in sorted(found)), _relative(skipped, root), unread)


def _relative(skipped: Iterable[Skipped], root: Path) -> tuple[Skipped, ...]:
    """What was skipped, each once, its path relative to the build root, so that no machine shows in it."""
    unique = {Skipped(os.path.relpath(item.path, root).replace(os.sep, "/"), item.reason) for item in skipped}
    return tuple(sorted(unique, key=lambda item: (item.path, item.reason)))


def existing(path: Path) -> Path:
    """A path that exists, absolute.

    Raises:
        InputError: If it does not.
    """
    if not path.exists():
        raise InputError("no such file or folder", file=str(path))
    return Path(os.path.abspath(path))


def _root(paths: Sequence[Path]) -> Path:
    folders = [path if path.is_dir() else path.parent for path in paths]
    return Path(os.path.commonpath(folders)) if folders else Path.cwd()


def _single(path: Path, skipped: list[Skipped]) -> list[Path]:
    """A file the caller named: read, or skipped with the reason."""
    reason = unreadable(path)
    if reason:
        skipped.append(Skipped(str(path), reason))
    return [] if reason else [path]


def _sources(files: Iterable[Path], root: Path) -> Iterator[Source]:
    above = root.as_posix().rstrip("/") + "/"
    return (Source(file.as_posix().removeprefix(above), file) for file in files)


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
        The documents, in the order of their first chunk, and what was skipped or must be said.

    Raises:
        InputError: If the file cannot be read or a JSON Lines record is broken.

    >>> documents, _ = read_source(Source("a.md", None, b"# Auth\n\nIt uses Redis."))
    >>> documents[0].title, documents[0].chunks[0].lines
    ('Auth', (3, 3))
    """
    data = source.bytes()
    if is_binary(data[:HEAD]):
        return [], [Skipped(source.path, "a binary file")]
    text, notice = decode(data)
    reader = (registry or standard()).reader_for(source.path, text[:4096])
    if reader is None:
        return [], [Skipped(source.path, "no document type is known for it")]
    parts = _parts(reader, source, text)
    notices = [Skipped(source.path, notice)] if notice else []
    documents = _documents(reader.name, source, data, parts, scopes)
    classed = [_classed(document, source, parts, settings or Settings({})) for document in documents]
    return classed, [*notices, *_misnamed(source, parts), *parts.skipped]


def _classed(document: Document, source: Source, parts: Parts, settings: Settings) -> Document:
    fields = parts.fields if document.path == source.path else {}
    return replace(document, genre=genre_of(document, fields, settings))


def _misnamed(source: Source, parts: Parts) -> list[Skipped]:
    """What must be said of front matter that names a class which does not exist."""
    name = parts.fields.get(FIELD, "")
    return [Skipped(source.path, f"{FIELD}: no class is called {name!r}")] if name and not given(name, "") else []


def _parts(reader: Reader, source: Source, text: str) -> Parts:
    """What a reader finds; its errors name the file where the user finds it."""
    try:
        return reader.read(source.path, text)
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
