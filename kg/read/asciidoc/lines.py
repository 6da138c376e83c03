"""The lines of an AsciiDoc document as its preprocessor leaves them: conditions decided, inclusions reported."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from kg.model import Skipped
from kg.read.base import LineIndex
from kg.read.plain import Span

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_CONDITION = re.compile(r"(?P<kind>ifn?def|ifeval)::(?P<names>[^\[\]]*)\[(?P<content>.*)\]\Z")
_END = re.compile(r"endif::[^\[\]]*\[\]\Z")
_INCLUDE = re.compile(r"include::(?P<target>[^\[\]\s][^\[\]]*)\[.*\]\Z")
ENTRY = re.compile(r":(?P<off>!?)(?P<name>\w[\w-]*)(?P<off2>!?):(?:[ \t]+(?P<value>.*))?\Z")
"""A line that sets an attribute, or unsets it."""


@dataclass(slots=True)
class Prepared:
    """Lines that count.

    Args:
        lines: Where each stands, its end and the white space before that left out.
        skipped: What the document includes.
    """

    lines: list[Span] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)


def prepare(path: str, text: str, begin: int = 0) -> Prepared:
    r"""Decide conditions by the attributes the document sets itself, and leave out what is included.

    `ifeval::[]` is taken as true: what it compares is often not known.

    >>> text = "a\nifdef::web[]\nb\nendif::[]\ninclude::c.adoc[]\nd"
    >>> found = prepare("x.adoc", text)
    >>> [text[start:end] for start, end in found.lines], found.skipped[0].line
    (['a', 'd', ''], 5)
    """
    found, index = Prepared(), LineIndex(text)
    known: set[str] = set()
    open_conditions: list[bool] = []
    for match in _LINE.finditer(text, begin):
        start, line = match.start(), match.group().rstrip()
        condition = _CONDITION.match(line)
        if _END.match(line):
            del open_conditions[-1:]
        elif condition and (condition["kind"] == "ifeval" or not condition["content"]):
            open_conditions.append(_holds(condition, known))
        elif all(open_conditions):
            _take(path, line, start, found, index, known)
    return found


def _holds(condition: re.Match[str], known: set[str]) -> bool:
    if condition["kind"] == "ifeval":
        return True
    names = condition["names"].lower()
    parts = [name in known for name in re.split(r"[,+]", names)]
    defined = all(parts) if "+" in names else any(parts)
    return defined == (condition["kind"] == "ifdef")


def _take(path: str, line: str, start: int, found: Prepared, index: LineIndex, known: set[str]) -> None:
    entry, include, condition = ENTRY.match(line), _INCLUDE.match(line), _CONDITION.match(line)
    if include:
        reason = f"not included: {include['target'][:200]}"
        found.skipped.append(Skipped(path, reason, index.line(start)))
        return
    if condition:
        if _holds(condition, known):
            found.lines.append((start + condition.start("content"), start + condition.end("content")))
        return
    if entry:
        (known.discard if entry["off"] or entry["off2"] else known.add)(entry["name"].lower())
    found.lines.append((start, start + len(line)))
