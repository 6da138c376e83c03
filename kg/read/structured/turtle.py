"""Where the triples of a Turtle or N-Triples text stand (https://www.w3.org/TR/turtle/, section 6.5).

This scan of the tokens finds positions, nothing else: what the file states is what its parser says. Triples with
blank nodes, collections and literals are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urljoin

Located = tuple[tuple[str, str, str], tuple[int, int]]
"""A triple of IRIs and the span of its object."""

_TOKEN = re.compile(
    r"#[^\n]*"
    r'|"""(?:[^"\\]|\\.|"(?!""))*"""'
    r"|'''(?:[^'\\]|\\.|'(?!''))*'''"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'(?:[^'\\\n]|\\.)*'"
    r"|<[^<>\s]*>"
    r"|[;,.\[\]()]"
    r"|[^\s;,\[\]()<>\"'#]+?(?=\.?(?:[\s;,\[\]()<>\"'#]|\Z))",
    re.DOTALL,
)
_BLANK = "_:"


@dataclass(slots=True)
class _Frame:
    """How far a statement, a blank node's properties or a collection has come."""

    subject: str = ""
    predicate: str = ""
    collection: bool = False


class TurtleScan:
    """Scans a text once.

    Args:
        text: Turtle or N-Triples.
        base: What relative IRIs start from.

    >>> [span for _, span in TurtleScan("@prefix a: <http://a/> . a:x a:p a:y .", "http://b/").located()]
    [(33, 36)]
    """

    def __init__(self, text: str, base: str) -> None:
        self._text, self._base = text, base
        self._prefixes: dict[str, str] = {}
        self._directive: list[str] = []
        self._frames = [_Frame()]

    def located(self) -> Iterator[Located]:
        """The triples between IRIs, in the order of the text."""
        for found in _TOKEN.finditer(self._text):
            token = found[0]
            if token[0] == "#":
                continue
            if not self._directed(token):
                triple = self._take(token)
                if triple:
                    yield triple, found.span()

    def _directed(self, token: str) -> bool:
        """Whether a token belongs to a directive, which is carried out when it is complete."""
        if not self._directive and token.lower() not in ("@prefix", "@base", "prefix", "base"):
            return False
        if token == ".":
            self._directive = []
            return True
        self._directive.append(token)
        kind = self._directive[0].lower().lstrip("@")
        if len(self._directive) == (3 if kind == "prefix" else 2):
            iri = urljoin(self._base, token[1:-1])
            if kind == "prefix":
                self._prefixes[self._directive[1]] = iri
            else:
                self._base = iri
            self._directive = self._directive if self._directive[0][0] == "@" else []
        return True

    def _take(self, token: str) -> tuple[str, str, str] | None:
        frame = self._frames[-1]
        if token in ("[", "("):
            self._place(_BLANK)
            self._frames.append(_Frame(_BLANK, collection=token == "("))
        elif token in ("]", ")"):
            if len(self._frames) > 1:
                self._frames.pop()
        elif token == ".":
            self._frames = [_Frame()]
        elif token == ";":
            frame.predicate = ""
        elif token != ",":
            return self._place(token)
        return None

    def _place(self, token: str) -> tuple[str, str, str] | None:
        """Put a term where the statement has room; an object completes a triple."""
        frame = self._frames[-1]
        if frame.collection:
            return None
        iri = self._iri(token)
        if not frame.subject:
            frame.subject = iri or _BLANK
        elif not frame.predicate:
            frame.predicate = iri or _BLANK
        elif iri and frame.subject != _BLANK:
            return frame.subject, frame.predicate, iri
        return None

    def _iri(self, token: str) -> str:
        """The IRI a token stands for; empty for literals and blank nodes."""
        if token[0] == "<":
            return urljoin(self._base, _unescaped(token[1:-1]))
        prefix, colon, local = token.partition(":")
        if not colon or token[0] in "\"'" or prefix + ":" not in self._prefixes:
            return ""
        return self._prefixes[prefix + ":"] + re.sub(r"\\(.)", r"\1", local)


def _unescaped(iri: str) -> str:
    if "\\" not in iri:
        return iri
    pattern = r"\\u([0-9A-Fa-f]{4})|\\U(000[0-9A-Fa-f]{5}|0010[0-9A-Fa-f]{4})"
    return re.sub(pattern, lambda found: chr(int(found[1] or found[2], 16)), iri)
