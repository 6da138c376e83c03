"""Options that say what an answer takes into account and how much of it is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from kg.cli.completion import complete_name

_F = TypeVar("_F", bound=Callable[..., Any])

TOP_IN_TEXT = 25
"""Things that text shows in each list unless told otherwise; what it leaves out, it counts."""

DEPTH_IN_TEXT = 10
"""Hops that a path in text does not exceed unless told otherwise, likewise."""

_OPTIONS: dict[str, Callable[[Any], Any]] = {
    "paths": click.option("--paths", type=int, default=1, show_default=True, help="Paths to show for each thing."),
    "order": click.option(
        "--order", type=click.Choice(["strongest", "shortest"]), default="strongest", show_default=True,
        help="Best paths first: best supported, or fewest hops.",
    ),
    "top": click.option("--top", type=int, help=f"Things to show in each list (text: {TOP_IN_TEXT})."),
    "depth": click.option("--depth", type=int, help=f"Hops a path has at most (text: {DEPTH_IN_TEXT})."),
    "min_support": click.option(
        "--min-support", type=int, default=1, show_default=True, metavar="N", help="Only what N documents state."
    ),
    "via": click.option("--via", multiple=True, metavar="RELATION", help="Only this relation; may be repeated."),
    "exclude": click.option(
        "--exclude", multiple=True, metavar="NAME", shell_complete=complete_name,
        help="As if NAME were not there; may be repeated.",
    ),
    "kind": click.option("--kind", help="List only things of this kind."),
    "trust": click.option(
        "--trust", type=click.Choice(["all", "newest", "undisputed"]), default="all", show_default=True,
        help="What counts of links that a source denies: all, unless denied later, none.",
    ),
}  # fmt: skip


def limit_options(*names: str) -> Callable[[_F], _F]:
    """Options by the names of the fields of `kg.model.limits.Limits`; the command gets them as keyword arguments."""

    def decorate(command: _F) -> _F:
        for name in reversed(names):
            command = _OPTIONS[name](command)
        return command

    return decorate


def capped(format_name: str, limits: dict[str, Any]) -> Any:
    """Limits as given, with the caps of text where it is text and none are given."""
    caps = {"top": TOP_IN_TEXT, "depth": DEPTH_IN_TEXT} if format_name == "text" else {}
    return {name: caps.get(name) if value is None else value for name, value in limits.items()}
