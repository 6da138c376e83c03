"""The quads of generated statements, quickly: what the build writes for one example of each, with the blanks filled in.

Nothing here knows the layout of docs/data-model.md. The example goes through the recorder and the reasoner of `kg`;
its names and numbers, which occur nowhere else, are the blanks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

import pyoxigraph as ox
from workload import EITHER, FORMS, SOFTLY

from kg.model.documents import Block, Chunk, Claim, Document, Polarity
from kg.ontology.gazetteer import Gazetteer
from kg.ontology.relations import Ontology
from kg.rdf.iris import Names
from kg.rdf.vocab import KG, RDF, SKOS
from kg.read.scope import scope_of
from kg.reason.reasoner import Reasoner
from kg.resolve.link.aliases import Identity, identify
from kg.resolve.link.curated import Curated
from kg.resolve.link.graph import alias_quads
from kg.resolve.record import Recorder
from kg.resolve.stored import Statement, spellings

RELATIONS = ("depends_on", "backed_by", "runs_on", "depends_on", "owned_by", "depends_on")
"""Relation of each form."""

NAMES = ("q-subject", "q-object", "q-other")
_CHUNK, _TEXT, _HASH, _DOCUMENT = "q-chunk", "q text", "q-hash", "notes/q-document.md"
_LINE, _FROM, _CLAIM_FROM = 7_770_000, 7_780_000, 7_790_000
_COUNTS = (KG + "documents", KG + "chunks")
_IDENTITY = (SKOS + "prefLabel", SKOS + "altLabel", KG + "canonical")

Blanks = Mapping[str, str]
"""What stands in the example, and the name of the blank it becomes."""


def template(quads: Iterable[ox.Quad], blanks: Blanks) -> str:
    """Quads as N-Quads lines with `%(name)s` for each blank."""
    text = "".join(sorted(f"{quad} .\n" for quad in quads)).replace("%", "%%")
    for found in sorted(blanks, key=len, reverse=True):
        text = text.replace(found.replace("%", "%%"), f"%({blanks[found]})s")
    return text


class Templates:
    """Templates of one form of statement.

    Args:
        names: The graph's IRIs.
        ontology: The ontology in force.
        form: Number of the form.
    """

    def __init__(self, names: Names, ontology: Ontology, form: int) -> None:
        self.names, self.form = names, form
        self.recorder, self.ontology = Recorder(names, ontology), ontology
        self.relation = ontology.relations[RELATIONS[form]].iri
        self.polarity = Polarity.OPTIONAL if form == SOFTLY else Polarity.ASSERTED
        self.stated = ontology.optional(self.relation) if form == SOFTLY else self.relation
        self.objects = NAMES[1:] if form == EITHER else NAMES[1:2]

    def group(self, options: tuple[str, ...]) -> str:
        """IRI of a choice between some IRIs, nothing for one."""
        return self.names.alternatives(self.relation, options) if len(options) > 1 else ""

    def claims(self, chunk: str, subject: str, objects: tuple[str, ...]) -> list[str]:
        """IRIs of the claims of a statement, given the IRIs of its ends as written."""
        group = self.group(objects)
        return [self.names.claim(chunk, subject, self.relation, obj, self.polarity, group) for obj in objects]

    def edge(self, subject: str, obj: str, options: tuple[str, ...]) -> str:
        """IRI of a canonical edge."""
        return self.names.edge(subject, self.stated, obj, self.group(options))

    @cached_property
    def fact(self) -> str:
        """A chunk and what it states."""
        quads = self.recorder.chunk(self._chunk)
        recorded = self.recorder.claims(self._document, self._claims)
        quads += [quad for claim in recorded.values() for quad in claim]
        quads += self.recorder.assertions(recorded.values())
        iris = {self.names.entity(name): f"{name[2:]}_iri" for name in NAMES}
        claims = self.claims(_CHUNK, *self._ends)
        return template(set(quads), {**self._blanks, **self._group, **dict(zip(claims, _CLAIMS, strict=False)), **iris})

    @cached_property
    def document(self) -> str:
        """A document."""
        return template(self.recorder.document(self._document, _HASH), self._blanks)

    @cached_property
    def _inferred(self) -> tuple[list[ox.Quad], Identity, list[str]]:
        subject, objects = self._ends
        claims = self.claims(_CHUNK, subject, objects)
        group = self.group(objects) or None
        chunk, document = self.names.chunk(_CHUNK), self.names.document(_DOCUMENT)
        rows = [
            Statement(claim, subject, self.relation, obj, NAMES[0], name, self.polarity, chunk, document, group)
            for claim, obj, name in zip(claims, objects, NAMES[1:], strict=False)
        ]
        identity = identify(self.names, spellings(rows), Curated(()), Gazetteer(()))
        return Reasoner(self.names, self.ontology, identity).infer(rows), identity, claims

    @cached_property
    def edges(self) -> str:
        """The canonical edges of a statement, without what every end of one has anyway and without their support."""
        quads, _, _ = self._inferred
        left = {KG + "supportedBy", *_IDENTITY, *_COUNTS}
        kept = [q for q in quads if q.predicate.value not in left and not self._types_an_end(q)]
        text = template(kept, self._edge_blanks)
        counts = [q for q in quads if q.predicate.value in _COUNTS]
        return text + "".join(
            template([q], self._edge_blanks).replace('"1"', f'"%({q.predicate.value.removeprefix(KG)})d"')
            for q in counts
        )

    @cached_property
    def support(self) -> list[str]:
        """Of each edge, the quad for one claim that supports it; the claim is the blank `claim`."""
        quads, _, claims = self._inferred
        blanks = {**self._edge_blanks, **dict.fromkeys(claims, "claim")}
        lines = [template([q], blanks) for q in quads if q.predicate.value == KG + "supportedBy"]
        return sorted(lines)

    @cached_property
    def types(self) -> tuple[str, str]:
        """Classes of subject and of object, the blank being `iri`."""
        quads, _, _ = self._inferred
        ends = [self.names.entity(name) for name in NAMES[:2]]
        found = [[q for q in quads if self._types_an_end(q) and str(q.subject) == f"<{end}>"] for end in ends]
        subject, obj = (template(quads, {end: "iri"}) for quads, end in zip(found, ends, strict=True))
        return subject, obj

    @cached_property
    def entity(self) -> str:
        """Label and representative of a thing with one name; blanks `iri` and `label`."""
        quads, _, _ = self._inferred
        one = self.names.entity(NAMES[0])
        mine = [q for q in quads if q.predicate.value in _IDENTITY and str(q.subject) == f"<{one}>"]
        return template(mine, {one: "iri", f'"{NAMES[0]}"': "label"})

    def _types_an_end(self, quad: ox.Quad) -> bool:
        return quad.predicate.value == RDF + "type" and str(quad.subject).startswith(f"<{self.names.entities}")

    @property
    def _ends(self) -> tuple[str, tuple[str, ...]]:
        return self.names.entity(NAMES[0]), tuple(self.names.entity(name) for name in self.objects)

    @property
    def _group(self) -> Blanks:
        group = self.group(self._ends[1])
        return {group: "group"} if group else {}

    @property
    def _edge_blanks(self) -> Blanks:
        subject, objects = self._ends
        edges = (self.edge(subject, obj, objects) for obj in objects)
        iris = {self.names.entity(name): f"{name[2:]}_iri" for name in NAMES}
        return {**iris, **self._group, **dict(zip(edges, ("edge", "other_edge"), strict=False))}

    @property
    def _blanks(self) -> Blanks:
        blanks = {name: name[2:] for name in NAMES} | {_CHUNK: "chunk", _TEXT: "text", _HASH: "hash"}
        numbers = {_LINE: "line", _FROM: "start", _CLAIM_FROM: "start"}
        ends = {_FROM + len(_TEXT): "end", _CLAIM_FROM + len(_TEXT): "end"}
        return {**blanks, "q-document": "document", **{str(n): name for n, name in (numbers | ends).items()}}

    @property
    def _chunk(self) -> Chunk:
        return Chunk(_CHUNK, _DOCUMENT, (_LINE, _LINE), _FROM, _TEXT, (Block(_TEXT),))

    @property
    def _document(self) -> Document:
        return Document(_DOCUMENT, "jsonl", _HASH, (self._chunk,), scope=scope_of(_DOCUMENT, None))

    @property
    def _claims(self) -> list[Claim]:
        choice = "choice" if self.form == EITHER else None
        return [
            Claim(_CHUNK, _DOCUMENT, (_LINE, _LINE), _TEXT, _CLAIM_FROM, NAMES[0], RELATIONS[self.form], obj,
                  self.polarity, "prose", choice)
            for obj in self.objects
        ]  # fmt: skip


_CLAIMS = ("claim", "other_claim")


class Aliases:
    """Templates of a thing with a second spelling; blanks `iri`, `label`, `alias_iri`, `alias_label`, `link`."""

    def __init__(self, names: Names, ontology: Ontology) -> None:
        iris = [names.entity(name) for name in ("q-name", "Qname")]
        blanks = {iris[0]: "iri", iris[1]: "alias_iri", names.alias(*iris): "link"}
        chunk = names.chunk(_CHUNK)
        rows = [
            Statement(names.claim(one), one, KG + "depends_on", names.entity("zz"), text, "zz", Polarity.ASSERTED,
                      chunk, chunk)
            for one, text in zip(iris, ("q-name", "Qname"), strict=True)
        ]  # fmt: skip
        identity = identify(names, spellings(rows), Curated(()), Gazetteer(()))
        quads = Reasoner(names, ontology, identity).infer(rows)
        mine = [q for q in quads if q.predicate.value in _IDENTITY and str(q.subject) in {f"<{one}>" for one in iris}]
        self.link = template(alias_quads(names, identity.links), blanks)
        self.entity = template(mine, {**blanks, '"q-name"': "label", '"Qname"': "alias_label"})


assert len(FORMS) == len(RELATIONS)
