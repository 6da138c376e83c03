"""Components that stay well, and why: a denied link, a tolerated loss, no stated path to what failed, nothing stated.

A thing of which nothing is stated but that it does not rely on what failed is a component, too: it has no edge that
would make it one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from kg.answer.impact.denials import denials
from kg.answer.impact.tolerance import tolerances, tolerant
from kg.graph import NONE, Index, Outcome, View
from kg.model import Survivor

NO_PATH = "no stated path"
NOTHING = "nothing stated"

Ints = npt.NDArray[Any]


def survivors(view: View, outcome: Outcome, hidden: Ints) -> tuple[int, tuple[Survivor, ...]]:
    """How many components survive, and those to show: those with a stated reason, then those that rely on something.

    Args:
        view: Holds the limits.
        outcome: The state of everything.
        hidden: What does not survive but for a limit, shape (things,).
    """
    whole = view.whole
    well = (outcome.state == 0) & ~hidden
    well[list(view.filter.exclude)] = False
    places = _places(whole.arrays, outcome, well & (whole.component | _untyped(whole)))
    denied = np.zeros(len(well), bool)
    denied[whole.arrays["denied_subject"][places]] = True
    alive = well & (whole.component | denied)
    starts = whole.out_start
    stated = starts[NONE : len(starts) - 1 : 4] > starts[: len(starts) - 1 : 4]
    tolerated = tolerances(view, outcome, alive & ~denied)
    told = denied.copy()
    told[list(tolerated)] = True
    groups = [np.flatnonzero(alive & part) for part in (told, ~told & stated, ~told & ~stated)]
    shown = view.top("survives", view.of_kind(np.concatenate(groups)))
    found = tuple(
        _denied(view, outcome, n, places)
        if denied[n]
        else tolerant(view, tolerated[n])
        if n in tolerated
        else Survivor(whole.entities[n], NO_PATH if stated[n] else NOTHING)
        for n in shown.tolist()
    )
    return int(alive.sum()), found


def _untyped(index: Index) -> Ints:
    """Things that no edge says the class of, shape (things,)."""
    none = [code for code, types in enumerate(index.tables["types"]) if not types]
    return np.isin(index.arrays["types"], none)


def _places(arrays: Any, outcome: Outcome, alive: Ints) -> Ints:
    """Places of the denials of links from what survives to what does not."""
    found: Ints = alive[arrays["denied_subject"]] & (outcome.state[arrays["denied_object"]] > 0)
    return np.flatnonzero(found)


def _denied(view: View, outcome: Outcome, node: int, places: Ints) -> Survivor:
    """A survivor and the link into failure that a source or a person denies: to what failed before anything else."""
    own = places[view.whole.arrays["denied_subject"][places] == node].tolist()
    return min(denials(view, node, own), key=lambda found: (found[0] not in outcome.ends, found[1].reason))[1]
