"""Sentences that have the words of a relation and gave no claim, kept beside a graph as the build found them.

Finding them takes a look at every sentence, which a question has no time for. Where nothing is kept, as beside a graph
that was imported, `kg.answer.coverage` looks.
"""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from kg.model import Citation, Unclaimed
from kg.rdf import OxigraphStore, Store

FILE = "unread.sqlite"
"""Its name in a snapshot's folder."""

VERSION = "1"
"""Of the tables; a file of another version is not used."""

_TABLES = """
CREATE TABLE note (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE unread (document BLOB PRIMARY KEY, words BLOB NOT NULL, rows BLOB NOT NULL) WITHOUT ROWID
"""
_BETWEEN = "\x1e"


class Cued(NamedTuple):
    """A sentence without a claim.

    Args:
        cue: The words of a relation.
        chunk: Id of its chunk.
        first: First line.
        last: Last line.
        sentence: The sentence.
    """

    cue: str
    chunk: str
    first: int
    last: int
    sentence: str


def cued(
    chunk: str, lines: tuple[int, int], text: str, quotes: Collection[str], cue_of: Callable[[str], str | None]
) -> Iterator[Cued]:
    """Sentences of a chunk that have a cue and are in no quote of its claims.

    Args:
        chunk: Its id.
        lines: Where it stands.
        text: What stands there.
        quotes: What its claims quote.
        cue_of: The words of a relation in a sentence, if it has some.

    >>> text, quotes = "It stores mail. It runs on Nomad.", ["It runs on Nomad."]
    >>> [one.sentence for one in cued("a/1", (3, 3), text, quotes, str.lower)]
    ['It stores mail.']
    """
    from kg.extract import sentences

    for start, end in sentences(text):
        sentence = text[start:end]
        if any(sentence in quote or quote in sentence for quote in quotes):
            continue
        cue = cue_of(sentence)
        if cue is not None:
            first = min(lines[0] + text.count("\n", 0, start), lines[1])
            yield Cued(cue, chunk, first, min(first + sentence.count("\n"), lines[1]), sentence)


class Unread:
    """What is kept beside one snapshot.

    Args:
        file: Where; None for nowhere but memory.

    >>> unread = Unread(None)
    >>> unread.put("a.md", [Cued("runs on", "a.md/1", 2, 2, "Most of it runs on Nomad.")])
    >>> [str(one.citation) for one in unread.naming(re.compile("Nomad"))]
    ['a.md:2']
    """

    def __init__(self, file: Path | None) -> None:
        new = file is None or not file.exists()
        self._db = sqlite3.connect(file or ":memory:", isolation_level=None)
        self._db.execute("PRAGMA journal_mode = OFF")  # the snapshot is nobody's before it is complete
        self._db.execute("BEGIN")
        if new:
            for statement in _TABLES.split(";"):
                self._db.execute(statement)
            self._note("version", VERSION)

    @classmethod
    def following(cls, previous: Path | None, folder: Path | None, content: str | None) -> Unread:
        """What is kept beside the snapshot before, to go on from.

        Args:
            previous: The folder of that snapshot.
            folder: The folder of the new one.
            content: Content hash of the build that made that graph; None to begin anew.

        Returns:
            What lies in the new folder; where the snapshot before has nothing that is in step with its graph, it lies
            in memory alone, for it would not be all.
        """
        if folder is None:
            return cls(None)
        (folder / FILE).unlink(missing_ok=True)
        if content is None:
            return cls(folder / FILE)
        before = None if previous is None else cls.beside(previous, content)
        if before is None or previous is None:
            return cls(None)
        before.close()
        shutil.copyfile(previous / FILE, folder / FILE)
        return cls(folder / FILE)

    @classmethod
    def beside(cls, folder: Path, content: str) -> Unread | None:
        """What is kept beside a snapshot; None when nothing is that is in step with its graph.

        Args:
            folder: The snapshot's folder.
            content: Content hash that the graph remembers of the build that made it.
        """
        if not content or not (folder / FILE).is_file():
            return None
        found = None
        with suppress(sqlite3.DatabaseError):
            found = cls(folder / FILE)
            if (found._noted("version"), found._noted("content")) == (VERSION, content):
                return found
        if found is not None:
            found.close()
        return None

    @classmethod
    def of(cls, store: Store, content: str) -> Unread | None:
        """The same of a published graph."""
        sealed = store.sealed if isinstance(store, OxigraphStore) else None
        return None if sealed is None else cls.beside(sealed.folder / "snapshots" / sealed.snapshot, content)

    def keep(self, content: str) -> None:
        """Write it, in step with a graph.

        Args:
            content: Content hash of the build.
        """
        self._note("content", content)
        self._db.execute("COMMIT")
        self.close()

    def close(self) -> None:
        """Let go of it."""
        self._db.close()

    def put(self, document: str, rows: Iterable[Cued]) -> None:
        """The sentences of a document, in place of those it had."""
        found = list(rows)
        self.drop(document)
        if found:
            words = _BETWEEN.join(one.sentence.replace(_BETWEEN, " ") for one in found)
            row = _blob(document), _blob(words), _blob(json.dumps(found))
            self._db.execute("INSERT INTO unread VALUES (?, ?, ?)", row)

    def drop(self, document: str) -> None:
        """Forget a document."""
        self._db.execute("DELETE FROM unread WHERE document = ?", (_blob(document),))

    def naming(self, named: re.Pattern[str]) -> Iterator[Unclaimed]:
        """Sentences in which a pattern is found."""
        for document, words, rows in self._db.execute("SELECT document, words, rows FROM unread"):
            if named.search(_text(words)):
                for row in json.loads(_text(rows)):
                    one = Cued(*row)
                    if named.search(one.sentence):
                        citation = Citation(one.chunk, _text(document), (one.first, one.last), one.sentence)
                        yield Unclaimed(one.cue, citation)

    def _note(self, key: str, value: str) -> None:
        self._db.execute("REPLACE INTO note VALUES (?, ?)", (key, value))

    def _noted(self, key: str) -> Any:
        row = self._db.execute("SELECT value FROM note WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None


def _blob(text: str) -> bytes:
    """Paths and texts may hold surrogates, which SQLite's texts cannot."""
    return text.encode("utf-8", "surrogatepass")


def _text(blob: bytes) -> str:
    return blob.decode("utf-8", "surrogatepass")
