"""Entity resolution for people: what is one thing and why, what might be, and exchange with others."""

from __future__ import annotations

from kg.identity.connect import bridges
from kg.identity.explain import explain, overview
from kg.identity.reading import Reader

__all__ = ["Reader", "bridges", "explain", "overview"]
