"""SHACL: which claims enter the graph, and what is wrong in a stored one.

What checks a whole graph or files stands in modules of its own (`audit`, `files`): a build needs none of it. Nothing
here imports rdflib or pyshacl before something is checked.
"""

from __future__ import annotations

from kg.check.reject import rejected_quads
from kg.check.report import Evidence, Finding, Report, Result, RuleInfo, Severity, StoreReport, rejections
from kg.check.shapes import load
from kg.check.validate import check_quads

__all__ = [
    "Evidence",
    "Finding",
    "Report",
    "Result",
    "RuleInfo",
    "Severity",
    "StoreReport",
    "check_quads",
    "load",
    "rejected_quads",
    "rejections",
]
