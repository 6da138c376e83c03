"""Finds the ontology, shapes, queries and examples that travel with `kg`, in a checkout and in a wheel."""

from __future__ import annotations

from pathlib import Path

from kg.errors import KgError

_PACKAGE = Path(__file__).resolve().parents[1]


def folder(name: str) -> Path:
    """The folder `ontology`, `shapes`, `queries` or `examples`.

    Raises:
        KgError: If this installation lacks it.

    >>> folder("ontology").name
    'ontology'
    """
    for root in (_PACKAGE / "_data", _PACKAGE.parent):
        if (root / name).is_dir():
            return root / name
    raise KgError(f"this installation has no folder {name!r}", hint="install kg-context-graph again")


def files(name: str, suffix: str) -> list[Path]:
    """The files of such a folder with a suffix, sorted by name.

    >>> any(path.stem == "context-graph" for path in files("ontology", ".ttl"))
    True
    """
    return sorted(path for path in folder(name).iterdir() if path.suffix == suffix)
