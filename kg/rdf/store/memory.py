"""A store over an Oxigraph instance, which may live in memory or in a snapshot folder."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pyoxigraph as ox

from kg.errors import QueryError
from kg.rdf.iris import Names
from kg.rdf.store.base import Row
from kg.rdf.store.journal import Journal
from kg.rdf.terms import Graph, Term
from kg.rdf.vocab import DEFAULT_BASE

LONGEST_QUERY = 100_000
DEEPEST_NESTING = 100

AT_ONCE = 100_000
"""Quads that go to the bulk loader in one piece: it holds them several times over in memory."""

BULK = 20_000
"""Quads from which on Oxigraph's bulk loader is the faster way; it rolls back on error as well."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """Where a published graph lies and what its index must be.

    Args:
        folder: The graph's folder.
        snapshot: Name of the snapshot.
        checksum: Of the index file, None when none was written.
    """

    folder: Path
    snapshot: str
    checksum: int | None

    @property
    def index(self) -> Path:
        """The index file."""
        return self.folder / "indexes" / self.snapshot


class OxigraphStore:
    """A graph in an Oxigraph store.

    Args:
        store: The Oxigraph store; a new one in memory when None.
        base: IRI that all data of the graph starts with.

    >>> OxigraphStore().select("SELECT (1 + 1 AS ?two) {}")[1][0]["two"].value
    '2'
    """

    def __init__(self, store: ox.Store | None = None, base: str = DEFAULT_BASE) -> None:
        self.oxigraph = ox.Store() if store is None else store
        self.names = Names(base)
        self.changed = False
        """Whether `change` ever changed anything."""
        self.beside: Path | None = None
        """Folder of the snapshot being written, where other files in step with it may lie."""
        self.previous: Path | None = None
        """Folder of the snapshot it follows."""
        self.held: int | None = None
        """Handle of the lock that keeps the snapshot from being removed, when there is one."""
        self.sealed: Sealed | None = None
        """Where it was published, when it was read from a folder."""
        self.before: Sealed | None = None
        """Where the graph it follows was published."""
        self.journal: Journal | None = None
        """Notes what changes, where somebody asked for it."""

    def __del__(self) -> None:
        if self.held is not None:
            os.close(self.held)

    def select(self, query: str) -> tuple[Sequence[str], list[Row]]:
        """See `Store.select`."""
        found = self.answer(query)
        if isinstance(found, list):
            raise QueryError("this query gives triples, not rows", hint="SELECT or ASK")
        return found

    def answer(self, query: str) -> tuple[Sequence[str], list[Row]] | list[ox.Triple]:
        """Rows of a SELECT or ASK query, triples of a CONSTRUCT or DESCRIBE query.

        Raises:
            QueryError: If it cannot be parsed or run.
        """
        results = self._query(query)
        if isinstance(results, ox.QueryTriples):
            return sorted(set(results), key=str)
        if isinstance(results, ox.QueryBoolean):
            return ("result",), [{"result": ox.Literal(bool(results))}]
        variables = [variable.value for variable in results.variables]
        rows: list[Row] = []
        for solution in results:
            found = ((name, solution[name]) for name in variables)
            rows.append({name: term for name, term in found if term is not None})
        return variables, rows

    def quads(
        self,
        subject: ox.NamedNode | None = None,
        predicate: ox.NamedNode | None = None,
        obj: Term | None = None,
        graph: Graph | None = None,
    ) -> Iterator[ox.Quad]:
        """See `Store.quads`."""
        return iter(self.oxigraph.quads_for_pattern(subject, predicate, obj, graph))

    def change(self, removed: Iterable[ox.Quad], added: Iterable[ox.Quad]) -> int:
        """Remove and add quads, the additions in one transaction; how many these were."""
        count, journal = 0, self.journal
        for quad in removed:
            self.oxigraph.remove(quad)
            count += 1
            if journal is not None:
                journal.removed(quad)
        new = list(added)
        for quad in new if journal is not None else ():
            journal.added(quad)  # type: ignore[union-attr]
        if new:
            load = self.oxigraph.bulk_extend if len(new) >= BULK else self.oxigraph.extend
            load(new)
        self.changed = self.changed or bool(count or new)
        return count + len(new)

    def extend(self, quads: Iterable[ox.Quad]) -> int:
        """Add many quads as they come, each of which is new; how many these were.

        While Oxigraph loads some, which takes no Python, the next are made.
        """
        coming, count = iter(quads), 0
        some = list(islice(coming, AT_ONCE))
        if len(some) < AT_ONCE:
            return self.change((), some)
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(1) as loader:
            while some:
                count += len(some)
                loading = loader.submit(self._bulk_load, self._noted(some))
                some = list(islice(coming, AT_ONCE))
                loading.result()
        self.changed = True
        return count

    def _noted(self, some: list[ox.Quad]) -> bytes:
        """Some quads as N-Quads, after the journal took note of them."""
        for quad in some if self.journal is not None else ():
            self.journal.added(quad)  # type: ignore[union-attr]
        return ox.serialize(some, format=ox.RdfFormat.N_QUADS) or b""

    def _bulk_load(self, nquads: bytes) -> None:
        self.oxigraph.bulk_load(nquads, format=ox.RdfFormat.N_QUADS, lenient=True)

    def load(self, nquads: bytes) -> None:
        """Add quads that were serialised here, each of which is new."""
        if nquads:
            self._bulk_load(nquads)
            if self.journal is not None:
                self.journal.unseen()
            self.changed = True

    def size(self) -> int:
        """How many quads there are; all are counted."""
        return len(self.oxigraph)

    def close(self) -> None:
        """Let go of the Oxigraph store, which an interruption may have left half way to another."""
        vars(self).pop("oxigraph", None)

    def restart(self) -> None:
        """Forget all quads, at once and leaving nothing behind."""
        self.changed = True
        if self.journal is not None:
            self.journal.restart()
        if self.beside is None:
            self.oxigraph.clear()
        else:
            del self.oxigraph
            shutil.rmtree(self.beside)
            self.oxigraph = ox.Store(str(self.beside))

    def _query(self, query: str) -> ox.QuerySolutions | ox.QueryBoolean | ox.QueryTriples:
        check_bounds(query)
        try:
            return self.oxigraph.query(query)
        except (SyntaxError, ValueError, RuntimeError, OSError) as error:
            line = error.lineno if isinstance(error, SyntaxError) else None
            raise QueryError(f"the query cannot be run: {error}", line=line) from error


def check_bounds(query: str) -> None:
    """Refuse queries whose length or nesting could bring a SPARQL parser down.

    Raises:
        QueryError: If a bound is exceeded.
    """
    if len(query) > LONGEST_QUERY:
        raise QueryError(f"the query is longer than {LONGEST_QUERY:,} characters")
    depth = deepest = 0
    for character in query:
        if character in "{([":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "})]":
            depth -= 1
    if deepest > DEEPEST_NESTING:
        raise QueryError(f"the query nests deeper than {DEEPEST_NESTING} levels")
