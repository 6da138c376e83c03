"""What an index is asked for: links and things that are made when looked at, and where the links of things are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, Literal, NamedTuple, TypeVar, overload

import numpy as np
import numpy.typing as npt

from kg.model import Status, Support

Passes = Literal["hard", "any", "soft"]
"""What a link does with a failure: breaks, waits for the other options, degrades."""

Ints = npt.NDArray[Any]

_T = TypeVar("_T")


class Link(NamedTuple):
    """One canonical edge.

    Args:
        subject: Number of what relies.
        predicate: IRI of the relation as it stands in the chunk graphs.
        object: Number of what is relied on.
        documents: Distinct documents that assert it.
        chunks: Distinct chunks that do.
        passes: What it does with a failure of its object; None when nothing.
        group: IRI of the alternatives it is one option of.
        status: What the sources together say.
        number: Its place in `Index.links`.
    """

    subject: int
    predicate: str
    object: int
    documents: int = 1
    chunks: int = 1
    passes: Passes | None = "hard"
    group: str | None = None
    status: Status = Status.ASSERTED
    number: int = -1

    @property
    def weight(self) -> tuple[int, int]:
        """Its support as a pair that compares as support does."""
        return self.documents, self.chunks

    @property
    def support(self) -> Support:
        """Its support."""
        return Support(self.documents, self.chunks)


class View(Sequence[_T], Generic[_T]):
    """A sequence whose items are made when asked for."""

    def __init__(self, length: int, make: Callable[[int], _T]) -> None:
        self._length, self._make = length, make

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, at: int) -> _T: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[_T]: ...
    def __getitem__(self, at: int | slice) -> _T | Sequence[_T]:
        if isinstance(at, slice):
            return [self._make(n) for n in range(*at.indices(self._length))]
        if not 0 <= at < self._length:
            raise IndexError(at)
        return self._make(at)


def ranges(starts: Ints, nodes: Ints, first: int, last: int) -> tuple[Ints, Ints]:
    """Places of the links of some nodes, end to end, and where each node's begin.

    Args:
        starts: `out_start` or `into_start`.
        nodes: Numbers, shape (k,).
        first: First of `PASSES` to take.
        last: One past the last.

    Returns:
        Shapes (k + 1,) and (links,).
    """
    return between(starts[4 * nodes + first], starts[4 * nodes + last])


def between(begin: Ints, end: Ints) -> tuple[Ints, Ints]:
    """All numbers from each of some beginnings up to the end that belongs to it, end to end, and where each begins.

    >>> [column.tolist() for column in between(np.array([3, 9]), np.array([5, 10]))]
    [[0, 2, 3], [3, 4, 9]]
    """
    sizes = end - begin
    indptr = np.zeros(len(begin) + 1, np.int64)
    np.cumsum(sizes, out=indptr[1:])
    places = np.arange(indptr[-1])
    places += np.repeat(begin - indptr[:-1], sizes)
    return indptr, places
