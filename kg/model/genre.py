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
