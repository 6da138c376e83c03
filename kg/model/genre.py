"""What a document is about, and what that lets its statements become."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Manner(StrEnum):
    """Of what a document speaks, which bounds what its claims may become (`ontology/manners.tsv`)."""

    CURRENT = "current"
    """Of systems as they are."""

    HISTORIC = "historic"
    """Of systems as they were."""

    GENERAL = "general"
    """Of the reader's system, or of a product in general."""

    NOTHING = "nothing"
    """Of no system."""


@dataclass(frozen=True, slots=True)
class Genre:
    """The class of a document.

    Args:
        name: What it is called; empty for one that no sign told.
        manner: Of what it speaks.
        why: The sign that told, such as `folder archive`.
        given: A person said so: nothing else decides then.
    """

    name: str = ""
    manner: Manner = Manner.CURRENT
    why: str = ""
    given: bool = False


UNTOLD = Genre()
"""What a document is that no sign tells of: one that describes."""

OLDER = Genre("older version", Manner.HISTORIC, "a newer version lies beside it")
"""What a document is that others of its folder's versions replace."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A document of a graph.

    Args:
        path: Its path.
        genre: Its class.
        chunks: How many it has.
        claims: How many these state.
    """

    path: str
    genre: Genre
    chunks: int
    claims: int


@dataclass(frozen=True, slots=True)
class Documents:
    """All documents of a graph.

    Args:
        documents: By manner, class and path.
    """

    documents: tuple[Listed, ...]

    @property
    def by_class(self) -> dict[tuple[str, Manner], list[Listed]]:
        """The same by class and manner."""
        found: dict[tuple[str, Manner], list[Listed]] = {}
        for one in self.documents:
            found.setdefault((one.genre.name, one.genre.manner), []).append(one)
        return found
