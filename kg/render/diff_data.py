"""What changed between two graphs as plain data."""

from __future__ import annotations

from typing import Any

from kg.differences import Changed, Diff, OtherName, Shift, Thing

Data = dict[str, Any]


def diff(answer: Diff) -> Data:
    """A comparison, as docs/formats.md has it."""
    return {
        "old": answer.old,
        "new": answer.new,
        "counts": answer.counts,
        "entities": _both(answer.entities.added, answer.entities.removed, _thing),
        "edges": _both(answer.edges.added, answer.edges.removed, _data)
        | {"changed": [_changed(one) for one in answer.changed]},
        "owners": _both(answer.owners.added, answer.owners.removed, _data),
        "aliases": _both(answer.aliases.added, answer.aliases.removed, _name),
        "impact": None if answer.impact is None else [_shift(shift) for shift in answer.impact],
        "hidden": answer.hidden,
    }


def _data(part: object) -> Any:
    from kg.render.data import as_data

    return as_data(part)


def _both(added: Any, removed: Any, form: Any) -> Data:
    return {"added": [form(one) for one in added], "removed": [form(one) for one in removed]}


def _thing(thing: Thing) -> Data:
    return {"entity": _data(thing.entity), "citations": _data(thing.citations)}


def _name(one: OtherName) -> Data:
    return {"entity": _data(one.entity), "name": one.name, "citations": _data(one.citations)}


def _changed(one: Changed) -> Data:
    return {"old": _data(one.old), "new": _data(one.new)}


def _shift(shift: Shift) -> Data:
    lists = ("breaks", "degrades", "no_longer_breaks", "no_longer_degrades")
    found = {name: _data(getattr(shift, name)) for name in lists}
    return {"failed": _data(shift.failed), "counts": shift.counts, **found}
