"""What changed between two graphs of the same base, and what that newly breaks.

Things of the two graphs are the same when they share a name (an IRI minted from it). Where one graph takes two things
for one, they are compared as one, and the difference is a name added or removed. Comparing the other way round gives
the mirror image.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from kg.answer.diff.failures import ALL, shifts
from kg.answer.diff.joint import Cap, Joint, Side
from kg.answer.diff.links import Links
from kg.answer.search import spellings
from kg.errors import InputError
from kg.graph import OWNED_BY, Link
from kg.model import Both, Changed, Diff, OtherName, Step, Thing
from kg.ontology import in_force
from kg.rdf import Store

__all__ = ["ALL", "compare"]


def compare(
    old: Store,
    new: Store,
    *,
    titles: tuple[str, str] = ("old", "new"),
    failing: str | None = None,
    top: int | None = None,
) -> Diff:
    """What changed from one graph to another.

    Args:
        old: The old graph.
        new: The new graph.
        titles: What the user calls them.
        failing: A name, in either graph, or `all`: whose failure to compare; None compares none.
        top: How many of each list to detail, of failures those that newly break most first; the counts stay totals.

    Raises:
        InputError: If the bases differ or `failing` is unknown to both.
    """
    sides = (Side(old), Side(new))
    if old.names.base != new.names.base:
        message = f"{titles[0]} has the base {old.names.base}, {titles[1]} has {new.names.base}"
        raise InputError(message, hint="graphs of different bases share no names; kg init --base sets it")
    joint, cap = Joint(*sides), Cap(top)
    links = Links(joint)
    impact = None if failing is None else shifts(joint, links, failing, cap)
    entities, (edges, owners, changed) = _entities(joint, cap), _edges(joint, links, cap)
    return Diff(*titles, entities, edges, owners, changed, _aliases(joint, cap), impact, cap.counts, cap.hidden)


def _entities(joint: Joint, cap: Cap) -> Both[Thing]:
    def things(side: int, name: str) -> Iterator[Thing]:
        of = joint.sides[side]
        for node in cap.of(joint.only(side), f"entities_{name}"):
            yield Thing(of.entity(node), of.about(of.members(node)))

    return Both(tuple(things(1, "added")), tuple(things(0, "removed")))


def _edges(joint: Joint, links: Links, cap: Cap) -> tuple[Both[Step], Both[Step], tuple[Changed, ...]]:
    """Edges, those to owners apart, and edges that both graphs have and say other things of."""
    added, owned = _steps(joint, 1, links.links(1, links.only[1]), "added", cap)
    removed, disowned = _steps(joint, 0, links.links(0, links.only[0]), "removed", cap)
    pairs = sorted(links.changed(), key=lambda pair: _order(pair[1]))
    changed = (
        Changed(joint.sides[0].receipts.step(old.number), joint.sides[1].receipts.step(new.number))
        for old, new in cap.of(pairs, "edges_changed")
    )
    return Both(added, removed), Both(owned, disowned), tuple(changed)


def _order(link: Link) -> tuple[int, str, int]:
    """Sort key of links by labels: things are numbered by theirs."""
    return link.subject, link.predicate, link.object


def _steps(
    joint: Joint, side: int, links: Iterable[Link], name: str, cap: Cap
) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    """Steps of some links, and apart those to owners, each by labels."""
    of = joint.sides[side]
    found: tuple[list[Link], list[Link]] = ([], [])
    for link in sorted(links, key=_order):
        found[OWNED_BY in in_force(of.store).superproperties(link.predicate)].append(link)
    edges, owners = (cap.of(some, f"{what}_{name}") for some, what in zip(found, ("edges", "owners"), strict=True))
    return tuple(of.receipts.step(one.number) for one in edges), tuple(of.receipts.step(one.number) for one in owners)


def _aliases(joint: Joint, cap: Cap) -> Both[OtherName]:
    return Both(tuple(_names(joint, 1, "added", cap)), tuple(_names(joint, 0, "removed", cap)))


def _names(joint: Joint, side: int, name: str, cap: Cap) -> Iterator[OtherName]:
    """Names of a graph's things that the other graph has, but keeps apart or does not know as theirs, by label."""
    of = joint.sides[side]
    parts = [(node, names) for node in _parted(joint, side) for names in _apart(joint, side, node)]
    for node, names in cap.of(parts, f"aliases_{name}"):
        yield OtherName(of.entity(node), _spelling(of, names), of.about(names))


def _parted(joint: Joint, side: int) -> list[int]:
    """Things of both graphs whose names are not all names of one thing in the other graph."""
    of, other = joint.sides[side], joint.sides[1 - side]
    there = np.full(len(of.node_of), -1)
    there[joint.shared[side]] = other.node_of[joint.shared[1 - side]]
    one = np.full(len(of.index.entities), -1)
    one[of.node_of] = there
    strange = one < 0
    strange[of.node_of[there != one[of.node_of]]] = True
    strange[joint.lone(side)] = False
    return np.flatnonzero(strange).tolist()


def _apart(joint: Joint, side: int, node: int) -> list[list[str]]:
    """The names of a thing as the other graph parts them, less those it has most of."""
    of, other = joint.sides[side], joint.sides[1 - side]
    parts: defaultdict[int | str, list[str]] = defaultdict(list)
    for name in of.members(node):
        place = other.index.find(name)
        parts[name if place is None else place].append(name)
    known = [part for place, part in parts.items() if isinstance(place, int)]
    anchor = min(known, key=lambda part: (-len(part), part), default=None)
    return [part for part in parts.values() if part is not anchor]


def _spelling(side: Side, names: Sequence[str]) -> str:
    """How a document writes a name, else its IRI shortened."""
    written = (spelling for name in names for spelling in spellings(side.store, name))
    return next(written, side.store.names.curie(names[0]))
