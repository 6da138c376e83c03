"""Trains the weights of a reader: regularised logistic regression, calibrated out of fold.

Newton's method on the penalised likelihood (Hastie, Tibshirani and Friedman, "The Elements of Statistical Learning",
2009, section 4.4) from fixed starting values: the same examples give the same weights.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kg.extract.decision.weights import SCALE, Weights

Floats = npt.NDArray[np.float64]

STRENGTH = 20.0
"""Of the penalty on large weights."""

SEEN = 3
"""Examples that a feature must occur in to get a weight."""

ROUNDS = 7
FOLDS = 10


@dataclass(frozen=True, slots=True)
class Example:
    """A statement that the grammar proposed, and whether it holds.

    Args:
        features: Of the statement.
        holds: Whether a careful reader would record it as a current fact.
        group: Examples of one group (an organisation, a document) are never on both sides of a fold.
        weight: How much it counts.
    """

    features: tuple[str, ...]
    holds: bool
    group: str
    weight: float = 1.0


def train(examples: Sequence[Example], strength: float = STRENGTH) -> Weights:
    """Weights that tell which statements hold; calibrated by what folds that leave groups out predict.

    >>> good = [Example(("framed",), True, f"g{n}") for n in range(20)]
    >>> bad = [Example(("vague",), False, f"b{n}") for n in range(20)]
    >>> weights = train(good + bad)
    >>> weights.confidence(["framed"]) > 0.5 > weights.confidence(["vague"])
    True
    """
    names = _names(examples)
    matrix, holds, counts = _arrays(examples, names)
    slope, offset = _calibration(examples, strength)
    values = _fit(matrix, holds, counts, strength)
    rounded = [round(float(value) * SCALE) for value in values]
    kept = {name: value for name, value in zip(names, rounded[1:], strict=True) if value}
    return Weights(kept, rounded[0], round(slope * SCALE), round(offset * SCALE))


def held_out(examples: Sequence[Example], strength: float = STRENGTH, folds: int = FOLDS) -> Floats:
    """Sums of weights (in units of 1) that each example gets from those trained without its group."""
    found, fold = np.zeros(len(examples)), folds_of(tuple(sorted({one.group for one in examples})), folds)
    for part in range(folds):
        out = [at for at, one in enumerate(examples) if fold[one.group] == part]
        rest = [one for one in examples if fold[one.group] != part]
        if not out or not rest:
            continue
        names = _names(rest)
        values = _fit(*_arrays(rest, names), strength)
        matrix, _, _ = _arrays([examples[at] for at in out], names)
        found[out] = matrix @ values
    return found


def folds_of(groups: tuple[str, ...], folds: int = FOLDS) -> dict[str, int]:
    """Groups dealt out in a seeded order: the number of each one's fold.

    >>> sorted(folds_of(("a", "b", "c", "d"), 2).values())
    [0, 0, 1, 1]
    """
    order = np.random.default_rng(0).permutation(len(groups))
    return {groups[at]: place % folds for place, at in enumerate(order.tolist())}


def _names(examples: Sequence[Example]) -> list[str]:
    counts = Counter(feature for one in examples for feature in set(one.features))
    return sorted(name for name, count in counts.items() if count >= SEEN)


def _arrays(examples: Sequence[Example], names: Sequence[str]) -> tuple[Floats, Floats, Floats]:
    """Features (examples, 1 + names), the first a constant; whether each holds; how much each counts."""
    place = {name: at for at, name in enumerate(names, 1)}
    matrix = np.zeros((len(examples), len(names) + 1))
    matrix[:, 0] = 1
    for row, one in enumerate(examples):
        matrix[row, [place[name] for name in set(one.features) if name in place]] = 1
    return matrix, np.array([float(one.holds) for one in examples]), np.array([one.weight for one in examples])


def _fit(matrix: Floats, holds: Floats, counts: Floats, strength: float) -> Floats:
    """The weights, shape (1 + names,)."""
    penalty = np.full(matrix.shape[1], strength)
    weights = np.zeros(matrix.shape[1])
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-(matrix @ weights)))
        gradient = matrix.T @ (counts * (holds - chance)) - penalty * weights
        curvature = (matrix.T * (counts * chance * (1 - chance))) @ matrix + np.diag(penalty)
        weights = weights + np.linalg.solve(curvature, gradient)
    return weights


def _calibration(examples: Sequence[Example], strength: float) -> tuple[float, float]:
    """Slope and offset that make held-out sums log odds (Platt 1999)."""
    sums = held_out(examples, strength)
    matrix = np.column_stack([np.ones(len(sums)), sums])
    holds = np.array([float(one.holds) for one in examples])
    offset, slope = _fit(matrix, holds, np.array([one.weight for one in examples]), 1e-3).tolist()
    return slope, offset


class Recording:
    """Stands in for a `Reader` where examples are collected: notes the features of each statement, judges nothing.

    Args:
        features: What decides.
    """

    def __init__(self, features: Any) -> None:
        self.features = features
        self.seen: list[tuple[Any, tuple[str, ...]]] = []

    def prose(self, statements: Sequence[Any], *where: Any) -> Iterator[Any]:
        """Note the features of what a sentence states."""
        for one, found in zip(statements, self.features.of_prose(statements, *where), strict=True):
            self.seen.append((one, tuple(found)))
            yield one

    def layout(self, statement: Any, *where: Any) -> Any:
        """Note the features of what layout states, unless prose within it was noted."""
        if not any(statement is one for one, _ in self.seen[-64:]):
            self.seen.append((statement, tuple(self.features.of_layout(statement, *where))))
        return statement
