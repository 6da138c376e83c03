"""JSON Lines of ready-made chunks: `{"id": str, "text": str, "source"?: str}`, one object a line.

The text is read as Markdown; a chunk stays one chunk however many blocks its text has. With a `source` the chunk
belongs to the document of that name; its lines are the record's line either way.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from kg.errors import InputError
from kg.model import Block, Chunk
from kg.read.base import Parts, Piece, has_suffix
from kg.read.markdown.reader import markdown_pieces

_LINE = re.compile(r"[^\n]+")
_RECORD = re.compile(r"\s*\{(?=.*\"id\"\s*:\s*\").*\"text\"\s*:\s*\"", re.DOTALL)
_BEGIN = re.compile(r"\s*\{\s*\"(?:id|text)\"\s*:\s*\"")
_HINT = 'one object a line: {"id": "...", "text": "...", "source": "..."}'


class JsonLines:
    """Reader of JSON Lines chunks."""

    name = "jsonl"

    def sniff(self, path: str, head: str) -> bool:
        """By suffix, else by a first line that has both members of such a record, or the first of a long one."""
        first, whole, _ = head.partition("\n")
        return has_suffix(path) or (_RECORD if whole or len(head) < 4096 else _BEGIN).match(first) is not None

    def read(self, path: str, text: str) -> Parts:
        """The chunks as given.

        Raises:
            InputError: If a line is no JSON object, id or text is missing or no string, or an id comes twice.
        """
        return Parts(tuple(_chunks(path, text)))


def ids(path: str, text: str) -> list[str]:
    r"""The ids of a file's chunks.

    Raises:
        InputError: If a line is broken.

    >>> ids("c.jsonl", '{"id": "c1", "text": "It uses Redis."}\n')
    ['c1']
    """
    return [_string(_record(path, line, content), "id", path, line) for line, content in _lines(text)]


def _chunks(path: str, text: str) -> Iterator[Chunk]:
    lines: dict[str, int] = {}
    for line, match in _lines(text):
        record = _record(path, line, match)
        name, content = _string(record, "id", path, line), _string(record, "text", path, line)
        if name in lines:
            raise InputError(
                f"id {name!r} is already on line {lines[name]}", file=path, line=line, hint="ids are unique"
            )
        lines[name] = line
        document = _string(record, "source", path, line) if record.get("source") is not None else path
        if content.strip():
            yield Chunk(name, document, (line, line), 0, content, _blocks(content))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield number, line


def _record(path: str, line: int, content: str) -> dict[str, Any]:
    try:
        record = json.loads(content)
    except (ValueError, RecursionError) as error:
        reason = getattr(error, "msg", "too deeply nested")
        raise InputError(f"not valid JSON: {reason}", file=path, line=line, hint=_HINT) from None
    if not isinstance(record, dict):
        raise InputError("not a JSON object", file=path, line=line, hint=_HINT)
    return record


def _string(record: dict[str, Any], key: str, path: str, line: int) -> str:
    value = record.get(key)
    if key not in record:
        raise InputError(f"no {key!r}", file=path, line=line, hint=_HINT)
    if not isinstance(value, str):
        raise InputError(f"{key!r} is not a string", file=path, line=line, hint=_HINT)
    if key != "text" and not value.strip():
        raise InputError(f"{key!r} is empty", file=path, line=line, hint=_HINT)
    return value


def _blocks(content: str) -> tuple[Block, ...]:
    return tuple(_moved(piece, block) for piece in markdown_pieces(content) for block in piece.blocks)


def _moved(piece: Piece, block: Block) -> Block:
    """The block of a piece with its segments counted from the beginning of the text."""
    segments = tuple((plain, source + piece.start) for plain, source in block.segments)
    return Block(block.text, block.kind, block.headings, block.lead, block.marks, block.cells, block.facts, segments)
