"""CSV and TSV to the same trees as YAML: one mapping a row, keys from the header row (RFC 4180)."""

from __future__ import annotations

import re

from kg.errors import InputError
from kg.read.structured.tree import LARGEST, Entry, Node

_DELIMITERS = ",;\t|"


def load_table(path: str, text: str) -> Node:
    r"""The rows of a table as a sequence of mappings. The delimiter is the commonest of `,` `;` tab and `|` in line 1.

    Args:
        path: Names the file in errors.
        text: Its text.

    Raises:
        InputError: If it is too large.

    >>> load_table("s.csv", 'name;team\ncart;"shop; A"\n').items[0]["team"].text
    'shop; A'
    """
    if len(text) > LARGEST:
        raise InputError(f"larger than {LARGEST:,} characters", file=path)
    header, *rows = _rows(text) or [[]]
    return Node(0, len(text), items=tuple(_row(header, row) for row in rows if any(cell.text for cell in row)))


def _rows(text: str) -> list[list[Node]]:
    begin = 1 if text.startswith("\ufeff") else 0
    first = text[begin:].partition("\n")[0]
    delimiter = re.escape(max(_DELIMITERS, key=first.count))
    cell = re.compile(rf'(?:"([^"]*(?:""[^"]*)*)"[^\r\n{delimiter}]*|([^\r\n{delimiter}]*))({delimiter}|\r?\n|\r|\Z)')
    rows: list[list[Node]] = [[]]
    at = begin
    while at < len(text) and (found := cell.match(text, at)):
        group = 2 if found[1] is None else 1
        value = found[group] if group == 2 else found[1].replace('""', '"')
        rows[-1].append(Node(*found.span(group), value.strip()))
        at = found.end()
        if not re.fullmatch(delimiter, found[3]):
            rows.append([])
    return [row for row in rows if row]


def _row(header: list[Node], row: list[Node]) -> Node:
    pairs = zip(header, row, strict=False)
    entries = {key.text: Entry(key, cell) for key, cell in pairs if key.text and cell.text}
    return Node(row[0].start, row[-1].end, entries=entries, size=1 + 2 * len(entries))
