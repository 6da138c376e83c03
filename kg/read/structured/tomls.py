"""TOML text to trees (TOML 1.0).

The standard library judges the text; a scan over its tokens, valid by then, finds the positions.
"""

from __future__ import annotations

import re
import tomllib

from kg.errors import InputError
from kg.read.structured.tree import LARGEST, Entry, Node

_STRING = r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\n]|\\.)*"|\'[^\'\n]*\''
_TOKEN = re.compile(rf"#[^\n]*|{_STRING}|\[\[|\]\]|[\[\]{{}},=.\n]|[^\s\[\]{{}},=.#\"']+", re.DOTALL)
_LINE = re.compile(r"line (\d+)")


def load_toml(path: str, text: str) -> Node:
    r"""The tables of a TOML file as mappings.

    Args:
        path: Names the file in errors.
        text: Its text.

    Raises:
        InputError: If it is not TOML or too large; tells the line.

    >>> load_toml("f.toml", '[[apps]]\nname = "cart"\nneeds = ["stock"]\n')["apps"].items[0]["needs"].items[0].text
    'stock'
    """
    if len(text) > LARGEST:
        raise InputError(f"larger than {LARGEST:,} characters", file=path)
    try:
        tomllib.loads(text.replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        found = _LINE.search(str(error))
        raise InputError(f"not valid TOML: {error}", file=path, line=int(found[1]) if found else None) from error
    return _Scan(text).document()


class _Scan:
    """One pass over the tokens of a valid text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = [m for m in _TOKEN.finditer(text) if m[0][0] != "#"]
        self._at = 0
        self._root = Node(0, len(text), entries={})

    def document(self) -> Node:
        here = self._root
        while self._at < len(self._tokens):
            mark = self._peek()
            if mark == "\n":
                self._at += 1
            elif mark in ("[", "[["):
                here = self._header(mark)
            else:
                self._pair(here)
        return self._root

    def _peek(self) -> str:
        return self._tokens[self._at][0] if self._at < len(self._tokens) else ""

    def _take(self) -> re.Match[str]:
        self._at += 1
        return self._tokens[self._at - 1]

    def _header(self, mark: str) -> Node:
        self._at += 1
        *above, last = self._keys()
        self._take()
        holder = self._within(self._root, above)
        if mark == "[":
            return self._within(holder, [last])
        made = Node(last.start, last.end, entries={})
        old = holder[last.text]
        _put(holder, last, Node(old.start or last.start, last.end, items=(*old.items, made)))
        return made

    def _keys(self) -> list[Node]:
        """A dotted key."""
        found = [self._scalar(self._take())]
        while self._peek() == ".":
            self._at += 1
            found.append(self._scalar(self._take()))
        return found

    def _within(self, node: Node, keys: list[Node]) -> Node:
        """The table that keys lead to, made where it is missing; of an array of tables, its last."""
        for key in keys:
            if key.text not in node.entries:
                _put(node, key, Node(key.start, key.end, entries={}))
            node = node[key.text]
            node = node.items[-1] if node.items else node
        return node

    def _pair(self, node: Node) -> None:
        *above, last = self._keys()
        self._at += 1
        _put(self._within(node, above), last, self._value())

    def _value(self) -> Node:
        token = self._take()
        if token[0] in ("[", "[["):
            return self._array(token)
        if token[0] == "{":
            return self._inline(token)
        end = token
        while self._peek() == ".":  # a number with a fraction
            self._at += 1
            end = self._take()
        return self._scalar(token, end.end())

    def _array(self, token: re.Match[str]) -> Node:
        """An array; `[[` opens two, and `]]` closes two."""
        if token[0] == "[[":
            inner = self._rest(token.start() + 1)
            return self._rest(token.start(), [inner])
        return self._rest(token.start())

    def _rest(self, start: int, items: list[Node] | None = None) -> Node:
        found = items or []
        while self._peek() not in ("]", "]]"):
            if self._peek() in (",", "\n"):
                self._at += 1
            else:
                found.append(self._value())
        return Node(start, self._closed(), items=tuple(found), size=1 + sum(one.size for one in found))

    def _closed(self) -> int:
        """Take one closing bracket, of two only the first."""
        token = self._tokens[self._at]
        if token[0] == "]]":
            rest = _TOKEN.match(self._text, token.start() + 1, token.end())
            assert rest is not None
            self._tokens[self._at] = rest
            return token.start() + 1
        self._at += 1
        return token.end()

    def _inline(self, token: re.Match[str]) -> Node:
        made = Node(token.start(), token.end(), entries={})
        while self._peek() != "}":
            if self._peek() in (",", "\n"):
                self._at += 1
            else:
                self._pair(made)
        made.end = self._take().end()
        return made

    def _scalar(self, token: re.Match[str], end: int | None = None) -> Node:
        end = token.end() if end is None else end
        return Node(token.start(), end, _text(self._text[token.start() : end]))


def _put(node: Node, key: Node, value: Node) -> None:
    node.entries = {**node.entries, key.text: Entry(key, value)}


def _text(token: str) -> str:
    """The value of a scalar token: strings without their quotes, other values as written."""
    if token[0] in "\"'":
        return str(tomllib.loads(f"x = {token}")["x"])
    return token
