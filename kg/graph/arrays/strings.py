"""Many texts in one block of bytes, so that a file can be mapped and searched without reading it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import overload

import numpy as np
import numpy.typing as npt


class Strings(Sequence[str]):
    """A sequence of texts: UTF-8, end to end, and where each begins.

    Sorted texts are found by bisection; the order of UTF-8 bytes is that of Unicode characters.

    Args:
        blob: The bytes, shape (b,).
        offsets: Where each text begins, and the end, shape (texts + 1,).

    >>> texts = Strings.of(["ant", "bee"])
    >>> texts[1], len(texts), texts.position("bee"), texts.position("cat")
    ('bee', 2, 1, None)
    """

    def __init__(self, blob: npt.NDArray[np.uint8], offsets: npt.NDArray[np.int64]) -> None:
        self.blob = blob
        self.offsets = offsets

    @classmethod
    def of(cls, texts: Iterable[str]) -> Strings:
        """Pack texts, in their order."""
        encoded = [_encoded(text) for text in texts]
        offsets = np.zeros(len(encoded) + 1, np.int64)
        np.cumsum(np.fromiter(map(len, encoded), np.int64, len(encoded)), out=offsets[1:])
        return cls(np.frombuffer(b"".join(encoded), np.uint8), offsets)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[str]: ...
    def __getitem__(self, at: int | slice) -> str | Sequence[str]:
        if isinstance(at, slice):
            return [self[n] for n in range(*at.indices(len(self)))]
        if not 0 <= at < len(self):
            raise IndexError(at)
        return self._bytes(at).decode("utf-8", "surrogatepass")

    def _bytes(self, at: int) -> bytes:
        return self.blob[self.offsets[at] : self.offsets[at + 1]].tobytes()

    def encoded(self, first: int, last: int) -> list[bytes]:
        """Some texts as UTF-8; places beyond the end are left out."""
        return [self._bytes(at) for at in range(first, min(last, len(self)))]

    def place(self, text: str) -> int:
        """Where a text would stand in sorted texts, before any that equals it."""
        return bisect_left(range(len(self)), _encoded(text), key=self._bytes)

    def position(self, text: str) -> int | None:
        """Where a text stands in sorted texts; None when it does not."""
        place = self.place(text)
        return place if place < len(self) and self._bytes(place) == _encoded(text) else None


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
