"""The ontology in force: which relations exist, how documents phrase them, what failure does along them.

An ontology file that declares `owl:imports <https://w3id.org/context-graph/ontology>` adds to the one that
ships with `kg`; files without that import stand in its place (OWL 2 Structural Specification, section 3.4).
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Literal

import pyoxigraph as ox

from kg.errors import InputError
from kg.model import digest
from kg.rdf import KG, OWL, RDFS, Term, resources, value_of

BUILT_IN = "https://w3id.org/context-graph/ontology"

Failure = Literal["hard", "soft", "tolerant"]
_CARRIERS: Mapping[str, Failure] = {
    KG + "relies_on": "hard",
    KG + "relies_softly_on": "soft",
    KG + "relies_tolerantly_on": "tolerant",
}
_FORMS = (
    "surfaceForm",
    "inverseSurfaceForm",
    "softSurfaceForm",
    "formerSurfaceForm",
    "labelForm",
    "inverseLabelForm",
)


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation documents state.

    Args:
        iri: Its IRI.
        key: Local name of the IRI, unique in the ontology.
        label: Human-readable name.
        comment: What it means.
        failure: What failure of the object does to the subject: breaks it (`hard`), degrades it (`soft`), nothing
            though it relies on the object (`tolerant`), nothing since it does not (None).
        soft_variant: Key of the relation an optional statement asserts.
        inverse: IRI of the inverse property.
        surface_forms: Words between subject and object.
        inverse_surface_forms: Words with the object first.
        soft_surface_forms: Words between subject and object of a statement that is optional by nature.
        former_surface_forms: Words between subject and object of a change that ends what they state.
        label_forms: Keys and headings whose values are objects.
        inverse_label_forms: Keys and headings whose values are subjects.
    """

    iri: str
    key: str
    label: str
    comment: str
    failure: Failure | None
    soft_variant: str | None
    inverse: str | None
    surface_forms: tuple[str, ...]
    inverse_surface_forms: tuple[str, ...]
    soft_surface_forms: tuple[str, ...]
    former_surface_forms: tuple[str, ...]
    label_forms: tuple[str, ...]
    inverse_label_forms: tuple[str, ...]


class Ontology:
    """An ontology, indexed for the questions the other layers ask.

    Args:
        triples: All its triples.

    Raises:
        InputError: If two relations share a local name.

    >>> load().relations["backed_by"].failure
    'hard'
    """

    def __init__(self, triples: Iterable[ox.Triple]) -> None:
        self.triples: tuple[ox.Triple, ...] = tuple(sorted(set(triples), key=str))
        self._out: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        for triple in self.triples:
            self._out[value_of(triple.subject), triple.predicate.value].append(value_of(triple.object))
        self.relations: Mapping[str, Relation] = self._relations()
        self.by_iri: Mapping[str, Relation] = {r.iri: r for r in self.relations.values()}

    @cached_property
    def hash(self) -> str:
        """SHA-256 of the triples, hexadecimal; the order and layout of the files do not count."""
        return hashlib.sha256("\n".join(str(t) for t in self.triples).encode()).hexdigest()

    @cached_property
    def generic_names(self) -> frozenset[str]:
        """Names that mean another thing in every project, lower case."""
        return frozenset(text.lower() for _, text in self.values(KG + "genericName"))

    def values(self, predicate: str) -> list[tuple[str, str]]:
        """Pairs (subject, object value) of all triples with a predicate, sorted."""
        return sorted((s, o) for (s, p), objects in self._out.items() if p == predicate for o in objects)

    def objects(self, subject: str, predicate: str) -> tuple[str, ...]:
        """Values of a property of a term, sorted."""
        return tuple(sorted(self._out.get((subject, predicate), ())))

    def superproperties(self, iri: str) -> tuple[str, ...]:
        """The property and all above it, sorted; cycles do no harm.

        >>> KG + "relies_on" in load().superproperties(KG + "runs_on")
        True
        """
        return self._closure(iri, RDFS + "subPropertyOf")

    def superclasses(self, iri: str) -> tuple[str, ...]:
        """The class and all above it, sorted."""
        return self._closure(iri, RDFS + "subClassOf")

    def inverses(self, iri: str) -> tuple[str, ...]:
        """Inverse properties, whichever of the two declares it."""
        declared = self._out.get((iri, OWL + "inverseOf"), [])
        declaring = [s for s, o in self.values(OWL + "inverseOf") if o == iri]
        return tuple(sorted({*declared, *declaring}))

    def failure(self, iri: str) -> Failure | None:
        """What failure of the object of a property does to its subject."""
        above = self.superproperties(iri)
        return next((failure for carrier, failure in _CARRIERS.items() if carrier in above), None)

    def optional(self, iri: str) -> str:
        """The property an optional statement of a relation asserts; it never carries hard failure.

        >>> local_name(load().optional(KG + "runs_on"))
        'optionally_runs_on'
        """
        relation = self.by_iri[iri]
        variant = self.relations.get(relation.soft_variant or "")
        if variant is not None:
            return variant.iri
        return KG + "relies_softly_on" if relation.failure == "hard" else iri

    @cached_property
    def behaviours(self) -> Mapping[str, Failure]:
        """What each behaviour that a sentence tells of makes of an edge, by the behaviour's key; the worst first.

        >>> load().behaviours
        {'breaks': 'hard', 'degrades': 'soft', 'survives': 'tolerant'}
        """
        stated = {local_name(one): self.failure(carrier) for one, carrier in self.values(KG + "carriedBy")}
        return {key: failure for one in _CARRIERS.values() for key, failure in stated.items() if failure == one}

    def governed(self, iri: str, behaviour: str) -> str:
        """The property of an edge between two things of which a sentence says what failure of one does to the other.

        Args:
            iri: The property that is stated otherwise.
            behaviour: Key of the behaviour.

        >>> [local_name(load().governed(KG + "backed_by", one)) for one in load().behaviours]
        ['backed_by', 'optionally_backed_by', 'tolerantly_backed_by']
        """
        failure, plain = self.behaviours.get(behaviour), self.plain(iri)
        if failure is None or self.failure(plain) != "hard":
            return iri
        if failure == "hard":
            return plain
        return self.optional(plain) if failure == "soft" else self._tolerant(plain)

    def _tolerant(self, iri: str) -> str:
        return next(iter(self.objects(iri, KG + "tolerantVariant")), KG + "relies_tolerantly_on")

    def plain(self, iri: str) -> str:
        """The relation that a soft or tolerant variant is one of, or the property itself.

        >>> local_name(load().plain(KG + "optionally_runs_on"))
        'runs_on'
        """
        return self._plain.get(iri, iri)

    @cached_property
    def _plain(self) -> Mapping[str, str]:
        """The relation that each variant is one of."""
        variants = (*self.values(KG + "softVariant"), *self.values(KG + "tolerantVariant"))
        return {variant: iri for iri, variant in variants}

    def _closure(self, iri: str, predicate: str) -> tuple[str, ...]:
        seen, todo = {iri}, [iri]
        while todo:
            for above in self._out.get((todo.pop(), predicate), ()):
                if above not in seen:
                    seen.add(above)
                    todo.append(above)
        return tuple(sorted(seen))

    def _relations(self) -> dict[str, Relation]:
        """A relation is a property that documents can phrase, or the soft variant of one."""
        phrased = {subject for form in _FORMS for subject, _ in self.values(KG + form)}
        variants = {variant for kind in ("softVariant", "tolerantVariant") for _, variant in self.values(KG + kind)}
        relations: dict[str, Relation] = {}
        for iri in sorted(phrased | variants):
            relation = self._relation(iri)
            if relation.key in relations:
                raise InputError(
                    f"two relations are called {relation.key}: <{relations[relation.key].iri}> and <{iri}>",
                    hint="rename one",
                )
            relations[relation.key] = relation
        return relations

    def _relation(self, iri: str) -> Relation:
        def forms(name: str) -> tuple[str, ...]:
            return self.objects(iri, KG + name)

        def first(predicate: str) -> str | None:
            return next(iter(self.objects(iri, predicate)), None)

        variant = first(KG + "softVariant")
        key = local_name(iri)
        return Relation(
            iri=iri,
            key=key,
            label=first(RDFS + "label") or key.replace("_", " "),
            comment=first(RDFS + "comment") or "",
            failure=self.failure(iri),
            soft_variant=local_name(variant) if variant else None,
            inverse=next(iter(self.inverses(iri)), None),
            surface_forms=forms("surfaceForm"),
            inverse_surface_forms=forms("inverseSurfaceForm"),
            soft_surface_forms=forms("softSurfaceForm"),
            former_surface_forms=forms("formerSurfaceForm"),
            label_forms=forms("labelForm"),
            inverse_label_forms=forms("inverseLabelForm"),
        )


def local_name(iri: str) -> str:
    """What follows the last `#`, `/` or `:` of an IRI.

    >>> local_name("https://example.com/terms#replicates_to")
    'replicates_to'
    """
    return iri.rstrip("#/").rsplit("#", 1)[-1].rsplit("/", 1)[-1].rsplit(":", 1)[-1]


def load(files: Sequence[Path] = ()) -> Ontology:
    """Read the ontology that ships with `kg`, or the given files in its place or on top of it.

    Args:
        files: Turtle files. If one imports the built-in ontology, that is loaded too.

    Raises:
        InputError: If a file is missing or is no Turtle, with its line.
    """
    triples: list[ox.Triple] = []
    for file in files:
        triples += parse_turtle(file)
    imports = {
        t.object.value for t in triples if t.predicate.value == OWL + "imports" and isinstance(t.object, ox.NamedNode)
    }
    if not files or BUILT_IN in imports:
        for name in ("context-graph.ttl", "lexicon.ttl"):
            path = resources.folder("ontology") / name
            triples += parse_turtle(path) if path.is_file() else []
    return made_of(frozenset(triples))


@lru_cache(maxsize=4)
def made_of(triples: frozenset[ox.Triple]) -> Ontology:
    """The ontology of some triples: one object for the same ones, so that what is made of it is made once.

    >>> made_of(frozenset(load().triples)) is load()
    True
    """
    return Ontology(triples)


def parse_turtle(file: Path) -> list[ox.Triple]:
    """Read a Turtle file, its blank nodes replaced by IRIs of their own.

    Raises:
        InputError: If it is missing or is no Turtle, with its line.
    """
    try:
        data = file.read_bytes()
    except OSError as error:
        raise InputError(error.strerror or "cannot be read", file=str(file)) from error
    try:
        quads = list(ox.parse(data, format=ox.RdfFormat.TURTLE, base_iri=f"urn:file:{digest(file.name)}"))
    except SyntaxError as error:
        raise InputError(f"not valid Turtle: {error.msg}", file=str(file), line=error.lineno) from error
    return _without_blank_nodes([quad.triple for quad in quads], data)


def _without_blank_nodes(triples: list[ox.Triple], data: bytes) -> list[ox.Triple]:
    """RDF 1.1 Concepts, section 3.5; numbered by first appearance, so one file always gives the same IRIs."""
    if not any(isinstance(t.subject, ox.BlankNode) or isinstance(t.object, ox.BlankNode) for t in triples):
        return triples
    seed = hashlib.sha256(data).hexdigest()[:16]
    ids: dict[str, str] = {}

    def named(term: Term) -> Any:
        if not isinstance(term, ox.BlankNode):
            return term
        return ox.NamedNode(f"urn:kg:skolem:{seed}:{ids.setdefault(term.value, str(len(ids)))}")

    return [ox.Triple(named(t.subject), t.predicate, named(t.object)) for t in triples]
