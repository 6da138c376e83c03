"""What the file `kg.toml` at the build root says of documents: their classes, by path."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from kg.errors import InputError
from kg.model import Genre, digest
from kg.ontology import load_genres

FILE = "kg.toml"
"""Its name."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a person says of documents.

    Args:
        documents: Class or manner by a pattern on the path; `*` stands for folders, too.

    >>> Settings({"old/*": "historic", "old/map.md": "current"}).genre("old/map.md").manner
    <Manner.CURRENT: 'current'>
    """

    documents: Mapping[str, str]

    @property
    def hash(self) -> str:
        """Hash of all of it."""
        return digest(*(part for pair in self.documents.items() for part in pair), length=32)

    def genre(self, path: str) -> Genre | None:
        """What is said of a document: by the last pattern that fits; None for nothing."""
        fitting = [pattern for pattern in self.documents if fnmatchcase(path, pattern)]
        return given(self.documents[fitting[-1]], f"{FILE}: {fitting[-1]}") if fitting else None


def given(name: str, why: str) -> Genre | None:
    """A class or manner that a person named; None when there is none of that name.

    >>> given("changelog", "kg.toml").manner, given("Changelogs", "kg.toml")
    (<Manner.HISTORIC: 'historic'>, None)
    """
    manner = load_genres().manners.get(name)
    return None if manner is None else Genre(name, manner, why, given=True)


def load_settings(root: Path) -> Settings:
    """Read the settings at a build root; none when there are none.

    Raises:
        InputError: If they cannot be read or name a class that does not exist.
    """
    file = root / FILE
    if not file.is_file():
        return Settings({})
    try:
        text = file.read_text("utf-8")
        documents = tomllib.loads(text).get("documents", {})
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=str(file)) from None
    except ValueError as error:
        raise InputError(f"not TOML: {error}", file=str(file)) from None
    if not isinstance(documents, dict):
        raise InputError("[documents] is no table", file=str(file), hint='[documents] and "old/*" = "historic"')
    for pattern, name in documents.items():
        if not isinstance(name, str) or given(name, "") is None:
            known = ", ".join(sorted(load_genres().manners))
            raise InputError(
                f"{name!r} is no class of documents", file=str(file), line=_line(text, pattern), hint=known
            )
    return Settings(documents)


def _line(text: str, pattern: str) -> int | None:
    """The line on which a pattern stands."""
    return next((at for at, line in enumerate(text.splitlines(), 1) if pattern in line), None)
