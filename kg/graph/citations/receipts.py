"""Turns links into steps with their receipts; only what is shown is ever fetched."""

from __future__ import annotations

from collections.abc import Iterable

from kg.errors import GraphError
from kg.graph.citations.records import Record, Records, cited, effect, original
from kg.graph.index.index import Index
from kg.graph.index.links import Link
from kg.model import Decided, Entity, Owner, Path, Polarity, Status, Step
from kg.ontology import in_force, local_name
from kg.rdf import KG, RDF, Store, iri, value_of

OWNED_BY = KG + "owned_by"


class Receipts:
    """Fetches and remembers the claims behind links.

    Args:
        store: Where the claims are.
        index: The links.
        source_url: Template of links to sources; `{document}`, `{first}` and `{last}` are filled in.
    """

    def __init__(self, store: Store, index: Index, source_url: str | None = None) -> None:
        self.store, self.index = store, index
        self.records = Records(store, source_url)
        self._supporting: dict[int, tuple[str, tuple[str, ...]]] = {}
        self._steps: dict[int, Step] = {}

    def fetch(self, links: Iterable[int], things: Iterable[int] = ()) -> None:
        """Read at once what `step` will tell of some links, and `owners` of some things."""
        wanted = {*links, *(number for node in things for number in self._owned(node))}
        self.records.fetch(name for number in sorted(wanted) for name in self._support(number)[1])

    def path(self, route: Iterable[int]) -> Path:
        """The links of a route as cited steps."""
        return Path(self.steps(route))

    def steps(self, links: Iterable[int]) -> tuple[Step, ...]:
        """Some links with the sentences that assert and contradict them.

        Raises:
            GraphError: If no claim stands behind one.
        """
        numbers = list(links)
        self.fetch(numbers)
        return tuple(map(self.step, numbers))

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
        edge, names = self._support(number)
        support = self.records.of(names)
        if not support:
            raise GraphError(f"no claim stands behind the edge <{edge}>", hint="build the graph anew")
        options = (self.index.links[n].object for n in self.index.options(number))
        against = self._claims(edge, "contradictedBy") if link.status is not Status.ASSERTED else ()
        return Step(
            subject=entities[link.subject],
            relation=local_name(link.predicate),
            object=entities[link.object],
            support=link.support,
            citations=original(support, self.records.of(self._claims(edge, "copiedBy"))),
            inferred=not any(self._states(claim, link) for claim in support),
            status=link.status,
            disputes=cited(self.records.of(against)),
            soft=link.passes == "soft",
            alternatives=tuple(sorted({entities[n].label for n in options if n != link.object})),
            decided=self.decided(self._claims(edge, "governedBy")),
            observed=cited(self.records.of(self._claims(edge, "observedBy"))),
        )

    def decided(self, claims: Iterable[str]) -> tuple[Decided, ...]:
        """What some claims say that failure of their object does to their subject, each sentence once, sorted."""
        graph = self.store.names.provenance
        found = ((effect(self.records.facts(one.iri, graph)), one.citation) for one in self.records.of(claims))
        told = dict.fromkeys((what, where) for what, where in found if what is not None)
        return tuple(Decided(*one) for one in told)

    def governing(self, number: int) -> tuple[Decided, ...]:
        """The sentences that decide what failure of a link's object does to its subject."""
        return self.decided(self._claims(self._support(number)[0], "governedBy"))

    def _states(self, claim: Record, link: Link) -> bool:
        """Whether a claim says the link in so many words; an optional one says the soft variant of its relation."""
        ends = self.index.entities[link.subject].iri, self.index.entities[link.object].iri
        same = claim.predicate == link.predicate or claim.polarity is Polarity.OPTIONAL
        return same and (claim.subject, claim.object) == ends

    def owners(self, node: int) -> tuple[Owner, ...]:
        """Who owns a node, best supported first."""
        index, claims = self.index, dict[Entity, list[Record]]()
        for number in sorted(self._owned(node), key=lambda n: (-index.weight[n], index.object[n], n)):
            records = self.records.of(self._support(number)[1])
            claims.setdefault(index.entities[index.object[number]], []).extend(records)
        return tuple(Owner(entity, cited(records)) for entity, records in claims.items())

    def _owned(self, node: int) -> list[int]:
        """Links from a thing to its owners."""
        above = in_force(self.store).superproperties
        return [n for n in self.index.out[node] if OWNED_BY in above(self.index.relations[self.index.relation[n]])]

    def edge(self, number: int) -> str:
        """IRI of the `kg:Edge` of a link; one that another program named is looked up by its ends."""
        name, link, graph = self.index.edge(number), self.index.links[number], iri(self.store.names.inferred)
        if any(self.store.quads(iri(name), None, None, graph)):
            return name
        subject, obj = (iri(self.index.entities[end].iri) for end in (link.subject, link.object))
        for quad in self.store.quads(None, iri(RDF + "object"), obj, graph):
            facts = self.records.facts(value_of(quad.subject), self.store.names.inferred)
            said = facts.get(RDF + "subject"), facts.get(RDF + "predicate"), facts.get(KG + "alternatives")
            if said == (subject.value, link.predicate, link.group):
                return value_of(quad.subject)
        return name

    def _support(self, number: int) -> tuple[str, tuple[str, ...]]:
        """IRIs of the `kg:Edge` of a link and of the claims that assert it."""
        if number not in self._supporting:
            edge = self.index.edge(number)
            names = self._claims(edge, "supportedBy")
            if not names and edge != (named := self.edge(number)):
                edge, names = named, self._claims(named, "supportedBy")
            self._supporting[number] = edge, names
        return self._supporting[number]

    def _claims(self, edge: str, role: str) -> tuple[str, ...]:
        quads = self.store.quads(iri(edge), iri(KG + role), None, iri(self.store.names.inferred))
        return tuple(value_of(quad.object) for quad in quads)
