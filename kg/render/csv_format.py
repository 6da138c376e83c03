"""CSV (RFC 4180): answers with cells a spreadsheet would run defused; query results as SPARQL 1.1 CSV has them."""

from __future__ import annotations

import csv
import io

import pyoxigraph as ox

from kg.model import Affected, Impact, Weak
from kg.rdf import Table, value_of
from kg.validate import StoreReport

_COLUMNS = ("outcome", "label", "iri", "hops", "documents", "chunks", "owners", "path", "reason")
_FINDING_COLUMNS = (
    *("severity", "rule", "message", "rejected", "focus", "value"),
    *("document", "first_line", "last_line", "says", "quote"),
)
_POINT_COLUMNS = ("label", "iri", "breaks", "owners", "tell", "path", "citation", "quote")


def render(answer: object) -> str:
    """An impact or single points of failure as a table, or the rows of a query."""
    out = io.StringIO()
    if isinstance(answer, Table):
        _table(answer, out)
    elif isinstance(answer, Impact):
        _impact(answer, out)
    elif isinstance(answer, Weak):
        _weak(answer, out)
    elif isinstance(answer, StoreReport):
        _report(answer, out)
    else:
        raise NotImplementedError(type(answer).__name__)
    return out.getvalue()


def _report(answer: StoreReport, out: io.StringIO) -> None:
    """One row for each sentence of a finding, one for a finding without."""
    writer = csv.writer(out)
    writer.writerow(_FINDING_COLUMNS)
    for finding in answer.findings:
        result = finding.result
        value = "" if result.value is None else value_of(result.value)
        told = (result.severity, result.title, result.message, finding.rejected, result.focus, value)
        place = answer.place(finding)
        rows = [(c.document, *c.lines, one.says, c.quote) for one in finding.evidence for c in [one.citation]]
        for row in rows or [(*(place or ("", "", "")), "", "")]:
            writer.writerow([_defused(cell) for cell in (*told, *row)])


def _table(answer: Table, out: io.StringIO) -> None:
    """SPARQL 1.1 Query Results CSV: plain values, and nothing for an unbound variable."""
    writer = csv.writer(out)
    writer.writerow(answer.variables)
    for row in answer.rows:
        terms = (row.get(name) for name in answer.variables)
        writer.writerow(["" if t is None else str(t) if isinstance(t, ox.Triple) else value_of(t) for t in terms])


def _impact(answer: Impact, out: io.StringIO) -> None:
    writer = csv.writer(out)
    writer.writerow(_COLUMNS)
    for outcome, items in (("breaks", answer.breaks), ("degrades", answer.degrades)):
        for item in items:
            owners = "; ".join(owner.entity.label for owner in item.owners)
            chain = [item.entity.label, *(step.object.label for step in item.paths[0])]
            support = (item.support.documents, item.support.chunks)
            row = (outcome, item.entity.label, item.entity.iri, item.hops, *support, owners, " -> ".join(chain))
            writer.writerow([_defused(cell) for cell in (*row, _decided(item))])
    for survivor in answer.survives:
        row_of = ("survives", survivor.entity.label, survivor.entity.iri, "", "", "", "", "", survivor.reason)
        writer.writerow([_defused(cell) for cell in row_of])


def _decided(item: Affected) -> str:
    """The sentences that decided how hard the links of the best path are, the first of each."""
    decided = (step.decided[0] for step in item.paths[0] if step.decided)
    return "; ".join(f"{one.effect}: {' '.join(one.citation.quote.split())} [{one.citation}]" for one in decided)


def _weak(answer: Weak, out: io.StringIO) -> None:
    writer = csv.writer(out)
    writer.writerow(_POINT_COLUMNS)
    for point in answer.points:
        owners = "; ".join(owner.entity.label for owner in point.owners)
        tell = "; ".join(f"{one.entity.label} ({one.breaks})" for one in point.tell)
        path = " -> ".join([point.path.steps[0].subject.label, *(step.object.label for step in point.path)])
        citation = point.path.steps[0].citations[0]
        row = (point.entity.label, point.entity.iri, point.breaks, owners, tell, path, str(citation), citation.quote)
        writer.writerow([_defused(cell) for cell in row])


def _defused(cell: object) -> object:
    return "'" + cell if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell
