"""HTML within Markdown: block tags part it into paragraphs and table rows; nothing of a tag reaches the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kg.model import BlockKind
from kg.read.base import Piece
from kg.read.diagram import DIAGRAMS
from kg.read.pairs import Scan
from kg.read.plain import Context, Plain, Span, piece, raw_lines, row

_UNREAD = re.compile(r"<(script|style|pre|svg|template)\b", re.IGNORECASE)
_DIAGRAM = re.compile(
    rf"<pre\b[^<>]{{0,200}}\b({'|'.join(DIAGRAMS)})\b[^<>]{{0,200}}>\s*(?:<code\b[^<>]{{0,200}}>)?([^<]{{1,20000}})",
    re.IGNORECASE,
)
_LINE = re.compile(r"[^\r\n]+")
_BLOCK = re.compile(
    r"<(/?)(address|article|aside|blockquote|body|br|center|dd|details|div|dl|dt|figcaption|figure|footer|form|h[1-6]"
    r"|head|header|hr|html|iframe|li|link|main|meta|nav|ol|p|section|summary|table|tbody|td|tfoot|th|thead|title|tr"
    r"|ul|video|source|picture)\b[^<>]{0,4000}>",
    re.IGNORECASE,
)


_CELL_ENDS = frozenset(("td", "th", "tr", "table", "/td", "/th", "/tr", "/table", "/tbody", "/thead", ""))


@dataclass(slots=True)
class HtmlTable:
    """What is known of a table on the way down; an empty line in it ends the block, not the table."""

    headers: list[str] = field(default_factory=list)
    cells: list[tuple[str, Plain, Span]] = field(default_factory=list)
    heading: bool = True


def html_pieces(text: str, span: Span, scans: tuple[Scan, Scan], context: Context, table: HtmlTable) -> list[Piece]:
    """Pieces of a block of HTML.

    Args:
        text: The document's text.
        span: Where the block stands.
        scans: Make plain text of lines, and of a table cell; they drop tags.
        context: What stands around it.
        table: The table that is open before it and, in the end, after it.
    """
    found = [one for part in _read(text, span) for one in _pieces(text, part, scans, context, table)]
    return sorted([*found, *_diagrams(text, span, context)], key=lambda one: one.start)


def _diagrams(text: str, span: Span, context: Context) -> Iterator[Piece]:
    """What `<pre lang="mermaid">` and `<pre class="mermaid">` hold."""
    for match in _DIAGRAM.finditer(text, *span):
        lines = [line.span() for line in _LINE.finditer(text, *match.span(2)) if line.group().strip()]
        inner = Context(context.headings, (DIAGRAMS[match[1].lower()],))
        if lines:
            yield from piece((lines[0][0], lines[-1][1]), raw_lines(text, lines), BlockKind.DIAGRAM, inner)


def _read(text: str, span: Span) -> Iterator[Span]:
    """The parts of a block outside scripts, styles and preformatted code."""
    start, stop = span
    while match := _UNREAD.search(text, start, stop):
        yield start, match.start()
        end = re.compile(rf"</{match.group(1)}\s*>", re.IGNORECASE).search(text, match.end(), stop)
        start = end.end() if end else stop
    yield start, stop


def _pieces(text: str, span: Span, scans: tuple[Scan, Scan], context: Context, table: HtmlTable) -> list[Piece]:
    found: list[Piece] = []
    cell, begin = "", -1
    for (start, end), tag in _runs(text, span):
        if cell and tag not in _CELL_ENDS:
            begin = start if begin < 0 else begin
            continue
        start = begin if begin >= 0 else start
        plain = scans[bool(cell)]([(start, end)]) if end > start else Plain("", ())
        if cell:
            table.cells.append((cell, plain, (start, end)))
        elif plain.text:
            found += piece((start, end), plain, BlockKind.PARAGRAPH, context)
        cell, begin = tag if tag in ("td", "th") else "", -1
        if tag in ("tr", "/tr", "/table", ""):
            found += _row(table, context)
        if tag in ("table", "/table"):
            table.headers, table.heading = [], True
    return found


def _row(table: HtmlTable, context: Context) -> list[Piece]:
    cells, table.cells = table.cells, []
    if not cells:
        return []
    if table.heading and all(kind == "th" for kind, _, _ in cells):
        table.headers = [plain.text for _, plain, _ in cells]
        return []
    table.heading = False
    names = [*table.headers, *[""] * len(cells)]
    plain, marked = row((name, plain, span[0]) for name, (_, plain, span) in zip(names, cells, strict=False))
    return piece((cells[0][2][0], cells[-1][2][1]), plain, BlockKind.ROW, context, marked)


def _runs(text: str, span: Span) -> list[tuple[Span, str]]:
    """Stretches without block tags, each with the tag that ends it (`td`, `/tr`; empty at the end)."""
    found: list[tuple[Span, str]] = []
    start, stop = span
    for match in _BLOCK.finditer(_blanked(text[start:stop])):
        found.append((_trim(text, start, span[0] + match.start()), (match.group(1) + match.group(2)).lower()))
        start = span[0] + match.end()
    return [*found, (_trim(text, start, stop), "")]


def _blanked(block: str) -> str:
    """The block with comments as spaces, so that no tag in them counts."""
    out: list[str] = []
    at = 0
    while at < len(block):
        comment = block.find("<!--", at)
        if comment < 0:
            break
        end = block.find("-->", comment + 4)
        end = len(block) if end < 0 else end + 3
        out += [block[at:comment], " " * (end - comment)]
        at = end
    return "".join(out) + block[at:]


def _trim(text: str, start: int, end: int) -> Span:
    run = text[start:end]
    lead = len(run) - len(run.lstrip())
    return (start + lead, start + len(run.rstrip())) if run.strip() else (start, start)
