"""What a diagram written as text draws: arrows between nodes, what nodes are called, which are people or stores."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from kg.model import clean

_SHAPE = "[](){}<>\"'/\\ \t"
_CUT = re.compile(r"<br ?/?>.*|\\[nlr].*|\n.*", re.DOTALL)
_REMARK = re.compile(r"\s*\([^)]*\)?$")


@dataclass(frozen=True, slots=True)
class Edge:
    """An arrow: names of its ends, its label, its place as a span of the text, whether it leads to a store."""

    source: str
    target: str
    label: str
    start: int
    end: int
    store: bool = False


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow as written: ids of its ends, its label, its place, how it is drawn."""

    source: str
    target: str
    label: str
    start: int
    end: int
    drawn: str = "->"


@dataclass(slots=True)
class Drawing:
    """Collects a diagram.

    Args:
        names: What nodes are called, by id.
        people: Ids of people.
        stores: Ids of databases.
        arrows: In the order of the text.
    """

    names: dict[str, str] = field(default_factory=dict)
    people: set[str] = field(default_factory=set)
    stores: set[str] = field(default_factory=set)
    arrows: list[Arrow] = field(default_factory=list)

    def edges(self) -> list[Edge]:
        """The arrows between things, called by their names."""
        return [
            Edge(
                self.names.get(arrow.source, arrow.source),
                self.names.get(arrow.target, arrow.target),
                arrow.label.strip("\"' \t"),
                arrow.start,
                arrow.end,
                arrow.target in self.stores,
            )
            for arrow in self.arrows
            if arrow.source != arrow.target and self.people.isdisjoint((arrow.source, arrow.target))
        ]


def label(text: str) -> str:
    r"""A node's name from what is written in it: its first line, without a remark in brackets.

    >>> label('["Web Shop (React)"]'), label("Orders\\nkeeps them")
    ('Web Shop', 'Orders')
    """
    text = _CUT.sub("", text.strip(_SHAPE + "\n"))
    return clean(_REMARK.sub("", text).strip(_SHAPE)) or text
