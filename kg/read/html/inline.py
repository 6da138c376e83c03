"""Inline HTML to plain text: every character keeps its place in the document; code, links and emphasis are marks."""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kg.model import Mark
from kg.read.html.skip import macro_text, unread
from kg.read.html.tree import BLOCKS, CDATA, TEXT, Node
from kg.read.plain import Builder, Plain, Span

_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});?")
_MARKS = {
    **dict.fromkeys(("code", "tt", "kbd", "samp", "var"), "code"),
    **dict.fromkeys(("strong", "b"), "strong"),
    **dict.fromkeys(("em", "i", "cite", "dfn"), "emphasis"),
    "a": "link",
    "ac:link": "link",
}
_BODIES = ("ac:link-body", "ac:plain-text-link-body")
_BREAKING = BLOCKS | {"br"}
_PARTING = frozenset(("li", "br"))


@dataclass(frozen=True, slots=True)
class _Atom:
    """`kind`: copy, pin, open, close or break."""

    kind: str
    start: int
    end: int
    text: str = ""


class Inline:
    r"""The inline content of a block.

    Args:
        text: The document's text.
        nodes: The nodes that make up the block.
        cell: Whether it is a table cell, in which a line break parts two values.

    >>> from kg.read.html.tree import parse
    >>> page = "<b>Runs on</b>:\n<code>k8s</code> &amp; <a href='/vm'>VMs</a>"
    >>> found = Inline(page, parse(page).children)
    >>> found.scan(found.lines()).text
    'Runs on: k8s & VMs'
    """

    def __init__(self, text: str, nodes: Iterable[Node], *, cell: bool = False) -> None:
        self._text, self._parting = text, _PARTING if cell else _PARTING - {"br"}
        self.atoms = [atom for node in nodes for atom in self._of(node) if atom.kind != "copy" or atom.end > atom.start]
        self._starts = [atom.start for atom in self.atoms]

    def _of(self, node: Node) -> Iterator[_Atom]:
        if node.tag == CDATA:
            yield _Atom("copy", node.start, node.end)
        elif node.tag == TEXT:
            yield from self._characters(node.start, node.end)
        elif not unread(self._text, node):
            yield from self._element(node)

    def _element(self, node: Node) -> Iterator[_Atom]:
        if node.tag in _BREAKING:
            yield _Atom("break", node.start, node.end, ", " if node.tag in self._parting else " ")
        mark, end = _MARKS.get(node.tag, ""), node.end
        if mark:
            yield _Atom("open", node.start, node.start, mark)
        for atom in self._content(node):
            end = atom.end
            yield atom
        if mark:
            yield _Atom("close", end, end, self._target(node))

    def _content(self, node: Node) -> Iterator[_Atom]:
        if node.tag == "ac:link":
            yield from self._link(node)
        for child in macro_text(self._text, node):
            yield from self._of(child)

    def _link(self, node: Node) -> Iterator[_Atom]:
        """Text of a link within Confluence: what it is given, else the title of the page."""
        bodies = [child for child in node.children if child.tag in _BODIES]
        for body in bodies:
            for child in body.children:
                yield from self._of(child)
        for page in () if bodies else (child for child in node.children if child.tag == "ri:page"):
            span = page.span_of(self._text, "ri:content-title")
            if span:
                yield from self._characters(*span)

    def _target(self, node: Node) -> str:
        if node.tag == "ac:link":
            pages = (child.get(self._text, "ri:content-title") for child in node.children if child.tag == "ri:page")
            return next(pages, "")
        return node.get(self._text, "href")

    def _characters(self, start: int, end: int) -> Iterator[_Atom]:
        at = start
        for match in _ENTITY.finditer(self._text, start, end):
            decoded = html.unescape(match.group())
            if decoded != match.group():
                yield _Atom("copy", at, match.start())
                yield _Atom("pin", match.start(), match.end(), decoded.replace("\0", "\ufffd"))
                at = match.end()
        yield _Atom("copy", at, end)

    def lines(self) -> list[Span]:
        """Where the lines stand that breaks part it into, white space and empty ones left out."""
        found: list[Span] = []
        line: list[Span] = []
        for atom in (*self.atoms, _Atom("break", 0, 0)):
            if atom.kind == "break":
                found += [(line[0][0], line[-1][1])] if line else []
                line = []
            elif atom.kind == "pin" and not atom.text.isspace():
                line.append((atom.start, atom.end))
            elif atom.kind == "copy":
                run = self._text[atom.start : atom.end]
                lead = len(run) - len(run.lstrip())
                line += [(atom.start + lead, atom.start + len(run.rstrip()))] if run.strip() else []
        return found

    def scan(self, spans: Sequence[Span]) -> Plain:
        """Plain text of lines (see `kg.read.pairs.Scan`)."""
        builder = Builder()
        for number, (start, end) in enumerate(spans):
            if number:
                self._between(builder, spans[number - 1][1], start)
            self._emit(builder, start, end)
        return builder.plain()

    def _between(self, builder: Builder, end: int, start: int) -> None:
        """What parts two lines: the first break between them, a comma between list items."""
        at = bisect_right(self._starts, end - 1)
        while at < len(self.atoms) and self.atoms[at].start < start and self.atoms[at].kind != "break":
            at += 1
        found = at < len(self.atoms) and self.atoms[at].kind == "break"
        if found and self.atoms[at].text == ", ":
            builder.part(self.atoms[at].start)
        else:
            builder.pin(" ", self.atoms[at].start if found else end - 1)

    def _emit(self, builder: Builder, start: int, end: int) -> None:
        opened: list[tuple[int, str]] = []
        for number in range(self._first(start), len(self.atoms)):
            atom = self.atoms[number]
            if atom.start >= end and (atom.kind != "close" or not opened):
                break
            if atom.kind == "copy":
                builder.copy(self._text, max(atom.start, start), min(atom.end, end))
            elif atom.kind == "pin" and atom.start >= start:
                builder.pin(atom.text, atom.start)
            elif atom.kind == "open":
                opened.append((builder.length, atom.text))
            elif atom.kind == "close" and opened:
                since, kind = opened.pop()
                builder.marks.append(Mark(since, builder.length, kind, atom.text if kind == "link" else ""))
        builder.marks += [Mark(since, builder.length, kind) for since, kind in opened]

    def _first(self, start: int) -> int:
        """The first atom that counts for a line: what opens just before it belongs to it."""
        at = max(bisect_right(self._starts, start) - 1, 0)
        while at and self.atoms[at - 1].kind == "open":
            at -= 1
        return at


def exact(text: str, node: Node) -> Plain:
    """Text of a node with its line breaks and spacing, entities decoded (a diagram)."""
    runs: list[tuple[str, int]] = []
    for atom in Inline(text, node.children).atoms:
        run = {"copy": text[atom.start : atom.end], "pin": atom.text, "break": "\n"}.get(atom.kind, "")
        runs += [(run, atom.start)] if run else []
    while runs and runs[0][0].isspace():
        del runs[0]
    while runs and runs[-1][0].isspace():
        del runs[-1]
    return _joined(runs)


def _joined(runs: Sequence[tuple[str, int]]) -> Plain:
    out: list[str] = []
    segments: list[Span] = []
    length = 0
    for number, (run, at) in enumerate(runs):
        lead = len(run) - len(run.lstrip()) if number == 0 else 0
        kept = run[lead:] if number < len(runs) - 1 else run[lead:].rstrip()
        segments.append((length, at + lead))
        out.append(kept)
        length += len(kept)
    return Plain("".join(out), tuple(segments))
