"""SHACL: which claims enter the graph, and what is wrong in a stored one.

Nothing here imports rdflib or pyshacl before something is checked.
"""

from __future__ import annotations

from kg.check.audit import check_store
from kg.check.reject import rejected_quads
from kg.check.report import Evidence, Finding, Report, Result, Severity, StoreReport, rejections
from kg.check.turtle import as_turtle
from kg.check.validate import check_quads

__all__ = [
    "Evidence",
    "Finding",
    "Report",
    "Result",
    "Severity",
    "StoreReport",
    "as_turtle",
    "check_quads",
    "check_store",
    "rejected_quads",
    "rejections",
]
