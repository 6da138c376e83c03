"""Proposes merges: which things may be one, why, and how much speaks for it. It never merges."""

from __future__ import annotations

from kg.resolve.suggestion.things import Thing
from kg.resolve.suggestion.weigh import suggest, suggested

__all__ = ["Thing", "suggest", "suggested"]
