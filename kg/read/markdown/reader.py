"""Markdown: blocks through markdown-it-py (CommonMark with tables), inlines by `kg.read.markdown.inline`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from kg.model import BlockKind
from kg.read.base import Parts, Piece, chunks, has_suffix
from kg.read.blocks import parser
from kg.read.diagram import DIAGRAMS
from kg.read.frame import Frame
from kg.read.frontmatter import FrontMatter, front_matter
from kg.read.html.bits import HtmlTable, html_pieces
from kg.read.markdown.inline import inline
from kg.read.plain import Context, Plain, Span, piece, raw_lines, row

if TYPE_CHECKING:
    from markdown_it.token import Token

_LINE = re.compile(r"\r\n|\r|\n")
_DIRECTIVE = re.compile(r"(?::::+.*|\[![A-Za-z]+\][+-]?.*|(?:!!!|\?\?\?)\+? .*|\{[:%#].*[%:#]?\})\Z")
_EDGE = re.compile(r"[ \t]*(?:>[ \t]?)*[ \t]*")


class Markdown:
    """Reader of Markdown files."""

    name = "markdown"

    def sniff(self, path: str, head: str) -> bool:
        """By suffix alone."""
        return has_suffix(path)

    def read(self, path: str, text: str) -> Parts:
        """Chunks of a Markdown document."""
        front = front_matter(text)
        walk = _Walk(text, front.end)
        found = [*_description(text, front), *walk.pieces()]
        return Parts(chunks(path, text, found), front.title or walk.title, front.date, fields=front.fields)


def markdown_pieces(text: str) -> list[Piece]:
    r"""The leaf blocks of a Markdown text.

    >>> [piece.blocks[0].text for piece in markdown_pieces("# A\n\nIt uses:\n\n- `redis`\n- s3\n")]
    ['It uses:', 'redis', 's3']
    """
    return list(_Walk(text, 0).pieces())


def _description(text: str, front: FrontMatter) -> list[Piece]:
    if front.description is None:
        return []
    plain = inline(text, [front.description])
    return piece(front.description, plain, BlockKind.PARAGRAPH, Context((front.title,) if front.title else ()))


@dataclass(slots=True)
class _Walk:
    """One pass over the block tokens of a text, from `begin` on."""

    text: str
    begin: int
    title: str = ""
    level: int = 7
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    references: dict[str, str] = field(default_factory=dict)
    frames: list[Frame] = field(default_factory=lambda: [Frame()])
    shadow: str = ""
    headers: list[str] = field(default_factory=list)
    html_table: HtmlTable = field(default_factory=HtmlTable)

    def pieces(self) -> Iterator[Piece]:
        """The pieces in document order."""
        env: dict[str, Any] = {}
        tokens = parser().parse(self.text[self.begin :], env)
        self.references = {key: value.get("href", "") for key, value in env.get("references", {}).items()}
        self.shadow = self.text.replace("\0", "\ufffd")
        self._index()
        for number, token in enumerate(tokens):
            handler = _HANDLERS.get(token.type)
            if handler is not None:
                yield from handler(self, token, tokens, number) or ()

    def _index(self) -> None:
        at = self.begin
        for match in _LINE.finditer(self.text, self.begin):
            self.starts.append(at)
            self.ends.append(match.start())
            at = match.end()
        self.starts.append(at)
        self.ends.append(len(self.text))

    def scan(self, spans: Sequence[Span]) -> Plain:
        """Plain text of lines."""
        return inline(self.text, spans, self.references)

    def cell(self, spans: Sequence[Span]) -> Plain:
        """Plain text of a table cell."""
        return inline(self.text, spans, self.references, cell=True)

    def lines(self, token: Token) -> list[Span]:
        """Where the lines of an inline token's content stand: each runs to the end of its line."""
        first, last = token.map or (0, 0)
        found: list[Span] = []
        line, last = first, min(last, len(self.starts))
        for content in token.content.split("\n"):
            wanted = content.strip()
            while wanted and line < last:
                start, end = self.starts[line], self.ends[line]
                stop = start + len(self.shadow[start:end].rstrip())
                line += 1
                if self.shadow.endswith(wanted, start, stop):
                    found.append((stop - len(wanted), stop))
                    break
        return [*(self._blank_kept(span) for span in found[:-1]), *found[-1:]]

    def _blank_kept(self, span: Span) -> Span:
        """A line with a blank after its last backslash, which then escapes no line break."""
        start, end = span
        return (start, end + 1) if self.text[end - 1] == "\\" and self.text[end : end + 1] in (" ", "\t") else span

    def heading(self, token: Token, tokens: list[Token], number: int) -> None:
        level, content = int(token.tag[1:]), tokens[number + 1].content
        plain = inline(content, [(0, len(content))], self.references)
        self.frames[-1].heading(level, plain.text)
        if level < self.level and plain.text and len(self.frames) == 1:
            self.title, self.level = plain.text, level

    def paragraph(self, token: Token, tokens: list[Token], number: int) -> list[Piece]:
        spans = [s for s in self.lines(tokens[number + 1]) if not _DIRECTIVE.match(self.text, *s)]
        return self.frames[-1].leaf(self.text, spans, self.scan) if spans else []

    def open_list(self, token: Token, tokens: list[Token], number: int) -> None:
        self.frames.append(self.frames[-1].inner(led=True))

    def open_item(self, token: Token, tokens: list[Token], number: int) -> None:
        self.frames.append(self.frames[-1].inner(item=True))

    def open_quote(self, token: Token, tokens: list[Token], number: int) -> None:
        self.frames.append(self.frames[-1].inner())

    def close(self, token: Token, tokens: list[Token], number: int) -> None:
        self.frames.pop()

    def forget(self, token: Token, tokens: list[Token], number: int) -> None:
        self.frames[-1].previous = None

    def fence(self, token: Token, tokens: list[Token], number: int) -> list[Piece]:
        self.frames[-1].previous = None
        words = token.info.strip("{} \t").lower().split()
        language = DIAGRAMS.get(words[0].lstrip(".")) if words else None
        if language is None or token.map is None:
            return []
        first = token.map[0] + 1
        spans = []
        for line, content in zip(range(first, len(self.starts)), token.content.split("\n")[:-1], strict=False):
            start, end = self.starts[line], self.ends[line]
            same = self.shadow.endswith(content, start, end)
            spans.append((end - len(content) if same else start, end))
        context = Context(self.frames[-1].context.headings, (language,))
        plain = raw_lines(self.text, spans) if spans else Plain("", ())
        return piece((spans[0][0], spans[-1][1]), plain, BlockKind.DIAGRAM, context) if spans else []

    def html(self, token: Token, tokens: list[Token], number: int) -> list[Piece]:
        self.frames[-1].previous = None
        first, last = token.map or (0, 0)
        last = min(last, len(self.starts))
        span = (self.starts[first], self.ends[last - 1]) if last > first else (0, 0)
        return html_pieces(self.text, span, (self.scan, self.cell), self.frames[-1].context, self.html_table)

    def table(self, token: Token, tokens: list[Token], number: int) -> None:
        self.headers = []

    def header(self, token: Token, tokens: list[Token], number: int) -> None:
        content = tokens[number + 1].content
        self.headers.append(inline(content, [(0, len(content))], self.references).text)

    def row(self, token: Token, tokens: list[Token], number: int) -> list[Piece]:
        if token.map is None or tokens[number + 1].type != "td_open":
            return []
        line = token.map[0]
        match = _EDGE.match(self.text, self.starts[line], self.ends[line])
        span = (match.end() if match else self.starts[line], self.ends[line])
        cells = split_row(self.text, span)[: len(self.headers)]
        if not cells:
            return []
        parts = ((h, self.cell([c]), c[0]) for h, c in zip(self.headers, cells, strict=False))
        plain, marked = row(parts)
        context = self.frames[-1].row_context
        return piece((span[0], span[0] + len(self.text[slice(*span)].rstrip())), plain, BlockKind.ROW, context, marked)


def split_row(text: str, span: Span) -> list[Span]:
    r"""Where the cells of a table row stand, white space left out; an escaped bar parts nothing.

    >>> [r"| a \| b | c |"[start:end] for start, end in split_row(r"| a \| b | c |", (0, 14))]
    ['a \\| b', 'c']
    """
    start, end = span
    end = start + len(text[start:end].rstrip())
    bars = [
        m.start() for m in re.finditer(r"\|", text[start:end]) if text[start + m.start() - 1] != "\\" or not m.start()
    ]
    edges = [start - 1, *(start + bar for bar in bars), end]
    cells = [_stripped(text, left + 1, right) for left, right in pairwise(edges)]
    if bars and start + bars[0] == start:
        cells = cells[1:]
    if bars and start + bars[-1] == end - 1:
        cells = cells[:-1]
    return cells


def _stripped(text: str, start: int, end: int) -> Span:
    run = text[start:end]
    lead = len(run) - len(run.lstrip())
    return (start + lead, start + lead + len(run.strip()))


_HANDLERS = {
    "heading_open": _Walk.heading,
    "paragraph_open": _Walk.paragraph,
    "bullet_list_open": _Walk.open_list,
    "ordered_list_open": _Walk.open_list,
    "list_item_open": _Walk.open_item,
    "blockquote_open": _Walk.open_quote,
    "bullet_list_close": _Walk.close,
    "ordered_list_close": _Walk.close,
    "list_item_close": _Walk.close,
    "blockquote_close": _Walk.close,
    "container_open": _Walk.open_quote,
    "container_close": _Walk.close,
    "fence": _Walk.fence,
    "code_block": _Walk.forget,
    "hr": _Walk.forget,
    "html_block": _Walk.html,
    "table_open": _Walk.table,
    "table_close": _Walk.forget,
    "th_open": _Walk.header,
    "tr_open": _Walk.row,
}
