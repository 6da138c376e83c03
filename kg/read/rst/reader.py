"""reStructuredText: blocks through docutils, inlines by `kg.read.rst.inline`.

Docutils gives the structure and the raw text of each paragraph; its place is found again in the document's lines.
Nothing is included, fetched or executed, whatever a document asks for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from kg.model import BlockKind, Skipped
from kg.read.base import Parts, Piece, chunks, has_suffix
from kg.read.pairs import cells_of, pair_piece, pairs
from kg.read.plain import Context, Plain, Span, listed, piece, raw_lines, row
from kg.read.rst.inline import rst_inline
from kg.read.rst.parser import parse

_LINE = re.compile(r"\r\n|\r|\n")
_UNDERLINE = re.compile(r"^([=\-~^\"'`#*+])\1{3,}[ \t]*\r?$", re.MULTILINE)
_DIRECTIVE = re.compile(r"^\.\. [\w-]+::", re.MULTILINE)
_CONTAINERS = (
    *("admonition", "attention", "caution", "danger", "error", "hint", "important", "note", "tip", "warning"),
    *("block_quote", "container", "compound", "sidebar", "topic", "legend", "figure", "definition", "list_item"),
)
"""Nodes that are looked into and add nothing themselves."""

_REACH = 400
"""How many lines on a paragraph is looked for when it is not where docutils says."""


class Rst:
    """Reader of reStructuredText files."""

    name = "rst"

    def sniff(self, path: str, head: str) -> bool:
        """By suffix alone."""
        return has_suffix(path)

    def read(self, path: str, text: str) -> Parts:
        """Chunks of a reStructuredText document."""
        try:
            tree = parse(text)
        except Exception as error:  # docutils has no base class for what odd input makes it raise
            from kg.read.text import Text

            parts = Text().read(path, text)
            reason = f"read as plain text: docutils fails on it ({type(error).__name__})"
            return Parts(parts.chunks, parts.title, parts.date, (Skipped(path, reason),))
        walk = _Walk(path, text)
        walk.visit(tree, Context())
        found = sorted(walk.found, key=lambda one: (one.start, one.end))
        return Parts(chunks(path, text, found), walk.title, None, tuple(walk.skipped))


@dataclass(slots=True)
class _Walk:
    """One pass over a document tree."""

    path: str
    text: str
    found: list[Piece] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    title: str = ""
    lines: list[Span] = field(default_factory=list)
    cursor: int = 0

    def __post_init__(self) -> None:
        at = 0
        for match in _LINE.finditer(self.text):
            self.lines.append((at, match.start()))
            at = match.end()
        self.lines.append((at, len(self.text)))

    def scan(self, spans: Sequence[Span]) -> Plain:
        return rst_inline(self.text, spans)

    def visit(self, node: Any, context: Context) -> None:
        """Visit the children of a node; lists are led by the paragraph before them."""
        previous = ""
        for child in node.children:
            name = type(child).__name__
            handler = _HANDLERS.get(name)
            if name == "section":
                self.section(child, context)
            elif name in ("bullet_list", "enumerated_list"):
                lead = (*context.lead, previous) if previous else context.lead
                self.items(child, Context(context.headings, lead))
            elif name == "paragraph":
                previous = self.paragraph(child, context, BlockKind.PARAGRAPH)
                continue
            elif handler is not None:
                handler(self, child, context)
            previous = ""

    def section(self, node: Any, context: Context) -> None:
        raw = node.children[0].astext() if node.children else ""
        text = rst_inline(raw, [(0, len(raw))]).text
        self.title = self.title or text
        self.visit(node, Context((*context.headings, text), context.lead))

    def items(self, node: Any, context: Context) -> None:
        for item in node.children:
            if not item.children:
                continue
            first, inner = item.children[0], context
            if type(first).__name__ == "paragraph":
                text = self.paragraph(first, context, BlockKind.ITEM)
                item.children.remove(first)
                inner = Context(context.headings, (*context.lead, text)) if text else context
            self.visit(item, inner)

    def paragraph(self, node: Any, context: Context, kind: BlockKind) -> str:
        """Add the piece of a paragraph; returns its text."""
        spans = self.locate(node.rawsource, node.line)
        if not spans:
            return ""
        found = pairs(self.text, spans, self.scan, context) if kind is BlockKind.PARAGRAPH else []
        plain = self.scan(spans)
        cells = cells_of(plain) if kind is BlockKind.ITEM else []
        self.found += found or piece((spans[0][0], spans[-1][1]), plain, kind, context, cells)
        return plain.text

    def definition(self, node: Any, context: Context) -> None:
        """Each item of a definition list: its term with the first paragraph, then the rest under the term."""
        for item in node.children:
            term = next((c for c in item.children if type(c).__name__ == "term"), None)
            body = next((c for c in item.children if type(c).__name__ == "definition"), None)
            if term is not None and body is not None:
                self.labelled(term.rawsource or term.astext(), item.line, body, context)

    def fields(self, node: Any, context: Context) -> None:
        """Each field of a field list or option list."""
        for item in node.children:
            if len(item.children) == 2:
                self.labelled(item.children[0].astext(), item.line, item.children[1], context)

    def labelled(self, label: str, line: int | None, body: Any, context: Context) -> None:
        before = self.cursor
        key = self.locate(label, line, within=True)
        first = body.children[0] if body.children else None
        if key and first is not None and type(first).__name__ == "paragraph":
            value = self.locate(first.rawsource, first.line)
            if value and value[0][0] >= key[-1][1]:
                self.found += pair_piece(key, value, self.scan, context)
                body.children.remove(first)
        else:
            self.cursor = before
        self.visit(body, Context(context.headings, (*context.lead, label)))

    def literal(self, node: Any, context: Context) -> None:
        language = node.attributes.get("diagram")
        if not language:
            return
        spans = self.locate(node.rawsource, node.line)
        if spans:
            block = Context(context.headings, (language,))
            self.found += piece((spans[0][0], spans[-1][1]), raw_lines(self.text, spans), BlockKind.DIAGRAM, block)

    def table(self, node: Any, context: Context) -> None:
        headers: list[str] = []
        for part in node.findall(lambda n: type(n).__name__ in ("thead", "tbody")):
            for line in part.children:
                cells = [self.cell(entry) for entry in line.children]
                if type(part).__name__ == "thead":
                    headers = [plain.text for plain, _ in cells]
                else:
                    self.row(headers, cells, context)

    def cell(self, entry: Any) -> tuple[Plain, Sequence[Span]]:
        paragraphs = entry.findall(lambda n: type(n).__name__ == "paragraph")
        found = [spans for node in paragraphs if (spans := self.locate(node.rawsource, node.line, within=True))]
        return listed([self.scan(spans) for spans in found]), [span for spans in found for span in spans]

    def row(self, headers: list[str], cells: list[tuple[Plain, Sequence[Span]]], context: Context) -> None:
        filled = [spans for _, spans in cells if spans]
        if not filled:
            return
        start, end = min(s[0][0] for s in filled), max(s[1] for spans in filled for s in spans)
        names = [*headers, *[""] * len(cells)]
        at, parts = start, []
        for name, (plain, spans) in zip(names, cells, strict=False):
            at = spans[0][0] if spans else at
            parts.append((name, plain, max(at, start + 1)))
        plain, marked = row(parts)
        self.found += piece((start, end), plain, BlockKind.ROW, context, marked)

    def locate(self, raw: str, line: int | None, *, within: bool = False) -> list[Span]:
        """Where the lines of a node's raw text stand: each at the end of its line, or `within` it (a table cell)."""
        wanted = [part.strip() for part in raw.split("\n") if part.strip()]
        if not wanted:
            return []
        guess = (line or self.cursor + 1) - 1
        near = [guess, *(guess + step for pair in ((-n, n) for n in range(1, 5)) for step in pair)]
        for first in (*near, *range(self.cursor, min(self.cursor + _REACH, len(self.lines)))):
            spans = self._match(wanted, first, within) if 0 <= first < len(self.lines) else []
            if spans:
                self.cursor = first
                return spans
        self.skipped.append(Skipped(self.path, "a paragraph could not be located", line))
        return []

    def _match(self, wanted: list[str], first: int, within: bool) -> list[Span]:
        spans: list[Span] = []
        number = first
        for part in wanted:
            while number < len(self.lines) and not self.text[slice(*self.lines[number])].strip():
                number += 1
            span = self._within(part, number, within) if number < len(self.lines) else None
            if span is None:
                return []
            spans.append(span)
            number += 1
        return _introduced(self.text, spans)

    def _within(self, part: str, number: int, within: bool) -> Span | None:
        start, end = self.lines[number]
        end = start + len(self.text[start:end].rstrip())
        if self.text.endswith(part, start, end):
            return end - len(part), end
        at = self.text.find(part, start, end) if within else -1
        return (at, at + len(part)) if at >= 0 else None


def _introduced(text: str, spans: list[Span]) -> list[Span]:
    """The lines of a paragraph that ends in `::` with one colon of it, or none."""
    start, end = spans[-1]
    if not text.endswith("::", start, end):
        return spans
    kept = end - 1 if text[start : end - 2].strip() else start
    return [*spans[:-1], (start, kept)] if kept > start else spans[:-1]


def _inside(walk: _Walk, node: Any, context: Context) -> None:
    walk.visit(node, context)


def _handlers() -> Iterator[tuple[str, Callable[[_Walk, Any, Context], None]]]:
    for name in _CONTAINERS:
        yield name, _inside
    yield "definition_list", _Walk.definition
    yield "field_list", _Walk.fields
    yield "docinfo", _Walk.fields
    yield "option_list", _Walk.fields
    yield "literal_block", _Walk.literal
    yield "table", _Walk.table


_HANDLERS = dict(_handlers())
