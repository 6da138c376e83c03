"""Numbers of an array, each once."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

MANY = 64
"""One of so many things has to be among some for marking these to be faster than sorting them."""


def distinct(numbers: npt.NDArray[Any], size: int | None = None) -> npt.NDArray[Any]:
    """Each of some numbers once, sorted: `np.unique`, which imports masked arrays and hashes where sorting is faster.

    Args:
        numbers: Any numbers.
        size: They are below it; many are then marked instead of sorted.

    >>> distinct(np.array([3, 1, 3])).tolist()
    [1, 3]
    """
    if size is not None and len(numbers) > size // MANY:
        mark = np.zeros(size, bool)
        mark[numbers] = True
        return np.flatnonzero(mark)
    found = np.sort(numbers)
    first = np.ones(len(found), bool)
    first[1:] = found[1:] != found[:-1]
    return found.compress(first)
