"""What changed between two graphs of the same base, and what that newly breaks.

Things of the two graphs are the same when they share a name (an IRI minted from it). Where one graph takes two things
for one, they are compared as one, and the difference is a name added or removed. Comparing the other way round gives
the mirror image.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kg.compare.failures import ALL, shifts
from kg.compare.joint import Cap, Joint, Side
from kg.differences import Both, Changed, Diff, OtherName, Thing
from kg.errors import InputError
from kg.model import Step
from kg.search import spellings
from kg.store.base import Store
from kg.traverse.links import Link
from kg.traverse.receipts import OWNED_BY

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
    impact = None if failing is None else shifts(joint, failing, cap)
    entities, (edges, owners, changed) = _entities(joint, cap), _edges(joint, cap)
    return Diff(*titles, entities, edges, owners, changed, _aliases(joint, cap), impact, cap.counts, cap.hidden)


def _entities(joint: Joint, cap: Cap) -> Both[Thing]:
    def things(side: int, name: str) -> Iterator[Thing]:
        of = joint.sides[side]
        for node in cap.of(joint.only(side), f"entities_{name}"):
            yield Thing(of.entity(node), of.about(of.members[node]))

    return Both(tuple(things(1, "added")), tuple(things(0, "removed")))


def _edges(joint: Joint, cap: Cap) -> tuple[Both[Step], Both[Step], tuple[Changed, ...]]:
    """Edges, those to owners apart, and edges that both graphs have and say other things of."""
    old, new = joint.links
    added, owned = _steps(joint, 1, [link for key, link in new.items() if key not in old], "added", cap)
    removed, disowned = _steps(joint, 0, [link for key, link in old.items() if key not in new], "removed", cap)
    keys = [key for key in old.keys() & new.keys() if joint.said(0, old[key]) != joint.said(1, new[key])]
    changed = (
        Changed(joint.sides[0].receipts.step(old[key].number), joint.sides[1].receipts.step(new[key].number))
        for key in cap.of(sorted(keys, key=lambda key: _order(new[key])), "edges_changed")
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
        found[OWNED_BY in of.store.ontology.superproperties(link.predicate)].append(link)
    edges, owners = (cap.of(some, f"{what}_{name}") for some, what in zip(found, ("edges", "owners"), strict=True))
    return tuple(of.receipts.step(one.number) for one in edges), tuple(of.receipts.step(one.number) for one in owners)


def _aliases(joint: Joint, cap: Cap) -> Both[OtherName]:
    return Both(tuple(_names(joint, 1, "added", cap)), tuple(_names(joint, 0, "removed", cap)))


def _names(joint: Joint, side: int, name: str, cap: Cap) -> Iterator[OtherName]:
    """Names of a graph's things that the other graph has, but keeps apart or does not know as theirs, by label."""
    of, other = joint.sides[side], joint.sides[1 - side]
    places = {name: node for node, names in other.members.items() for name in names}
    lone = set(joint.only(side))
    parts = [
        (node, names)
        for node, members in sorted(of.members.items())
        for names in (_apart(members, places) if node not in lone else ())
    ]
    for node, names in cap.of(parts, f"aliases_{name}"):
        yield OtherName(of.entity(node), _spelling(of, names), of.about(names))


def _apart(members: Sequence[str], places: Mapping[str, int]) -> list[list[str]]:
    """The names of a thing as the other graph parts them, less those it has most of."""
    parts: defaultdict[int | str, list[str]] = defaultdict(list)
    for name in members:
        parts[places.get(name, name)].append(name)
    known = [part for place, part in parts.items() if isinstance(place, int)]
    anchor = min(known, key=lambda part: (-len(part), part), default=None)
    return [part for part in parts.values() if part is not anchor]


def _spelling(side: Side, names: Sequence[str]) -> str:
    """How a document writes a name, else its IRI shortened."""
    written = (spelling for name in names for spelling in spellings(side.store, name))
    return next(written, side.store.names.curie(names[0]))
