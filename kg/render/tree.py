"""Paths that share hops, drawn once each as a tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from kg.model import Path, Step


@dataclass
class Branch:
    """A hop and the hops beyond it."""

    step: Step
    beyond: dict[tuple[str, str, str], Branch] = field(default_factory=dict)


def grow(paths: Iterable[Path], from_the_end: bool) -> dict[tuple[str, str, str], Branch]:
    """Merge paths into branches, in their order.

    Args:
        paths: Paths that all end, or all begin, at the roots.
        from_the_end: The roots are where the paths end (what failed); else where they begin.
    """
    roots: dict[tuple[str, str, str], Branch] = {}
    for path in paths:
        level = roots
        for step in reversed(path.steps) if from_the_end else path.steps:
            key = (step.subject.iri, step.relation, step.object.iri)
            level = level.setdefault(key, Branch(step)).beyond
    return roots


def draw(branches: Mapping[tuple[str, str, str], Branch], indent: str = "") -> Iterator[tuple[str, str, Step]]:
    """Each hop as (prefix of its first line, prefix of further lines, hop), depth first, without recursion."""
    todo = [(branch, indent, last) for branch, last in _marked(branches)]
    while todo:
        branch, prefix, last = todo.pop()
        below = prefix + ("   " if last else "│  ")
        yield prefix + ("└─ " if last else "├─ "), below, branch.step
        todo += [(one, below, end) for one, end in _marked(branch.beyond)]


def _marked(branches: Mapping[tuple[str, str, str], Branch]) -> list[tuple[Branch, bool]]:
    """Branches, the last of them marked, in reverse, as a stack wants them."""
    found = list(branches.values())
    return [(branch, branch is found[-1]) for branch in reversed(found)]
