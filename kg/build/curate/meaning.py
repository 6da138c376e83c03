"""What people mean by a name that they type, and what to type to mean a thing."""

from __future__ import annotations

from kg.answer import Labels
from kg.errors import InputError, UnknownName
from kg.model import clean, letters
from kg.rdf import Store
from kg.resolve import Reader


def meant(store: Store, labels: Labels, name: str) -> tuple[str, str]:
    """The IRI of the very name that was typed, not its representative's, and the name as written.

    Args:
        store: The graph.
        labels: Its names.
        name: A label, an alias, a CURIE or an IRI; one that no document uses means the IRI minted from it.

    Raises:
        UnknownName: If it is a CURIE or an IRI of nothing.
        AmbiguousName: If several things have it.
    """
    expanded = store.names.expand(name.strip())
    if expanded is not None and labels.index.find(expanded) is not None:
        return expanded, Reader(store, labels.index).written(expanded)[0]
    if labels.index.find(minted := store.names.entity(name)) is not None:
        return minted, clean(name)
    try:
        representative = labels.resolve(name).iri
    except UnknownName:
        if expanded is not None:
            raise
        return minted, clean(name)
    return _spelled(labels, representative, name), clean(name)


def _spelled(labels: Labels, representative: str, name: str) -> str:
    """The alias of a thing with the letters of a name, the representative when none has them."""
    aliases = labels.index.aliases(labels.index.number(representative))
    same = (one for one in aliases if letters(one.rsplit("/", 1)[-1]) == letters(name))
    return next(same, representative)


def typed(store: Store, labels: Labels, name: str, iri: str) -> str:
    """What to type to mean a thing: its name, where that means nothing else."""
    try:
        plain = name.isprintable() and labels.resolve(name).iri == iri
    except InputError:
        plain = False
    return name if plain and not name.startswith("-") else store.names.curie(iri)
