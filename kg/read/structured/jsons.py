"""JSON text to trees (RFC 8259).

The standard library judges the text; a scan over its tokens, valid by then, finds the positions.
"""

from __future__ import annotations

import json
import re

from kg.errors import InputError
from kg.read.structured.tree import DEEPEST, LARGEST, NOTHING, Entry, Node

_TOKEN = re.compile(r'[\[\]{}]|"[^"\\]*(?:\\.[^"\\]*)*"|[^\s\[\]{},:"]+')


def load_json(path: str, text: str) -> Node:
    """The value of a JSON file. Numbers, true and false are scalars as written.

    Args:
        path: Names the file in errors.
        text: Its text.

    Raises:
        InputError: If it is not JSON, too large or too deep; tells the line.

    >>> load_json("f.json", '{"a": ["x", 1]}')["a"].items[1].text
    '1'
    """
    if len(text) > LARGEST:
        raise InputError(f"larger than {LARGEST:,} characters", file=path)
    skip = 1 if text.startswith("\ufeff") else 0
    _judge(path, text[skip:])
    return _build(path, text, skip)


def _judge(path: str, text: str) -> None:
    try:
        json.loads(text, parse_int=str, parse_float=str)
    except json.JSONDecodeError as error:
        raise InputError(f"not valid JSON: {error.msg}", file=path, line=error.lineno) from error
    except RecursionError as error:
        raise InputError(f"nested deeper than {DEEPEST} levels", file=path) from error


def _build(path: str, text: str, skip: int) -> Node:
    open_: list[tuple[int, list[Node]]] = []
    root = NOTHING
    for token in _TOKEN.finditer(text, skip):
        start, end = token.span()
        mark = text[start]
        if mark in "[{":
            if len(open_) >= DEEPEST:
                line = text.count("\n", 0, start) + 1
                raise InputError(f"nested deeper than {DEEPEST} levels", file=path, line=line)
            open_.append((start, []))
            continue
        if mark in "]}":
            begin, children = open_.pop()
            node = _collection(begin, end, children, mark == "}")
        else:
            node = Node(start, end, _value(token[0]))
        if open_:
            open_[-1][1].append(node)
        else:
            root = node
    return root


def _collection(start: int, end: int, children: list[Node], mapping: bool) -> Node:
    size = 1 + sum(child.size for child in children)
    if not mapping:
        return Node(start, end, items=tuple(children), size=size)
    pairs = zip(children[::2], children[1::2], strict=True)
    return Node(start, end, entries={key.text: Entry(key, value) for key, value in pairs}, size=size)


def _value(token: str) -> str:
    if token == "null":
        return ""
    if token[0] != '"':
        return token
    if "\\" not in token:
        return token[1:-1]
    return str(json.loads(token)).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
