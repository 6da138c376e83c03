"""Records: several `key: value` lines in one block, or in a row of key-value lines, that tell of one thing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kg.extract.text.lexicon import Lexicon

_LINE = re.compile(r"[ \t]*(?:[-*+][ \t]+)?(?P<key>[A-Za-z][\w .-]{0,40}?)[ \t]*:(?=[ \t]|$)[ \t]*(?P<value>.*)")


@dataclass(frozen=True, slots=True)
class Field:
    """A key and its value, with the value's span in the text."""

    key: str
    value: str
    start: int
    end: int


def fields(text: str) -> list[Field]:
    r"""The fields of a text most of whose lines are `key: value`; else none.

    >>> [(f.key, f.value) for f in fields("name: ledger\nteam: money\n")]
    [('name', 'ledger'), ('team', 'money')]
    """
    found: list[Field] = []
    lines = 0
    start = 0
    for line in text.split("\n"):
        match = _LINE.fullmatch(line.rstrip())
        lines += bool(line.strip())
        if match is not None:
            found.append(Field(match["key"], match["value"], start + match.start("value"), start + match.end("value")))
        start += len(line) + 1
    return found if len(found) > 1 and len(found) * 3 >= lines * 2 else []


def subject(found: Sequence[Field], lexicon: Lexicon) -> str:
    """The name of the thing that a record is about."""
    for field in found:
        if field.key.lower().replace("-", "_").replace(" ", "_") in lexicon["nameKey"] and field.value:
            return field.value.strip().strip("\"'")
    return ""
