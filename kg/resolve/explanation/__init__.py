"""Entity resolution for people: what is one thing and why, what might be, and exchange with others."""

from __future__ import annotations

from kg.resolve.explanation.bridges import bridges
from kg.resolve.explanation.explain import explain, overview
from kg.resolve.explanation.reading import Reader

__all__ = ["Reader", "bridges", "explain", "overview"]
