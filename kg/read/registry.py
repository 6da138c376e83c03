"""The table of document types, and which of them reads a file.

To add one: a module with a `Reader` (see `kg.read.base`), a line in `READERS`, a fixture under `tests/read/`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase, translate
from functools import cache, cached_property
from importlib import import_module

from kg.ontology import Relation
from kg.read.base import Reader

READERS: tuple[tuple[str, str], ...] = (
    ("kg.read.jsonl", "JsonLines"),
    ("kg.read.structured.backstage", "Backstage"),
    ("kg.read.structured.compose", "Compose"),
    ("kg.read.structured.helm", "Helm"),
    ("kg.read.structured.kubernetes", "Kubernetes"),
    ("kg.read.structured.codeowners", "Codeowners"),
    ("kg.read.structured.cyclonedx", "CycloneDx"),
    ("kg.read.structured.spdx", "Spdx"),
    ("kg.read.structured.traces", "Traces"),
    ("kg.read.structured.systemd", "Systemd"),
    ("kg.read.structured.terraform", "Terraform"),
    ("kg.read.structured.rdf", "Rdf"),
    ("kg.read.diagram", "Diagram"),
    ("kg.read.html", "Html"),
    ("kg.read.asciidoc", "Asciidoc"),
    ("kg.read.markdown", "Markdown"),
    ("kg.read.rst", "Rst"),
    ("kg.read.text", "Text"),
)
"""Module and class of every reader; where several claim a file, the first that recognises its content reads it."""

STDIN = "stdin"
"""Path of the document that standard input is."""


class Registry:
    """The readers of a build, in the order they are asked.

    Args:
        extra: Readers asked before those of the table, such as that of a mapped catalog.
        relations: Relations of the ontology in force, for files that are RDF already; the shipped ones by default.

    >>> Registry().reader_for("docs/auth.md", "# Auth").name
    'markdown'
    """

    def __init__(self, extra: Sequence[Reader] = (), relations: Mapping[str, Relation] | None = None) -> None:
        self._extra = tuple(extra)
        self._relations = relations

    @cached_property
    def readers(self) -> tuple[Reader, ...]:
        """One of each reader."""
        return (*self._extra, *(self._made(module, name) for module, name in READERS))

    def _made(self, module: str, name: str) -> Reader:
        made = getattr(import_module(module), name)
        reader = made(self._relations) if name == "Rdf" else made()
        assert isinstance(reader, Reader)
        return reader

    def suffixes(self) -> tuple[str, ...]:
        """All file name endings that are read, sorted.

        >>> ".md" in Registry().suffixes()
        True
        """
        return tuple(sorted({suffix for reader in self.readers for suffix in reader.suffixes}))

    def named(self, path: str) -> tuple[Reader, ...]:
        """The readers that may read a file by its path alone: those whose pattern it matches, else those that sniff.

        Args:
            path: Relative path, `/` between segments.
        """
        lower = path.lower()
        if self._patterned.match(lower):
            matching = tuple(reader for reader in self.readers if any(_matches(lower, p) for p in reader.patterns))
            if matching:
                return matching
        if "." not in lower.rsplit("/", 1)[-1]:
            return self.readers
        return self._by_suffix.get(lower[lower.rindex(".") :], ())

    @cached_property
    def _by_suffix(self) -> Mapping[str, tuple[Reader, ...]]:
        return {suffix: tuple(r for r in self.readers if suffix in r.suffixes) for suffix in self.suffixes()}

    @cached_property
    def _patterned(self) -> re.Pattern[str]:
        """What every path matches that has a pattern of some reader, and hardly any other: a test for all at once."""
        patterns = sorted({translate(p) for reader in self.readers for p in reader.patterns})
        return re.compile("(?s:.*/)?(?:" + "|".join(patterns) + ")")

    def reader_for(self, path: str, head: str) -> Reader | None:
        """The reader of a file, None when there is none.

        Args:
            path: Relative path, `/` between segments.
            head: Its first 4,096 characters.
        """
        if path == STDIN:
            return next((reader for reader in self.readers if reader.sniff(path, head)), self._fallback())
        candidates = self.named(path)
        lower = path.lower()
        for reader in candidates:
            if reader.sniff(path, head):
                return reader
        return next((r for r in candidates if any(_matches(lower, p) for p in r.patterns)), None)

    def _fallback(self) -> Reader:
        return next(reader for reader in self.readers if reader.name == "markdown")


@cache
def standard() -> Registry:
    """The registry of the shipped readers and relations."""
    return Registry()


def _matches(path: str, pattern: str) -> bool:
    if "/" in pattern:
        return fnmatchcase(path, pattern) or fnmatchcase(path, f"*/{pattern}")
    return fnmatchcase(path.rsplit("/", 1)[-1], pattern)
