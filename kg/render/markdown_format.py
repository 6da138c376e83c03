"""Markdown: a context window, in exactly the lines its budget was counted by."""

from __future__ import annotations

from kg.answers import Window
from kg.context import lines


def render(answer: object) -> str:
    """A context window."""
    if not isinstance(answer, Window):
        raise NotImplementedError(type(answer).__name__)
    return "\n".join(lines(answer.centers, answer.steps))
