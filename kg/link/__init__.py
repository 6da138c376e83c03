"""From claims to entities: IRIs for names as written, and which of them are one thing."""

from __future__ import annotations

from kg.link.aliases import Concept, Curated, Identity, alias_quads, identify, load_curated, read_concepts
from kg.link.record import Recorder
from kg.link.statements import Statement, spellings, statements

__all__ = [
    "Concept",
    "Curated",
    "Identity",
    "Recorder",
    "Statement",
    "alias_quads",
    "identify",
    "load_curated",
    "read_concepts",
    "spellings",
    "statements",
]
