"""A validation report as lines of text: one block for each shape, each finding with its sentences."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from kg.validate import SHAPE, Finding, StoreReport

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
    if report.stats:
        yield from _focus(report)


def _focus(report: StoreReport) -> Iterator[str]:
    titles = {rule.iri: rule.title for rule in report.rules}
    yield "nodes checked:"
    for shape, number in sorted(report.focus.items(), key=lambda item: (-item[1], titles.get(item[0], item[0]))):
        yield f"  {number:>9,}  {titles.get(shape, shape.removeprefix(SHAPE))}"


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
    where = finding.citation or _where(finding)
    single = len(finding.evidence) == 1
    bare = not finding.evidence and (finding.result.claim or finding.file or not _named(finding))
    kept_out = " (rejected)" if finding.rejected else ""
    yield f"  {f'[{where}] ' if single or bare else ''}{finding.result.message}{kept_out}"
    for one in finding.evidence:
        if not single:
            yield f"    [{one.citation}]{f' {one.says}' if one.says else ''}"
        yield f'    {"" if single else "  "}"{" ".join(one.citation.quote.split())}"'


def _named(finding: Finding) -> bool:
    """Whether the message itself names what it is about, as those of rules on the whole graph do."""
    return bool(finding.name) and finding.name in finding.result.message


def _where(finding: Finding) -> str:
    about = finding.name or finding.result.focus
    if finding.file is None:
        return about
    return f"{finding.file}:{finding.line} {about}" if finding.line else f"{finding.file} {about}"
