"""What a question takes into account of the graph, and how much of the answer it wants."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypedDict, get_args

from kg.errors import InputError

Order = Literal["strongest", "shortest"]
"""What counts first of a path: the support of its weakest step, or its hops."""

Trust = Literal["all", "newest", "undisputed"]
"""Which links that a source contradicts count: all, those that no later document contradicts, none."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What an answer takes into account, and how much of it it shows. What that hides, answers count.

    Args:
        paths: Paths for each thing, at least 1.
        order: Which paths are the best.
        top: Things in each list; None for all.
        depth: Hops no path exceeds; None for any.
        kind: Kind of the things that are listed; None for any.
        min_support: Documents that state a link, for it to count.
        via: Keys of the relations that count, with those below them; none for all.
        exclude: IRIs of things that are taken for absent.
        trust: Which of the links that a source contradicts count.

    Raises:
        InputError: If a number is less than it can be.
    """

    paths: int = 1
    order: Order = "strongest"
    top: int | None = None
    depth: int | None = None
    kind: str | None = None
    min_support: int = 1
    via: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    trust: Trust = "all"

    def __post_init__(self) -> None:
        least = {"paths": 1, "top": 0, "depth": 1, "min_support": 1}
        for name, value in least.items():
            given = getattr(self, name)
            if given is not None and given < value:
                raise InputError(f"{name.replace('_', ' ')} is {given}", hint=f"at least {value}")
        for name, known in (("order", get_args(Order)), ("trust", get_args(Trust))):
            if getattr(self, name) not in known:
                raise InputError(f"{name} is {getattr(self, name)!r}", hint=", ".join(known))


class LimitOptions(TypedDict, total=False):
    """The fields of `Limits` as keyword arguments; `exclude` may name things in any way."""

    paths: int
    order: Order
    top: int | None
    depth: int | None
    kind: str | None
    min_support: int
    via: tuple[str, ...]
    exclude: tuple[str, ...]
    trust: Trust
