"""A validation report as lines of text: one block for each shape, each finding with its sentences."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from kg.check.report import Finding, StoreReport

MOST = 20
"""Findings of one shape that are shown; the other formats have all."""


def report_lines(report: StoreReport) -> Iterator[str]:
    """The lines, in the order of the findings: the worst first."""
    counts = ", ".join(f"{count} {name}" for name, count in report.counts.items())
    yield f"{report.claims} claims checked: {counts}"
    for _, group in groupby(report.findings, key=lambda finding: finding.result.key[:2]):
        yield from _shape(list(group))
    for warning in report.warnings:
        yield f"warning: {warning}"


def _shape(findings: list[Finding]) -> Iterator[str]:
    result = findings[0].result
    yield f"{result.title}: {len(findings)} {result.severity}{'s' * (len(findings) > 1)}"
    if result.advice:
        yield f"  to mend: {' '.join(result.advice.split())}"
    for finding in findings[:MOST]:
        yield from _finding(finding)
    if len(findings) > MOST:
        yield f"  not shown: {len(findings) - MOST} more (-f json has all)"


def _finding(finding: Finding) -> Iterator[str]:
    where = finding.citation or finding.result.focus
    single = len(finding.evidence) == 1
    kept_out = " (rejected)" if finding.rejected else ""
    yield f"  {f'[{where}] ' if single or not finding.evidence else ''}{finding.result.message}{kept_out}"
    for one in finding.evidence:
        if not single:
            yield f"    [{one.citation}]{f' {one.says}' if one.says else ''}"
        yield f'    {"" if single else "  "}"{" ".join(one.citation.quote.split())}"'
