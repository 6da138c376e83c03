"""Reads names, their links and what people decided back from a store."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from urllib.parse import unquote

from kg.graph import Index, Records
from kg.model import Apart, Bond, Citation, Clash, Member
from kg.ontology import local_name
from kg.rdf import KG, OWL, PROV, RDF, RDFS, ROOT_SCOPE, SSSOM, Store, iri, value_of
from kg.resolve.curation.aliases import verdicts
from kg.resolve.link.links import Verdict

Facts = Mapping[str, str]
"""Values of a node by property."""


class Reader:
    """The names of a graph.

    Args:
        store: The graph.
        index: Its canonical edges.
    """

    def __init__(self, store: Store, index: Index) -> None:
        self.store = store
        self.index = index
        self._records = Records(store)
        self._known: dict[str, Member] = {}

    @cached_property
    def members(self) -> Mapping[str, tuple[str, ...]]:
        """Representative to all IRIs of its class, itself first, then sorted."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for name, number in self.index.every_iri():
            found[self.index.entities[number].iri].append(name)
        return {one: tuple(sorted(names, key=lambda name: (name != one, name))) for one, names in found.items()}

    @cached_property
    def verdicts(self) -> Mapping[str, Verdict]:
        """What people decided, by IRI."""
        return {verdict.iri: verdict for verdict in verdicts(self.store)}

    def member(self, name: str) -> Member:
        """A name with its spellings and the first sentence that uses it."""
        if name not in self._known:
            self._known[name] = self._member(name)
        return self._known[name]

    def _member(self, name: str) -> Member:
        records = [r for r in self._records.about([name]) if r.citation.document]
        names, scope = self.written(name), scope_of(self.store, name)
        plain = scope is None and self.store.names.entity(names[0]) == name
        typed = names[0] if plain else self.store.names.curie(name)
        return Member(name, typed, names, scope, _first(record.citation for record in records))

    def written(self, name: str) -> tuple[str, ...]:
        """Spellings of a name: those of documents, else those of people, else its IRI's."""
        graph, found = iri(self.store.names.provenance), set()
        for end, spelled in (("subject", "subjectText"), ("object", "objectText")):
            for claim in self.store.quads(None, iri(RDF + end), iri(name), graph):
                texts = self.store.quads(iri(value_of(claim.subject)), iri(KG + spelled), None, graph)
                found |= {value_of(quad.object) for quad in texts}
        found = found or {text for verdict in self.verdicts.values() for text in _texts(verdict, name)}
        return tuple(sorted(found)) or (unquote(local_name(name)).replace("-", " "),)

    def links(self, members: Iterable[str] | None = None) -> list[tuple[str, str, Facts]]:
        """Links that touch some names, or all there are: both ends, and what is said of them."""
        found = self._nodes(OWL + "Axiom", OWL + "annotatedSource", OWL + "annotatedTarget", members)
        return [(facts[OWL + "annotatedSource"], facts[OWL + "annotatedTarget"], facts) for facts in found]

    def refused(self, members: Iterable[str] | None = None) -> list[tuple[str, str, Facts]]:
        """Curated links that are not followed, likewise."""
        found = self._nodes(KG + "Conflict", RDF + "subject", RDF + "object", members)
        return [(facts[RDF + "subject"], facts[RDF + "object"], facts) for facts in found]

    def _nodes(self, kind: str, one: str, other: str, members: Iterable[str] | None) -> Iterator[Facts]:
        graph = iri(self.store.names.aliases)
        if members is None:
            quads = list(self.store.quads(None, iri(RDF + "type"), iri(kind), graph))
        else:
            ends = [(iri(predicate), iri(name)) for name in members for predicate in (one, other)]
            quads = [quad for predicate, name in ends for quad in self.store.quads(None, predicate, name, graph)]
        for node in sorted({value_of(quad.subject) for quad in quads}):
            facts = {q.predicate.value: value_of(q.object) for q in self.store.quads(iri(node), graph=graph)}
            if one in facts and other in facts:
                yield facts

    def bond(self, one: str, other: str, facts: Facts, splits: Iterable[str] = ()) -> Bond:
        """A link from what is said of it."""
        verdict = self.verdicts.get(facts.get(PROV + "wasDerivedFrom", ""))
        return Bond(
            one=self.member(one),
            other=self.member(other),
            justification=local_name(facts.get(SSSOM + "mapping_justification", "")),
            reason=facts.get(RDFS + "comment", ""),
            confidence=float(facts.get(SSSOM + "confidence", 1)),
            decided=verdict is not None,
            by=verdict.who if verdict else "",
            when=verdict.when if verdict else "",
            source=verdict.source if verdict else "",
            splits=tuple(self.member(name).name for name in sorted(splits)),
        )

    def apart(self, verdict: Verdict) -> Apart:
        """Two names that somebody keeps apart."""
        ends = self.member(verdict.one), self.member(verdict.other)
        return Apart(*ends, verdict.reason, verdict.who, verdict.when, verdict.source)

    def clash(self, one: str, other: str, facts: Facts) -> Clash | None:
        """A curated link that is not followed; None when what keeps it so is gone."""
        verdict = self.verdicts.get(facts.get(KG + "keptApartBy", ""))
        return Clash(self.bond(one, other, facts), self.apart(verdict)) if verdict else None


def scope_of(store: Store, name: str) -> str | None:
    """The project that a name's IRI belongs to, None for a global name."""
    scope, slash, _ = name.removeprefix(store.names.entities).rpartition("/")
    if not slash:
        return None
    return "" if scope == ROOT_SCOPE else unquote(scope)


def _texts(verdict: Verdict, name: str) -> Iterator[str]:
    for end, text in ((verdict.one, verdict.one_text), (verdict.other, verdict.other_text)):
        if end == name:
            yield text


def _first(citations: Iterable[Citation]) -> Citation | None:
    return next(iter(citations), None)
