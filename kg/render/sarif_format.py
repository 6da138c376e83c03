"""SARIF 2.1.0 (OASIS Standard, 2020): findings as annotations in code review."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from kg.model import __version__, digest
from kg.validate import Evidence, Finding, RuleInfo, Severity, StoreReport

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {Severity.VIOLATION: "error", Severity.WARNING: "warning", Severity.INFO: "note"}

Data = dict[str, Any]


def render(answer: object) -> str:
    """A validation report as one run."""
    if not isinstance(answer, StoreReport):
        raise NotImplementedError(type(answer).__name__)
    rules = _rules(answer)
    index = {rule.iri: number for number, rule in enumerate(rules)}
    driver = {"name": "kg", "semanticVersion": __version__, "rules": [_rule(rule) for rule in rules]}
    notes = [{"level": "warning", "message": {"text": warning}} for warning in answer.warnings]
    run: Data = {
        "tool": {"driver": driver},
        "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": notes}],
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, index, answer) for finding in answer.findings],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2)


def _rules(report: StoreReport) -> list[RuleInfo]:
    """The rules in force, and what findings name besides."""
    known = {rule.iri: rule for rule in report.rules}
    for finding in report.findings:
        result = finding.result
        info = RuleInfo(result.shape, result.title, "", result.advice, result.severity, "")
        known.setdefault(result.shape, info)
    return list(known.values())


def _rule(rule: RuleInfo) -> Data:
    data: Data = {
        "id": rule.id,
        "shortDescription": {"text": rule.title},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }
    if rule.why:
        data["fullDescription"] = {"text": rule.why}
    if rule.advice:
        data["help"] = {"text": rule.advice}
    return data


def _result(finding: Finding, index: dict[str, int], report: StoreReport) -> Data:
    result, number = finding.result, index[finding.result.shape]
    location: Data = {
        "logicalLocations": [{"fullyQualifiedName": result.focus, **({"name": finding.name} if finding.name else {})}]
    }
    place = report.place(finding)
    if place is not None:
        snippet = finding.citation.quote if finding.citation else None
        location["physicalLocation"] = _place(*place, snippet)
    data: Data = {
        "ruleId": RuleInfo(result.shape, "", "", "", result.severity, "").id,
        "ruleIndex": number,
        "level": _LEVELS[result.severity],
        "message": {"text": result.message + (" (kept out of the graph)" if finding.rejected else "")},
        "locations": [location],
        "partialFingerprints": {"kg/v1": _fingerprint(finding)},
    }
    related = [_related(one, number, report) for number, one in enumerate(finding.evidence[1:], 1)]
    return data | ({"relatedLocations": related} if related else {})


def _place(path: str, first: int, last: int, snippet: str | None) -> Data:
    place: Data = {"artifactLocation": {"uri": quote(path, safe="/")}}
    if first:
        place["region"] = {"startLine": first, "endLine": last}
        if snippet:
            place["region"]["snippet"] = {"text": snippet}
    return place


def _related(one: Evidence, number: int, report: StoreReport) -> Data:
    place = report.place(Finding(report.findings[0].result, (one,)))
    assert place is not None
    text = one.says or "see also"
    return {"id": number, "physicalLocation": _place(*place, one.citation.quote), "message": {"text": text}}


def _fingerprint(finding: Finding) -> str:
    """What stays the same when lines move: the rule, what it is about, and the value."""
    result = finding.result
    value = "" if result.value is None else str(result.value)
    return digest(result.shape, result.focus, str(result.path or ""), value, length=32)
