"""DOT graphs (https://graphviz.org/doc/info/lang.html): chains, ports, sets, labels; nothing is laid out or run."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from kg.extract.layout.diagram import Arrow, Drawing, label

_TOKEN = re.compile(
    r"//[^\n]*|/\*.*?(?:\*/|\Z)|^[ \t]*\#[^\n]*"
    r"|(?P<arrow>->|--)|(?P<mark>[{}\[\];,:=+])"
    r"|\"(?P<quoted>(?:[^\"\\]|\\.)*)\"|<(?P<html>(?:[^<>]|<[^<>]*>)*)>"
    r"|(?P<id>-?(?:\.\d+|\d+(?:\.\d*)?)(?![\w.])|[^\W\d][\w]*|\d\w*)|.",
    re.DOTALL | re.MULTILINE,
)
_TAG = re.compile(r"<br\s*/?>.*|<[^<>]*>", re.DOTALL | re.IGNORECASE)
_FIELD = re.compile(r"<\w*>\s*")
_KEYWORDS = frozenset(("graph", "node", "edge"))
_STORES = frozenset(("cylinder",))
_DEEPEST, _MOST = 40, 2000


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    start: int
    end: int
    mark: bool


@dataclass(slots=True)
class _Scope:
    """What holds for nodes within braces, and which nodes those are."""

    shape: str = ""
    members: dict[str, None] = field(default_factory=dict)


def dot(text: str, begin: int = 0) -> Drawing:
    """What a DOT graph draws.

    Args:
        text: The text.
        begin: One past its first brace.

    >>> found = dot('a -> b:p -> {c; d} [label="uses"]; b [label="Ledger"] }')
    >>> [(edge.source, edge.target, edge.label) for edge in found.edges()]
    [('a', 'Ledger', 'uses'), ('Ledger', 'c', 'uses'), ('Ledger', 'd', 'uses')]
    """
    parser = _Parser(_tokens(text, begin))
    parser.block(_Scope(), 0)
    return parser.drawing


def _tokens(text: str, begin: int) -> list[_Token]:
    found: list[_Token] = []
    for match in _TOKEN.finditer(text, begin):
        kind = match.lastgroup
        if kind is None:
            continue
        value = match[kind]
        if kind == "html":
            value = _TAG.sub("", value).strip() or value
        found.append(_Token(value, match.start(), match.end(), kind in ("arrow", "mark")))
    return found


class _Parser:
    def __init__(self, tokens: Sequence[_Token]) -> None:
        self._tokens = tokens
        self._at = 0
        self.drawing = Drawing()

    def _is(self, *marks: str) -> bool:
        return self._at < len(self._tokens) and self._tokens[self._at].mark and self._tokens[self._at].text in marks

    def _take(self) -> _Token:
        self._at += 1
        return self._tokens[self._at - 1]

    def block(self, scope: _Scope, depth: int) -> None:
        """The statements up to a closing brace."""
        while self._at < len(self._tokens) and not self._is("}"):
            before = self._at
            self._statement(scope, depth)
            if self._at == before:
                self._at += 1
        self._at += 1

    def _statement(self, scope: _Scope, depth: int) -> None:
        start = self._at
        ends = [self._endpoint(scope, depth)]
        arrows: list[str] = []
        while self._is("->", "--"):
            arrows.append(self._take().text)
            ends.append(self._endpoint(scope, depth))
        last = min(self._at, len(self._tokens)) - 1
        if self._is("="):
            self._at += 2
            return
        attributes = self._attributes()
        if start > last or start >= len(self._tokens):
            return
        first = self._tokens[start]
        if not arrows and first.text.lower() in _KEYWORDS and not first.mark:
            scope.shape = attributes.get("shape", scope.shape) if first.text.lower() == "node" else scope.shape
        elif not arrows and not first.mark:
            self._node(first.text, attributes)
        self._draw(ends, arrows, attributes, (first.start, self._tokens[last].end))

    def _endpoint(self, scope: _Scope, depth: int) -> list[str]:
        """The nodes of one end of an edge: one, or those within braces."""
        if self._at_word() and self._tokens[self._at].text == "subgraph":
            self._at += 1
            if self._at_word():
                self._at += 1
        if self._is("{") and depth < _DEEPEST:
            self._at += 1
            inner = _Scope(scope.shape)
            self.block(inner, depth + 1)
            scope.members.update(inner.members)
            return list(inner.members)
        return [self._name(scope)] if self._at_word() else []

    def _at_word(self) -> bool:
        """Whether a word comes next."""
        return self._at < len(self._tokens) and not self._tokens[self._at].mark

    def _name(self, scope: _Scope) -> str:
        """The node named next, its port left out; it is a member of its scope."""
        name = self._take().text
        while self._is(":"):
            self._at += 2
        if name.lower() not in _KEYWORDS and not self._is("="):
            if "\\" in name:
                self.drawing.names.setdefault(name, label(name))
            scope.members[name] = None
            if scope.shape in _STORES:
                self.drawing.stores.add(name)
        return name

    def _attributes(self) -> dict[str, str]:
        found: dict[str, str] = {}
        while self._is("["):
            self._at += 1
            while self._at < len(self._tokens) and not self._is("]"):
                key = self._take()
                if self._is("=") and self._at + 1 < len(self._tokens):
                    self._at += 1
                    found[key.text.lower()] = self._take().text
            self._at += 1
        return found

    def _node(self, name: str, attributes: dict[str, str]) -> None:
        written = _FIELD.sub("", attributes.get("label", "").strip("{} ")).split("|")[0]
        if written and written != "\\N":
            self.drawing.names[name] = label(written)
        if attributes.get("shape") in _STORES:
            self.drawing.stores.add(name)

    def _draw(
        self, ends: list[list[str]], arrows: list[str], attributes: dict[str, str], span: tuple[int, int]
    ) -> None:
        heading = attributes.get("dir", "forward")
        for left, arrow, right in zip(ends, arrows, ends[1:], strict=False):
            pairs = [(one, other) for one in left for other in right][:_MOST]
            if arrow == "--" or heading == "none":
                continue
            for one, other in pairs:
                source, target = (other, one) if heading == "back" else (one, other)
                self.drawing.arrows.append(Arrow(source, target, attributes.get("label", ""), *span))
