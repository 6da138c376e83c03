"""What breaks, degrades and survives when some things fail."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kg.answer.impact.listing import listed
from kg.answer.impact.survivors import survivors
from kg.errors import InputError
from kg.graph import Filter, Index, Outcome, Search, State, View, states
from kg.model import Impact, Limits
from kg.rdf import Store


def impact(
    store: Store,
    failed: Sequence[str],
    limits: Limits | None = None,
    *,
    source_url: str | None = None,
    index: Index | None = None,
) -> Impact:
    """What breaks, degrades and survives when some things fail.

    What only a limit keeps from failing is no survivor: it is counted as hidden.

    Args:
        store: The graph.
        failed: IRIs of what fails; any alias will do.
        limits: What is taken into account and shown.
        source_url: Template that makes citations links: `{document}`, `{first}`, `{last}`.
        index: The graph's edges, where they are loaded already.

    Raises:
        UnknownName: If the graph has no such thing.
        InputError: If nothing fails, or the graph has no such kind or relation.
    """
    if not failed:
        raise InputError("nothing is said to fail", hint="name at least one thing")
    view = View(store, limits or Limits(), source_url, index)
    ends = view.numbers(failed)
    outcome = states(view.index, ends)
    unlimited = _hide_limited(view, outcome, ends)
    lists = {"breaks": outcome.reached(State.BROKEN), "degrades": outcome.reached(State.DEGRADED)}
    found = listed(view, Search(view.index, outcome.carrying(), upward=True), outcome.ends, lists)
    surviving, survives = survivors(view, outcome, unlimited.state > 0)
    return Impact(
        failed=tuple(view.whole.entities[n] for n in ends),
        breaks=found["breaks"],
        degrades=found["degrades"],
        survives=survives,
        counts={**{name: len(nodes) for name, nodes in lists.items()}, "survives": surviving},
        hidden=dict(sorted(view.hidden.items())),
    )


def _hide_limited(view: View, outcome: Outcome, ends: Sequence[int]) -> Outcome:
    """Count what fares worse without each limit; the outcome with all links that are trusted."""
    view.hide_each(lambda index: np.asarray(states(index, ends).state > outcome.state))
    if set(view.filter.used) <= {"trust"}:
        return outcome
    return states(Filter(trust=view.filter.trust).of(view.whole), ends)
