"""What a class of names is called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import unquote

from kg.ontology import Technology
from kg.resolve.link.classes import Classes
from kg.resolve.link.name import Name


def labels(
    known: Mapping[str, Name],
    classes: Classes[str],
    ambiguous: Mapping[str, Sequence[str]],
    apart: Iterable[tuple[str, str]],
) -> dict[str, str]:
    """The preferred label of each representative.

    Args:
        known: All names by IRI.
        classes: Their classes.
        ambiguous: Things of one name in several projects; their labels tell the project.
        apart: Pairs that somebody keeps apart.
    """
    shared = {entity for parts in ambiguous.values() for entity in parts}
    distinct = {entity for pair in apart for entity in pair}
    return {one: _label(known, classes.members(one), one, shared, distinct) for one in classes}


def _label(
    known: Mapping[str, Name], members: Iterable[str], representative: str, shared: set[str], distinct: set[str]
) -> str:
    """Curated label, gazetteer label, or the representative's best spelling; with its scope when others share it.

    What is kept apart from another name goes by its own spelling: the concept's label would fit both.
    """
    group = [known[member] for member in members]
    curated = sorted({name.curated for name in group if name.curated})
    technology = technology_of(known, [name.iri for name in group])
    one = known[representative]
    label = curated[0] if curated else technology.label if technology else _spelling(one.spellings)
    if not distinct.isdisjoint(name.iri for name in group):
        label = _spelling(one.spellings)
    if one.scope is not None and not shared.isdisjoint(name.iri for name in group):
        return f"{label} ({unquote(one.scope)})"
    return label


def technology_of(known: Mapping[str, Name], members: Iterable[str]) -> Technology | None:
    """The technology of a class: of several that with the least IRI."""
    found = {t.iri: t for member in members if (t := known[member].technology)}
    return found[min(found)] if found else None


def _spelling(names: Sequence[str]) -> str:
    """One of several spellings that differ in case, spaces and hyphens only.

    >>> _spelling(("Auth service", "auth service")), _spelling(("billing_api", "Billing API"))
    ('auth service', 'Billing API')
    """
    kept = [name for name in names if name[:1].lower() + name[1:] not in set(names) - {name}]
    return min(kept or names, key=lambda name: ("_" in name or "-" in name, name == name.lower(), name))
