"""JUnit XML, as continuous integration servers read it: a test case for each rule, failed where the check fails."""

from __future__ import annotations

from collections import defaultdict
from xml.sax.saxutils import escape, quoteattr

from kg.validate import Finding, RuleInfo, StoreReport


def render(answer: object) -> str:
    """A validation report as one test suite. Findings that do not fail the check go to the output of their case."""
    if not isinstance(answer, StoreReport):
        raise NotImplementedError(type(answer).__name__)
    found: defaultdict[str, list[Finding]] = defaultdict(list)
    for finding in answer.findings:
        found[finding.result.shape].append(finding)
    titles = {rule.iri: rule for rule in answer.rules}
    for shape, findings in found.items():
        result = findings[0].result
        titles.setdefault(shape, RuleInfo(shape, result.title, "", result.advice, result.severity, "shapes"))
    cases = [_case(rule, found[rule.iri], answer) for rule in titles.values()]
    failures = sum(any(_fails(f, answer) for f in found[rule.iri]) for rule in titles.values())
    suite = f'<testsuite name="kg check" tests="{len(cases)}" failures="{failures}" errors="0" skipped="0">'
    head = '<?xml version="1.0" encoding="UTF-8"?>'
    return "\n".join([head, "<testsuites>", suite, *cases, "</testsuite>", "</testsuites>"]) + "\n"


def _fails(finding: Finding, report: StoreReport) -> bool:
    return report.gate is not None and finding.result.severity.rank <= report.gate.rank


def _case(rule: RuleInfo, findings: list[Finding], report: StoreReport) -> str:
    opening = f"<testcase classname={_attribute('kg.' + rule.pack.removesuffix('.ttl'))} name={_attribute(rule.title)}"
    failing = [finding for finding in findings if _fails(finding, report)]
    told = [finding for finding in findings if finding not in failing]
    if not findings:
        return f"{opening}/>"
    parts = [f"{opening}>"]
    if failing:
        kind, message = _attribute(str(rule.severity)), _attribute(f"{len(failing)}: {failing[0].result.message}")
        parts.append(f"<failure type={kind} message={message}>{_lines(failing, report)}</failure>")
    if told:
        parts.append(f"<system-out>{_lines(told, report)}</system-out>")
    return "\n".join([*parts, "</testcase>"])


def _lines(findings: list[Finding], report: StoreReport) -> str:
    return _text("\n".join(_line(finding, report) for finding in findings))


def _line(finding: Finding, report: StoreReport) -> str:
    place = report.place(finding)
    where = f"{place[0]}:{place[1]}" if place and place[1] else place[0] if place else finding.result.focus
    quotes = "".join(f'\n  {one.says} "{" ".join(one.citation.quote.split())}"' for one in finding.evidence)
    return f"{where}: {finding.result.message}{quotes}"


def _attribute(text: str) -> str:
    return quoteattr(_allowed(" ".join(text.split())))


def _text(text: str) -> str:
    return escape(_allowed(text))


def _allowed(text: str) -> str:
    """What XML 1.0 cannot carry becomes U+FFFD (section 2.2)."""
    return "".join(
        c if c in "\t\n" or " " <= c <= "\ud7ff" or "\ue000" <= c <= "\ufffd" or c > "\uffff" else "\ufffd"
        for c in text
    )
