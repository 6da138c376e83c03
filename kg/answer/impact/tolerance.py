"""Links whose loss a sentence says that their subject tolerates, as a reason why it does not fail with their object."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from kg.graph import NONE, Outcome, View
from kg.model import Survivor
from kg.ontology import in_force, local_name

Ints = npt.NDArray[Any]


def tolerances(view: View, outcome: Outcome, alive: Ints) -> dict[int, int]:
    """Number of the link that decides for each thing: to what failed before anything else that is not well.

    Args:
        view: Holds the limits.
        outcome: The state of everything.
        alive: Which things to look at, shape (things,).
    """
    index, ontology = view.index, in_force(view.receipts.store)
    tolerant = [ontology.failure(name) == "tolerant" for name in index.relations]
    if not any(tolerant):
        return {}
    found = np.array(tolerant)[index.relation] & alive[index.subject] & (outcome.state[index.object] > 0)
    links = np.flatnonzero(found & (index.passes == NONE))
    first = sorted(links.tolist(), key=lambda link: (index.object[link] not in outcome.ends, index.object[link], link))
    return {int(index.subject[link]): link for link in reversed(first)}


def tolerant(view: View, link: int) -> Survivor:
    """A survivor and the link whose loss it tolerates, with the sentences that say so."""
    number = view.index.original(link)
    whole = view.whole
    stated = whole.links[number]
    relation = local_name(stated.predicate)
    text = f"{whole.labels[stated.subject]} -{relation}-> {whole.labels[stated.object]}"
    said = view.receipts.governing(number)
    reason = f"tolerated: {text}"
    return Survivor(whole.entities[stated.subject], reason, tuple(one.citation for one in said))
