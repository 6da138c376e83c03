"""YAML text to trees (YAML 1.1 as PyYAML reads it, https://yaml.org/spec/1.1/).

Trees are built from parser events on a stack of our own: no tag is ever constructed, depth is bounded, an alias
shares its anchor's node, and what all aliases and merges together would unfold to is counted and bounded before anyone
walks it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from kg.errors import InputError
from kg.read.structured.tree import DEEPEST, LARGEST, NOTHING, Entry, Node

MOST_UNFOLDED = 500_000
"""Nodes that the aliases and merges of one file may add."""

_NULL = frozenset(("", "~", "null", "Null", "NULL"))
_TEMPLATE = re.compile(r"\{\{.{0,2000}?\}\}", re.DOTALL)
_TEMPLATE_LINE = re.compile(r"^[ \t]*\{\{(?:(?!\}\}).){0,2000}\}\}[ \t]*\r?$", re.DOTALL | re.MULTILINE)
MASK = "\ue000"
"""Stands for every character of a template expression (`{{ .Values.name }}`) that was masked."""


def load_yaml(path: str, text: str) -> list[Node]:
    r"""The documents of a YAML file, empty ones included.

    Args:
        path: Names the file in errors.
        text: Its text.

    Raises:
        InputError: If it is not YAML, too large, too deep, or unfolds to too much; tells the line.

    >>> [document["a"].text for document in load_yaml("f.yml", "a: 1\n---\na: [2]")]
    ['1', '']
    """
    if len(text) > LARGEST:
        raise InputError(f"larger than {LARGEST:,} characters", file=path)
    skip = 1 if text.startswith("\ufeff") else 0
    builder = _Builder(path, text, skip)
    for event in _events(path, text[skip:]):
        builder.take(event)
    return builder.documents


def mask_templates(text: str) -> str:
    r"""The same text with template expressions masked, every offset and line kept.

    Lines that only control the template become blank, other expressions a run of `MASK`.

    >>> mask_templates("a: {{ .x }}-db\n{{- end }}") == "a: " + MASK * 8 + "-db\n          "
    True
    """
    if "{{" not in text:
        return text
    blank = _TEMPLATE_LINE.sub(lambda found: re.sub(r"[^\r\n]", " ", found[0]), text)
    return _TEMPLATE.sub(lambda found: MASK * len(found[0]), blank)


def _events(path: str, text: str) -> Iterator[Any]:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        yield from yaml.parse(text, loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = None if mark is None else min(mark.line, text.count("\n")) + 1
        raise InputError(f"not valid YAML: {error.problem or error.context}", file=path, line=line) from error
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1 if isinstance(error.position, int) else None
        raise InputError(f"not valid YAML: {error.reason}", file=path, line=line) from error
    except (yaml.YAMLError, ValueError) as error:
        raise InputError(f"not valid YAML: {error}", file=path) from error


@dataclass(slots=True)
class _Open:
    """A collection whose end has not come yet."""

    start: int
    anchor: str | None
    mapping: bool
    flow: bool
    children: list[Node] = field(default_factory=list)


class _Builder:
    """Turns parser events into documents."""

    def __init__(self, path: str, text: str, skip: int) -> None:
        self.documents: list[Node] = []
        self._path, self._text, self._skip = path, text, skip
        self._open: list[_Open] = []
        self._anchors: dict[str, Node | None] = {}
        self._unfolded = 0

    def take(self, event: Any) -> None:
        """The next event, dispatched on the name of its class."""
        handler = getattr(self, "_" + type(event).__name__, None)
        if handler is not None:
            handler(event)

    def _DocumentStartEvent(self, event: Any) -> None:  # noqa: N802 - named after the event
        self._anchors = {}

    def _ScalarEvent(self, event: Any) -> None:  # noqa: N802
        plain = event.style in (None, "")
        text = "" if plain and event.value in _NULL else event.value
        self._close(Node(*self._span(event), _sound(text)), event.anchor)

    def _AliasEvent(self, event: Any) -> None:  # noqa: N802
        node = self._anchors.get(event.anchor)
        if node is None:
            inside = event.anchor in self._anchors
            problem = "refers to itself" if inside else "is not defined"
            raise self._error(f"the alias *{event.anchor} {problem}", event)
        self._count(node.size, event)
        self._close(node, None)

    def _SequenceStartEvent(self, event: Any) -> None:  # noqa: N802
        self._begin(event, mapping=False)

    def _MappingStartEvent(self, event: Any) -> None:  # noqa: N802
        self._begin(event, mapping=True)

    def _SequenceEndEvent(self, event: Any) -> None:  # noqa: N802
        done = self._open.pop()
        size = 1 + sum(child.size for child in done.children)
        node = Node(done.start, self._end(done, event), items=tuple(done.children), size=size)
        self._close(node, done.anchor)

    def _MappingEndEvent(self, event: Any) -> None:  # noqa: N802
        done = self._open.pop()
        entries = self._entries(done.children, event)
        size = 1 + sum(1 + entry.value.size for entry in entries.values())
        self._close(Node(done.start, self._end(done, event), entries=entries, size=size), done.anchor)

    def _begin(self, event: Any, *, mapping: bool) -> None:
        if len(self._open) >= DEEPEST:
            raise self._error(f"nested deeper than {DEEPEST} levels", event)
        if event.anchor is not None:
            self._anchors[event.anchor] = None
        self._open.append(_Open(self._span(event)[0], event.anchor, mapping, bool(event.flow_style)))

    def _close(self, node: Node, anchor: str | None) -> None:
        if anchor is not None:
            self._anchors[anchor] = node
        if self._open:
            self._open[-1].children.append(node)
        else:
            self.documents.append(node)

    def _entries(self, children: list[Node], event: Any) -> dict[str, Entry]:
        """Own members, the last of equal keys, then what merges add; the first merge that has a key gives it."""
        pairs = list(zip(children[::2], children[1::2], strict=True))
        own = {key.text: Entry(key, value) for key, value in pairs if key.text and key.text != "<<"}
        for key, value in pairs:
            if key.text == "<<":
                for source in value.items or (value,):
                    self._merge(own, source, event)
        return own

    def _merge(self, entries: dict[str, Entry], source: Node, event: Any) -> None:
        self._count(len(source.entries), event)
        for name, entry in source.entries.items():
            entries.setdefault(name, Entry(entry.key, entry.value, merged=True))

    def _count(self, more: int, event: Any) -> None:
        self._unfolded += more
        if self._unfolded > MOST_UNFOLDED:
            raise self._error(f"its aliases unfold to more than {MOST_UNFOLDED:,} values", event)

    def _span(self, event: Any) -> tuple[int, int]:
        return event.start_mark.index + self._skip, event.end_mark.index + self._skip

    def _end(self, done: _Open, event: Any) -> int:
        """A block collection ends with its last member, wherever the parser noticed it."""
        if done.flow:
            return self._span(event)[1]
        return max((child.end for child in done.children), default=done.start)

    def _error(self, message: str, event: Any) -> InputError:
        line = self._text.count("\n", 0, self._span(event)[0]) + 1
        return InputError(message, file=self._path, line=line)


def _sound(text: str) -> str:
    """`text` without lone surrogates, which an escape can bring in and no encoding takes."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def first(documents: list[Node]) -> Node:
    """The first document, or `NOTHING`."""
    return documents[0] if documents else NOTHING
