"""CSV (RFC 4180): one row for each affected thing and survivor. Cells a spreadsheet would run are defused."""

from __future__ import annotations

import csv
import io

from kg.model import Impact

_COLUMNS = ("outcome", "label", "iri", "hops", "documents", "chunks", "owners", "path", "reason")


def render(answer: object) -> str:
    """An impact as a table."""
    if not isinstance(answer, Impact):
        raise NotImplementedError(type(answer).__name__)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(_COLUMNS)
    for outcome, items in (("breaks", answer.breaks), ("degrades", answer.degrades)):
        for item in items:
            owners = "; ".join(owner.entity.label for owner in item.owners)
            chain = [item.entity.label, *(step.object.label for step in item.paths[0])]
            support = (item.support.documents, item.support.chunks)
            row = (outcome, item.entity.label, item.entity.iri, item.hops, *support, owners, " -> ".join(chain), "")
            writer.writerow([_defused(cell) for cell in row])
    for survivor in answer.survives:
        row_of = ("survives", survivor.entity.label, survivor.entity.iri, "", "", "", "", "", survivor.reason)
        writer.writerow([_defused(cell) for cell in row_of])
    return out.getvalue()


def _defused(cell: object) -> object:
    return "'" + cell if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell
