"""Rows taken out of sorted tables and others put in, at the cost of copying."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from kg.graph.arrays.strings import Strings

Ints = npt.NDArray[Any]


class Splice:
    """What stays of a table, and where what is new goes.

    Args:
        size: Rows of the table.
        dropped: Places of the rows to take out, ascending.
        places: Before which row each new one goes, ascending.

    >>> splice = Splice(3, np.array([1]), [1, 3])
    >>> splice.array(np.array([10, 20, 30]), [21, 40]).tolist(), splice.texts(Strings.of("abc"), ["B", "d"])[:]
    ([10, 21, 30, 40], ['a', 'B', 'c', 'd'])
    """

    def __init__(self, size: int, dropped: Ints, places: Sequence[int]) -> None:
        self.size, self.dropped, self.places = size, dropped, places
        self.kept = np.delete(np.arange(size), dropped)
        wanted = np.asarray(places, np.int64)
        self.new_at = wanted - np.searchsorted(dropped, wanted) + np.arange(len(places))
        free = np.ones(len(self.kept) + len(places), bool)
        free[self.new_at] = False
        self.kept_at = np.flatnonzero(free)

    def array(self, old: Ints, new: Any) -> Ints:
        """A column of the table."""
        found = np.empty(len(self.kept) + len(self.places), old.dtype)
        found[self.kept_at], found[self.new_at] = old[self.kept], new
        return found

    def moved(self) -> Ints:
        """Where each row went, -1 for those taken out."""
        found = np.full(self.size, -1, np.int64)
        found[self.kept] = self.kept_at
        return found

    def texts(self, old: Strings, new: Sequence[str]) -> Strings:
        """A column of texts."""
        packed = Strings.of(new)
        offsets = np.zeros(len(self.kept) + len(new) + 1, np.int64)
        np.cumsum(self.array(np.diff(old.offsets), np.diff(packed.offsets)), out=offsets[1:])
        added = (packed.blob[a:b] for a, b in zip(packed.offsets, packed.offsets[1:], strict=False))
        edits = [(place, 0, text) for place, text in zip(self.places, added, strict=True)]
        edits += [(int(place), 1, packed.blob[:0]) for place in self.dropped]
        parts, at = list[Ints](), 0
        for place, skipped, text in sorted(edits, key=lambda edit: edit[:2]):
            parts += (old.blob[old.offsets[at] : old.offsets[place]], text)
            at = place + skipped
        return Strings(np.concatenate([*parts, old.blob[old.offsets[at] :]]), offsets)


def recoded(splice: Splice, codes: Ints, values: Sequence[Any], new: Sequence[Any]) -> tuple[Ints, list[Any]]:
    """A column of places in a sorted list of distinct values, and the list of those still used.

    Args:
        splice: What happens to the rows.
        codes: The column.
        values: What the codes stand for.
        new: Values of the new rows.
    """
    used = [values[code] for code in np.flatnonzero(np.bincount(codes[splice.kept], minlength=len(values))).tolist()]
    distinct = sorted({*used, *new})
    place = {value: n for n, value in enumerate(distinct)}
    moved = np.array([place.get(value, -1) for value in values], codes.dtype)
    return splice.array(moved[codes] if len(moved) else codes, [place[value] for value in new]), distinct
