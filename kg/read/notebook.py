"""Notebooks (https://nbformat.readthedocs.io): Markdown cells as one document, cited at the lines of the JSON file.

Code and what it put out are not read, nor are raw cells.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace

from kg.errors import InputError
from kg.model import Chunk, Skipped
from kg.read.base import LineIndex, Parts, has_suffix
from kg.read.markdown.reader import Markdown
from kg.read.structured.jsons import load_json
from kg.read.structured.tree import Node

_PART = "\n\n"


class Notebook:
    """Reader of notebooks."""

    name = "notebook"

    def sniff(self, path: str, head: str) -> bool:
        """By suffix alone."""
        return has_suffix(path)

    def read(self, path: str, text: str) -> Parts:
        r"""Chunks of the Markdown cells.

        >>> cell = '{"cell_type": "markdown", "source": ["# Shop\\n",\n "It uses Redis."]}'
        >>> [(c.source, c.lines) for c in Notebook().read("a.ipynb", '{"cells": [' + cell + ']}').chunks]
        [('It uses Redis.', (2, 2))]
        """
        try:
            strings = list(_strings(load_json(path, text)))
        except InputError as error:
            return Parts((), skipped=(Skipped(path, error.message, error.line),))
        index, starts, prose = LineIndex(text), [0], ""
        for _, value in strings:
            prose += value
            starts.append(len(prose))
        lines = [index.line(node.start) for node, _ in strings]
        parts = Markdown().read(path, prose)
        return replace(parts, chunks=tuple(_placed(chunk, starts, lines) for chunk in parts.chunks))


def _strings(root: Node) -> Iterator[tuple[Node, str]]:
    """The strings of Markdown cells, each with its place; cells are parted by an empty line."""
    for cell in root["cells"].items:
        if cell["cell_type"].text == "markdown":
            nodes = list(cell["source"].scalars())
            yield from ((node, node.text) for node in nodes)
            yield from ((node, _PART) for node in nodes[-1:])


def _placed(chunk: Chunk, starts: list[int], lines: list[int]) -> Chunk:
    """A chunk with the lines of the strings that it is made of."""
    first, last = (bisect_right(starts, at) - 1 for at in (chunk.start, chunk.start + len(chunk.source) - 1))
    return replace(chunk, lines=(lines[first], lines[last]))
