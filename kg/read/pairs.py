"""Key-value lines: `Owner: payments team`, `**Runs on**: Kubernetes`, `Tier | 1`, a term and its `: definition`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from kg.model import BlockKind, Cell
from kg.read.base import Piece
from kg.read.plain import Context, Plain, Span, piece, row

_PAIR = re.compile(r"(?P<key>[^\W\d_][\w ./()&'’-]{0,48}?)(?P<joint> ?: +| +\| +)(?P<value>\S)")
_BAR = re.compile(r" \| ")
_ADMONITIONS = frozenset(
    ("note", "warning", "tip", "important", "caution", "info", "todo", "hint", "danger", "example")
)
_MOST_WORDS = 6
_DEFINITION = re.compile(r":[ \t]+(?=\S)")

Scan = Callable[[Sequence[Span]], Plain]
"""Lines of the document's text to their plain text."""


def cells_of(plain: Plain) -> list[Cell]:
    """Key and value of a plain text that is a key-value line, else nothing.

    >>> from kg.read.plain import verbatim
    >>> line = verbatim("Owner: payments team", [(0, 20)])
    >>> [line.text[cell.start:cell.end] for cell in cells_of(line)]
    ['Owner', 'payments team']
    """
    match = _PAIR.match(plain.text)
    if match is None or len(match["key"].split()) > _MOST_WORDS or match["key"].lower() in _ADMONITIONS:
        return []
    if match["joint"].strip() == "|" and len(_BAR.findall(plain.text)) != 1:
        return []
    return [Cell("", 0, match.end("key")), Cell("", match.start("value"), len(plain.text))]


def pairs(text: str, spans: Sequence[Span], scan: Scan, context: Context) -> list[Piece]:
    """A piece for each line of a paragraph all of whose lines are key-value lines, else nothing.

    A single line counts only if its value is no sentence: "Note the limits: it ends with a stop." is prose.

    Args:
        text: The document's text.
        spans: The paragraph's lines.
        scan: Makes plain text of lines.
        context: What stands around the paragraph.
    """
    if not all(":" in text[start:end] or "|" in text[start:end] for start, end in spans):
        return definitions(text, spans, scan, context)
    found: list[Piece] = []
    for span in spans:
        plain = scan([span])
        cells = cells_of(plain)
        if not cells or (len(spans) == 1 and not _terse(plain, cells)):
            return []
        found += piece(span, plain, BlockKind.PAIR, context, cells)
    return found


def _terse(plain: Plain, cells: Sequence[Cell]) -> bool:
    strong = any(mark.kind == "strong" and mark.start == 0 for mark in plain.marks)
    value = plain.text[cells[1].start :]
    return strong or (not value.endswith((".", "!", "?", ";", ":")) and "|" not in plain.text and ". " not in value)


def definitions(text: str, spans: Sequence[Span], scan: Scan, context: Context) -> list[Piece]:
    """Pieces of a term followed by lines that begin with a colon (the definition lists of Markdown dialects)."""
    if len(spans) < 2 or any(not _DEFINITION.match(text, start) for start, _ in spans[1:]):
        return []
    found: list[Piece] = []
    for start, end in spans[1:]:
        match = _DEFINITION.match(text, start)
        value = (match.end() if match else start, end)
        found += pair_piece(spans[:1], [value], scan, context)
    return found


def pair_piece(key: Sequence[Span], value: Sequence[Span], scan: Scan, context: Context) -> list[Piece]:
    """The piece of a key and a value that stand apart, joined by a colon in its text."""
    parts = [("", scan(key), key[0][0]), ("", scan(value), value[0][0])]
    plain, cells = row(parts, joint=": ")
    return piece((key[0][0], value[-1][1]), plain, BlockKind.PAIR, context, cells)
