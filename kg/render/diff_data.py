"""What changed between two graphs as plain data."""

from __future__ import annotations

from typing import Any

from kg.model import Changed, Diff, OtherName, Shift, Thing
from kg.render.parts import Data, as_data


def diff(answer: Diff) -> Data:
    """A comparison, as docs/formats.md has it."""
    return {
        "old": answer.old,
        "new": answer.new,
        "counts": answer.counts,
        "entities": _both(answer.entities.added, answer.entities.removed, _thing),
        "edges": _both(answer.edges.added, answer.edges.removed, as_data)
        | {"changed": [_changed(one) for one in answer.changed]},
        "owners": _both(answer.owners.added, answer.owners.removed, as_data),
        "aliases": _both(answer.aliases.added, answer.aliases.removed, _name),
        "impact": None if answer.impact is None else [_shift(shift) for shift in answer.impact],
        "hidden": answer.hidden,
    }


def _both(added: Any, removed: Any, form: Any) -> Data:
    return {"added": [form(one) for one in added], "removed": [form(one) for one in removed]}


def _thing(thing: Thing) -> Data:
    return {"entity": as_data(thing.entity), "citations": as_data(thing.citations)}


def _name(one: OtherName) -> Data:
    return {"entity": as_data(one.entity), "name": one.name, "citations": as_data(one.citations)}


def _changed(one: Changed) -> Data:
    return {"old": as_data(one.old), "new": as_data(one.new)}


def _shift(shift: Shift) -> Data:
    lists = ("breaks", "degrades", "no_longer_breaks", "no_longer_degrades")
    found = {name: as_data(getattr(shift, name)) for name in lists}
    return {"failed": as_data(shift.failed), "counts": shift.counts, **found}
