"""A graph of any size to measure on: the same statements for the same number of edges, on every machine.

Five parts, which stand for what makes dependency graphs hard:

    service   scale-free: few things that nearly everything relies on, many that hardly anything does
    stage     one chain, a fifth of all edges long
    peer      rings of ten, each of which relies on the next
    app       either of two services suffices; a page relies on each app; workers rely on services softly
    team      owns services

Of the names of one thing one in ten has a second spelling; a statement stands in one to five chunks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]

RING = 10
CHUNKS_PER_DOCUMENT = 50
DEPENDS, BACKED, RUNS, SOFTLY, OWNED, EITHER = range(6)
FORMS = (
    "{} depends on {}.",
    "{} is backed by {}.",
    "{} runs on {}.",
    "{} optionally depends on {}.",
    "{} is owned by {}.",
    "{} uses either {} or {}.",
)
"""How each form of statement reads."""

_KINDS = ("service", "stage", "peer", "app", "page", "worker", "team")
_NONE = -1


def spelling(label: str, node: int, turn: int) -> str:
    """How the first (`turn` 0), second … telling of a statement writes the name of a node."""
    return label.capitalize().replace("-", "") if turn and node % 10 == 3 else label


class Fact(NamedTuple):
    """What one chunk states.

    Args:
        chunk: Its number, from 0.
        statement: Number of the statement.
        names: Subject, object and, for a choice, the other object, as written.
    """

    chunk: int
    statement: int
    names: tuple[str, ...]


def noise(numbers: Numbers, seed: int) -> NDArray[np.float64]:
    """Numbers from 0 to below 1 that look random and depend on nothing but the arguments (SplitMix64, Steele 2014)."""
    with np.errstate(over="ignore"):
        x = (numbers.astype(np.uint64) + np.uint64(seed * 1_000_003 + 1)) * np.uint64(0x9E3779B97F4A7C15)
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (x ^ (x >> np.uint64(31))).astype(np.float64) / 2.0**64


@dataclass(frozen=True)
class Workload:
    """The statements of a graph.

    Args:
        starts: Number of the first node of each kind.
        nodes: How many nodes there are.
        subjects: Node that each statement is about.
        objects: Node that it relies on, or its owner.
        others: The other option of a choice, else -1.
        forms: Form of each statement.
        supports: How many chunks state it, 1 to 5.

    >>> Workload.of(1000).edges
    1000
    """

    starts: dict[str, int]
    nodes: int
    subjects: Numbers
    objects: Numbers
    others: Numbers
    forms: Numbers
    supports: Numbers

    @classmethod
    def of(cls, edges: int) -> Workload:
        """The graph of exactly so many edges, at least 500."""
        apps, workers, owned, rings = edges // 100, edges // 50, edges // 20, edges // 110
        services = stages = edges // 5
        teams = max(1, owned // 50)
        counts = (services, stages + 1, rings * RING, apps, apps, workers, teams)
        starts = dict(zip(_KINDS, np.concatenate([[0], np.cumsum(counts)]).tolist(), strict=False))
        left = edges - stages - rings * (RING + 1) - 3 * apps - workers - owned
        if edges < 500 or left < services:
            raise ValueError(f"{edges} edges are too few")
        parts = [
            _scale_free(services, left),
            _column(starts["stage"] + np.arange(stages), starts["stage"] + np.arange(1, stages + 1), RUNS),
            *_rings(starts["peer"], rings),
            *_apps(starts, apps, services),
            _column(starts["worker"] + np.arange(workers), _popular(workers, services, 4), SOFTLY),
            _column(np.arange(owned) * 3, starts["team"] + np.arange(owned) % teams, OWNED),
        ]
        subjects, objects, others, forms = (np.concatenate(column) for column in zip(*parts, strict=True))
        luck = noise(np.arange(len(subjects)), 9)
        supports = 1 + np.searchsorted(np.array([0.85, 0.93, 0.97, 0.99]), luck, side="right")
        return cls(starts, sum(counts), subjects, objects, others, forms, supports)

    @property
    def edges(self) -> int:
        """Number of canonical edges: one for each statement, two for a choice."""
        return len(self.subjects) + int(np.count_nonzero(self.others != _NONE))

    @property
    def chunks(self) -> int:
        """Number of chunks."""
        return int(self.supports.sum())

    def labels(self) -> list[str]:
        """Name of every node."""
        ends = [*list(self.starts.values())[1:], self.nodes]
        return [
            f"{kind}-{n:06d}" for (kind, start), end in zip(self.starts.items(), ends, strict=True)
            for n in range(end - start)
        ]  # fmt: skip

    def questions(self) -> dict[str, str]:
        """Names whose failure is worth asking about."""
        services = self.starts["stage"]
        few = np.unique(self.objects[self.subjects < services])
        return {
            "largest": "service-000000",
            "chain": f"stage-{self.starts['peer'] - services - 1:06d}",
            "cycle": f"peer-{(self.starts['app'] - self.starts['peer']) * 9 // 10 + 3:06d}",
            "small": f"service-{few[few >= services * 3 // 4][0]:06d}",
        }

    def facts(self) -> Iterator[Fact]:
        """What every chunk states: all statements once, then again those stated more than once."""
        chunk, labels = 0, self.labels()
        for turn in range(5):
            names = [spelling(label, node, turn) for node, label in enumerate(labels)]
            chosen = np.flatnonzero(self.supports > turn)
            ends = np.column_stack([self.subjects, self.objects, self.others])[chosen].tolist()
            for statement, (subject, obj, other) in zip(chosen.tolist(), ends, strict=True):
                found = (names[subject], names[obj]) if other == _NONE else (names[subject], names[obj], names[other])
                yield Fact(chunk, statement, found)
                chunk += 1

    def aliased(self) -> Numbers:
        """Nodes that some chunk names by their second spelling."""
        again = self.supports > 1
        ends = np.concatenate([self.subjects[again], self.objects[again], self.others[again]])
        return np.unique(ends[(ends != _NONE) & (ends % 10 == 3)])

    def places(self) -> Numbers:
        """Chunk of each statement's first, second … fifth telling, -1 where there is none; five columns."""
        places = np.full((len(self.supports), 5), _NONE, dtype=np.int64)
        before = 0
        for turn in range(5):
            told = self.supports > turn
            places[told, turn] = before + np.arange(np.count_nonzero(told))
            before += int(np.count_nonzero(told))
        return places


def _column(subjects: Numbers, objects: Numbers, form: int, others: Numbers | None = None) -> tuple[Numbers, ...]:
    fill = np.full(len(subjects), _NONE) if others is None else others
    return subjects, objects, fill, np.full(len(subjects), form)


def _popular(count: int, services: int, seed: int) -> Numbers:
    return (services * noise(np.arange(count), seed) ** 2).astype(np.int64)


def _scale_free(nodes: int, edges: int) -> tuple[Numbers, ...]:
    """Each node relies on earlier ones, on the first of all with the most likelihood.

    An object drawn as i u², u uniform, gives node j about (n / j)^½ dependents: the power law of preferential
    attachment (Barabási and Albert 1999).
    """
    draws = 3 * edges // nodes + 3
    subjects = np.tile(np.arange(1, nodes), draws)
    objects = (subjects * noise(np.arange(len(subjects)), 1) ** 2).astype(np.int64)
    _, first = np.unique(subjects * nodes + objects, return_index=True)
    chosen = np.sort(np.sort(first)[:edges])
    assert len(chosen) == edges
    return subjects[chosen], objects[chosen], np.full(edges, _NONE), np.arange(edges) % 3


def _rings(start: int, rings: int) -> list[tuple[Numbers, ...]]:
    peers = np.arange(rings * RING)
    following = peers - peers % RING + (peers + 1) % RING
    heads = np.arange(rings) * RING
    onward = (heads + RING) % (rings * RING)
    onward[-1:] = 1 if rings else 0
    heads[-1:] += 3
    return [_column(start + peers, start + following, DEPENDS), _column(start + heads, start + onward, DEPENDS)]


def _apps(starts: dict[str, int], apps: int, services: int) -> list[tuple[Numbers, ...]]:
    one = _popular(apps, services, 2)
    other = (one + 1 + _popular(apps, services - 1, 3)) % services
    numbers = np.arange(apps)
    return [
        _column(starts["app"] + numbers, one, EITHER, other),
        _column(starts["page"] + numbers, starts["app"] + numbers, DEPENDS),
    ]
