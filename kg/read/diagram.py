"""Diagrams that are files of their own: Mermaid, PlantUML, DOT. A file is one chunk; an edge is cited by its line."""

from __future__ import annotations

import re

from kg.model import BlockKind
from kg.read.base import Parts, chunks, has_suffix
from kg.read.plain import Context, piece, raw_lines

DIAGRAMS = {
    **dict.fromkeys(("mermaid", "mmd"), "mermaid"),
    **dict.fromkeys(("plantuml", "puml", "uml", "c4plantuml"), "plantuml"),
    **dict.fromkeys(("dot", "graphviz", "digraph"), "dot"),
}
"""What documents call the language of a diagram, to the `lead` of its block."""

_SUFFIXES = {
    **dict.fromkeys((".mmd", ".mermaid"), "mermaid"),
    **dict.fromkeys((".puml", ".plantuml", ".iuml", ".pu"), "plantuml"),
    **dict.fromkeys((".dot", ".gv"), "dot"),
}
_TITLE = re.compile(r"^[ \t]*title[ \t:]+(\S[^\r\n]*?)[ \t]*\r?$", re.MULTILINE)
_LINE = re.compile(r"[^\r\n]+")


class Diagram:
    """Reader of diagram files."""

    name = "diagram"

    def sniff(self, path: str, head: str) -> bool:
        """By suffix, binary templates of word processors (`.dot`) being no text."""
        return has_suffix(path)

    def read(self, path: str, text: str) -> Parts:
        r"""The chunk of a diagram.

        >>> Diagram().read("a.mmd", "graph LR\n  shop --> ledger\n").chunks[0].lines
        (1, 2)
        """
        spans = [match.span() for match in _LINE.finditer(text) if not match.group().isspace()]
        if not spans:
            return Parts(())
        title = _TITLE.search(text)
        name = title.group(1).strip("\"'") if title else ""
        context = Context((name,) if name else (), (language_of(path),))
        found = piece((spans[0][0], spans[-1][1]), raw_lines(text, spans), BlockKind.DIAGRAM, context)
        return Parts(chunks(path, text, found), name)


def language_of(path: str) -> str:
    """What a file's name says of its language.

    >>> language_of("docs/System.PUML")
    'plantuml'
    """
    return next(language for suffix, language in _SUFFIXES.items() if path.lower().endswith(suffix))
