"""Markdown: a context window, in exactly the lines its budget was counted by; single points of failure as a table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import singledispatch

from kg.answers import Weak, Window
from kg.context import lines

_SPECIAL = re.compile(r"[\\`*_{}\[\]<>#!|~&$@]|:(?=//|\w+:)|(?<=www)\.")
"""What Markdown reads as markup, a mention, an emoji or a link."""


@singledispatch
def render(answer: object) -> str:
    """A context window or single points of failure."""
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
        owners = ", ".join(_plain(owner.entity.label) for owner in point.owners)
        tell = ", ".join(f"{_plain(one.entity.label)} ({one.breaks})" for one in point.tell)
        more = f" and {point.untold} more" if point.untold else ""
        because = "<br>".join(
            f"{_plain(step.citations[0].quote)} ({_plain(str(step.citations[0]))})" for step in point.path
        )
        yield f"| {_plain(point.entity.label)} | {point.breaks} | {owners} | {tell}{more} | {because} |"
    for what, number in sorted(answer.hidden.items()):
        yield f"\nnot shown: {number} of {what}"


def _plain(text: str) -> str:
    """Words of a document as Markdown that shows just them, on one line."""
    return _SPECIAL.sub(lambda found: f"&#{ord(found[0])};", " ".join(text.split()))
