"""What people decided, kept across builds: claims, which names are one thing, and where a name is one of its own."""

from __future__ import annotations

from kg.model import Scoping
from kg.resolve.curation.aliases import aliases, judge, placed, put_aliases, verdicts
from kg.resolve.curation.claims import (
    DOCUMENT,
    Decision,
    decide,
    decisions,
    denials,
    document,
    pinned,
    refusal,
    relation_of,
)
from kg.resolve.curation.scopes import by_letters, document_paths, place_of, put_scopings, scopings

__all__ = [
    "DOCUMENT",
    "Decision",
    "Scoping",
    "aliases",
    "by_letters",
    "decide",
    "decisions",
    "denials",
    "document",
    "document_paths",
    "judge",
    "pinned",
    "place_of",
    "placed",
    "put_aliases",
    "put_scopings",
    "refusal",
    "relation_of",
    "scopings",
    "verdicts",
]
