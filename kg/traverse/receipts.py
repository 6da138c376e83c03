"""Turns links into steps with their receipts; only what is shown is ever fetched."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import quote

import pyoxigraph as ox

from kg.errors import GraphError
from kg.model import Citation, Entity, Lines, Owner, Path, Polarity, Status, Step
from kg.ontology import local_name
from kg.store.base import Store
from kg.terms import iri, value_of
from kg.traverse.index import Index
from kg.traverse.links import Link
from kg.vocab import DCTERMS, KG, PROV, RDF, RDFS

CURATION = "curation"
"""What a citation of a person's decision names as its document."""

OWNED_BY = KG + "owned_by"

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


class Receipts:
    """Fetches and remembers the claims behind links.

    Args:
        store: Where the claims are.
        index: The links.
        source_url: Template of links to sources; `{document}`, `{first}` and `{last}` are filled in.
    """

    def __init__(self, store: Store, index: Index, source_url: str | None = None) -> None:
        self.store = store
        self.index = index
        self.source_url = source_url
        self._records: dict[str, Record | None] = {}
        self._identifiers: dict[str, str] = {}
        self._steps: dict[int, Step] = {}

    def path(self, route: Iterable[int]) -> Path:
        """The links of a route as cited steps."""
        return Path(tuple(self.step(number) for number in route))

    def step(self, number: int) -> Step:
        """A link with the sentences that assert and contradict it.

        Raises:
            GraphError: If no claim stands behind it.
        """
        if number not in self._steps:
            self._steps[number] = self._step(number)
        return self._steps[number]

    def _step(self, number: int) -> Step:
        link, entities = self.index.links[number], self.index.entities
        edge = self.index.edge(number)
        support = self._claims(edge, KG + "supportedBy")
        if not support and edge != (named := self.edge(number)):
            edge, support = named, self._claims(named, KG + "supportedBy")
        if not support:
            raise GraphError(f"no claim stands behind the edge <{edge}>", hint="build the graph anew")
        options = (self.index.links[n].object for n in self.index.options(number))
        return Step(
            subject=entities[link.subject],
            relation=local_name(link.predicate),
            object=entities[link.object],
            support=link.support,
            citations=cited(support),
            inferred=not any(self._states(claim, link) for claim in support),
            status=link.status,
            disputes=cited(self._claims(edge, KG + "contradictedBy") if link.status is not Status.ASSERTED else ()),
            soft=link.passes == "soft",
            alternatives=tuple(sorted({entities[n].label for n in options if n != link.object})),
        )

    def _states(self, claim: Record, link: Link) -> bool:
        """Whether a claim says the link in so many words; an optional one says the soft variant of its relation."""
        ends = self.index.entities[link.subject].iri, self.index.entities[link.object].iri
        same = claim.predicate == link.predicate or claim.polarity is Polarity.OPTIONAL
        return same and (claim.subject, claim.object) == ends

    def owners(self, node: int) -> tuple[Owner, ...]:
        """Who owns a node, best supported first."""
        index, above = self.index, self.store.ontology.superproperties
        owned = [n for n in index.out[node] if OWNED_BY in above(index.links[n].predicate)]
        claims: dict[Entity, list[Record]] = {}
        for number in sorted(owned, key=lambda n: (-index.weight[n], index.object[n], n)):
            records = self._claims(self.edge(number), KG + "supportedBy")
            claims.setdefault(index.entities[index.object[number]], []).extend(records)
        return tuple(Owner(entity, cited(records)) for entity, records in claims.items())

    def denials(self) -> list[Record]:
        """All claims that deny something or say it is past, and what people denied, sorted."""
        names = self.store.names
        found: set[str] = set()
        for graph in (names.provenance, names.curation):
            for polarity in (Polarity.NEGATED, Polarity.PAST):
                found |= self._subjects(KG + "polarity", iri(KG + polarity), graph)
        found |= self._subjects(RDF + "type", iri(_DENIAL), names.curation)
        return self.records(found)

    def about(self, names: Iterable[str]) -> list[Record]:
        """All claims with one of some IRIs at either end, sorted."""
        graphs = (self.store.names.provenance, self.store.names.curation)
        return self.records(
            claim
            for name in names
            for end in (RDF + "subject", RDF + "object")
            for graph in graphs
            for claim in self._subjects(end, iri(name), graph)
        )

    def records(self, names: Iterable[str]) -> list[Record]:
        """The claims of some IRIs as far as they are complete, sorted by where they stand."""
        found = (self._record(name) for name in set(names))
        return sorted((r for r in found if r is not None), key=lambda r: (citation_key(r.citation), r.iri))

    def _subjects(self, predicate: str, obj: ox.NamedNode, graph: str) -> set[str]:
        return {value_of(q.subject) for q in self.store.quads(None, iri(predicate), obj, iri(graph))}

    def edge(self, number: int) -> str:
        """IRI of the `kg:Edge` of a link; one that another program named is looked up by its ends."""
        name, link, graph = self.index.edge(number), self.index.links[number], iri(self.store.names.inferred)
        if any(self.store.quads(iri(name), None, None, graph)):
            return name
        subject, obj = (iri(self.index.entities[end].iri) for end in (link.subject, link.object))
        for quad in self.store.quads(None, iri(RDF + "object"), obj, graph):
            facts = self._facts(value_of(quad.subject), self.store.names.inferred)
            said = facts.get(RDF + "subject"), facts.get(RDF + "predicate"), facts.get(KG + "alternatives")
            if said == (subject.value, link.predicate, link.group):
                return value_of(quad.subject)
        return name

    def _claims(self, edge: str, predicate: str) -> list[Record]:
        quads = self.store.quads(iri(edge), iri(predicate), None, iri(self.store.names.inferred))
        return self.records(value_of(quad.object) for quad in quads)

    def _record(self, name: str) -> Record | None:
        if name not in self._records:
            by_hand = False
            facts = self._facts(name, self.store.names.provenance)
            if RDF + "subject" not in facts:
                facts, by_hand = self._facts(name, self.store.names.curation), True
            complete = all(RDF + end in facts for end in ("subject", "predicate", "object"))
            self._records[name] = self._read(name, facts, by_hand) if complete else None
        return self._records[name]

    def _facts(self, name: str, graph: str) -> dict[str, str]:
        """One value of every property, the least of several."""
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
        first = int(facts.get(KG + "firstLine", "1"))
        lines = first, max(first, int(facts.get(KG + "lastLine", "1")))
        document = self._identifier(source)
        words = facts.get(KG + "quote", "").strip() and facts[KG + "quote"]
        return Citation(self._identifier(chunk), document, lines, words or "(no quote)", self._url(document, lines))

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


def citation_key(citation: Citation) -> tuple[str, Lines, str, str]:
    """Sort key of citations: document, lines, then chunk and quote."""
    return citation.document, citation.lines, citation.chunk, citation.quote


def cited(records: Iterable[Record]) -> tuple[Citation, ...]:
    """Where some claims stand, each place once, sorted."""
    return tuple(sorted({record.citation for record in records}, key=citation_key))
