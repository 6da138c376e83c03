"""The table of document types, and which of them reads a file.

To add one: a module with a `Reader` (see `kg.read.base`), a line in `READERS`, a fixture under `tests/read/`.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cache
from importlib import import_module

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
    ("kg.read.markdown", "Markdown"),
    ("kg.read.rst", "Rst"),
    ("kg.read.text", "Text"),
)
"""Module and class of every reader; where several claim a file, the first that recognises its content reads it."""

STDIN = "stdin"
"""Path of the document that standard input is."""


@cache
def readers() -> tuple[Reader, ...]:
    """One of each reader, in the order of the table."""
    return tuple(_reader(module, name) for module, name in READERS)


def _reader(module: str, name: str) -> Reader:
    reader = getattr(import_module(module), name)()
    assert isinstance(reader, Reader)
    return reader


def suffixes() -> tuple[str, ...]:
    """All file name endings that are read, sorted.

    >>> ".md" in suffixes()
    True
    """
    return tuple(sorted({suffix for reader in readers() for suffix in reader.suffixes}))


def named(path: str) -> tuple[Reader, ...]:
    """The readers that may read a file by its path alone: those whose pattern it matches, else those that sniff.

    Args:
        path: Relative path, `/` between segments.
    """
    lower = path.lower()
    matching = tuple(reader for reader in readers() if any(_matches(lower, p) for p in reader.patterns))
    if matching:
        return matching
    if "." not in lower.rsplit("/", 1)[-1]:
        return readers()
    return tuple(reader for reader in readers() if lower.endswith(reader.suffixes))


def reader_for(path: str, head: str) -> Reader | None:
    """The reader of a file, None when there is none.

    Args:
        path: Relative path, `/` between segments.
        head: Its first 4,096 characters.

    >>> reader_for("docs/auth.md", "# Auth").name
    'markdown'
    """
    if path == STDIN:
        return next((reader for reader in readers() if reader.sniff(path, head)), _fallback())
    candidates = named(path)
    lower = path.lower()
    for reader in candidates:
        if reader.sniff(path, head):
            return reader
    return next((r for r in candidates if any(_matches(lower, p) for p in r.patterns)), None)


def _fallback() -> Reader:
    return next(reader for reader in readers() if reader.name == "markdown")


def _matches(path: str, pattern: str) -> bool:
    if "/" in pattern:
        return fnmatchcase(path, pattern) or fnmatchcase(path, f"*/{pattern}")
    return fnmatchcase(path.rsplit("/", 1)[-1], pattern)
