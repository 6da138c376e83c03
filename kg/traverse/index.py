"""The edges of a graph as numbers: nodes numbered by IRI, links in both directions, nothing fetched twice.

Everything above asks `out`, `into` and `links` only, so compressed-sparse-row arrays can take their place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Literal, NamedTuple

from kg.errors import UnknownName
from kg.model import Entity, Status, Support
from kg.ontology import Ontology, local_name
from kg.store.base import Store
from kg.terms import iri, value_of
from kg.vocab import KG, OWL, RDF, RDFS, SKOS

Passes = Literal["hard", "soft", "any"]
"""What a link does with a failure: breaks, degrades, or waits for the other options."""

_SKIPPED = frozenset({KG + "Edge", OWL + "Thing", OWL + "NamedIndividual", RDFS + "Resource"})
_COMPONENT, _ALTERNATIVES, _OWNER = KG + "Component", KG + "Alternatives", KG + "Owner"


class Link(NamedTuple):
    """One canonical edge.

    Args:
        iri: IRI of its `kg:Edge`.
        subject: Number of what relies.
        predicate: IRI of the relation as it stands in the chunk graphs.
        object: Number of what is relied on.
        documents: Distinct documents that assert it.
        chunks: Distinct chunks that do.
        passes: What it does with a failure of its object; None when nothing.
        group: IRI of the alternatives it is one option of.
        status: What the sources together say.
    """

    iri: str
    subject: int
    predicate: str
    object: int
    documents: int = 1
    chunks: int = 1
    passes: Passes | None = "hard"
    group: str | None = None
    status: Status = Status.ASSERTED

    @property
    def weight(self) -> tuple[int, int]:
        """Its support as a pair that compares as support does."""
        return self.documents, self.chunks

    @property
    def support(self) -> Support:
        """Its support."""
        return Support(self.documents, self.chunks)


class Index:
    """The canonical edges of one graph, and the names of their ends.

    Args:
        entities: Nodes; their positions are their numbers.
        links: Edges between these numbers; their positions are their numbers.
        types: Classes of each node by its number.
        canonical: From every name's IRI to its representative's.
        components: Numbers of the components.

    >>> a, b = Entity("a", "urn:a"), Entity("b", "urn:b")
    >>> index = Index([a, b], [Link("urn:e", 0, "urn:uses", 1)])
    >>> index.out[0], index.into[1], index.number("urn:b")
    ([0], [0], 1)
    """

    def __init__(
        self,
        entities: Sequence[Entity],
        links: Sequence[Link],
        types: Mapping[int, tuple[str, ...]] | None = None,
        canonical: Mapping[str, str] | None = None,
        components: Iterable[int] | None = None,
    ) -> None:
        self.entities = entities
        self.links = links
        self.types: Mapping[int, tuple[str, ...]] = types or {}
        self.canonical: Mapping[str, str] = canonical or {}
        self.components = frozenset(range(len(entities)) if components is None else components)
        self.numbers = {entity.iri: number for number, entity in enumerate(entities)}
        self.out: list[list[int]] = [[] for _ in entities]
        self.into: list[list[int]] = [[] for _ in entities]
        for number, link in enumerate(links):
            self.out[link.subject].append(number)
            self.into[link.object].append(number)

    @classmethod
    def load(cls, store: Store) -> Index:
        """Read the inferred graph of a store."""
        return _Loader(store).index()

    def find(self, name: str) -> int | None:
        """Number of the thing an IRI, its representative's or an alias's, stands for; None when unknown."""
        return self.numbers.get(self.canonical.get(name, name))

    def number(self, name: str) -> int:
        """Number of the thing an IRI stands for.

        Raises:
            UnknownName: If the graph has no such thing.
        """
        found = self.find(name)
        if found is None:
            raise UnknownName(name)
        return found

    @cached_property
    def _options(self) -> Mapping[tuple[int, str], tuple[int, ...]]:
        found: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
        for number, link in enumerate(self.links):
            if link.group is not None:
                found[link.subject, link.group].append(number)
        return {key: tuple(numbers) for key, numbers in found.items()}

    def options(self, link: Link) -> tuple[int, ...]:
        """Numbers of the links from the same subject to all options of the same group, this one included."""
        return () if link.group is None else self._options.get((link.subject, link.group), ())


class _Loader:
    """Reads the columns of the inferred graph, one scan each."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.ontology: Ontology = store.ontology
        self.graph = iri(store.names.inferred)

    def index(self) -> Index:
        canonical = self._column(KG + "canonical")
        edges = self._edges()
        ends = {edge[position] for edge in edges for position in (1, 3)}
        iris = sorted({*canonical.values(), *ends})
        numbers = {name: number for number, name in enumerate(iris)}
        types, labels = self._types(numbers), self._column(SKOS + "prefLabel")
        technologies, kinds = self._column(KG + "technology"), self._column(KG + "kind")
        entities = [
            Entity(
                labels.get(name) or local_name(name),
                name,
                self._kind(types[n], kinds.get(technologies.get(name, ""), "")),
            )
            for n, name in enumerate(iris)
        ]
        links = [self._link(edge, numbers) for edge in edges]
        components = [n for n in range(len(iris)) if self._is_component(types[n])]
        return Index(entities, links, types, canonical, components)

    def _column(self, predicate: str) -> dict[str, str]:
        found: dict[str, str] = {}
        for quad in self.store.quads(None, iri(predicate), None, self.graph):
            name, value = value_of(quad.subject), value_of(quad.object)
            found[name] = min(value, found.get(name, value))
        return found

    def _edges(self) -> list[tuple[str, str, str, str]]:
        """(edge, subject, predicate, object) of every complete edge, sorted by what they say."""
        subjects, predicates = self._column(RDF + "subject"), self._column(RDF + "predicate")
        objects = self._column(RDF + "object")
        rows = (
            (edge, subject, predicates[edge], objects[edge])
            for edge, subject in subjects.items()
            if edge in predicates and edge in objects
        )
        return sorted(rows, key=lambda row: (row[1:], row[0]))

    def _link(self, edge: tuple[str, str, str, str], numbers: Mapping[str, int]) -> Link:
        name, subject, predicate, obj = edge
        group = self._groups.get(name)
        passes: Passes | None = self._failure(predicate)
        if group is not None and passes == "hard":
            passes = "any"
        documents = max(1, int(self._documents.get(name, 1)))
        chunks = max(documents, int(self._chunks.get(name, 1)))
        status = Status(local_name(self._statuses.get(name, Status.ASSERTED)))
        return Link(name, numbers[subject], predicate, numbers[obj], documents, chunks, passes, group, status)

    @cached_property
    def _groups(self) -> dict[str, str]:
        return self._column(KG + "alternatives")

    @cached_property
    def _documents(self) -> dict[str, str]:
        return self._column(KG + "documents")

    @cached_property
    def _chunks(self) -> dict[str, str]:
        return self._column(KG + "chunks")

    @cached_property
    def _statuses(self) -> dict[str, str]:
        return self._column(KG + "status")

    @cached_property
    def _known(self) -> dict[str, Literal["hard", "soft"] | None]:
        return {}

    def _failure(self, predicate: str) -> Literal["hard", "soft"] | None:
        if predicate not in self._known:
            self._known[predicate] = self.ontology.failure(predicate)
        return self._known[predicate]

    def _types(self, numbers: Mapping[str, int]) -> dict[int, tuple[str, ...]]:
        found: dict[int, set[str]] = {number: set() for number in numbers.values()}
        for quad in self.store.quads(None, iri(RDF + "type"), None, self.graph):
            number = numbers.get(value_of(quad.subject))
            if number is not None:
                found[number].add(value_of(quad.object))
        return {number: tuple(sorted(classes - _SKIPPED)) for number, classes in found.items()}

    @cached_property
    def _above(self) -> dict[str, frozenset[str]]:
        return {}

    def _superclasses(self, name: str) -> frozenset[str]:
        if name not in self._above:
            self._above[name] = frozenset(self.ontology.superclasses(name))
        return self._above[name]

    def _kind(self, classes: tuple[str, ...], technology: str) -> str:
        """Local name of the most specific class, of several the first; the kind of technology says more than that."""
        if technology:
            return local_name(technology)
        general = {above for name in classes for above in self._superclasses(name) if above != name}
        kinds = sorted(kind_of(name) for name in classes if name not in general)
        return kinds[0] if kinds else "component"

    def _is_component(self, classes: tuple[str, ...]) -> bool:
        above = {name for one in classes for name in self._superclasses(one)}
        return _COMPONENT in above and _ALTERNATIVES not in above


def kind_of(name: str) -> str:
    """How a class is called in answers.

    >>> kind_of("https://w3id.org/context-graph/ontology#Component")
    'component'
    """
    local = local_name(name)
    return local[:1].lower() + local[1:]
