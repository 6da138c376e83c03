"""Where a claim becomes triples: IRIs minted from names as written, chunk graphs, provenance.

The layout is documented in docs/data-model.md. Chunks and claims are `prov:Entity`s (PROV-O), their texts and
positions Web Annotation selectors, claims RDF reifications.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

import pyoxigraph as ox

from kg.model import Chunk, Claim, Document, Effect, Polarity, Skipped, covers, letters
from kg.ontology import Ontology, Relation, local_name
from kg.rdf import DCTERMS, KG, OA, PROV, RDF, RDFS, Names, Term, decimal, integer, iri, text

_TYPE = iri(RDF + "type")
_SUBJECT, _PREDICATE, _OBJECT = iri(RDF + "subject"), iri(RDF + "predicate"), iri(RDF + "object")
_DERIVED, _GENERATED = iri(PROV + "wasDerivedFrom"), iri(PROV + "wasGeneratedBy")
_IDENTIFIER = iri(DCTERMS + "identifier")
_RELIES_ON_ANY = iri(KG + "relies_on_any")


@lru_cache(maxsize=256)
def _kg(local: str) -> ox.NamedNode:
    return iri(KG + local)


@lru_cache(maxsize=64)
def _oa(local: str) -> ox.NamedNode:
    return iri(OA + local)


class Recorder:
    """Turns documents and their claims into quads of one graph.

    Args:
        names: The graph's IRIs.
        ontology: The ontology in force; a claim whose relation it lacks is not recorded.
        pinned: By chunk id, the entities its claim's ends mean whatever their names (claims people added).
        scopes: What people scoped: the letters of names, each with the documents and folders in which the name means a
            thing of its own.
    """

    def __init__(
        self,
        names: Names,
        ontology: Ontology,
        pinned: Mapping[str, tuple[str, str]] | None = None,
        scopes: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self._pinned = pinned or {}
        self._scopes = scopes or {}
        self.names = names
        self.ontology = ontology
        self.provenance = iri(names.provenance)

    @cached_property
    def _run(self) -> ox.NamedNode:
        return iri(self.names.run())

    def run(self, configuration: str, content: str = "") -> list[ox.Quad]:
        """The extraction activity, which carries what decided its outcome and no time."""
        return [
            self._fact(self._run, _TYPE, iri(PROV + "Activity")),
            self._fact(self._run, _kg("configurationHash"), text(configuration)),
            self._fact(self._run, _kg("contentHash"), text(content)),
        ]

    def skipped(self, skipped: Iterable[Skipped]) -> list[ox.Quad]:
        """What was not read, and why."""
        facts = []
        for item in skipped:
            node = iri(self.names.skipped(item.path, item.line, item.reason))
            facts += [
                self._fact(node, _TYPE, _kg("Skipped")),
                self._fact(node, _IDENTIFIER, text(item.path)),
                self._fact(node, iri(RDFS + "comment"), text(item.reason)),
            ]
            if item.line is not None:
                facts.append(self._fact(node, _kg("firstLine"), integer(item.line)))
        return facts

    def document(self, document: Document, configuration: str = "") -> list[ox.Quad]:
        """What is known of a document itself; `configuration` is all that decided on its claims besides its text."""
        node = iri(self.names.document(document.path))
        values: list[tuple[ox.NamedNode, str | None]] = [
            (_IDENTIFIER, document.path),
            (iri(DCTERMS + "title"), document.title),
            (iri(DCTERMS + "format"), document.format),
            (iri(DCTERMS + "date"), document.date),
            (_kg("scope"), document.scope),
            (_kg("contentHash"), document.hash),
            (_kg("configurationHash"), configuration),
            (_kg("documentClass"), document.genre.name),
            (_kg("classifiedBy"), document.genre.why),
        ]
        facts = [self._fact(node, _TYPE, _kg("Document"))]
        if document.genre.name:
            facts.append(self._fact(node, _kg("manner"), _kg(document.genre.manner)))
        return facts + [self._fact(node, predicate, text(value)) for predicate, value in values if value]

    def chunk(self, chunk: Chunk) -> list[ox.Quad]:
        """A chunk's place, text and context."""
        name = self.names.chunk(chunk.id)
        node, quote, position = iri(name), iri(name + "#quote"), iri(name + "#position")
        context = " > ".join(chunk.blocks[0].headings) if chunk.blocks else ""
        facts: list[tuple[ox.NamedNode, ox.NamedNode, Term]] = [
            (node, _TYPE, _kg("Chunk")),
            (node, _IDENTIFIER, text(chunk.id)),
            (node, _DERIVED, iri(self.names.document(chunk.document))),
            (node, _kg("firstLine"), integer(chunk.lines[0])),
            (node, _kg("lastLine"), integer(chunk.lines[1])),
            (node, _oa("hasSelector"), quote),
            (node, _oa("hasSelector"), position),
            (quote, _TYPE, _oa("TextQuoteSelector")),
            (quote, _oa("exact"), text(chunk.source)),
            (position, _TYPE, _oa("TextPositionSelector")),
            (position, _oa("start"), integer(chunk.start)),
            (position, _oa("end"), integer(chunk.start + len(chunk.source))),
        ]
        if context:
            facts.append((node, _kg("context"), text(context)))
        return [self._fact(*fact) for fact in facts]

    def claims(self, document: Document, claims: Sequence[Claim]) -> dict[str, list[ox.Quad]]:
        """The quads of each claim by the claim's IRI; a claim stated twice in a chunk is one."""
        groups = self._groups(document, claims)
        recorded: dict[str, list[ox.Quad]] = {}
        for claim in claims:
            relation = self.ontology.relations.get(claim.relation)
            if relation is None:
                continue
            group = groups.get((claim.chunk, claim.alternatives or ""))
            name, quads = self._claim(document, claim, relation, group)
            recorded.setdefault(name, quads)
        return recorded

    def everything(self, document: Document, claims: Sequence[Claim]) -> Iterator[ox.Quad]:
        """A document with its chunks and claims."""
        yield from self.document(document)
        for chunk in document.chunks:
            yield from self.chunk(chunk)
        for quads in self.claims(document, claims).values():
            yield from quads

    def _claim(
        self, document: Document, claim: Claim, relation: Relation, group: str | None
    ) -> tuple[str, list[ox.Quad]]:
        subject, obj = self.ends(document, claim)
        effect = (str(claim.effect),) if claim.effect else ()
        name = self.names.claim(claim.chunk, subject, relation.iri, obj, claim.polarity, group or "", *effect)
        node = iri(name)
        facts: list[tuple[ox.NamedNode, Term]] = [
            (_TYPE, _kg("Claim")),
            (_SUBJECT, iri(subject)),
            (_PREDICATE, iri(relation.iri)),
            (_OBJECT, iri(obj)),
            (_kg("subjectText"), text(claim.subject)),
            (_kg("objectText"), text(claim.object)),
            (_kg("polarity"), _kg(claim.polarity)),
            (_kg("extractor"), text(claim.extractor)),
            (_kg("quote"), text(claim.quote)),
            (_kg("firstLine"), integer(claim.lines[0])),
            (_kg("lastLine"), integer(claim.lines[1])),
            (_oa("start"), integer(claim.start)),
            (_oa("end"), integer(claim.start + len(claim.quote))),
            (_DERIVED, iri(self.names.chunk(claim.chunk))),
            (_GENERATED, self._run),
        ]
        if group:
            facts.append((_kg("alternatives"), iri(group)))
        if claim.confidence is not None:
            facts.append((_kg("confidence"), decimal(claim.confidence)))
        if claim.stated:
            facts.append((_kg("statedPolarity"), _kg(claim.stated)))
        facts += _effect(claim.effect)
        return name, [self._fact(node, predicate, value) for predicate, value in facts]

    def ends(self, document: Document, claim: Claim) -> tuple[str, str]:
        """IRIs of a claim's subject and object."""
        if claim.chunk in self._pinned:
            return self._pinned[claim.chunk]
        return (
            self._entity(claim.subject, document, claim.subject_local),
            self._entity(claim.object, document, claim.object_local),
        )

    def _entity(self, name: str, document: Document, local: bool) -> str:
        """IRI of a name: under the narrowest place people scoped it to, else as its project has it."""
        places = self._scopes.get(letters(name), ()) if self._scopes else ()
        place = max((one for one in places if covers(one, document.path)), key=len, default=None)
        return self.entity(name, document.scope, local) if place is None else self.names.entity(name, place)

    def entity(self, name: str, scope: str, local: bool = False) -> str:
        """IRI of a name: under its project when it is a local or generic one, else global."""
        scoped = local or " ".join(name.lower().replace("-", " ").split()) in self.ontology.generic_names
        return self.names.entity(name, scope if scoped else None)

    def _groups(self, document: Document, claims: Sequence[Claim]) -> dict[tuple[str, str], str]:
        """IRI of each group of alternatives, by chunk and the chunk's name for it; one option makes no group."""
        options: defaultdict[tuple[str, str], dict[str, str]] = defaultdict(dict)
        for claim in claims:
            relation = self.ontology.relations.get(claim.relation)
            if claim.alternatives and relation is not None:
                options[claim.chunk, claim.alternatives][self.ends(document, claim)[1]] = relation.iri
        return {
            key: self.names.alternatives(min(found.values()), tuple(found))
            for key, found in options.items()
            if len(found) > 1
        }

    def assertions(self, claim_quads: Iterable[Sequence[ox.Quad]]) -> list[ox.Quad]:
        """What accepted claims, given as their quads, put into the graphs of their chunks."""
        asserted: list[ox.Quad] = []
        for quads in claim_quads:
            facts = {quad.predicate: quad.object for quad in quads}
            polarity = facts[_kg("polarity")]
            if polarity in (_kg(Polarity.ASSERTED), _kg(Polarity.OPTIONAL)):
                asserted += self._assertion(facts, optional=polarity == _kg(Polarity.OPTIONAL))
        return asserted

    def _assertion(self, facts: dict[ox.NamedNode, Term], optional: bool) -> list[ox.Quad]:
        subject, obj, predicate, graph = facts[_SUBJECT], facts[_OBJECT], facts[_PREDICATE], facts[_DERIVED]
        group = facts.get(_kg("alternatives"))
        assert isinstance(subject, ox.NamedNode)
        assert isinstance(predicate, ox.NamedNode)
        assert isinstance(graph, ox.NamedNode)
        relation = self.ontology.by_iri[predicate.value]
        if isinstance(group, ox.NamedNode) and not optional and relation.failure == "hard":
            return [
                ox.Quad(subject, _RELIES_ON_ANY, group, graph),
                ox.Quad(group, _TYPE, _kg("Alternatives"), graph),
                ox.Quad(group, _kg("statedRelation"), predicate, graph),
                ox.Quad(group, _kg("option"), obj, graph),
            ]
        stated = self.ontology.optional(relation.iri) if optional else relation.iri
        told = facts.get(_kg("onFailure"))
        if isinstance(told, ox.NamedNode) and _kg("extent") not in facts:
            stated = self.ontology.governed(relation.iri, local_name(told.value))
        return [ox.Quad(subject, iri(stated), obj, graph)]

    def _fact(self, subject: ox.NamedNode, predicate: ox.NamedNode, value: Term) -> ox.Quad:
        return ox.Quad(subject, predicate, value, self.provenance)


def _effect(effect: Effect | None) -> list[tuple[ox.NamedNode, Term]]:
    """What a claim says of the failure of its object."""
    if effect is None:
        return []
    said: list[tuple[ox.NamedNode, Term]] = [(_kg("onFailure"), _kg(effect.behaviour))]
    if effect.substitute:
        said.append((_kg("substitute"), _kg(effect.substitute)))
    words = (("lasts", effect.lasts), ("extent", effect.extent))
    return said + [(_kg(name), text(value)) for name, value in words if value]
