"""HTML and Confluence storage format to a small tree of spans.

`html.parser` of the standard library is not used: what it makes of `<![CDATA[` sections, which hold the code and the
link texts of Confluence pages, and of unclosed comments differs between patch releases, so the same page would not
give the same graph everywhere. Nothing is resolved, fetched or expanded: an entity is a character reference or text.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kg.read.plain import Span

TEXT, CDATA = "#text", "#cdata"
"""Tags of the two kinds of text; entities count only in the first."""

BLOCKS = frozenset(
    (
        *("address", "article", "aside", "blockquote", "body", "center", "dd", "details", "dialog", "div", "dl", "dt"),
        *("fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header"),
        *("hr", "html", "li", "main", "menu", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "td"),
        *("tfoot", "th", "thead", "title", "tr", "ul", "caption"),
    )
)
MACRO_BLOCKS = frozenset(
    ("ac:rich-text-body", "ac:plain-text-body", "ac:layout", "ac:layout-section", "ac:layout-cell", "ac:task-list",
     "ac:task", "ac:task-body")
)  # fmt: skip
"""What parts text in Confluence storage format."""

_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr")
)
_RAW = frozenset(("script", "style", "xmp", "iframe", "noembed"))
_LISTS, _CELLS = frozenset(("ul", "ol", "menu", "table")), frozenset(("td", "th"))
_SECTIONS = frozenset(("thead", "tbody", "tfoot"))
_IMPLIED: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "li": (frozenset(("li",)), _LISTS),
    "dt": (frozenset(("dt", "dd")), frozenset(("dl", "table"))),
    "dd": (frozenset(("dt", "dd")), frozenset(("dl", "table"))),
    "td": (_CELLS, frozenset(("tr", "table"))),
    "th": (_CELLS, frozenset(("tr", "table"))),
    "tr": (frozenset(("tr",)), frozenset(("table",))),
    **dict.fromkeys(("thead", "tbody", "tfoot"), (_SECTIONS, frozenset(("table",)))),
}
"""What the start of an element closes, and within what."""

_DEEPEST = 60
_START = re.compile(
    r"<(?:(?P<comment>!--)|(?P<cdata>!\[CDATA\[)|(?P<bogus>[!?])|(?P<close>/?)(?P<name>[A-Za-z][\w:.-]*+))"
)
_REST = re.compile(r"(?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+>")
_ATTRIBUTE = re.compile(r"([^\s\"'<>/=]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=<>`]+)))?")


@dataclass(slots=True)
class Node:
    """An element or a run of text.

    Args:
        tag: Lower case; `#text` or `#cdata` for text.
        start: Where its start tag, or its text, begins in the document's text.
        end: One past the last character of that.
        children: In order.
        blocky: Whether a block stands anywhere within.
    """

    tag: str
    start: int
    end: int
    children: list[Node] = field(default_factory=list)
    blocky: bool = False
    _attributes: dict[str, Span] | None = None

    def span_of(self, text: str, name: str) -> Span | None:
        """Where the value of an attribute stands; None without one."""
        if self._attributes is None:
            self._attributes = {}
            name_end = self.start + 1 + len(self.tag)
            for match in _ATTRIBUTE.finditer(text, name_end, self.end) if self.tag[0] != "#" else ():
                group = match.lastindex or 1
                span = match.span(group) if group > 1 else (match.end(), match.end())
                self._attributes.setdefault(match.group(1).lower(), span)
        return self._attributes.get(name)

    def get(self, text: str, name: str) -> str:
        """The value of an attribute, entities decoded; empty without one."""
        span = self.span_of(text, name)
        return html.unescape(text[slice(*span)]) if span else ""

    def has(self, text: str, name: str) -> bool:
        """Whether it has an attribute."""
        return self.span_of(text, name) is not None

    def walk(self) -> Iterator[Node]:
        """The node and all that is below it, in document order."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))


def parse(text: str, begin: int = 0) -> Node:
    """The tree of a document; never fails, whatever the markup.

    >>> [child.tag for child in parse("<ul><li>a<li>b</ul>").children[0].children]
    ['li', 'li']
    """
    return _Tree(text).parse(begin)


class _Tree:
    def __init__(self, text: str) -> None:
        self._text = text
        self._root = Node("#root", 0, 0, blocky=True)
        self._open = [self._root]
        self._deeper = 0
        self._quotes = True

    def parse(self, begin: int) -> Node:
        at = begin
        while match := _START.search(self._text, at):
            self._add(TEXT, at, match.start())
            at = self._markup(match)
        self._add(TEXT, at, len(self._text))
        return self._root

    def _add(self, tag: str, start: int, end: int) -> None:
        if end > start:
            self._open[-1].children.append(Node(tag, start, end))

    def _markup(self, match: re.Match[str]) -> int:
        """Handle what begins with `<`; returns where to go on."""
        if match["comment"]:
            return self._until("-->", match.end())
        if match["cdata"]:
            end = self._until("]]>", match.end())
            closed = self._text.startswith("]]>", end - 3)
            self._add(CDATA, match.end(), end - 3 if closed else end)
            return end
        if match["bogus"]:
            return self._until(">", match.end())
        return self._tag(match["name"].lower(), bool(match["close"]), match)

    def _until(self, mark: str, at: int) -> int:
        end = self._text.find(mark, at)
        return len(self._text) if end < 0 else end + len(mark)

    def _tag(self, name: str, closing: bool, match: re.Match[str]) -> int:
        end = self._tag_end(match.end())
        if closing:
            self._close(name)
            return end
        empty = name in _VOID or self._text.startswith("/>", end - 2)
        self._start(Node(name, match.start(), end), empty)
        if name in _RAW and not empty:
            closed = re.compile(rf"</{name}", re.IGNORECASE).search(self._text, end)
            return closed.start() if closed else len(self._text)
        return end

    def _tag_end(self, at: int) -> int:
        """One past the `>` of a tag, quoted ones left out until a quote turns out to have no end."""
        found = _REST.match(self._text, at) if self._quotes else None
        if found:
            return found.end()
        self._quotes = False
        return self._until(">", at)

    def _start(self, node: Node, empty: bool) -> None:
        if node.tag in _IMPLIED:
            self._close_within(*_IMPLIED[node.tag])
        elif node.tag in BLOCKS:
            self._close_paragraph()
        self._open[-1].children.append(node)
        if node.tag in BLOCKS or node.tag in MACRO_BLOCKS:
            self._mark()
        if empty:
            return
        if len(self._open) < _DEEPEST:
            self._open.append(node)
        else:
            self._deeper += 1

    def _mark(self) -> None:
        for parent in reversed(self._open):
            if parent.blocky:
                return
            parent.blocky = True

    def _close_within(self, closed: frozenset[str], boundary: frozenset[str]) -> None:
        for depth in range(len(self._open) - 1, 0, -1):
            tag = self._open[depth].tag
            if tag in boundary:
                return
            if tag in closed:
                del self._open[depth:]
                return

    def _close_paragraph(self) -> None:
        for depth in range(len(self._open) - 1, 0, -1):
            tag = self._open[depth].tag
            if tag == "p":
                del self._open[depth:]
                return
            if tag in BLOCKS or tag in MACRO_BLOCKS:
                return

    def _close(self, name: str) -> None:
        if self._deeper:
            self._deeper -= 1
            return
        for depth in range(len(self._open) - 1, 0, -1):
            tag = self._open[depth].tag
            if tag == name:
                del self._open[depth:]
                return
            if tag in _CELLS and name not in ("tr", "table", *_SECTIONS):
                return
