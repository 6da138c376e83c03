"""Integer weights of features, and the confidence that their sum stands for.

A logistic regression whose weights are rounded to a fixed point: sums are exact, so that a confidence is the same on
every machine. Its file holds plain arrays, never pickled objects.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kg.errors import InputError
from kg.model import digest

SCALE = 256
"""What a weight of 1 is written as."""

SHIPPED = Path(__file__).with_name("weights.npz")


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What a confidence makes of a claim.

    Args:
        asserted: From here on a claim holds as its sentence states it.
        tentative: From here on it is kept as a doubt; below it is dropped.

    Raises:
        InputError: If they are not in order between 0 and 1.
    """

    asserted: float = 0.3
    tentative: float = 0.1

    def __post_init__(self) -> None:
        if not 0 <= self.tentative <= self.asserted <= 1:
            message = f"thresholds {self.asserted} and {self.tentative} are not in order between 0 and 1"
            raise InputError(message, hint="the first says what is asserted, the second what is kept as a doubt")

    @property
    def common(self) -> float:
        """From here on a claim holds one of whose ends is a common noun: most such nouns can neither fail nor own.

        >>> Thresholds(0.3).common, Thresholds(0.8).common
        (0.6, 0.99)
        """
        return min(0.99, 2 * self.asserted)


DEFAULT_THRESHOLDS = Thresholds()


@dataclass(frozen=True, eq=False)
class Weights:
    """A trained reader.

    Args:
        values: Weight of each feature, in 1/256; features without one count nothing.
        bias: Likewise.
        slope: What the sum is multiplied with before the logistic function: calibration (Platt 1999).
        offset: What is added then.

    >>> weights = Weights({"framed": 512}, bias=-256)
    >>> weights.confidence(["framed"]), weights.confidence([])
    (0.73, 0.27)
    """

    values: Mapping[str, int]
    bias: int = 0
    slope: int = SCALE
    offset: int = 0

    def total(self, features: Iterable[str]) -> int:
        """The sum of the weights of some features, each counted once."""
        values = self.values
        return self.bias + sum(values[feature] for feature in set(features) if feature in values)

    def confidence(self, features: Iterable[str]) -> float:
        """Probability that a statement with these features holds, in hundredths, from 0.01 to 0.99."""
        return _probability(self.total(features) * self.slope // SCALE + self.offset)

    @property
    def hash(self) -> str:
        """Of all that decides, hexadecimal."""
        facts = (f"{name} {value}" for name, value in sorted(self.values.items()))
        return digest(f"{self.bias} {self.slope} {self.offset}", *facts, length=32)

    def save(self, path: Path) -> None:
        """Write it as a file of plain arrays."""
        import numpy as np

        names = sorted(self.values)
        np.savez_compressed(
            path,
            names=np.frombuffer("\n".join(names).encode(), np.uint8),
            values=np.array([self.values[name] for name in names], np.int32),
            constants=np.array([self.bias, self.slope, self.offset], np.int64),
        )

    @classmethod
    def load(cls, path: Path = SHIPPED) -> Weights:
        """Read one.

        Raises:
            InputError: If it cannot be read or is none.
        """
        return _loaded(path)


@cache
def _probability(total: int) -> float:
    """The logistic function of a fixed-point number, in hundredths; `math.exp` is far more exact than is kept."""
    odds = math.exp(max(-20.0, min(20.0, total / SCALE)))
    return max(1, min(99, round(100 * odds / (1 + odds)))) / 100


@cache
def _loaded(path: Path) -> Weights:
    import numpy as np

    try:
        with np.load(path, allow_pickle=False) as arrays:
            names = bytes(arrays["names"]).decode().split("\n")
            values, constants = arrays["values"].tolist(), arrays["constants"].tolist()
            return Weights(dict(zip(names, values, strict=True)), *constants)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", file=str(path)) from None
    except (ValueError, KeyError, TypeError, EOFError) as error:
        raise InputError(f"no trained reader: {error}", file=str(path), hint="kg reader train makes one") from None
