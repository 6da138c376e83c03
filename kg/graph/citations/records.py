"""Reads claims and denials as they are stored, with where they stand; each once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from urllib.parse import quote

import pyoxigraph as ox

from kg.model import Citation, Effect, Lines, Place, Polarity, family, origins, passage
from kg.ontology import local_name
from kg.rdf import DCTERMS, KG, PROV, RDF, RDFS, Store, iri, queries, value_of

CURATION = "curation"
"""What a citation of a person's decision names as its document."""

MANY = 16
"""Claims from which on one query is faster than looking at each."""

LONGEST = 30_000
"""Characters of IRIs in one query, well below what a store takes."""

_DENIAL = KG + "Denial"


@dataclass(frozen=True, slots=True)
class Record:
    """A claim or denial as it is stored.

    Args:
        iri: Its IRI.
        subject: IRI of the subject as written.
        predicate: IRI of the relation as stated.
        object: IRI of the object as written.
        polarity: How it is stated; a denial is negated.
        citation: Where it stands.
    """

    iri: str
    subject: str
    predicate: str
    object: str
    polarity: Polarity
    citation: Citation


class Records:
    """Fetches and remembers claims.

    Args:
        store: Where they are.
        source_url: Template of links to sources; `{document}`, `{first}` and `{last}` are filled in.
    """

    def __init__(self, store: Store, source_url: str | None = None) -> None:
        self.store = store
        self.source_url = source_url
        self._records: dict[str, Record | None] = {}
        self._identifiers: dict[str, str] = {}

    def of(self, names: Iterable[str]) -> list[Record]:
        """The claims of some IRIs as far as they are complete, sorted by where they stand."""
        wanted = set(names)
        self.fetch(wanted)
        found = map(self._record, wanted)
        return sorted((r for r in found if r is not None), key=lambda r: (citation_key(r.citation), r.iri))

    def fetch(self, names: Iterable[str]) -> None:
        """Read many claims at once; what a query cannot tell in one row is read when it is asked for.

        A query takes half the time of looking at every property, since what is not needed is not decoded.
        """
        missing = sorted({name for name in names if name not in self._records})
        if len(missing) >= MANY:
            size = max(1, LONGEST // max(map(len, missing)))
            for first in range(0, len(missing), size):
                self._fetch(missing[first : first + size])

    def _fetch(self, names: Sequence[str]) -> None:
        query = queries.render(_citations(), self.store.names.base, {"claim": names})
        rows: dict[str, list[dict[str, str]]] = {}
        for row in self.store.select(query)[1]:
            values = {name: value_of(term) for name, term in row.items()}
            rows.setdefault(values["claim"], []).append(values)
        for name, found in rows.items():
            if len(found) == 1:
                with suppress(ValueError):
                    self._records[name] = self._told(found[0])

    def _told(self, row: Mapping[str, str]) -> Record:
        polarity = Polarity(local_name(row["polarity"]))
        citation = self._citation(row["chunk"], row["document"], row["first"], row["last"], row["quote"])
        return Record(row["claim"], row["subject"], row["relation"], row["object"], polarity, citation)

    def about(self, names: Iterable[str]) -> list[Record]:
        """All claims with one of some IRIs at either end, sorted."""
        graphs = (self.store.names.provenance, self.store.names.curation)
        return self.of(
            claim
            for name in names
            for end in (RDF + "subject", RDF + "object")
            for graph in graphs
            for claim in self._subjects(end, iri(name), graph)
        )

    def denials(self) -> list[Record]:
        """All claims that deny something or say it is past, and what people denied, sorted."""
        names = self.store.names
        found: set[str] = set()
        for graph in (names.provenance, names.curation):
            for polarity in (Polarity.NEGATED, Polarity.PAST):
                found |= self._subjects(KG + "polarity", iri(KG + polarity), graph)
        found |= self._subjects(RDF + "type", iri(_DENIAL), names.curation)
        return self.of(found)

    def _subjects(self, predicate: str, obj: ox.NamedNode, graph: str) -> set[str]:
        return {value_of(q.subject) for q in self.store.quads(None, iri(predicate), obj, iri(graph))}

    def _record(self, name: str) -> Record | None:
        if name not in self._records:
            by_hand = False
            facts = self.facts(name, self.store.names.provenance)
            if RDF + "subject" not in facts:
                facts, by_hand = self.facts(name, self.store.names.curation), True
            complete = all(RDF + end in facts for end in ("subject", "predicate", "object"))
            self._records[name] = self._read(name, facts, by_hand) if complete else None
        return self._records[name]

    def facts(self, name: str, graph: str) -> dict[str, str]:
        """One value of every property of a thing in a graph, the least of several."""
        facts: dict[str, str] = {}
        for quad in self.store.quads(iri(name), None, None, iri(graph)):
            value = value_of(quad.object)
            key = quad.predicate.value + (" denial" if value == _DENIAL else "")
            facts[key] = min(value, facts.get(key, value))
        return facts

    def _read(self, name: str, facts: Mapping[str, str], by_hand: bool) -> Record:
        denied = RDF + "type denial" in facts
        polarity = Polarity.NEGATED if denied else Polarity(local_name(facts.get(KG + "polarity", Polarity.ASSERTED)))
        citation = self._decision(name, facts) if by_hand else self._sentence(name, facts)
        ends = (facts[RDF + "subject"], facts[RDF + "predicate"], facts[RDF + "object"])
        return Record(name, *ends, polarity, citation)

    def _decision(self, name: str, facts: Mapping[str, str]) -> Citation:
        reason = facts.get(RDFS + "comment", "").strip() or facts.get(KG + "quote", "").strip() or "no reason given"
        return Citation(name.removeprefix(self.store.names.base), CURATION, (1, 1), reason)

    def _sentence(self, name: str, facts: Mapping[str, str]) -> Citation:
        chunk = facts.get(PROV + "wasDerivedFrom", name)
        source = self._value(chunk, PROV + "wasDerivedFrom") or chunk
        first, last = (facts.get(KG + end, "1") for end in ("firstLine", "lastLine"))
        words = facts.get(KG + "quote", "")
        return self._citation(self._identifier(chunk), self._identifier(source), first, last, words)

    def _citation(self, chunk: str, document: str, first: str, last: str, words: str) -> Citation:
        lines = int(first), max(int(first), int(last))
        return Citation(chunk, document, lines, words if words.strip() else "(no quote)", self._url(document, lines))

    def _identifier(self, name: str) -> str:
        if name not in self._identifiers:
            base = self.store.names.base
            self._identifiers[name] = self._value(name, DCTERMS + "identifier") or name.removeprefix(base)
        return self._identifiers[name]

    def _value(self, name: str, predicate: str) -> str | None:
        quads = self.store.quads(iri(name), iri(predicate), None, iri(self.store.names.provenance))
        return min((value_of(quad.object) for quad in quads), default=None)

    def _url(self, document: str, lines: Lines) -> str | None:
        if self.source_url is None:
            return None
        filled = {"{document}": quote(document, safe="/"), "{first}": str(lines[0]), "{last}": str(lines[1])}
        url = self.source_url
        for place, value in filled.items():
            url = url.replace(place, value)
        return url


@cache
def _citations() -> queries.NamedQuery:
    return queries.named()["citations"]


def citation_key(citation: Citation) -> tuple[str, Lines, str, str]:
    """Sort key of citations: document, lines, then chunk and quote."""
    return citation.document, citation.lines, citation.chunk, citation.quote


def cited(records: Iterable[Record]) -> tuple[Citation, ...]:
    """Where some claims stand, each place once, sorted."""
    return tuple(sorted({record.citation for record in records}, key=citation_key))


def original(records: Iterable[Record], copies: Iterable[Record]) -> tuple[Citation, ...]:
    """The same, but passages that are one source are cited once, with the others as copies.

    Args:
        records: Claims that assert something.
        copies: Claims of older versions of the pages that do.
    """
    asserting, before = cited(records), cited(copies)
    found = [*asserting, *before]
    places = [Place(one.document, one.chunk, passage(one.quote)) for one in found]
    groups = [[found[at] for at in group] for group in origins(places)] if len(found) > 1 else [found]
    strays = [group for group in groups if group[0] in before]
    kept = [group for group in groups if group[0] not in before]
    for group in strays:  # the newest version says it in other words
        same = (one for one in kept if family(group[0].document) in {family(each.document) for each in one})
        next(same, kept[0]).extend(group)
    return tuple(replace(first, copies=tuple(rest)) if rest else first for first, *rest in kept)


def effect(facts: Mapping[str, str]) -> Effect | None:
    """What a claim says of the failure of its object, from its facts; None when it says nothing of it."""
    behaviour = facts.get(KG + "onFailure")
    if behaviour is None:
        return None
    substitute = facts.get(KG + "substitute", "")
    words = facts.get(KG + "lasts", ""), facts.get(KG + "extent", "")
    return Effect(local_name(behaviour), local_name(substitute) if substitute else "", *words)
