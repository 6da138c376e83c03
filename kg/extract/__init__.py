"""Prose, lists and tables to claims, by the surface forms of the ontology alone."""

from __future__ import annotations

from kg.extract.extractor import Extractor
from kg.extract.vocabulary import Vocabulary

__all__ = ["Extractor", "Vocabulary"]
