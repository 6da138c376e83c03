"""YAML and JSON as one kind of tree whose nodes know where they stand in the file.

A missing key is `NOTHING`, an empty node, so readers walk documents of any shape without asking first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

LARGEST = 32_000_000
"""Files with more characters are refused."""

DEEPEST = 200
"""Collections nested deeper are refused."""


_NO_ENTRIES: Mapping[str, Entry] = MappingProxyType({})


# Not frozen: setting members through object.__setattr__ doubles the time of building a large tree.
@dataclass(slots=True, eq=False)
class Node:
    """A scalar, a sequence or a mapping, with its span in the file.

    Args:
        start: Offset of its first character in the file.
        end: One past its last character.
        text: Value of a scalar; empty for null and for collections.
        items: Members of a sequence.
        entries: Members of a mapping by key; merged ones after its own.
        size: Number of nodes below it and itself, every alias counted in full.

    >>> Node(0, 9, entries={"a": Entry(Node(0, 1, "a"), Node(3, 9, "b"))})["a"].text
    'b'
    >>> NOTHING["a"]["b"].text
    ''
    """

    start: int
    end: int
    text: str = ""
    items: tuple[Node, ...] = ()
    entries: Mapping[str, Entry] = field(default_factory=lambda: _NO_ENTRIES)
    size: int = 1

    def __getitem__(self, key: str) -> Node:
        entry = self.entries.get(key)
        return NOTHING if entry is None else entry.value

    def at(self, *keys: str) -> Node:
        """The node below by a path of keys, or `NOTHING`."""
        node = self
        for key in keys:
            node = node[key]
        return node

    def scalars(self) -> Iterator[Node]:
        """Itself if it is a scalar that is not null, else its scalar items."""
        for node in (self, *self.items):
            if node.text:
                yield node

    def walk(self) -> Iterator[Node]:
        """Itself and all nodes below, in document order."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            if node.items:
                stack.extend(reversed(node.items))
            elif node.entries:
                stack.extend([entry.value for entry in node.entries.values()][::-1])


@dataclass(slots=True, eq=False)
class Entry:
    """A member of a mapping.

    Args:
        key: Its key, a scalar.
        value: Its value.
        merged: Whether it came through `<<`, a merge.
    """

    key: Node
    value: Node
    merged: bool = False

    @property
    def span(self) -> tuple[int, int]:
        """From the key to the end of the value; the value alone when an alias put it before the key."""
        if self.value.start < self.key.start:
            return self.key.start, self.key.end
        return self.key.start, max(self.key.end, self.value.end)


NOTHING = Node(0, 0)
"""What a missing key leads to."""
