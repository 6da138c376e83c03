"""HTML pages, exported wiki pages and Confluence storage format, read as Markdown is: leaf blocks below headings.

Where a page marks its main part, only that is read. Block structure comes from `kg.read.html.tree`, text of blocks from
`kg.read.html.inline`, what is left out from `kg.read.html.skip`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from kg.model import BlockKind, Skipped
from kg.read.base import LineIndex, Parts, Piece, chunks, has_suffix
from kg.read.diagram import DIAGRAMS
from kg.read.frame import Frame
from kg.read.frontmatter import front_matter
from kg.read.html.inline import Inline, exact
from kg.read.html.skip import parameter, unread
from kg.read.html.table import table_pieces
from kg.read.html.tree import BLOCKS, MACRO_BLOCKS, TEXT, Node, parse
from kg.read.pairs import pair_piece
from kg.read.plain import Context, Plain, piece

_PAGE = re.compile(
    r"\s*(?:<\?xml[^>]{0,200}>\s*|<!--(?:(?!-->)[\s\S]){0,2000}-->\s*)*<(?:!doctype html|html|ac:|body)\b", re.I
)
_MARKUP = re.compile(
    r"</?(?:html|head|body|main|article|section|div|p|h[1-6]|ul|ol|li|table|dl|ac:[\w-]+)\b[^<>]*>", re.I
)
_HEADING = re.compile(r"h[1-6]\Z")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_DATES = frozenset(("date", "dcterms.modified", "dcterms.date", "last-modified", "article:modified_time"))
_MAIN = ("main-content", "wiki-content")
_INCLUDED = frozenset(("include", "excerpt-include", "includeplus"))


class Html:
    """Reader of HTML files."""

    name = "html"

    def sniff(self, path: str, head: str) -> bool:
        """By suffix and some markup; without a suffix, by the beginning of a page."""
        if has_suffix(path):
            return bool(_MARKUP.search(head)) or "<" not in head
        return bool(_PAGE.match(head))

    def read(self, path: str, text: str) -> Parts:
        """Chunks of a page."""
        front = front_matter(text)
        page = _Page(path, text, parse(text, front.end))
        found = sorted(page.pieces(), key=lambda one: (one.start, one.end))
        date = front.date or page.date()
        return Parts(chunks(path, text, found), front.title or page.title, date, page.skipped(), front.fields)


@dataclass(slots=True)
class _Page:
    """One pass over the tree of a page; `elements` are those that are not left out."""

    path: str
    text: str
    tree: Node
    title: str = ""
    elements: list[Node] = field(default_factory=list)

    def __post_init__(self) -> None:
        stack = [self.tree]
        while stack:
            node = stack.pop()
            self.elements.append(node)
            stack.extend(c for c in reversed(node.children) if c.tag[0] != "#" and not unread(self.text, c))

    def skipped(self) -> tuple[Skipped, ...]:
        """Macros that bring in other pages, which are not read."""
        index = LineIndex(self.text)
        macros = (n for n in self.elements if n.tag == "ac:structured-macro")
        lines = [index.line(n.start) for n in macros if n.get(self.text, "ac:name") in _INCLUDED]
        return tuple(Skipped(self.path, "another page is included here; it is not read", line) for line in lines)

    def pieces(self) -> Iterator[Piece]:
        """The pieces, in document order but for the terms of definition lists."""
        roots = list(self._roots())
        frame = Frame()
        headings = [node for node in self.elements if node.tag == "h1"]
        self.title = self._plain(headings[0].children).text if headings else self._named()
        if headings and roots != [self.tree] and headings[0].start < roots[0].start:
            frame.heading(0, self.title)
        for root in roots:
            yield from self.flow(root.children, frame)

    def _roots(self) -> Sequence[Node]:
        """The main parts of the page, else all of it."""
        mains = [n for n in self.elements if n.tag == "main" or n.get(self.text, "role") == "main"]
        mains = mains or [n for n in self.elements if n.get(self.text, "id") in _MAIN]
        kept: list[Node] = []
        for node in mains:
            if not kept or not any(below is node for below in kept[-1].walk()):
                kept.append(node)
        return kept or [self.tree]

    def _named(self) -> str:
        """What the page's head calls it."""
        titles = (node for node in self.tree.walk() if node.tag == "title")
        return next((self._plain(node.children).text for node in titles), "")

    def date(self) -> str | None:
        """The date the page's head gives."""
        for node in self.tree.walk():
            if node.tag == "meta":
                name = node.get(self.text, "name") or node.get(self.text, "property")
                match = _DATE.match(node.get(self.text, "content"))
                if match and name.lower() in _DATES:
                    return match.group()
        return None

    def _plain(self, nodes: Sequence[Node]) -> Plain:
        inline = Inline(self.text, nodes)
        lines = inline.lines()
        return inline.scan(lines) if lines else Plain("", ())

    def flow(self, nodes: Sequence[Node], frame: Frame) -> Iterator[Piece]:
        """The pieces of what stands in a container; stretches of inline content are paragraphs."""
        for group in _groups(nodes):
            if len(group) == 1 and _is_block(group[0]):
                yield from self.block(group[0], frame)
            else:
                yield from self.leaf(group, frame)

    def leaf(self, nodes: Sequence[Node], frame: Frame) -> list[Piece]:
        inline = Inline(self.text, nodes)
        lines = inline.lines()
        return frame.leaf(self.text, lines, inline.scan) if lines else []

    def block(self, node: Node, frame: Frame) -> Iterator[Piece]:
        if unread(self.text, node):
            return
        language = _language(self.text, node)
        if language:
            yield from self.diagram(node, language, frame)
        elif _HEADING.match(node.tag):
            frame.heading(int(node.tag[1]), self._plain(node.children).text)
        else:
            handler = _HANDLERS.get(node.tag)
            yield from handler(self, node, frame) if handler else self.flow(node.children, frame)

    def diagram(self, node: Node, language: str, frame: Frame) -> list[Piece]:
        frame.previous = None
        plain = exact(self.text, node)
        if not plain.text:
            return []
        last, end = plain.segments[-1][1], len(plain.text) - plain.segments[-1][0]
        span = plain.segments[0][1], last + end
        return piece(span, plain, BlockKind.DIAGRAM, Context(frame.context.headings, (language,)))

    def listing(self, node: Node, frame: Frame) -> Iterator[Piece]:
        inner = frame.inner(led=True)
        for child in node.children:
            if child.tag in ("li", "ac:task"):
                yield from self.flow(child.children, inner.inner(item=True))
            elif child.tag in ("ul", "ol"):
                yield from self.listing(child, inner)

    def item(self, node: Node, frame: Frame) -> Iterator[Piece]:
        return self.flow(node.children, frame.inner(item=True))

    def quote(self, node: Node, frame: Frame) -> Iterator[Piece]:
        return self.flow(node.children, frame.inner())

    def code(self, node: Node, frame: Frame) -> Iterator[Piece]:
        """Preformatted text: a diagram if it says so, else code, which is not read."""
        frame.previous = None
        languages = (_language(self.text, child) for child in node.children if child.tag == "code")
        language = next((found for found in languages if found), "")
        yield from self.diagram(node, language, frame) if language else ()

    def rule(self, node: Node, frame: Frame) -> Iterator[Piece]:
        frame.previous = None
        yield from ()

    def table(self, node: Node, frame: Frame) -> Iterator[Piece]:
        if any(
            below.tag in ("table", "h1", "h2", "h3", "h4", "h5", "h6") for below in node.walk() if below is not node
        ):
            for cell in (below for below in node.children if below.tag[0] != "#"):
                yield from self.layout(cell, frame)
            return
        yield from table_pieces(self.text, node, frame)
        frame.previous = None

    def layout(self, node: Node, frame: Frame) -> Iterator[Piece]:
        """The parts of a table that only arranges a page."""
        if node.tag in ("tbody", "thead", "tfoot", "tr"):
            for child in node.children:
                yield from self.layout(child, frame)
        elif node.tag != TEXT:
            yield from self.flow(node.children, frame)

    def definitions(self, node: Node, frame: Frame) -> Iterator[Piece]:
        """Each definition with its term; what follows its first paragraph stands under the term."""
        term: Node | None = None
        for child in _unwrapped(node):
            if child.tag == "dt":
                term = child
            elif child.tag == "dd" and term is not None:
                yield from self.definition(term, child, frame)

    def definition(self, term: Node, body: Node, frame: Frame) -> Iterator[Piece]:
        groups = [group for group in _groups(body.children) if _is_block(group[0]) or self._plain(group).text]
        key = Inline(self.text, term.children).lines()
        first = groups[0] if groups and _is_leaf(groups[0][0]) else []
        value = Inline(self.text, first).lines()
        if key and value:
            yield from pair_piece(key, value, Inline(self.text, [term, *first]).scan, frame.context)
            groups = groups[1:]
        inner = frame.inner()
        inner.lead = (*inner.lead, self._plain(term.children).text)
        yield from self.flow([node for group in groups for node in group], inner)

    def macro(self, node: Node, frame: Frame) -> Iterator[Piece]:
        """A Confluence macro: its text, below its title where it has one; code only where it is a diagram."""
        name = node.get(self.text, "ac:name")
        language = _word(self._plain(parameter(self.text, node, "language")).text) or DIAGRAMS.get(name, "")
        title = self._plain(parameter(self.text, node, "title")).text
        for child in node.children:
            if child.tag == "ac:plain-text-body" and language:
                yield from self.diagram(child, language, frame)
            elif child.tag == "ac:rich-text-body":
                frame.previous = title or frame.previous
                yield from self.flow(child.children, frame)


def _is_block(node: Node) -> bool:
    return node.tag in BLOCKS or node.tag in MACRO_BLOCKS or node.blocky


def _is_leaf(node: Node) -> bool:
    return not _is_block(node) or (node.tag == "p" and not node.blocky)


def _groups(nodes: Sequence[Node]) -> Iterator[list[Node]]:
    """Stretches of inline nodes, and blocks one by one."""
    run: list[Node] = []
    for node in nodes:
        if not _is_block(node):
            run.append(node)
            continue
        if run:
            yield run
        yield [node]
        run = []
    if run:
        yield run


def _unwrapped(node: Node) -> Iterator[Node]:
    """The terms and definitions of a list; groups of them may be wrapped in a `div`."""
    for child in node.children:
        yield from child.children if child.tag == "div" else (child,)


def _language(text: str, node: Node) -> str:
    """The diagram language that an element's class names."""
    if node.tag not in ("pre", "code", "div") or not node.has(text, "class"):
        return ""
    return next(filter(None, (_word(name) for name in node.get(text, "class").lower().split())), "")


def _word(name: str) -> str:
    return DIAGRAMS.get(re.sub(r"^(?:language-|lang-|highlight-source-|source-)", "", name.lower()), "")


_HANDLERS: dict[str, Callable[[_Page, Node, Frame], Iterator[Piece]]] = {
    **dict.fromkeys(("ul", "ol", "menu", "ac:task-list"), _Page.listing),
    **dict.fromkeys(("li", "ac:task"), _Page.item),
    "blockquote": _Page.quote,
    "pre": _Page.code,
    "hr": _Page.rule,
    "table": _Page.table,
    "dl": _Page.definitions,
    "ac:structured-macro": _Page.macro,
}
