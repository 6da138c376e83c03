"""From claims to entities: IRIs for names as written, and which of them are one thing."""

from __future__ import annotations

from kg.link.aliases import Identity, identify
from kg.link.curated import Concept, Curated, load_curated, read_concepts
from kg.link.graph import alias_quads, refused
from kg.link.links import Conflict, Justification, Link, Verdict
from kg.link.name import read_name
from kg.link.record import Recorder
from kg.link.statements import Statement, spellings, statement, statements

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
