"""Numbers of an array, each once."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def distinct(numbers: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Each of some numbers once, sorted: `np.unique`, which imports masked arrays and hashes where sorting is faster.

    >>> distinct(np.array([3, 1, 3])).tolist()
    [1, 3]
    """
    found = np.sort(numbers)
    first = np.ones(len(found), bool)
    first[1:] = found[1:] != found[:-1]
    return found[first]
