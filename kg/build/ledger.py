"""What a build remembers for the next one, beside the graph and in step with it: a small SQLite file.

Nothing in it says anything that the documents and the graph do not: it tells which files are as they were, which
names a document brings and which words it has, and how often each name is spelled how. Lost, it is made anew by
reading all documents again. A snapshot written by anything but a build has none.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from kg.model import Skipped

FILE = "build.sqlite"
"""Its name in a snapshot's folder."""

VERSION = "1"
"""Of the tables; a ledger of another version is not used."""

_TABLES = """
CREATE TABLE note (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE source (path BLOB PRIMARY KEY, hash TEXT NOT NULL, notices TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE part (source BLOB, document BLOB, PRIMARY KEY (source, document)) WITHOUT ROWID;
CREATE INDEX part_document ON part (document);
CREATE TABLE document (
    path BLOB PRIMARY KEY, hash TEXT NOT NULL, configuration TEXT NOT NULL,
    scope BLOB NOT NULL, names TEXT NOT NULL, words BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE spelling (
    entity TEXT, text TEXT, times INTEGER NOT NULL, PRIMARY KEY (entity, text)
) WITHOUT ROWID;
CREATE TABLE name (entity TEXT PRIMARY KEY, canonical TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX name_canonical ON name (canonical);
CREATE TABLE tag (entity TEXT, tag TEXT, PRIMARY KEY (entity, tag)) WITHOUT ROWID;
CREATE INDEX tag_tag ON tag (tag);
CREATE TABLE ambiguous (entity TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;
"""

_SPELL_MORE = """
INSERT INTO spelling VALUES (?, ?, ?) ON CONFLICT (entity, text) DO UPDATE SET times = times + excluded.times
"""


class Known(NamedTuple):
    """A document as the ledger knows it.

    Args:
        path: Its path.
        hash: Of its content.
        configuration: Hash of all else that decided on its claims.
        scope: Of its names.
        names: Names it surely has, for the vocabulary of all documents.
        words: Its words in lower case, sorted, one a line.
    """

    path: str
    hash: str
    configuration: str
    scope: str
    names: tuple[str, ...]
    words: str


class Ledger:
    """The ledger of one snapshot, open for writing.

    Args:
        file: Where it lies; None keeps it in memory.

    >>> ledger = Ledger(None)
    >>> ledger.put_source("a.md", "1f", [], ["a.md"])
    >>> ledger.sources(), ledger.documents_of(["a.md"])
    ({'a.md': '1f'}, {'a.md'})
    """

    def __init__(self, file: Path | None) -> None:
        self._file = file
        new = file is None or not file.exists()
        self._db = sqlite3.connect(file or ":memory:", isolation_level=None)
        self._db.execute("PRAGMA journal_mode = OFF")  # the snapshot is nobody's before it is complete
        self._db.execute("PRAGMA synchronous = OFF")
        self._db.execute("BEGIN")
        if new:
            for statement in _TABLES.split(";"):
                self._db.execute(statement)
            self.note("version", VERSION)

    @classmethod
    def following(cls, previous: Path | None, folder: Path | None, content: str) -> Ledger | None:
        """A copy of the ledger of the snapshot before; None when there is none that is in step with the graph.

        Args:
            previous: The folder of the snapshot before.
            folder: The folder of the new one.
            content: Content hash that the graph remembers of the build that made it.
        """
        if not content or previous is None or folder is None or not (previous / FILE).is_file():
            return None
        try:
            shutil.copyfile(previous / FILE, folder / FILE)
            ledger = cls(folder / FILE)
            if (ledger.noted("version"), ledger.noted("content")) == (VERSION, content):
                return ledger
            ledger.close()
        except sqlite3.DatabaseError:
            pass
        (folder / FILE).unlink(missing_ok=True)
        return None

    @classmethod
    def empty(cls, folder: Path | None) -> Ledger:
        """A new ledger in a snapshot's folder."""
        if folder is not None:
            (folder / FILE).unlink(missing_ok=True)
        return cls(None if folder is None else folder / FILE)

    def close(self) -> None:
        """Write it to disk."""
        if self._db.in_transaction:
            self._db.execute("COMMIT")
        self._db.close()
        if self._file is not None:
            with self._file.open("r+b") as file:  # Windows syncs only what it may write
                os.fsync(file.fileno())

    def note(self, key: str, value: str) -> None:
        """Remember a value."""
        self._db.execute("REPLACE INTO note VALUES (?, ?)", (key, value))

    def noted(self, key: str) -> str:
        """A value that was remembered, else nothing."""
        row = self._db.execute("SELECT value FROM note WHERE key = ?", (key,)).fetchone()
        return row[0] if row else ""

    # ------------------------------------------------------------ files

    def sources(self) -> dict[str, str]:
        """Content hash of every file by its path."""
        return {_text(path): found for path, found in self._db.execute("SELECT path, hash FROM source")}

    def put_source(self, path: str, found: str, notices: Iterable[Skipped], documents: Iterable[str]) -> None:
        """A file, what must be said of it, and the documents it gave."""
        told = json.dumps([(one.path, one.reason, one.line) for one in notices])
        self._db.execute("REPLACE INTO source VALUES (?, ?, ?)", (_blob(path), found, told))
        self._db.execute("DELETE FROM part WHERE source = ?", (_blob(path),))
        rows = ((_blob(path), _blob(document)) for document in documents)
        self._db.executemany("INSERT OR IGNORE INTO part VALUES (?, ?)", rows)

    def drop_sources(self, paths: Iterable[str]) -> None:
        """Forget files that are gone."""
        for path in paths:
            self._db.execute("DELETE FROM source WHERE path = ?", (_blob(path),))
            self._db.execute("DELETE FROM part WHERE source = ?", (_blob(path),))

    def notices(self) -> Iterator[Skipped]:
        """What must be said of the files."""
        for (told,) in self._db.execute("SELECT notices FROM source WHERE notices <> '[]'"):
            yield from (Skipped(path, reason, line) for path, reason, line in json.loads(told))

    def documents_of(self, sources: Iterable[str]) -> set[str]:
        """The documents that some files give."""
        return {found for one in sources for found in self._parts("document", "source", one)}

    def sources_of(self, documents: Iterable[str]) -> set[str]:
        """The files that give some documents."""
        return {found for one in documents for found in self._parts("source", "document", one)}

    def _parts(self, wanted: str, given: str, value: str) -> list[str]:
        rows = self._db.execute(f"SELECT {wanted} FROM part WHERE {given} = ?", (_blob(value),))
        return [_text(row[0]) for row in rows]

    # ------------------------------------------------------------ documents

    def documents(self) -> dict[str, tuple[str, str]]:
        """Content hash and configuration hash of every document by its path."""
        rows = self._db.execute("SELECT path, hash, configuration FROM document")
        return {_text(path): (found, configuration) for path, found, configuration in rows}

    def document(self, path: str) -> Known:
        """A document."""
        row = self._db.execute("SELECT * FROM document WHERE path = ?", (_blob(path),)).fetchone()
        _, found, configuration, scope, names, words = row
        return Known(path, found, configuration, _text(scope), tuple(json.loads(names)), _text(words))

    def words(self) -> Iterator[tuple[str, str]]:
        """The words of every document, one a line, by its path."""
        rows = self._db.execute("SELECT path, words FROM document")
        return ((_text(path), _text(words)) for path, words in rows)

    def names(self) -> set[str]:
        """The names that the documents bring."""
        rows = self._db.execute("SELECT DISTINCT names FROM document")
        return {name for (names,) in rows for name in json.loads(names)}

    def put_document(self, one: Known) -> None:
        """A document as it is now."""
        names, words = json.dumps(one.names), _blob(one.words)
        row = (_blob(one.path), one.hash, one.configuration, _blob(one.scope), names, words)
        self._db.execute("REPLACE INTO document VALUES (?, ?, ?, ?, ?, ?)", row)

    def configure(self, path: str, configuration: str) -> None:
        """The configuration hash of a document that is as it was."""
        self._db.execute("UPDATE document SET configuration = ? WHERE path = ?", (configuration, _blob(path)))

    def drop_documents(self, paths: Iterable[str]) -> None:
        """Forget documents that are gone."""
        self._db.executemany("DELETE FROM document WHERE path = ?", ((_blob(path),) for path in paths))

    # ------------------------------------------------------------ names

    def spell(self, times: Mapping[tuple[str, str], int]) -> set[str]:
        """Count spellings of names up or down; the names that have another set of spellings now."""
        changed = set()
        for (entity, text), more in times.items():
            row = self._db.execute(
                "SELECT times FROM spelling WHERE entity = ? AND text = ?", (entity, text)
            ).fetchone()
            before = row[0] if row else 0
            if before + more > 0:
                self._db.execute("REPLACE INTO spelling VALUES (?, ?, ?)", (entity, text, before + more))
            else:
                self._db.execute("DELETE FROM spelling WHERE entity = ? AND text = ?", (entity, text))
            if (before > 0) != (before + more > 0):
                changed.add(entity)
        return changed

    def spell_more(self, times: Mapping[tuple[str, str], int]) -> None:
        """Count spellings of names up."""
        rows = ((entity, text, more) for (entity, text), more in times.items())
        self._db.executemany(_SPELL_MORE, rows)

    def spellings(self, entities: Iterable[str] | None = None) -> dict[str, tuple[str, ...]]:
        """The spellings of some names, or of all, sorted; a name without any is left out."""
        if entities is None:
            found: dict[str, list[str]] = {}
            for entity, text in self._db.execute("SELECT entity, text FROM spelling ORDER BY entity"):
                found.setdefault(entity, []).append(text)
            return {entity: tuple(sorted(texts)) for entity, texts in found.items()}
        rows = ((entity, self._column("SELECT text FROM spelling WHERE entity = ?", entity)) for entity in entities)
        return {entity: tuple(sorted(texts)) for entity, texts in sorted(rows) if texts}

    def tags(self, entity: str) -> list[str]:
        """What a name shares with others."""
        return self._column("SELECT tag FROM tag WHERE entity = ?", entity)

    def tagged(self, tag: str) -> list[str]:
        """The names that share something."""
        return self._column("SELECT entity FROM tag WHERE tag = ?", tag)

    def canonical(self, entity: str) -> str:
        """The representative of a name; itself when nothing is known of it."""
        found = self._column("SELECT canonical FROM name WHERE entity = ?", entity)
        return found[0] if found else entity

    def members(self, representative: str) -> list[str]:
        """All names that a representative stands for."""
        return self._column("SELECT entity FROM name WHERE canonical = ?", representative)

    def canonicals(self, entities: Iterable[str] | None = None) -> dict[str, str]:
        """The representatives of some names, or of all; a name of nothing is left out."""
        if entities is None:
            return dict(self._db.execute("SELECT entity, canonical FROM name"))
        rows = ((entity, self._column("SELECT canonical FROM name WHERE entity = ?", entity)) for entity in entities)
        return {entity: found[0] for entity, found in rows if found}

    def put_names(self, looked_at: Iterable[str] | None, canonical: Mapping[str, str]) -> None:
        """Names as they are linked now, in place of those that were looked at, or of all."""
        self._drop("name", looked_at)
        self._db.executemany("INSERT INTO name VALUES (?, ?)", canonical.items())

    def put_tags(self, looked_at: Iterable[str] | None, tags: Iterable[tuple[str, str]]) -> None:
        """What names share, likewise."""
        self._drop("tag", looked_at)
        self._db.executemany("INSERT OR IGNORE INTO tag VALUES (?, ?)", tags)

    def put_ambiguous(self, looked_at: Iterable[str] | None, found: Mapping[str, Iterable[str]]) -> None:
        """Names that several projects use, likewise."""
        self._drop("ambiguous", looked_at)
        rows = ((entity, name) for name, entities in found.items() for entity in entities)
        self._db.executemany("REPLACE INTO ambiguous VALUES (?, ?)", rows)

    def ambiguous(self) -> dict[str, tuple[str, ...]]:
        """Names that several projects use for things of their own, with these things' IRIs."""
        found: dict[str, list[str]] = {}
        for name, entity in self._db.execute("SELECT name, entity FROM ambiguous ORDER BY name, entity"):
            found.setdefault(name, []).append(entity)
        return {name: tuple(entities) for name, entities in found.items()}

    def _drop(self, table: str, entities: Iterable[str] | None) -> None:
        if entities is None:
            self._db.execute(f"DELETE FROM {table}")
        else:
            self._db.executemany(f"DELETE FROM {table} WHERE entity = ?", ((entity,) for entity in entities))

    def _column(self, query: str, value: str) -> list[str]:
        return [row[0] for row in self._db.execute(query, (value,))]


def _blob(text: str) -> bytes:
    """Paths and texts may hold surrogates, which SQLite's texts cannot."""
    return text.encode("utf-8", "surrogatepass")


def _text(blob: bytes) -> str:
    return blob.decode("utf-8", "surrogatepass")
