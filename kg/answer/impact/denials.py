"""Links that a source or a person denies, as a reason why one thing does not fail with another."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from kg.graph import View, cited
from kg.model import Survivor
from kg.ontology import local_name


def denials(view: View, node: int, places: Iterable[int]) -> list[tuple[int, Survivor]]:
    """What a thing is denied to rely on, with the thing and the sentences that deny it, by what they deny.

    Args:
        view: What is seen of the graph.
        node: The thing.
        places: Which denials of it to look at.
    """
    arrays, labels = view.whole.arrays, view.whole.labels
    relations = [local_name(name) for name in view.whole.tables["denied_relations"]]
    rows: dict[tuple[str, int], list[int]] = {}
    for place in places:
        other = int(arrays["denied_object"][place])
        text = f"{labels[node]} -{relations[arrays['denied_relation'][place]]}-> {labels[other]}"
        rows.setdefault((text, other), []).append(place)
    return [(other, _denied(view, node, text, rows[text, other])) for text, other in sorted(rows)]


def between(view: View, one: int, other: int) -> tuple[Survivor, ...]:
    """What is denied of one thing's reliance on another."""
    arrays = view.whole.arrays
    places = np.flatnonzero((arrays["denied_subject"] == one) & (arrays["denied_object"] == other))
    return tuple(denied for _, denied in denials(view, one, places.tolist()))


def _denied(view: View, node: int, text: str, places: list[int]) -> Survivor:
    past = all(view.whole.arrays["denied_past"][place] for place in places)
    claims = (view.whole.claims_of_denials[place] for place in places)
    reason = f"denied: {text}" + (" (past)" if past else "")
    return Survivor(view.whole.entities[node], reason, cited(view.receipts.records.of(claims)))
