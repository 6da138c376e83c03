"""From claims to entities: IRIs for names as written, and which of them are one thing."""

from __future__ import annotations

from kg.resolve.link.aliases import Identity, identify
from kg.resolve.link.curated import Concept, Curated, load_curated, read_concepts
from kg.resolve.link.graph import alias_quads, refused
from kg.resolve.link.links import Conflict, Justification, Link, Verdict
from kg.resolve.link.name import read_name
from kg.resolve.record import Recorder
from kg.resolve.stored import Statement, spellings, statement, statements

__all__ = [
    "Concept",
    "Conflict",
    "Curated",
    "Identity",
    "Justification",
    "Link",
    "Recorder",
    "Statement",
    "Verdict",
    "alias_quads",
    "identify",
    "load_curated",
    "read_concepts",
    "read_name",
    "refused",
    "spellings",
    "statement",
    "statements",
]
