"""What a thing needs, and how one thing relies on another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from kg.answer.impact.denials import between
from kg.answer.impact.listing import listed
from kg.errors import InputError
from kg.graph import HARD, SOFT, Index, Route, Search, Spread, View, best_route, several
from kg.model import Limits, Needs, Why
from kg.rdf import Store

Ints = npt.NDArray[Any]


def needs(
    store: Store,
    iri: str,
    limits: Limits | None = None,
    *,
    source_url: str | None = None,
    index: Index | None = None,
) -> Needs:
    """What a thing relies on, directly or through others: over hard links alone, and beyond them.

    A thing of the second list alone does not break it, unless all options of a group come down to that thing
    (`impact` tells). Owners are not relied on.

    Args:
        store: The graph.
        iri: The thing; any alias will do.
        limits: What is taken into account and shown.
        source_url: As for `impact`.
        index: As for `impact`.

    Raises:
        UnknownName: If the graph has no such thing.
        InputError: If the graph has no such kind or relation.
    """
    view = View(store, limits or Limits(), source_url, index)
    start = np.array(view.numbers([iri]))
    hard, every = Search(view.index, _passing(view.index, HARD)), Search(view.index, _passing(view.index, SOFT))
    breaking, reached = _reached(hard, start), _reached(every, start)
    view.hide_each(lambda lifted: _reached(Search(lifted, _passing(lifted, SOFT)), start) & ~reached)
    lists = {"hard": np.flatnonzero(breaking), "soft": np.flatnonzero(reached & ~breaking)}
    return Needs(
        entity=view.whole.entities[int(start[0])],
        hard=listed(view, hard, start, {"hard": lists["hard"]})["hard"],
        soft=listed(view, every, start, {"soft": lists["soft"]})["soft"],
        counts={name: len(nodes) for name, nodes in lists.items()},
        hidden=dict(sorted(view.hidden.items())),
    )


def _passing(index: Index, last: int) -> Ints:
    """Numbers of the links that pass on a failure, up to a place in `PASSES`."""
    return np.flatnonzero(index.passes <= last)


def _reached(search: Search, start: Ints) -> Ints:
    """What links lead to, shape (things,), the start itself left out."""
    spread = Spread(search, start, flat=True)
    for _ in spread:
        pass
    seen: Ints = spread.seen
    seen[start] = False
    return seen


def why(
    store: Store,
    a: str,
    b: str,
    limits: Limits | None = None,
    *,
    source_url: str | None = None,
    index: Index | None = None,
) -> Why:
    """How one thing relies on another: cited paths over all that is stated.

    Args:
        store: The graph.
        a: Where paths start; any alias will do.
        b: Where they end. If none leads there, paths from `b` to `a` are sought.
        limits: What is taken into account; `paths` of the best are shown.
        source_url: As for `impact`.
        index: As for `impact`.

    Raises:
        UnknownName: If the graph has no such thing.
        InputError: If both are the same thing, or the graph has no such relation.
    """
    view = View(store, limits or Limits(paths=3), source_url, index)
    ((one,), (other,)) = view.numbers([a]), view.numbers([b])
    if one == other:
        raise InputError(f"both names mean {view.whole.labels[one]}", hint="name two different things")
    entities = view.whole.entities[one], view.whole.entities[other]
    denied = (*between(view, one, other), *between(view, other, one))
    for start, end, turned in ((one, other, False), (other, one, True)):
        routes = _routes(view.index, start, end, view.limits)
        _hide_better(view, routes, start, end)
        if routes:
            paths = tuple(view.path(route) for route in routes)
            return Why(*entities, paths, turned, denied, dict(sorted(view.hidden.items())))
    return Why(*entities, (), False, denied, dict(sorted(view.hidden.items())))


def _routes(index: Index, start: int, end: int, limits: Limits, depth: int | None = None) -> Sequence[Route]:
    """The best routes, with the numbers of the whole index."""
    search, depth = Search(index), limits.depth if depth is None else depth
    first = best_route(search, start, [end], order=limits.order, depth=depth)
    if first is None:
        return []
    return several(search, first, [end], limits.paths, order=limits.order, depth=depth)


def _hide_better(view: View, routes: Sequence[Route], start: int, end: int) -> None:
    """Count the paths that would be shown without each limit and are not, and those without all of them alone."""
    shown, far = {_originals(view.index, route) for route in routes}, len(view.index.component)
    lifts = [(name, index, view.limits.depth) for name, index in view.lifted()]
    if view.limits.depth is not None:
        lifts.append(("deeper", view.index, far))
    if len(lifts) > 1:
        lifts.append(("together", view.whole, far))
    seen = set(shown)
    for name, index, depth in lifts:
        found = {_originals(index, route) for route in _routes(index, start, end, view.limits, depth)}
        view.hide(name, len(found - (seen if name == "together" else shown)))
        seen |= found


def _originals(index: Index, route: Route) -> Route:
    return tuple(index.original(number) for number in route)
