"""An index with fewer links: what is left when some relations, weak links or things are disregarded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from kg.graph.index.assemble import DENIED_LAST, STATUSES
from kg.graph.index.index import Index
from kg.model import Status, Trust

Ints = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Filter:
    """Which links count.

    Args:
        min_support: Documents that state a link, at least.
        via: Places of its relation in `Index.relations`; None for any.
        exclude: Numbers of things that are taken for absent.
        trust: Which links that a source contradicts count: all, those that no later document contradicts, none.
    """

    min_support: int = 1
    via: frozenset[int] | None = None
    exclude: frozenset[int] = frozenset()
    trust: Trust = "all"

    @property
    def used(self) -> tuple[str, ...]:
        """Names of the rules that leave something out."""
        every: dict[str, Any] = {"min_support": 1, "via": None, "exclude": frozenset(), "trust": "all"}
        return tuple(name for name, unused in every.items() if getattr(self, name) != unused)

    def lifted(self, name: str) -> Filter:
        """The filter without one of its rules."""
        unused: Mapping[str, Any] = {name: getattr(Filter(), name)}
        return replace(self, **unused)

    def kept(self, index: Index) -> Ints:
        """Which links count, shape (links,)."""
        kept = np.ones(len(index.subject), bool)
        if self.min_support > 1:
            kept &= (index.weights >> 32 >= self.min_support)[index.level]
        if self.via is not None:
            kept &= np.isin(index.relation, list(self.via))
        if self.exclude:
            absent = np.zeros(len(index.component), bool)
            absent[list(self.exclude)] = True
            kept &= ~(absent[index.subject] | absent[index.object])
        if self.trust == "undisputed":
            kept &= index.status == STATUSES.index(Status.ASSERTED)
        elif self.trust == "newest":
            kept &= index.status < DENIED_LAST
        return kept

    def of(self, index: Index) -> Index:
        """The index of the links that count; the same things, numbered the same."""
        return restricted(index, self.kept(index)) if self.used else index


def restricted(index: Index, kept: Ints) -> Index:
    """An index of some links of another, which `origin` tells their numbers in.

    A group of alternatives keeps the options that are left.

    Args:
        index: The other.
        kept: Which of its links, shape (links,).
    """
    before = np.zeros(len(kept) + 1, np.int64)
    np.cumsum(kept, out=before[1:])
    into = kept[index.into_link]
    before_into = np.zeros(len(kept) + 1, np.int64)
    np.cumsum(into, out=before_into[1:])
    arrays = dict(index.arrays)
    for name in ("subject", "object", "relation", "level", "status"):
        arrays[name] = index.arrays[name][kept]
    arrays["out_start"], arrays["into_start"] = before[index.out_start], before_into[index.into_start]
    arrays["into_link"] = before[index.into_link[into]].astype(np.int32)
    arrays["into_subject"] = index.into_subject[into]
    first, last = before[index.choice_first], before[index.choice_first + index.choice_size]
    left = last > first
    arrays["choice_first"], arrays["choice_size"] = first[left].astype(np.int32), (last - first)[left].astype(np.int32)
    arrays["choice_group"] = index.arrays["choice_group"][left]
    arrays["origin"] = index.origin[kept]
    return Index(arrays, index.tables)
