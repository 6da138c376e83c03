"""The table of document types, and which of them reads a file.

To add one: a module with a `Reader` (see `kg.read.base`), a line in `READERS`, a fixture under `tests/read/`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase, translate
from functools import cache, cached_property
from importlib import import_module
from typing import NamedTuple

from kg.ontology import Relation
from kg.read.base import Reader, has_suffix

_YAML = (".yml", ".yaml")
_COMPOSE = ("docker-compose*.yml", "docker-compose*.yaml", "compose.yml", "compose.yaml", "compose.*.yml",
            "compose.*.yaml", "*.compose.yml", "*.compose.yaml")  # fmt: skip
_HELM = ("chart.yaml", "values.yaml", "values.yml", "values-*.yaml", "values-*.yml", "values.*.yaml", "*.values.yaml",
         "*-values.yaml")  # fmt: skip
_UNITS = ("service", "socket", "mount", "automount", "timer", "path", "swap", "container")
_DIAGRAMS = (".mmd", ".mermaid", ".puml", ".plantuml", ".iuml", ".pu", ".dot", ".gv")
_PLAIN = ("readme", "notes", "architecture", "runbook", "install", "hacking", "contributing")

_OTHER = re.compile(
    r"\w*file|licen[cs]e|copying|notice|authors|owners|version|changelog|changes|gradlew|mvnw|configure|\w*ignore"
)
"""Names without a suffix that tell what a file is (`Makefile`): whatever it looks like, it is no document."""


class Row(NamedTuple):
    """A document type, and which files may be of it by their names alone.

    Args:
        module: Module of its reader, which is imported when the first such file comes.
        reader: Its class.
        suffixes: File name endings, lower case with their dot (`.md`).
        patterns: `fnmatch` patterns on the file's name or path, lower case (`docker-compose*.yml`); they win over
            suffixes. A pattern with a `/` is matched against the end of the path.
        binary: Whether such a file is no text: its reader has `read_bytes(path, data)`.
    """

    module: str
    reader: str
    suffixes: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()
    binary: bool = False


READERS = (
    Row("kg.read.jsonl", "JsonLines", (".jsonl", ".ndjson")),
    Row("kg.read.structured.backstage", "Backstage", _YAML, ("catalog-info.yaml", "catalog-info.yml")),
    Row("kg.read.structured.compose", "Compose", _YAML, _COMPOSE),
    Row("kg.read.structured.helm", "Helm", _YAML, _HELM),
    Row("kg.read.structured.kubernetes", "Kubernetes", _YAML),
    Row("kg.read.structured.codeowners", "Codeowners", (), ("codeowners",)),
    Row("kg.read.structured.cyclonedx", "CycloneDx", (".json",), ("bom.json", "*.cdx.json")),
    Row("kg.read.structured.spdx", "Spdx", (".json",), ("*.spdx.json",)),
    Row("kg.read.structured.traces", "Traces", (".json",)),
    Row(
        "kg.read.structured.systemd",
        "Systemd",
        tuple(f".{unit}" for unit in _UNITS),
        tuple(f"*.{unit}.d/*.conf" for unit in (*_UNITS, "device", "scope")),
    ),
    Row("kg.read.structured.terraform", "Terraform", (".tf",)),
    Row("kg.read.structured.rdf", "Rdf", (".ttl", ".turtle", ".nt", ".jsonld", ".rdf", ".owl")),
    Row("kg.read.structured.catalog", "Records", (*_YAML, ".json", ".toml", ".csv", ".tsv")),
    Row("kg.read.diagram", "Diagram", _DIAGRAMS),
    Row("kg.read.html.reader", "Html", (".html", ".htm", ".xhtml")),
    Row("kg.read.asciidoc.reader", "Asciidoc", (".adoc", ".asciidoc", ".asc")),
    Row("kg.read.markdown.reader", "Markdown", (".md", ".markdown", ".mdx", ".mdown", ".mkd")),
    Row("kg.read.word", "Word", (".docx",), binary=True),
    Row("kg.read.notebook", "Notebook", (".ipynb",)),
    Row("kg.read.org.reader", "Org", (".org",)),
    Row("kg.read.rst.reader", "Rst", (".rst", ".rest")),
    Row("kg.read.text", "Text", (".txt", ".text"), _PLAIN),
)
"""Where several may read a file, the first that recognises its content does."""

STDIN = "stdin"
"""Path of the document that standard input is."""


class Kind:
    """A document type in use: its reader is made when it is first asked for.

    Args:
        row: Which files may be of it.
        relations: As for the registry.
        reader: The reader, when it is made already.
    """

    def __init__(self, row: Row, relations: Mapping[str, Relation] | None = None, reader: Reader | None = None) -> None:
        self.suffixes, self.patterns, self.binary = row.suffixes, row.patterns, row.binary
        self._row, self._relations, self._reader = row, relations, reader

    @property
    def reader(self) -> Reader:
        """The reader."""
        if self._reader is None:
            made = getattr(import_module(self._row.module), self._row.reader)
            self._reader = made(self._relations) if self._row.reader == "Rdf" else made()
        assert self._reader is not None
        return self._reader

    def matches(self, path: str) -> bool:
        """Whether a path, in lower case, has one of its patterns."""
        return any(fits(path, pattern) for pattern in self.patterns)


class Registry:
    """The document types of a build, in the order their readers are asked.

    Args:
        extra: Readers asked before those of the table, such as that of a mapped catalog, each with its patterns.
        relations: Relations of the ontology in force, for files that are RDF already; the shipped ones by default.

    >>> Registry().reader_for("docs/auth.md", "# Auth").name
    'markdown'
    """

    def __init__(
        self, extra: Sequence[tuple[Reader, Sequence[str]]] = (), relations: Mapping[str, Relation] | None = None
    ) -> None:
        first = (Kind(Row("", "", (), tuple(patterns)), reader=reader) for reader, patterns in extra)
        self.kinds = (*first, *(Kind(row, relations) for row in READERS))

    def suffixes(self) -> tuple[str, ...]:
        """All file name endings that are read, sorted.

        >>> ".md" in Registry().suffixes()
        True
        """
        return tuple(sorted({suffix for kind in self.kinds for suffix in kind.suffixes}))

    def named(self, path: str) -> tuple[Kind, ...]:
        """The types a file may be of by its path alone: those with a pattern it matches, else those to be sniffed.

        Args:
            path: Relative path, `/` between segments.
        """
        lower = path.lower()
        if self._patterned.match(lower):
            matching = tuple(kind for kind in self.kinds if kind.matches(lower))
            if matching:
                return matching
        if not has_suffix(lower):
            return () if _OTHER.fullmatch(lower.rpartition("/")[2]) else self.kinds
        return self._by_suffix.get(lower[lower.rindex(".") :], ())

    def binary(self, path: str) -> bool:
        """Whether a file of that name is read though it is no text.

        >>> Registry().binary("plan.docx"), Registry().binary("plan.md")
        (True, False)
        """
        return any(kind.binary for kind in self.named(path)) if has_suffix(path) else False

    @cached_property
    def _by_suffix(self) -> Mapping[str, tuple[Kind, ...]]:
        return {suffix: tuple(kind for kind in self.kinds if suffix in kind.suffixes) for suffix in self.suffixes()}

    @cached_property
    def _patterned(self) -> re.Pattern[str]:
        """What every path matches that has a pattern of some type, and hardly any other: a test for all at once."""
        patterns = sorted({translate(p) for kind in self.kinds for p in kind.patterns})
        return re.compile("(?s:.*/)?(?:" + "|".join(patterns) + ")")

    def reader_for(self, path: str, head: str) -> Reader | None:
        """The reader of a file, None when there is none.

        Args:
            path: Relative path, `/` between segments.
            head: Its first 4,096 characters.
        """
        candidates = self.kinds if path == STDIN else self.named(path)
        for kind in candidates:
            if kind.reader.sniff(path, head):
                return kind.reader
        if path == STDIN:
            return self._by_suffix[".md"][0].reader
        return next((kind.reader for kind in candidates if kind.matches(path.lower())), None)


@cache
def standard() -> Registry:
    """The registry of the shipped readers and relations."""
    return Registry()


def fits(path: str, pattern: str) -> bool:
    """Whether a path, in lower case, matches a pattern: on the file's name or, with a `/`, on the end of the path."""
    if "/" in pattern:
        return fnmatchcase(path, pattern) or fnmatchcase(path, f"*/{pattern}")
    return fnmatchcase(path.rsplit("/", 1)[-1], pattern)
