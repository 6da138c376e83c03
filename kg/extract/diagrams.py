"""Edges of diagrams written as text: mermaid flowcharts, sequences and C4, PlantUML, DOT, bare arrows.

An arrow states the relation whose surface form is an arrow (`→` in the ontology); nodes are written as ids and
named by the label that some line gives them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kg.names import clean

_ARROW = re.compile(
    r"\s*(?:"
    r"<?-{1,2}(?P<mid>[^->|\n\"]{1,60})-{1,3}>"  # --label-->
    r"|<?(?:-{1,3}|-\.{1,2}-|={2,3}|\.{1,2}|~{2,3})(?:>{1,2}|[xo])(?=[\s|\"\w(\[{*:]|$)"
    r"|(?:→|⇒|⟶)"
    r"|-(?:\[[^\]\n]{0,40}\]|up|down|left|right|[udlr])+-?>"
    r")(?:\|(?P<bar>[^|\n]{0,80})\|)?\s*"
)
_NODE = re.compile(
    r"\s*(?:\"(?P<quoted>[^\"\n]{1,80})\"|\[(?P<component>[^\[\]\n]{1,80})\](?:\s+as\s+(?P<alias>\w+))?"
    r"|(?P<id>[\w@](?:[\w.@/]|-(?=\w))*(?: [A-Z](?:[\w.]|-(?=\w))*)*)"
    r"(?P<shape>\s*(?:\[[^\n\]]{1,90}\]+|\({1,3}[^\n)]{1,90}\){1,3}|\{{1,2}[^\n}]{1,90}\}{1,2}|>[^\n\]]{1,90}\]))?)(?:::\w+)?\s*"
)
_DECLARED = re.compile(
    r"^\s*(?:participant|actor|component|database|node|rectangle|queue|cloud|artifact|entity|interface|boundary|control|collections)"
    r"\s+(?:\"(?P<label>[^\"\n]+)\"|\[(?P<box>[^\]\n]+)\]|(?P<id1>[\w.-]+))(?:\s+as\s+(?P<id2>[^\n]+))?$"
)
_PERSON = re.compile(r"^\s*(?:Person\w*\(\s*|actor\s+)(\w+)")
_STORE = re.compile(r"^\s*(?:\w*(?:Db|Queue)\w*\(\s*|database\s+)\"?(\w+)")
_CYLINDER = re.compile(r"(\w+)\s*\[\(")
_C4 = re.compile(r"^\s*\w*(?:System|Container|Component|Person|Node)\w*\(\s*(\w+)\s*,\s*\"([^\"\n]+)\"")
_C4_EDGE = re.compile(r"^\s*(?:Bi)?Rel(?:_\w+)?\(\s*(\w+)\s*,\s*(\w+)\s*(?:,\s*\"([^\"\n]*)\")?")
_DOT_LABEL = re.compile(r"^\s*\"?([\w.-]+)\"?\s*\[[^\]\n]*label\s*=\s*\"?([^\"\],\n]+)")
_SKIP = re.compile(
    r"^\s*(?:%%|//|'|#|graph\b|flowchart\b|digraph\b|subgraph\b|end\b|style\b|class\b|classDef\b|click\b|linkStyle\b"
    r"|direction\b|sequenceDiagram|note\b|@|autonumber|loop\b|alt\b|else\b|opt\b|title\b|skinparam\b|legend\b|edge\b|node\s*\[)",
    re.I,
)
_OPENING = re.compile(r"^[ \t]*(?:strict[ \t]+)?(?:di)?graph\b[^{}\n]{0,80}\{", re.M)
_SHAPE = "[](){}<>\"'/\\ \t"
_REPLY = re.compile(r"\s*-{2,}>>")


@dataclass(frozen=True, slots=True)
class Edge:
    """An arrow: names of its ends, its label, its line as a span of the text, whether it leads to a store."""

    source: str
    target: str
    label: str
    start: int
    end: int
    store: bool = False


def edges(text: str) -> list[Edge]:
    r"""The edges of a diagram.

    >>> [(e.source, e.target) for e in edges("graph LR\n  a[Shop] --> b[Ledger] & c\n  b -- reads --> d[(Vault DB)]")]
    [('Shop', 'Ledger'), ('Shop', 'c'), ('Ledger', 'Vault DB')]
    """
    names: dict[str, str] = {}
    people: set[str] = set()
    stores: set[str] = set()
    found: list[tuple[str, str, str, int, int]] = []
    for start, line in _lines(_OPENING.sub(lambda match: " " * len(match[0]), text)):
        _declare(line, names)
        people.update(_PERSON.findall(line))
        stores.update(_STORE.findall(line), _CYLINDER.findall(line))
        span = start + len(line) - len(line.lstrip()), start + len(line.rstrip())
        found += [(*edge, *span) for edge in _edges(line, names)]
    return [
        Edge(names.get(source, source), names.get(target, target), label, start, end, target in stores)
        for source, target, label, start, end in found
        if source != target and source not in people and target not in people
    ]


def _lines(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for line in re.split(r"[\n;]", text):
        yield start, line
        start += len(line) + 1


def _declare(line: str, names: dict[str, str]) -> None:
    for pattern in (_C4, _DOT_LABEL):
        match = pattern.match(line)
        if match:
            names.setdefault(match[1], _label(match[2]))
    match = _DECLARED.match(line)
    if match:
        label = match["label"] or match["box"] or match["id1"]
        other = (match["id2"] or label).strip().strip('"')
        known = match["id1"] if match["id1"] and match["id2"] else other
        names.setdefault(known, _label(other if match["id1"] else label))


def _edges(line: str, names: dict[str, str]) -> Iterator[tuple[str, str, str]]:
    match = _C4_EDGE.match(line)
    if match:
        yield match[1], match[2], match[3] or ""
        return
    if _SKIP.match(line) or _REPLY.search(line):
        return
    left, at = _nodes(line, 0, names)
    while left:
        arrow = _ARROW.match(line, at)
        if arrow is None or arrow.end() == at:
            return
        right, at = _nodes(line, arrow.end(), names)
        label = arrow["mid"] or arrow["bar"] or ""
        yield from ((one, other, label.strip()) for one in left for other in right)
        left = right


def _nodes(line: str, at: int, names: dict[str, str]) -> tuple[list[str], int]:
    """Node ids joined by `&`, and where they end; labels are noted."""
    found: list[str] = []
    while True:
        match = _NODE.match(line, at)
        if match is None:
            return found, at
        node = match["quoted"] or match["component"] or match["id"]
        key = match["alias"] or node
        if match["shape"] and "=" not in match["shape"]:
            names[key] = _label(match["shape"])
        elif match["component"]:
            names.setdefault(key, _label(node))
        found.append(key)
        at = match.end()
        if line[at : at + 1] != "&":
            return found, at
        at += 1


def _label(text: str) -> str:
    text = re.sub(r"<br ?/?>.*|\\n.*", "", text.strip(_SHAPE))
    return clean(re.sub(r"\s*\([^)]*\)?$", "", text).strip(_SHAPE)) or text


def arrows(text: str) -> Sequence[Edge]:
    """Edges of a paragraph all of whose lines are arrows between names; none of any other text."""
    lines = [line for line in text.split("\n") if line.strip()]
    found = edges(text)
    return found if found and len(found) >= len(lines) and all(_ARROW.search(line) for line in lines) else ()
