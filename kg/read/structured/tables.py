"""Where a tree holds records: lists of mappings, mappings of mappings by name, a document that is one record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from kg.read.structured.tree import Node

_DEEPEST = 3
_MOST_KEYS = 60


@dataclass(frozen=True, slots=True)
class Table:
    """Records of one place.

    Args:
        path: Keys that lead there.
        records: Mappings.
        keys: Their names, where they are the members of a mapping; else empty.
        single: Whether each is a document, or a list, of its own.
    """

    path: tuple[str, ...]
    records: tuple[Node, ...]
    keys: tuple[str, ...] = ()
    single: bool = False

    @property
    def line_at(self) -> int:
        """Offset of the first record."""
        return self.records[0].start


def tables(documents: Sequence[Node]) -> Iterator[Table]:
    """The places of a file that may hold records, outermost first.

    >>> from kg.read.structured.yamls import load_yaml
    >>> [(found.path, found.keys) for found in tables(load_yaml("f.yml", "apps: {a: {b: c}, d: {e: f}}"))][-1]
    (('apps',), ('a', 'd'))
    """
    level: list[tuple[tuple[str, ...], list[Node]]] = [((), list(documents))]
    for _ in range(_DEEPEST):
        for path, nodes in level:
            yield from _of(path, nodes)
        level = [below for path, nodes in level for below in _below(path, nodes)]


def _of(path: tuple[str, ...], nodes: Sequence[Node]) -> Iterator[Table]:
    listed = [item for node in nodes for item in node.items]
    if listed and all(item.entries for item in listed):
        yield Table(path, tuple(listed), single=len(listed) == 1)
    elif not path and nodes and all(node.entries for node in nodes):
        yield Table(path, tuple(nodes), single=True)
    keyed = dict(chain.from_iterable(_members(node).items() for node in nodes))
    if keyed and sum(bool(node.entries) for node in keyed.values()) * 2 > len(keyed):
        yield Table(path, tuple(keyed.values()), tuple(keyed))


def _members(node: Node) -> Mapping[str, Node]:
    return {key: entry.value for key, entry in node.entries.items()}


def _below(path: tuple[str, ...], nodes: Sequence[Node]) -> Iterator[tuple[tuple[str, ...], list[Node]]]:
    """What stands below the keys of nodes or of their items; nothing where there are so many that they are names."""
    holders = [one for node in nodes for one in (node.items or (node,))]
    keys = dict.fromkeys(key for one in holders for key in one.entries if "." not in key)
    for key in keys if len(keys) <= _MOST_KEYS else ():
        found = [one[key] for one in holders if one[key].items or one[key].entries]
        if found:
            yield (*path, key), found
