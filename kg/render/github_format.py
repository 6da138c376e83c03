"""GitHub workflow commands: one annotation for each finding, shown beside the line it is about."""

from __future__ import annotations

from kg.validate import Finding, Severity, StoreReport

_COMMANDS = {Severity.VIOLATION: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def render(answer: object) -> str:
    """A validation report as workflow commands, a last line of counts for the log."""
    if not isinstance(answer, StoreReport):
        raise NotImplementedError(type(answer).__name__)
    lines = [_command(finding, answer) for finding in answer.findings]
    lines += [f"::warning title=kg check::{_data(warning)}" for warning in answer.warnings]
    counts = ", ".join(f"{count} {name}" for name, count in answer.counts.items())
    return "\n".join([*lines, f"{answer.claims} claims checked: {counts}"]) + "\n"


def _command(finding: Finding, report: StoreReport) -> str:
    result, place = finding.result, report.place(finding)
    properties = {"title": result.title}
    if place is not None:
        path, first, last = place
        lines = {"line": str(first), "endLine": str(last)} if first else {}
        properties = {"file": path, **lines, **properties}
    told = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    quotes = "".join(f'\n{one.says + ": " if one.says else ""}"{one.citation.quote}"' for one in finding.evidence)
    about = f" ({finding.name})" if finding.name and not finding.evidence else ""
    advice = f"\n{result.advice}" if result.advice else ""
    return f"::{_COMMANDS[result.severity]} {told}::{_data(result.message + about + quotes + advice)}"


def _data(text: str) -> str:
    """Escaped as the runner's own toolkit does it: a line break would end the command and begin another."""
    text = "".join(c if c.isprintable() or c in "\r\n\t" else "\ufffd" for c in text)
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
