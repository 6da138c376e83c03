"""Markdown: a context window in exactly the lines its budget was counted by, single points of failure, a comparison."""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch

from kg.answer import lines
from kg.model import Diff, Weak, Window
from kg.render.diff_markdown import diff_lines
from kg.render.markdown_text import plain


@singledispatch
def render(answer: object) -> str:
    """A context window, single points of failure or a comparison."""
    raise NotImplementedError(type(answer).__name__)


@render.register
def _(answer: Window) -> str:
    return "\n".join(lines(answer.centers, answer.steps))


@render.register
def _(answer: Weak) -> str:
    return "\n".join(_table(answer))


def _table(answer: Weak) -> Iterator[str]:
    """GitHub Flavored Markdown, section 4.10."""
    yield "| single point of failure | takes down | owned by | tell | because |"
    yield "|---|--:|---|---|---|"
    for point in answer.points:
        owners = ", ".join(plain(owner.entity.label) for owner in point.owners)
        tell = ", ".join(f"{plain(one.entity.label)} ({one.breaks})" for one in point.tell)
        more = f" and {point.untold} more" if point.untold else ""
        because = "<br>".join(
            f"{plain(step.citations[0].quote)} ({plain(str(step.citations[0]))})" for step in point.path
        )
        yield f"| {plain(point.entity.label)} | {point.breaks} | {owners} | {tell}{more} | {because} |"
    for what, number in sorted(answer.hidden.items()):
        yield f"\nnot shown: {number} of {what}"


render.register(Diff)(lambda answer: "\n".join(diff_lines(answer)))
