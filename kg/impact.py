"""What breaks, what survives, what a thing needs and why: ranked paths with a citation on every hop."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TypeVar

from kg.answers import Needs, Why
from kg.errors import InputError
from kg.model import Affected, Citation, Impact, Path, Polarity, Survivor
from kg.ontology import local_name
from kg.store.base import Store
from kg.traverse.failure import State, states
from kg.traverse.index import Index
from kg.traverse.paths import Rank, Route, arcs, best_route, best_routes, ranks, several
from kg.traverse.receipts import Receipts, Record, cited

NO_PATH = "no stated path"
NOTHING = "nothing stated"

_T = TypeVar("_T")


def impact(
    store: Store,
    failed: Sequence[str],
    *,
    paths: int = 1,
    top: int | None = None,
    depth: int | None = None,
    source_url: str | None = None,
    index: Index | None = None,
) -> Impact:
    """What breaks, degrades and survives when some things fail.

    Args:
        store: The graph.
        failed: IRIs of what fails; any alias will do.
        paths: How many paths to show for each affected thing.
        top: How many things to show in each list; the counts stay totals.
        depth: Leave out what is affected over a longer best path than this.
        source_url: Template that makes citations links: `{document}`, `{first}`, `{last}`.
        index: The graph's edges, where they are loaded already.

    Raises:
        UnknownName: If the graph has no such thing.
        InputError: If nothing fails or a limit is less than it can be.
    """
    _check(paths=paths, top=top, depth=depth)
    if not failed:
        raise InputError("nothing is said to fail", hint="name at least one thing")
    index = index or Index.load(store)
    ends = sorted({index.number(name) for name in failed})
    outcome = states(index, ends)
    receipts = Receipts(store, index, source_url)
    chosen = _Chosen(receipts, outcome.carrying().tolist(), ends, True, paths, top, depth)
    broken, degraded = (outcome.reached(state).tolist() for state in (State.BROKEN, State.DEGRADED))
    found = {*ends, *broken, *degraded}
    survives = _survivors(receipts, found, ends)
    return Impact(
        failed=tuple(index.entities[n] for n in ends),
        breaks=chosen.affected(broken, "breaks"),
        degrades=chosen.affected(degraded, "degrades"),
        survives=tuple(chosen.cap(survives, "survives")),
        counts={"breaks": len(broken), "degrades": len(degraded), "survives": len(survives)},
        hidden=dict(sorted(chosen.hidden.items())),
    )


def needs(
    store: Store,
    iri: str,
    *,
    paths: int = 1,
    top: int | None = None,
    depth: int | None = None,
    source_url: str | None = None,
    index: Index | None = None,
) -> Needs:
    """What a thing relies on, directly or through others: over hard links alone, and beyond them.

    A thing of the second list alone does not break it, unless all options of a group come down to that thing
    (`impact` tells). Owners are not relied on.

    Args:
        store: The graph.
        iri: The thing; any alias will do.
        paths: How many paths to show to each thing needed.
        top: How many things to show in each list.
        depth: Leave out what lies farther along its best path than this.
        source_url: As for `impact`.
        index: As for `impact`.

    Raises:
        UnknownName: If the graph has no such thing.
        InputError: If a limit is less than it can be.
    """
    _check(paths=paths, top=top, depth=depth)
    index = index or Index.load(store)
    start = index.number(iri)
    receipts = Receipts(store, index, source_url)
    hard = _reachable(index, start, ("hard",))
    every = _reachable(index, start, ("hard", "soft", "any"))
    breaking = {index.links[n].object for n in hard} - {start}
    degrading = {index.links[n].object for n in every} - breaking - {start}
    first = _Chosen(receipts, hard, [start], False, paths, top, depth)
    second = _Chosen(receipts, every, [start], False, paths, top, depth, first.hidden)
    return Needs(
        entity=index.entities[start],
        hard=first.affected(breaking, "hard"),
        soft=second.affected(degrading, "soft"),
        counts={"hard": len(breaking), "soft": len(degrading)},
        hidden=dict(sorted(first.hidden.items())),
    )


def why(
    store: Store,
    a: str,
    b: str,
    *,
    paths: int = 3,
    source_url: str | None = None,
    index: Index | None = None,
) -> Why:
    """How one thing relies on another: cited paths over all that is stated.

    Args:
        store: The graph.
        a: Where paths start; any alias will do.
        b: Where they end. If none leads there, paths from `b` to `a` are sought.
        paths: How many at most.
        source_url: As for `impact`.
        index: As for `impact`.

    Raises:
        UnknownName: If the graph has no such thing.
        InputError: If both are the same thing.
    """
    _check(paths=paths)
    index = index or Index.load(store)
    one, other = index.number(a), index.number(b)
    if one == other:
        raise InputError(f"both names mean {index.entities[one].label}", hint="name two different things")
    receipts = Receipts(store, index, source_url)
    for start, end, turned in ((one, other, False), (other, one, True)):
        first = best_route(index, index.out.__getitem__, start, [end])
        if first is not None:
            routes = several(index, index.out.__getitem__, first, [end], paths)
            return Why(index.entities[one], index.entities[other], _cited(receipts, routes), turned)
    return Why(index.entities[one], index.entities[other], ())


class _Chosen:
    """Orders affected or needed things, keeps those to show and builds their paths.

    Args:
        receipts: Where citations come from.
        links: Numbers of the links paths may take.
        sources: What failed, or what needs.
        upward: Paths lead from the things to the sources, not from the one source to the things.
        paths: Paths a thing.
        top: Things a list.
        depth: Hops of a best path.
        hidden: Counts what is left out.
    """

    def __init__(
        self,
        receipts: Receipts,
        links: Iterable[int],
        sources: Sequence[int],
        upward: bool,
        paths: int,
        top: int | None,
        depth: int | None,
        hidden: dict[str, int] | None = None,
    ) -> None:
        self.receipts, self.index = receipts, receipts.index
        self.allowed = frozenset(links)
        self.sources, self.upward = sources, upward
        self.paths, self.top, self.depth = paths, top, depth
        self.hidden = {} if hidden is None else hidden
        self.arcs = arcs(self.index, sorted(self.allowed), upward)
        self.ranks = ranks(self.arcs, sources)

    def affected(self, nodes: Iterable[int], name: str) -> tuple[Affected, ...]:
        """The things to show, best supported first."""
        ordered = sorted(nodes, key=self._key)
        near = [n for n in ordered if self.depth is None or self.ranks[n][2] <= self.depth]
        self._hide("deeper", len(ordered) - len(near))
        shown = self.cap(near, name)
        routes = best_routes(self.index, self.arcs, self.sources, set(shown))
        return tuple(self._affected(n, routes[n]) for n in shown)

    def cap(self, items: list[_T], name: str) -> list[_T]:
        """The first `top` items."""
        shown = items if self.top is None else items[: self.top]
        self._hide(name, len(items) - len(shown))
        return shown

    def _affected(self, node: int, first: Route) -> Affected:
        ends = self.sources if self.upward else [node]
        routes = several(self.index, self._follow, first, frozenset(ends), self.paths)
        return Affected(self.index.entities[node], _cited(self.receipts, routes), self.receipts.owners(node))

    def _follow(self, node: int) -> list[int]:
        return [number for number in self.index.out[node] if number in self.allowed]

    def _key(self, node: int) -> tuple[Rank, int]:
        return self.ranks[node], node

    def _hide(self, name: str, count: int) -> None:
        if count:
            self.hidden[name] = self.hidden.get(name, 0) + count


def _cited(receipts: Receipts, routes: Iterable[Route]) -> tuple[Path, ...]:
    return tuple(receipts.path(route) for route in routes)


def _reachable(index: Index, start: int, passing: Collection[str]) -> list[int]:
    """Numbers of the links that some kinds of link lead over from a node."""
    links, seen, queue = [], {start}, [start]
    while queue:
        for number in index.out[queue.pop()]:
            link = index.links[number]
            if link.passes in passing:
                links.append(number)
                if link.object not in seen:
                    seen.add(link.object)
                    queue.append(link.object)
    return links


def _survivors(receipts: Receipts, found: Collection[int], ends: Sequence[int]) -> list[Survivor]:
    """Components that stay well: those with a denied link first, then those that rely on something, then the others."""
    index = receipts.index
    denied = _denied(receipts, found, ends)
    survivors = []
    for node in set(index.component.nonzero()[0].tolist()) - set(found):
        stated = any(index.links[n].passes is not None for n in index.out[node])
        reason, citations = denied.get(node, (NO_PATH if stated else NOTHING, ()))
        order = (NO_PATH, NOTHING).index(reason) + 1 if node not in denied else 0
        survivors.append((order, Survivor(index.entities[node], reason, citations)))
    return [survivor for _, survivor in sorted(survivors, key=lambda pair: (pair[0], pair[1].entity))]


def _denied(
    receipts: Receipts, found: Collection[int], ends: Sequence[int]
) -> dict[int, tuple[str, tuple[Citation, ...]]]:
    """Per survivor, the link into failure that a source or a person denies: to what failed before anything else."""
    index, ontology = receipts.index, receipts.store.ontology
    links: dict[tuple[int, bool, str, str], list[Record]] = {}
    for record in receipts.denials():
        subject, obj = index.find(record.subject), index.find(record.object)
        if subject is None or obj is None or subject in found or obj not in found:
            continue
        if ontology.failure(record.predicate) is not None:
            text = f"{index.entities[subject].label} -{local_name(record.predicate)}-> {index.entities[obj].label}"
            links.setdefault((subject, obj not in ends, text, index.entities[obj].iri), []).append(record)
    reasons: dict[int, tuple[str, tuple[Citation, ...]]] = {}
    for key in sorted(links):
        past = all(record.polarity is Polarity.PAST for record in links[key])
        reasons.setdefault(key[0], (f"denied: {key[2]}" + (" (past)" if past else ""), cited(links[key])))
    return reasons


def _check(*, paths: int, top: int | None = None, depth: int | None = None) -> None:
    for name, value, least in (("paths", paths, 1), ("top", top, 0), ("depth", depth, 1)):
        if value is not None and value < least:
            raise InputError(f"{name} is {value}", hint=f"at least {least}")
