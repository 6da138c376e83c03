"""SHACL: which claims enter the graph, and what is wrong in a stored one.

Nothing here imports rdflib or pyshacl before something is checked.
"""

from __future__ import annotations

from kg.check.audit import check_store
from kg.check.catalogue import catalogue
from kg.check.files import check_files
from kg.check.reject import rejected_quads
from kg.check.report import Evidence, Finding, Report, Result, RuleInfo, Severity, StoreReport, rejections
from kg.check.shapes import load
from kg.check.turtle import as_turtle
from kg.check.validate import check_quads

__all__ = [
    "Evidence",
    "Finding",
    "Report",
    "Result",
    "RuleInfo",
    "Severity",
    "StoreReport",
    "as_turtle",
    "catalogue",
    "check_files",
    "check_quads",
    "check_store",
    "load",
    "rejected_quads",
    "rejections",
]
