"""Statements from tables, linked and reasoned over without a document."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kg.model.documents import Polarity
from kg.ontology import relations as ontology
from kg.ontology.gazetteer import Gazetteer
from kg.ontology.gazetteer import load_gazetteer as load
from kg.ontology.relations import Ontology
from kg.rdf.iris import Names
from kg.rdf.vocab import DEFAULT_BASE, KG
from kg.resolve.link.aliases import Identity, identify
from kg.resolve.link.curated import Curated, load_curated
from kg.resolve.link.links import Verdict
from kg.resolve.stored import Statement, spellings

NAMES = Names(DEFAULT_BASE)
BUILT_IN = ontology.load()
SHIPPED = load_curated()
NO_ALIASES = Curated([])
TECHNOLOGIES = load()
NO_TECHNOLOGIES = Gazetteer([])


def row(
    subject: str,
    relation: str,
    obj: str,
    where: str = "a.md/1",
    polarity: str = "asserted",
    *,
    group: str | None = None,
    scopes: tuple[str | None, str | None] = (None, None),
    behaviour: str | None = None,
) -> Statement:
    """A claim; `where` is the document and the chunk in it, `relation` the key of a relation or an IRI."""
    predicate = relation if ":" in relation else KG + relation
    ends = NAMES.entity(subject, scopes[0]), NAMES.entity(obj, scopes[1])
    return Statement(
        claim=NAMES.claim(where, ends[0], predicate, ends[1], polarity, group or "", behaviour or ""),
        subject=ends[0],
        predicate=predicate,
        object=ends[1],
        subject_text=subject,
        object_text=obj,
        polarity=Polarity(polarity),
        chunk=NAMES.chunk(where),
        document=NAMES.document(where.rpartition("/")[0]),
        alternatives=group and NAMES.base + "alternatives/" + group,
        behaviour=behaviour,
    )


def linked(rows: Iterable[Statement], curated: Curated = SHIPPED, gazetteer: Gazetteer = TECHNOLOGIES) -> Identity:
    """Which names of some statements are one thing."""
    return identify(NAMES, spellings(rows), curated, gazetteer)


def verdict(one: str, other: str, same: bool = True, confidence: float = 1.0, reason: str = "as told") -> Verdict:
    """A person's word on two names; `shop/auth` is a name within a scope."""
    ends = sorted((NAMES.entities + name.replace(" ", "-").lower(), name) for name in (one, other))
    (first, first_text), (second, second_text) = ends
    known = NAMES.verdict(first, second)
    return Verdict(first, second, same, first_text, second_text, reason, confidence=confidence, iri=known)


def named(
    *names: str | tuple[str, str | None],
    curated: Curated = SHIPPED,
    gazetteer: Gazetteer = TECHNOLOGIES,
    verdicts: Sequence[Verdict] = (),
) -> Identity:
    """Which of some names are one thing; a pair is a name and its scope."""
    found: dict[str, set[str]] = {}
    for item in names:
        name, scope = (item, None) if isinstance(item, str) else item
        found.setdefault(NAMES.entity(name, scope), set()).add(name)
    written = {iri: tuple(sorted(n)) for iri, n in sorted(found.items())}
    return identify(NAMES, written, curated, gazetteer, verdicts)


def inferred(rows: Sequence[Statement], denials: Sequence[Statement] = (), using: Ontology = BUILT_IN) -> set:
    """Triples of the inferred graph, as Turtle terms would read."""
    from kg.reason.reasoner import Reasoner

    quads = Reasoner(NAMES, using, linked(rows)).infer(rows, denials)
    return {(q.subject.value, q.predicate.value, q.object.value) for q in quads}
