"""What was not understood: sentences with a cue and no claim, files skipped, names that touch or mean several things.

Nothing of it is stored but the files that were skipped; the rest is found when asked for.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kg.answer.coverage import column, unclaimed
from kg.answer.documents import classes
from kg.graph import Index
from kg.model import Entity, Gaps, Skipped, letters
from kg.rdf import DCTERMS, KG, RDF, RDFS, Store, iri, value_of


def gaps(store: Store, about: str | None = None) -> Gaps:
    """Look for what was not understood.

    Args:
        store: The graph.
        about: IRI of the thing it must be about; files that were not read may be about anything.

    Raises:
        UnknownName: If the graph has no such thing.
    """
    index = Index.load(store)
    found = _all(store, index, index.spellings(index.number(about)) if about else ())
    return found if about is None else _about(found, index.entities[index.number(about)])


def _all(store: Store, index: Index, spellings: Sequence[str]) -> Gaps:
    ambiguous = tuple(_ambiguous(store, index))
    apart = {(one.iri, other.iri) for _, group in ambiguous for one in group for other in group}
    return Gaps(
        sentences=unclaimed(store, spellings),
        skipped=tuple(skipped(store)),
        ambiguous=ambiguous,
        touching=tuple(pair for pair in touching(index.entities) if (pair[0].iri, pair[1].iri) not in apart),
        silent=tuple(_silent(index)),
        classes=classes(store),
    )


def _about(found: Gaps, entity: Entity) -> Gaps:
    """What of it is about one thing."""
    return replace(
        found,
        ambiguous=tuple((name, group) for name, group in found.ambiguous if entity in group),
        touching=tuple(pair for pair in found.touching if entity in pair),
        silent=tuple(one for one in found.silent if one == entity),
        classes=(),
    )


def skipped(store: Store) -> Iterator[Skipped]:
    """Files, and parts of them, that the build left out, sorted by path."""
    graph = iri(store.names.provenance)
    reasons, paths, lines = (column(store, p) for p in (RDFS + "comment", DCTERMS + "identifier", KG + "firstLine"))
    nodes = (value_of(q.subject) for q in store.quads(None, iri(RDF + "type"), iri(KG + "Skipped"), graph))
    found = [Skipped(paths[n], reasons[n], int(lines[n]) if n in lines else None) for n in nodes]
    yield from sorted(found, key=lambda item: (item.path, item.line or 0, item.reason))


def _ambiguous(store: Store, index: Index) -> Iterator[tuple[str, tuple[Entity, ...]]]:
    """Names minted under projects that stand for different things."""
    groups: defaultdict[str, dict[str, Entity]] = defaultdict(dict)
    for name, number in index.every_iri():
        _, slash, local = name.removeprefix(store.names.entities).rpartition("/")
        if slash:
            entity = index.entities[number]
            groups[local][entity.iri] = entity
    for local, things in sorted(groups.items()):
        if len(things) > 1:
            yield local.replace("-", " "), tuple(things[one] for one in sorted(things))


def touching(entities: Iterable[Entity]) -> Iterator[tuple[Entity, Entity]]:
    """Pairs whose labels differ by one letter, or by the order of their words.

    Two names within one edit share a name with one letter left out (symmetric deletion), so no pair is compared
    that has no chance.

    Args:
        entities: Things with distinct IRIs.

    >>> found = touching([Entity("ledger", "e:1"), Entity("ledgers", "e:2"), Entity("mailer", "e:3")])
    >>> [(one.label, other.label) for one, other in found]
    [('ledger', 'ledgers')]
    """
    buckets: defaultdict[str, list[Entity]] = defaultdict(list)
    for entity in sorted(entities):
        for key in _keys(entity.label):
            buckets[key].append(entity)
    seen = {
        (one.iri, other.iri): (one, other)
        for group in buckets.values()
        for at, one in enumerate(group[:SIMILAR])
        for other in group[at + 1 : SIMILAR]
        if one.iri != other.iri and not _numbered(one.label, other.label)
    }
    yield from sorted(seen.values())


SIMILAR = 20
"""Names of one bucket that are compared; more than that share a letter pattern, not a meaning."""

SHORTEST = 5


def _keys(label: str) -> set[str]:
    name = letters(label)
    if len(name) < SHORTEST:
        return set()
    left_out = {name[:at] + name[at + 1 :] for at in range(len(name))}
    return {name, *left_out, " ".join(sorted(label.lower().replace("-", " ").split()))}


def _numbered(one: str, other: str) -> bool:
    """Replicas and versions touch on purpose."""
    strip = str.maketrans("", "", "0123456789")
    return one != other and one.translate(strip) == other.translate(strip)


def _silent(index: Index) -> Iterator[Entity]:
    silent = index.component & (index.out_start[4::4] == index.out_start[:-4:4])
    yield from (index.entities[n] for n in silent.nonzero()[0].tolist())
