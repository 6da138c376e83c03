"""Texts that two sorted tables share: compared by blocks of bytes, and one by one only where the tables differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from kg.graph import Strings, between

Ints = npt.NDArray[Any]

FEW = 64
"""Texts that are looked at one by one where the tables differ, and in the first block after that."""

MANY = 1 << 16
"""Texts in the largest block."""


def shared(old: Strings, new: Strings) -> tuple[Ints, Ints]:
    """Where the texts stand that both of two tables have.

    Args:
        old: A table: sorted, each text once.
        new: Another one.

    Returns:
        Places in `old` and places in `new`, of the same texts.

    >>> [places.tolist() for places in shared(Strings.of(["ant", "bee", "cow"]), Strings.of(["bee", "cat", "cow"]))]
    [[1, 2], [0, 2]]
    """
    runs = np.array(list(_runs(old, new)), np.int64).reshape(-1, 3)
    one, other, size = runs.T
    return between(one, one + size)[1], between(other, other + size)[1]


def _runs(old: Strings, new: Strings) -> Iterator[tuple[int, int, int]]:
    """Runs of equal texts: where each begins in both, and how long it is."""
    one = other = 0
    while one < len(old) and other < len(new):
        same = _same(old, one, new, other)
        yield one, other, same
        one, other = one + same, other + same
        left, right = old.encoded(one, one + FEW), new.encoded(other, other + FEW)
        at = to = 0
        while at < len(left) and to < len(right):
            if left[at] == right[to]:
                yield one + at, other + to, 1
                at, to = at + 1, to + 1
            elif left[at] < right[to]:
                at += 1
            else:
                to += 1
        one, other = one + at, other + to


def _same(old: Strings, one: int, new: Strings, other: int) -> int:
    """How many texts from two places on are equal."""
    most = min(len(old) - one, len(new) - other)
    found, block = 0, FEW
    while found < most:
        size = min(block, most - found)
        equal = _equal(old, one + found, new, other + found, size)
        found += equal
        if equal < size:
            break
        block = min(4 * block, MANY)
    return found


def _equal(old: Strings, one: int, new: Strings, other: int, size: int) -> int:
    """The same, of at most `size`, all of which are compared."""
    ends = old.offsets[one : one + size + 1] - old.offsets[one]
    differing = np.flatnonzero(ends != new.offsets[other : other + size + 1] - new.offsets[other])
    if len(differing):
        size = int(differing[0]) - 1
    length = int(ends[size])
    left = old.blob[old.offsets[one] :][:length]
    unequal = np.flatnonzero(left != new.blob[new.offsets[other] :][:length])
    return int(np.searchsorted(ends, unequal[0], "right")) - 1 if len(unequal) else size
