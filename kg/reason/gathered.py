"""All statements of a graph in the order reasoning needs them, on disk, so that memory does not grow with them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields
from itertools import groupby
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import Any

from kg.model import Polarity
from kg.resolve import Statement

FILE = "statements.sqlite"
"""Its name for the moment that it has one."""

_COLUMNS = ", ".join(field.name for field in fields(Statement))
_ROW = attrgetter(*(field.name for field in fields(Statement)))
_POLARITY = [field.name for field in fields(Statement)].index("polarity")
_TABLES = (
    f"CREATE TABLE statement ({_COLUMNS})",
    "CREATE TABLE placed (one INTEGER, other INTEGER, row INTEGER, PRIMARY KEY (one, other, row)) WITHOUT ROWID",
)
_PAIRED = f"SELECT one, other, {_COLUMNS} FROM placed CROSS JOIN statement ON statement.rowid = row ORDER BY 1, 2, row"


class Gathered:
    """Statements that are kept in a file which nobody sees and which ends with this process.

    Args:
        folder: Where the file lies; None for where such files usually do.

    >>> gathered = Gathered(None)
    >>> gathered.add([])
    >>> len(gathered), list(gathered.grouped()), list(gathered.by_pair(str))
    (0, [], [])
    """

    def __init__(self, folder: Path | None) -> None:
        self._db = sqlite3.connect("" if folder is None else folder / FILE, isolation_level=None)
        for pragma in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -32000"):
            self._db.execute(f"PRAGMA {pragma}")
        for table in _TABLES:
            self._db.execute(table)
        if folder is not None:
            (folder / FILE).unlink()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, rows: Iterable[Statement]) -> None:
        """Keep some more, each of which is new."""
        blanks = ", ".join("?" * (_COLUMNS.count(",") + 1))
        self._db.execute("BEGIN")
        self._count += self._db.executemany(f"INSERT INTO statement VALUES ({blanks})", map(_plain, rows)).rowcount
        self._db.execute("COMMIT")

    def grouped(self) -> Iterator[Statement]:
        """Those of one of several options."""
        found = self._db.execute(f"SELECT {_COLUMNS} FROM statement WHERE alternatives IS NOT NULL")
        return map(_statement, found)

    def by_pair(self, canonical: Callable[[str], str]) -> Iterator[list[Statement]]:
        """Statements on two things, those on the same two together; on one alone where it is an option of itself.

        Args:
            canonical: From a name's IRI to its representative's.
        """
        self._db.execute("BEGIN")
        self._db.execute("DELETE FROM placed")
        self._db.executemany("INSERT INTO placed VALUES (?, ?, ?)", self._places(canonical))
        self._db.execute("COMMIT")
        for (one, other), rows in groupby(self._db.execute(_PAIRED), itemgetter(0, 1)):
            found = [_statement(row[2:]) for row in rows]
            if one != other or any(row.alternatives for row in found):
                yield found

    def _places(self, canonical: Callable[[str], str]) -> Iterator[tuple[int, int, int]]:
        """Numbers of both things in order, and of the statement."""
        numbers: dict[str, int] = {}
        for row, subject, obj in self._db.execute("SELECT rowid, subject, object FROM statement"):
            one = numbers.setdefault(canonical(subject), len(numbers))
            other = numbers.setdefault(canonical(obj), len(numbers))
            yield min(one, other), max(one, other), row

    def close(self) -> None:
        """Let go of it."""
        self._db.close()


def _plain(one: Statement) -> list[Any]:
    row = list(_ROW(one))
    row[_POLARITY] = one.polarity.value
    return row


def _statement(row: Sequence[Any]) -> Statement:
    values = list(row)
    values[_POLARITY] = Polarity(values[_POLARITY])
    return Statement(*values)
