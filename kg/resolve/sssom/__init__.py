"""SSSOM: mappings between names as a table that other tools read and write (https://mapping-commons.github.io/sssom/)."""

from __future__ import annotations

from kg.resolve.sssom.reading import read
from kg.resolve.sssom.writing import UNSPECIFIED, write

__all__ = ["UNSPECIFIED", "read", "write"]
