"""A Graphviz digraph of an impact."""

from __future__ import annotations

from kg.model import printable
from kg.render.graph_lines import numbered

_FILL = {"failed": "#c0392b", "breaks": "#e67e22", "degrades": "#f1c40f", "ok": "#ecf0f1"}


def render(answer: object) -> str:
    """An impact as DOT."""
    nodes, edges = numbered(answer)
    lines = ["digraph impact {", "  rankdir=TB; node [shape=box, style=filled];"]
    lines += [f'  {name} [label="{_escaped(label)}", fillcolor="{_FILL[out]}"];' for name, label, out in nodes.values()]
    for subject, step, obj in edges:
        style = ", style=dashed" if step.soft else ""
        lines.append(f'  {subject} -> {obj} [label="{_escaped(step.relation)}"{style}];')
    return "\n".join([*lines, "}"])


def _escaped(text: str) -> str:
    return printable(" ".join(text.split())).replace("\\", "\\\\").replace('"', '\\"')
