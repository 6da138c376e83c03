"""Links of two graphs by what they mean in both, and what the graphs say of them."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from kg.answer.diff.joint import Joint
from kg.graph import ANY, Link, between, distinct

Ints = npt.NDArray[Any]


class Links:
    """Links of both graphs; of several that mean the same in both, the best supported.

    Args:
        joint: The graphs.
    """

    def __init__(self, joint: Joint) -> None:
        self._joint = joint
        self._indexes = [side.index for side in joint.sides]
        self._relations = sorted({name for index in self._indexes for name in index.relations})
        (old_keys, old), (new_keys, new) = self._keyed(0), self._keyed(1)
        places = np.searchsorted(old_keys, new_keys)
        known = places < len(old_keys)
        known[known] = old_keys[places[known]] == new_keys[known]
        gone = np.ones(len(old), bool)
        gone[places[known]] = False
        self.only = (old[gone], new[~known])
        """Numbers of the links that one graph alone has."""
        self.both = (old[places[known]], new[known])
        """Numbers, in the old and in the new graph, of the links that both have."""

    def _keyed(self, side: int) -> tuple[Ints, Ints]:
        """What each link means in both graphs, as one number, ascending; and the number of the link."""
        index, things = self._indexes[side], self._joint.things[side]
        relation = np.searchsorted(self._relations, index.relations)[index.relation] if len(index.relation) else 0
        subject, obj = things[index.subject], things[index.object]
        keys = (subject * len(self._relations) + relation) * self._joint.size + obj
        numbers = np.flatnonzero(subject != obj)
        order = numbers[np.lexsort((-index.weight[numbers], keys[numbers]))]
        first = np.diff(keys[order], prepend=-1) > 0
        return keys[order][first], order[first]

    def links(self, side: int, numbers: Ints) -> list[Link]:
        """Links by their numbers."""
        return [self._indexes[side].links[number] for number in numbers.tolist()]

    def changed(self) -> list[tuple[Link, Link]]:
        """Links that both graphs have and say other things of: status, support, what passes, the other options."""
        (old, new), (before, after) = self.both, self._indexes
        status = before.status[old] & 3 != after.status[new] & 3
        other = self._passing | status | (before.weight[old] != after.weight[new])
        return list(zip(self.links(0, old[other]), self.links(1, new[other]), strict=True))

    def passing(self) -> list[tuple[int, Link]]:
        """Links along which failure passes in one graph and not in the other in the same way, each with its graph."""
        found = []
        for side in (0, 1):
            numbers = np.concatenate((self.only[side], self.both[side][self._passing]))
            found += [(side, link) for link in self.links(side, numbers) if link.passes is not None]
        return found

    @cached_property
    def _passing(self) -> npt.NDArray[np.bool_]:
        """Which links of both graphs pass on something else, or have other options beside them."""
        old, new = (index.passes[numbers] for index, numbers in zip(self._indexes, self.both, strict=True))
        other: npt.NDArray[np.bool_] = old != new
        options = np.flatnonzero((old == ANY) & (new == ANY))
        other[options] = ~self._same_options(options)
        return other

    def _same_options(self, places: Ints) -> npt.NDArray[np.bool_]:
        """Whether some links of both graphs, all of them options, have the same things beside them."""
        chosen = [index.choice(numbers[places]) for index, numbers in zip(self._indexes, self.both, strict=True)]
        begin, size = zip(*(self._spans(side, chosen[side]) for side in (0, 1)), strict=True)
        same: npt.NDArray[np.bool_] = size[0] == size[1]
        sizes = np.where(same, size[0], 0)
        old, new = (self._options[side][1][between(begin[side], begin[side] + sizes)[1]] for side in (0, 1))
        same[np.repeat(np.arange(len(sizes)), sizes)[old != new]] = False
        return same

    def _spans(self, side: int, choices: Ints) -> tuple[Ints, Ints]:
        """Where the things of some choices begin, and how many each has."""
        starts = self._options[side][0]
        return starts[choices], starts[choices + 1] - starts[choices]

    @cached_property
    def _options(self) -> tuple[tuple[Ints, Ints], tuple[Ints, Ints]]:
        return self._of_choices(0), self._of_choices(1)

    def _of_choices(self, side: int) -> tuple[Ints, Ints]:
        """Things that each choice is between, each once, sorted: where those of each begin, and the things."""
        index, count = self._indexes[side], len(self._indexes[side].choice_first)
        links = np.flatnonzero(index.passes == ANY)
        things = self._joint.things[side][index.object[links]]
        choice, thing = np.divmod(distinct(index.choice(links) * self._joint.size + things), max(self._joint.size, 1))
        return np.searchsorted(choice, np.arange(count + 1)), thing
