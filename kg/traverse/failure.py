"""What fails with what: the least fixed point of the failure semantics of docs/data-model.md.

States are ordered ok < degraded < broken. A hard link gives its subject the object's state, a soft one passes broken
as degraded, and alternatives pass broken when every option is broken and degraded when any is not ok. All of it is
monotone, so the least fixed point exists (Tarski 1955) and two sweeps over the links, each visiting a link once,
compute it: who breaks, then who degrades beyond that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum

from kg.traverse.index import Index, Link


class State(IntEnum):
    """How a component is."""

    OK = 0
    DEGRADED = 1
    BROKEN = 2


def states(index: Index, failed: Iterable[int]) -> dict[int, State]:
    """The state of everything that is not ok when some things fail, these included.

    Args:
        index: The edges.
        failed: Numbers of what fails.

    >>> from kg.model import Entity
    >>> links = [Link("urn:1", 0, "p", 1), Link("urn:2", 1, "p", 2, passes="soft")]
    >>> states(Index([Entity(n, f"urn:{n}") for n in "abc"], links), [2])[0].name
    'DEGRADED'
    """
    broken = _broken(index, failed)
    found = dict.fromkeys(broken, State.BROKEN)
    found.update(dict.fromkeys(_degraded(index, broken), State.DEGRADED))
    return found


def _broken(index: Index, failed: Iterable[int]) -> dict[int, None]:
    """What breaks, in the order found; the failed first."""
    broken = dict.fromkeys(failed)
    waiting: dict[tuple[int, str | None], int] = {}
    queue = list(broken)
    while queue:
        for number in index.into[queue.pop()]:
            link = index.links[number]
            if link.passes == "any":
                key = link.subject, link.group
                waiting[key] = waiting.get(key, len(index.options(link))) - 1
            if link.subject not in broken and (
                link.passes == "hard" or (link.passes == "any" and not waiting[link.subject, link.group])
            ):
                broken[link.subject] = None
                queue.append(link.subject)
    return broken


def _degraded(index: Index, broken: Iterable[int]) -> dict[int, None]:
    """What degrades but does not break: where a soft link or an option meets the broken, and all that relies on it."""
    known = set(broken)
    degraded: dict[int, None] = {}
    queue = [(node, ("soft", "any")) for node in broken]
    while queue:
        node, passing = queue.pop()
        for number in index.into[node]:
            link = index.links[number]
            if link.passes in passing and link.subject not in known:
                known.add(link.subject)
                degraded[link.subject] = None
                queue.append((link.subject, ("hard", "any")))
    return degraded


def carrying(index: Index, found: Mapping[int, State], failed: Iterable[int]) -> list[int]:
    """Numbers of the links along which failure reached their subject in the state it is in.

    Along them every thing that is broken has a path of breaking links to something that failed, and every degraded
    thing one of links that degrade it. None leaves what failed.
    """
    ends = set(failed)
    return [
        number
        for node in sorted(found)
        if node not in ends
        for number in index.out[node]
        if _carries(index, found, index.links[number])
    ]


def _carries(index: Index, found: Mapping[int, State], link: Link) -> bool:
    subject, obj = found.get(link.subject, State.OK), found.get(link.object, State.OK)
    if link.passes is None or link.subject == link.object:
        return False
    if link.passes == "soft":
        return subject is State.DEGRADED and obj is State.BROKEN
    if subject is State.DEGRADED:
        return obj is not State.OK
    if link.passes == "any":
        return all(found.get(index.links[n].object) is State.BROKEN for n in index.options(link))
    return obj is State.BROKEN
