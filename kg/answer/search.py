"""From what a user types to an entity: exact first, then by letters; never a silent guess between two."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence

from kg.errors import AmbiguousName, InputError, UnknownName
from kg.graph import OWNED_BY, Index, Receipts, Record, Records, kind_of
from kg.model import Alias, Entity, How, Match, Profile, Stated, Step, letters
from kg.ontology import in_force, local_name
from kg.rdf import KG, OWL, RDF, RDFS, SSSOM, Store, value_of
from kg.rdf import iri as node

log = logging.getLogger("kg")

NEAREST = 3
"""How many similar labels an unknown name is answered with."""

_COMPARED = 200
"""Characters of a name that similarity looks at; its cost grows with their square."""

_SIMILAR = 60
"""Per cent of two names that have to agree."""
_HOWS: tuple[How, ...] = ("exact", "prefix", "substring", "close")


class Labels:
    """All names of all entities of a graph.

    Args:
        store: The graph.
        index: Its edges, if already loaded.
    """

    def __init__(self, store: Store, index: Index | None = None) -> None:
        self.store = store
        self.index = Index.load(store) if index is None else index

    def resolve(self, name: str) -> Entity:
        """The one entity of a name; see `resolve`."""
        if (known := self._by_iri(name)) is not None:
            return known
        called = self.index.called(name) if name.strip() else []
        as_written = [n for spelling, n in called if spelling == name]
        preferred = [n for n in as_written if self.index.labels[n] == name]
        found = preferred or as_written or [n for _, n in called] or (name.strip() and self._known_otherwise(name))
        if not found:
            raise UnknownName(name, self.nearest(name))
        only = self._only(name, found)
        if preferred:
            self._tell_rivals(name, preferred, called)
        return only

    def _known_otherwise(self, name: str) -> Sequence[int]:
        """Entities under a name that no document uses and everybody knows: curated aliases, the gazetteer."""
        from kg.ontology import load_gazetteer
        from kg.resolve import aliases, load_curated

        technology = load_gazetteer().find(name, any_case=True)
        curated = load_curated(concepts=aliases(self.store)).find(name)
        others = [*((curated,) if curated else ()), *(technology.names if technology else ())]
        return [n for _, n in next(filter(None, map(self.index.called, others)), [])]

    def find(self, text: str, limit: int) -> tuple[Match, ...]:
        """Entities by how well a name of theirs fits; see `find`."""
        wanted = letters(text)
        if not wanted.strip():
            return ()
        keys, names = self._spelled()
        held = (place for place, key in enumerate(keys) if wanted in key)
        ranks = {place: (_held(wanted, keys[place]), len(names[place][0]), names[place]) for place in held}
        found: dict[int, Match] = {}
        for place in sorted(ranks, key=ranks.__getitem__):
            name, number = names[place]
            found.setdefault(number, Match(self.index.entities[number], name, _HOWS[ranks[place][0]]))
        most = limit + len(ranks)
        while len(found) < limit:
            close = _close(wanted, keys, most)
            for place in close:
                name, number = names[place]
                found.setdefault(number, Match(self.index.entities[number], name, "close"))
            if len(close) < most:
                break
            most *= 2  # several may be names of one thing
        return tuple(found.values())[:limit]

    def _by_iri(self, name: str) -> Entity | None:
        iri = self.store.names.expand(name.strip())
        number = None if iri is None else self.index.find(iri)
        return None if number is None else self.index.entities[number]

    def _only(self, name: str, numbers: Iterable[int]) -> Entity:
        found = sorted((self.index.entities[n] for n in set(numbers)), key=lambda entity: entity.iri)
        if len(found) > 1:
            told = tuple(self._told(entity) for entity in found[: AmbiguousName.SHOWN])
            raise AmbiguousName(name, tuple(self.store.names.curie(entity.iri) for entity in found), told)
        return found[0]

    def _told(self, entity: Entity) -> str:
        """What a thing is called and the first place that names it: the label tells its scope."""
        names = self.index.aliases(self.index.number(entity.iri))
        records = Records(self.store).about(names)
        return ", ".join([entity.label, *(str(record.citation) for record in records[:1])])

    def _tell_rivals(self, name: str, chosen: Sequence[int], called: Iterable[tuple[str, int]]) -> None:
        """Say which things of projects go by a name, too, that is in full the label of another."""
        others = sorted({n for spelling, n in called if spelling == name and n not in chosen})
        if others:
            curies = [self.store.names.curie(self.index.entities[n].iri) for n in others[: AmbiguousName.SHOWN]]
            more = f" and {len(others) - len(curies)} more" if len(others) > len(curies) else ""
            log.warning("kg: %r is taken for the thing of exactly this name; also %s%s", name, ", ".join(curies), more)

    def _spelled(self) -> tuple[list[str], list[tuple[str, int]]]:
        """Of each spelling what it shares with others, and the spelling with what it means."""
        rows = list(self.index.every_name())
        return [key for key, *_ in rows], [(spelling, number) for _, spelling, number in rows]

    def nearest(self, name: str) -> tuple[str, ...]:
        """Labels that resemble a name, best first."""
        keys, names = self._spelled()
        close = _close(letters(name), keys, NEAREST * 4)
        return tuple(dict.fromkeys(self.index.labels[names[place][1]] for place in close))[:NEAREST]


def resolve(store: Store, name: str, *, index: Index | None = None) -> Entity:
    """The entity, component or owner, that a name means.

    An IRI or CURIE of any alias; else a preferred label exactly as written; else any label exactly; else any with the
    same letters, whatever case, spaces and hyphens. The first of these that something answers to decides.

    Args:
        store: The graph.
        name: What the user typed.
        index: The graph's edges, where they are loaded already.

    Raises:
        UnknownName: If nothing answers to it; carries the nearest labels.
        AmbiguousName: If several things do; carries their CURIEs.
    """
    return Labels(store, index).resolve(name)


def find(store: Store, text: str, limit: int = 20, *, index: Index | None = None) -> tuple[Match, ...]:
    """Entities with a name that equals, starts with, contains or resembles a text, in this order.

    Case, spaces, hyphens and underscores do not count. Each entity comes once, with the name that fits best.

    Args:
        store: The graph.
        text: What to look for.
        limit: How many at most.
        index: The graph's edges, where they are loaded already.

    Raises:
        InputError: If the limit is less than one.
    """
    if limit < 1:
        raise InputError(f"limit is {limit}", hint="at least 1")
    return Labels(store, index).find(text, limit)


def show(store: Store, iri: str, *, source_url: str | None = None, index: Index | None = None) -> Profile:
    """All that is known of one entity.

    Args:
        store: The graph.
        iri: Its IRI; any alias will do.
        source_url: Template that makes citations links: `{document}`, `{first}`, `{last}`.
        index: The graph's edges, where they are loaded already.

    Raises:
        UnknownName: If the graph has no such thing.
    """
    index = index or Index.load(store)
    number = index.number(iri)
    entity = index.entities[number]
    receipts = Receipts(store, index, source_url)
    members = index.aliases(number)
    records = receipts.records.about(members)
    owned = {n for n in index.out[number] if OWNED_BY in in_force(store).superproperties(index.links[n].predicate)}
    return Profile(
        entity=entity,
        names=tuple(index.spellings(number)),
        aliases=_aliases(store, entity.iri, members),
        kinds=tuple(sorted({kind_of(name) for name in index.types(number)})) or (entity.kind,),
        technology=_technology(store, entity.iri),
        owners=receipts.owners(number),
        outgoing=_steps(receipts, [n for n in index.out[number] if n not in owned]),
        incoming=_steps(receipts, index.into[number]),
        claims=tuple(_stated(index, record) for record in records if not record.polarity.holds),
        documents=tuple(sorted({record.citation.document for record in records})),
    )


def _held(wanted: str, name: str) -> int:
    """How a name holds a text, as a place in `_HOWS`."""
    return 0 if name == wanted else 1 if name.startswith(wanted) else 2


def _close(wanted: str, names: Sequence[str], most: int) -> list[int]:
    """Places of the names that resemble a text, best first, equal ones in their order.

    Likeness is twice the longest common subsequence over the length of both (Levenshtein's without substitution).
    """
    from rapidfuzz import fuzz, process

    cut = [name[:_COMPARED] for name in names]
    return [
        place
        for *_, place in process.extract(wanted[:_COMPARED], cut, scorer=fuzz.ratio, limit=most, score_cutoff=_SIMILAR)
    ]


def _steps(receipts: Receipts, links: Iterable[int]) -> tuple[Step, ...]:
    return tuple(
        sorted(
            receipts.steps(links),
            key=lambda s: (-s.support.documents, -s.support.chunks, s.subject, s.object, s.relation, s.alternatives),
        )
    )


def _stated(index: Index, record: Record) -> Stated:
    def entity(name: str) -> Entity:
        number = index.find(name)
        return Entity(local_name(name), name) if number is None else index.entities[number]

    ends = entity(record.subject), local_name(record.predicate), entity(record.object)
    return Stated(*ends, record.polarity, record.citation)


def _technology(store: Store, name: str) -> str | None:
    quads = store.quads(node(name), node(KG + "technology"), None, node(store.names.inferred))
    return min((value_of(quad.object) for quad in quads), default=None)


def _aliases(store: Store, representative: str, members: Sequence[str]) -> tuple[Alias, ...]:
    ordered = sorted(members, key=lambda name: (name != representative, name))
    links = _links(store, members)
    return tuple(_alias(store, name, representative, links.get(name, [])) for name in ordered)


def _links(store: Store, members: Iterable[str]) -> dict[str, list[dict[str, str]]]:
    """The annotated `owl:sameAs` links that touch each member, as property to value."""
    graph = node(store.names.aliases)
    found: dict[str, list[dict[str, str]]] = {}
    for name in members:
        for end in ("annotatedSource", "annotatedTarget"):
            for axiom in store.quads(None, node(OWL + end), node(name), graph):
                about = store.quads(node(value_of(axiom.subject)), None, None, graph)
                facts = {quad.predicate.value: value_of(quad.object) for quad in about}
                found.setdefault(name, []).append({**facts, "": value_of(axiom.subject)})
    return found


def _alias(store: Store, name: str, representative: str, links: Sequence[Mapping[str, str]]) -> Alias:
    """An IRI of a thing, justified by its link to the representative or else by the first it has."""
    spelled = spellings(store, name)
    if name == representative or not links:
        return Alias(name, spelled)
    ends = (OWL + "annotatedSource", OWL + "annotatedTarget")
    link = min(links, key=lambda facts: (representative not in [facts.get(end) for end in ends], facts[""]))
    confidence = link.get(SSSOM + "confidence")
    return Alias(
        iri=name,
        names=spelled,
        justification=local_name(link.get(SSSOM + "mapping_justification", "")),
        comment=link.get(RDFS + "comment", ""),
        confidence=None if confidence is None else float(confidence),
    )


def spellings(store: Store, name: str) -> tuple[str, ...]:
    """How documents write the name that an IRI was minted from, sorted."""
    graph = node(store.names.provenance)
    found: set[str] = set()
    for end, spelled in (("subject", "subjectText"), ("object", "objectText")):
        for claim in store.quads(None, node(RDF + end), node(name), graph):
            texts = store.quads(node(value_of(claim.subject)), node(KG + spelled), None, graph)
            found |= {value_of(quad.object) for quad in texts}
    return tuple(sorted(found))
