"""A validation report as one page of HTML that loads nothing, runs no script and reads well aloud and on paper."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import groupby

from kg.validate import Evidence, Finding, Severity, StoreReport

_STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --soft: #57606a; --line: #d0d7de; --box: #f6f8fa;
  --violation: #a40e26; --warning: #7a4b00; --info: #0b4fa8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --paper: #0d1117; --soft: #9da7b3; --line: #30363d;
  --box: #161b22; --violation: #ff8d8a; --warning: #e3b341; --info: #79b8ff; } }
* { box-sizing: border-box; }
body { font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto;
  max-width: 60rem; padding: 1.5rem; }
h1 { font-size: 1.6rem; margin: 0 0 .5rem; } h2 { font-size: 1.15rem; margin: 0 0 .25rem; }
table { border-collapse: collapse; margin: 1rem 0; } th, td { text-align: left; padding: .3rem 1rem .3rem 0;
  border-bottom: 1px solid var(--line); } td.n { text-align: right; font-variant-numeric: tabular-nums; }
a { color: var(--info); } section { border-top: 1px solid var(--line); padding: 1rem 0; }
.tag { font-size: .8rem; font-weight: 600; border: 1px solid currentColor; border-radius: 1rem; padding: 0 .6rem;
  margin-left: .5rem; vertical-align: middle; white-space: nowrap; }
.violation { color: var(--violation); } .warning { color: var(--warning); } .info { color: var(--info); }
.soft { color: var(--soft); margin: .25rem 0; } ul { list-style: none; padding: 0; margin: .75rem 0 0; }
li.finding { background: var(--box); border-radius: .4rem; padding: .6rem .8rem; margin: .5rem 0; }
blockquote { margin: .3rem 0 0; padding-left: .8rem; border-left: 3px solid var(--line); overflow-wrap: anywhere; }
cite { font-style: normal; font-family: ui-monospace, monospace; font-size: .85rem; color: var(--soft); }
code { overflow-wrap: anywhere; }
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def render(answer: object) -> str:
    """The page."""
    if not isinstance(answer, StoreReport):
        raise NotImplementedError(type(answer).__name__)
    return "\n".join(_page(answer)) + "\n"


def _page(report: StoreReport) -> Iterator[str]:
    groups = [list(group) for _, group in groupby(report.findings, key=lambda finding: finding.result.key[:2])]
    yield "<!DOCTYPE html>"
    yield '<html lang="en"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield f"<title>{_headline(report)}</title><style>{_STYLE}</style></head><body>"
    yield f"<header><h1>{_headline(report)}</h1>"
    yield f"<p>{report.claims:,} claims checked by {len(report.rules)} rules.</p></header><main>"
    yield from _overview(groups)
    for number, group in enumerate(groups, 1):
        yield from _rule(number, group)
    yield from _warnings(report)
    yield "</main></body></html>"


def _headline(report: StoreReport) -> str:
    counts = [(report.counts[severity], severity) for severity in Severity if report.counts[severity]]
    told = ", ".join(f"{count:,} {severity}{'s' * (count > 1)}" for count, severity in counts)
    return f"Validation report: {told or 'nothing found'}"


def _overview(groups: list[list[Finding]]) -> Iterator[str]:
    if not groups:
        return
    yield '<nav aria-label="Rules that were broken"><table><thead><tr><th scope="col">Rule</th>'
    yield '<th scope="col">Severity</th><th scope="col">Findings</th></tr></thead><tbody>'
    for number, group in enumerate(groups, 1):
        result = group[0].result
        link = f'<a href="#rule-{number}">{_text(result.title)}</a>'
        severity = f'<span class="{result.severity}">{result.severity}</span>'
        yield f'<tr><td>{link}</td><td>{severity}</td><td class="n">{len(group):,}</td></tr>'
    yield "</tbody></table></nav>"


def _rule(number: int, group: list[Finding]) -> Iterator[str]:
    result = group[0].result
    tag = f'<span class="tag {result.severity}">{result.severity}</span>'
    yield f'<section id="rule-{number}" aria-labelledby="title-{number}">'
    yield f'<h2 id="title-{number}">{_text(result.title)}{tag}</h2>'
    if result.advice:
        yield f'<p class="soft">To mend: {_text(result.advice)}</p>'
    yield "<ul>"
    for finding in group:
        yield from _finding(finding)
    yield "</ul></section>"


def _finding(finding: Finding) -> Iterator[str]:
    kept_out = " (kept out of the graph)" if finding.rejected else ""
    yield f'<li class="finding">{_text(finding.result.message)}{kept_out}'
    yield from map(_sentence, finding.evidence)
    if not finding.evidence:
        line = f", {finding.file}:{finding.line}" if finding.line else ""
        yield f"<br><code>{_text(finding.name or finding.result.focus)}{_text(line)}</code>"
    yield "</li>"


def _sentence(one: Evidence) -> str:
    says = f"{_text(one.says)} · " if one.says else ""
    return f"<blockquote>{_text(one.citation.quote)}<br><cite>{says}{_text(str(one.citation))}</cite></blockquote>"


def _warnings(report: StoreReport) -> Iterator[str]:
    if report.warnings:
        yield '<section aria-labelledby="silent"><h2 id="silent">What may have passed unseen</h2><ul>'
        yield from (f'<li class="finding">{_text(warning)}</li>' for warning in report.warnings)
        yield "</ul></section>"


def _text(text: str) -> str:
    """Escaped; control characters and marks that turn the direction of text are shown, not obeyed."""
    return escape("".join(c if c.isprintable() else " " if c.isspace() else "\ufffd" for c in text))
