"""Edges of diagrams written as text: Mermaid flowcharts, sequences, C4 and architecture, PlantUML, DOT, bare arrows.

An arrow states the relation whose surface form is an arrow (`→` in the ontology); nodes are written as ids and
named by the label that some line gives them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kg.extract.layout.diagram import Arrow, Drawing, Edge, label
from kg.extract.layout.dot import dot

_ARROW = re.compile(
    r"\s*(?:"
    r"-(?:\[[^\]\n]{0,40}\]|up|down|left|right|[udlr])+-{1,3}>"  # -left->, -[#red]->
    r"|<?-\.+(?P<dotted>[^.\n\"|]{1,60})\.+-+>"  # -. label .->
    r"|<?={2}(?P<thick>[^=>\n\"|]{1,60})={2,}>"  # == label ==>
    r"|<?[-=.]{2,3}\s*\"(?P<quoted>[^\"\n]{1,80})\"\s*[-=.]{2,6}>"  # -- "label" -->
    r"|<?-{1,2}(?P<mid>[^->|\n\"]{1,60})-{1,8}>"  # --label-->
    r"|<?(?P<drawn>-{1,8}|-\.{1,6}-|={2,8}|\.{1,2}|~{2,8})(?:>{1,2}|[xo])(?=[\s|\"\w(\[{*:+]|-\w|$)"
    r"|-{1,2}\)(?=\s*[\w+])|-{1,3}\((?=\s)"  # asynchronous messages, required interfaces
    r"|(?P<back><-{1,3}(?:(?:left|right|up|down)-)?)(?=[\s\w\[(\"])"
    r"|(?:→|⇒|⟶)"
    r")(?:\|(?P<bar>[^|\n]{0,80})\|)?[ \t]*(?:[+-](?=\w))?\s*"
)
_NODE = re.compile(
    r"\s*(?:\"(?P<quoted>[^\"\n]{1,80})\"|\[(?P<component>[^\[\]*\n]{1,80})\](?:\s+as\s+(?P<alias>\w+))?"
    r"|(?P<id>[\w@](?:[\w.@/]|-(?=\w))*(?: [A-Z](?:[\w.]|-(?=\w))*)*)"
    r"(?P<shape>@?\s*(?:\[[^\n\]]{1,90}\]+|\({1,3}[^\n)]{1,90}\){1,3}|\{{1,2}[^\n}]{1,90}\}{1,2}|>[^\n\]]{1,90}\]))?)"
    r"(?:::\w+)?\s*"
)
_DECLARED = re.compile(
    r"^\s*(?P<kind>participant|actor|component|database|node|rectangle|queue|cloud|artifact|entity|interface|boundary"
    r"|control|collections|package|frame|folder|storage|agent|card|\(\))"
    r"\s+(?:\"(?P<label>[^\"\n]+)\"|\[(?P<box>[^\]\n]+)\]|(?P<id1>[\w.-]+))(?:\s+as\s+(?P<id2>\"[^\"\n]+\"|[^\s{<#][^{<#\n]*?))?"
    r"\s*(?:<<[^>\n]*>>\s*)?(?:#\w+\s*)?\{?\s*$"
)
_SUBGRAPH = re.compile(r"^\s*subgraph\s+(?P<id>[\w-]+)\s*\[(?P<label>[^\]\n]{1,90})\]")
_SERVICE = re.compile(r"^\s*(?:service|group)\s+(?P<id>\w+)(?:\((?P<icon>[^)\n]*)\))?\[(?P<label>[^\]\n]+)\]")
_SIDES = re.compile(r"^\s*(\w+)(?:\{group\})?:[LRTB]\s*(<?)--(>?)\s*[LRTB]:(\w+)(?:\{group\})?\s*$")
_NAMED = re.compile(r"(?P<id>[\w-]+)@\{(?P<body>[^}\n]*)\}")
_PART = re.compile(r"(label|shape)\s*:\s*(?:\"([^\"]*)\"|([\w-]+))")
_PERSON = re.compile(r"^\s*Person\w*\(\s*(\w+)|^\s*:([^:\n]+):")
_STORE = re.compile(r"^\s*\w*(?:Db|Queue)\w*\(\s*\"?(\w+)")
_CYLINDER = re.compile(r"(\w+)\s*\[\(")
_STORES = frozenset(("cyl", "cylinder", "database", "db", "disk", "lin-cyl"))
_C4 = re.compile(r"^\s*\w*(?:System|Container|Component|Person|Node)\w*\(\s*(\w+)\s*,\s*\"([^\"\n]+)\"")
_C4_EDGE = re.compile(r"^\s*(?:Bi)?Rel(?:_\w+)?\(\s*(\w+)\s*,\s*(\w+)\s*(?:,\s*\"([^\"\n]*)\")?")
_SKIP = re.compile(
    r"^\s*(?:%%|//|'|#|graph\b|flowchart\b|subgraph\b|end\b|style\b|class\b|classDef\b|click\b|linkStyle\b"
    r"|direction\b|sequenceDiagram|note\b|@(?:start|end)|!|autonumber|loop\b|alt\b|else\b|opt\b|title\b|skinparam\b|legend\b"
    r"|(?:de)?activate\b|group\b|service\b|junction\b)",
    re.I,
)
_DOT = re.compile(r"^[ \t]*(?:strict[ \t]+)?(?:di)?graph\b[^{}\n]{0,80}\{", re.M)
_OTHER = re.compile(
    r"\s*(?:%%[^\n]*\s*|---.*?\n---\s*)*+(?:stateDiagram|classDiagram|erDiagram|gantt|pie|journey|gitGraph|mindmap|timeline"
    r"|quadrantChart|requirementDiagram|sankey|xychart|packet|kanban|block-beta)\b|[^\0]*?\[\*\]",
    re.S,
)
_COMMENT = re.compile(r"/'.*?(?:'/|\Z)|(?<![:\w/])/\*.*?(?:\*/|\Z)", re.S)
_EDGE_ID = re.compile(r"(?<=\s)\w+@(?=[-=.<])")
_LINE = re.compile(r"(?:\"[^\"\n]*\"|[#&]\w{1,8};|[^;\n])+")
_REPLY = re.compile(r"\s*-{2,}>>")
_MESSAGE = re.compile(r":(?!:)\s*(?P<label>[^\n]{1,120})")


def edges(text: str) -> list[Edge]:
    r"""The edges of a diagram.

    >>> [(e.source, e.target) for e in edges("graph LR\n  a[Shop] --> b[Ledger] & c\n  b -- reads --> d[(Vault DB)]")]
    [('Shop', 'Ledger'), ('Shop', 'c'), ('Ledger', 'Vault DB')]
    """
    opening = _DOT.search(text)
    if opening:
        return dot(text, opening.end()).edges()
    if _OTHER.match(text):
        return []
    drawing = Drawing()
    for start, line in _lines(text):
        _declare(line, drawing)
        span = start + len(line) - len(line.lstrip()), start + len(line.rstrip())
        for source, target, said, drawn in _edges(line, drawing):
            drawing.arrows.append(Arrow(source, target, said, *span, drawn))
    solid = {(arrow.source, arrow.target) for arrow in drawing.arrows if arrow.drawn == "-"}
    drawing.arrows = [a for a in drawing.arrows if a.drawn != "--" or (a.target, a.source) not in solid]
    return drawing.edges()


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Statements with where they stand, comments and ids of edges blanked."""
    for pattern in (_COMMENT, _EDGE_ID):
        text = pattern.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    for match in _LINE.finditer(text):
        yield match.start(), match[0]


def _declare(line: str, drawing: Drawing) -> None:
    """Take what a line says of a node: its name, whether it is a person or a store."""
    match = _C4.match(line)
    if match:
        drawing.names.setdefault(match[1], label(match[2]))
    for found in (_SUBGRAPH.match(line), _SERVICE.match(line)):
        if found:
            drawing.names.setdefault(found["id"], label(found["label"]))
            drawing.stores.update((found["id"],) if found.groupdict().get("icon") in _STORES else ())
    for named in _NAMED.finditer(line):
        parts = {key: quoted or bare for key, quoted, bare in _PART.findall(named["body"])}
        drawing.stores.update((named["id"],) if parts.get("shape") in _STORES else ())
        if parts.get("label"):
            drawing.names.setdefault(named["id"], label(parts["label"]))
    drawing.people.update(one or other for one, other in _PERSON.findall(line))
    drawing.stores.update(_STORE.findall(line), _CYLINDER.findall(line))
    declared = _DECLARED.match(line)
    if declared:
        _keyword(declared, drawing)


def _keyword(match: re.Match[str], drawing: Drawing) -> None:
    """`database "Orders DB" as db` and its like; Mermaid puts the id of a participant first, PlantUML last."""
    written = match["label"] or match["box"] or match["id1"]
    known = (match["id2"] or written).strip().strip('"')
    if match["kind"] in ("participant", "actor") and match["id1"] and len(match["id1"]) <= len(known):
        known, written = match["id1"], known
    drawing.names.setdefault(known, label(written))
    drawing.people.update((known,) if match["kind"] == "actor" else ())
    drawing.stores.update((known,) if match["kind"] == "database" else ())


def _edges(line: str, drawing: Drawing) -> Iterator[tuple[str, str, str, str]]:
    """Ids of source and target, label, how the arrow is drawn."""
    match, sides = _C4_EDGE.match(line), _SIDES.match(line)
    if match:
        yield match[1], match[2], match[3] or "", "->"
    elif sides:
        yield from (
            [(sides[1], sides[4], "", "->")] if sides[3] else [(sides[4], sides[1], "", "->")] if sides[2] else []
        )
    elif not _SKIP.match(line) and not _REPLY.search(line):
        yield from _chain(line, drawing)


def _chain(line: str, drawing: Drawing) -> Iterator[tuple[str, str, str, str]]:
    found: list[tuple[str, str, str, str]] = []
    left, at = _nodes(line, 0, drawing)
    while left:
        arrow = _ARROW.match(line, at)
        if arrow is None or arrow.end() == at:
            break
        right, at = _nodes(line, arrow.end(), drawing)
        said = next((arrow[name] for name in ("mid", "dotted", "thick", "quoted", "bar") if arrow[name]), "")
        ends = (right, left) if arrow["back"] else (left, right)
        found += [(one, other, said.strip(), arrow["drawn"] or "->") for one in ends[0] for other in ends[1]]
        left = right
    message = _MESSAGE.match(line, at)
    for source, target, said, drawn in found:
        yield source, target, said or (message["label"].strip() if message else ""), drawn


def _nodes(line: str, at: int, drawing: Drawing) -> tuple[list[str], int]:
    """Node ids joined by `&`, and where they end; labels are noted."""
    found: list[str] = []
    while True:
        match = _NODE.match(line, at)
        if match is None:
            return found, at
        node = match["quoted"] or match["component"] or match["id"]
        key = (match["alias"] or node).rstrip("@")
        shape = match["shape"] or ""
        if shape and "=" not in shape and not shape.startswith("@") and ": " not in shape.partition("{")[2]:
            drawing.names[key] = label(shape)
        elif match["component"]:
            drawing.names.setdefault(key, label(node))
        found.append(key)
        at = match.end()
        if line[at : at + 1] != "&":
            return found, at
        at += 1


def arrows(text: str) -> Sequence[Edge]:
    """Edges of a paragraph all of whose lines are arrows between names; none of any other text."""
    lines = [line for line in text.split("\n") if line.strip()]
    found = edges(text)
    return found if found and len(found) >= len(lines) and all(_ARROW.search(line) for line in lines) else ()
