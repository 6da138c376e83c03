"""A Mermaid flowchart of an impact; labels go in as quoted text with entities, so none can end the quote."""

from __future__ import annotations

from kg.render.graph_lines import numbered


def render(answer: object) -> str:
    """An impact as a flowchart."""
    nodes, edges = numbered(answer)
    lines = ["flowchart TD"]
    lines += [f'  {name}["{_escaped(label)}"]:::{outcome}' for name, label, outcome in nodes.values()]
    for subject, step, obj in edges:
        lines.append(f'  {subject} {"-.->" if step.soft else "-->"}|"{_escaped(step.relation)}"| {obj}')
    lines += ["  classDef failed fill:#c0392b,color:#fff", "  classDef breaks fill:#e67e22,color:#000"]
    lines += ["  classDef degrades fill:#f1c40f,color:#000", "  classDef ok fill:#ecf0f1,color:#000"]
    return "\n".join(lines)


def _escaped(text: str) -> str:
    return "".join(c if c.isalnum() or c in " -_./:" else f"#{ord(c)};" for c in " ".join(text.split()))
