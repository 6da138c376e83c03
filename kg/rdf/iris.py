"""From names to IRIs and back: scopes, and the one place where IRIs of a graph are minted."""

from __future__ import annotations

from dataclasses import dataclass

from kg.model import digest, fold, path_segments
from kg.rdf.vocab import PREFIXES

ROOT_SCOPE = "_"
"""How the scope of a document at the build root is written in IRIs."""


@dataclass(frozen=True, slots=True)
class Names:
    """Mints every IRI of a graph.

    Args:
        base: IRI that all data of the graph starts with; ends in `/` or `#`.

    >>> Names("https://example.org/kg/").entity("the token cache")
    'https://example.org/kg/entity/token-cache'
    >>> Names("https://example.org/kg/").entity("db", scope="shop/api")
    'https://example.org/kg/entity/shop/api/db'
    """

    base: str

    @property
    def provenance(self) -> str:
        """Graph of documents, chunks, runs and claims."""
        return self.base + "graph/provenance"

    @property
    def aliases(self) -> str:
        """Graph of `owl:sameAs` links and their justifications."""
        return self.base + "graph/aliases"

    @property
    def inferred(self) -> str:
        """Graph of all that reasoning added."""
        return self.base + "graph/inferred"

    @property
    def rejected(self) -> str:
        """Graph of the claims that failed validation."""
        return self.base + "graph/rejected"

    @property
    def curation(self) -> str:
        """Graph of what people decided."""
        return self.base + "graph/curation"

    @property
    def ontology(self) -> str:
        """Graph of the ontology in force."""
        return self.base + "graph/ontology"

    @property
    def chunks(self) -> str:
        """What every chunk's IRI starts with."""
        return self.base + "chunk/"

    @property
    def entities(self) -> str:
        """What every entity's IRI starts with."""
        return self.base + "entity/"

    def entity(self, name: str, scope: str | None = None) -> str:
        """IRI of a name; `scope` is the project's folder, `""` at the build root, None for a global name."""
        if scope is None:
            return self.entities + fold(name)
        return self.entities + (path_segments(scope) or ROOT_SCOPE) + "/" + fold(name)

    def document(self, path: str) -> str:
        """IRI of a document."""
        return self.base + "document/" + path_segments(path)

    def chunk(self, chunk_id: str) -> str:
        """IRI of a chunk, which is also the name of its graph."""
        return self.chunks + path_segments(chunk_id)

    def claim(self, *parts: str) -> str:
        """IRI of a claim, hashed from what makes it distinct."""
        return self.base + "claim/" + digest(*parts, length=24)

    def edge(self, subject: str, predicate: str, obj: str, alternatives: str = "") -> str:
        """IRI of a canonical edge."""
        return self.base + "edge/" + digest(subject, predicate, obj, alternatives, length=24)

    def alternatives(self, predicate: str, options: tuple[str, ...]) -> str:
        """IRI of a group of options, from the options in order and the relation stated."""
        return self.base + "alternatives/" + digest(predicate, *sorted(options), length=24)

    def alias(self, one: str, other: str) -> str:
        """IRI of the justification of an `owl:sameAs` link."""
        return self.base + "alias/" + digest(*sorted((one, other)), length=24)

    def conflict(self, one: str, other: str) -> str:
        """IRI of a link between two names that is not followed."""
        return self.base + "conflict/" + digest(*sorted((one, other)), length=24)

    def verdict(self, one: str, other: str) -> str:
        """IRI of what people decided on two names."""
        return self.base + "curation/verdict/" + digest(*sorted((one, other)), length=24)

    def skipped(self, path: str, line: int | None, reason: str) -> str:
        """IRI of something that was not read."""
        return self.base + "skipped/" + digest(path, str(line or ""), reason, length=24)

    def run(self) -> str:
        """IRI of the extraction activity. It carries no time: the same documents give the same graph."""
        return self.base + "run/extraction"

    def curie(self, iri: str) -> str:
        """`iri` shortened by the graph's base (empty prefix) or a well-known one, else `<iri>`.

        >>> Names("https://example.org/kg/").curie("https://example.org/kg/entity/redis")
        ':entity/redis'
        """
        if iri.startswith(self.base):
            return ":" + iri[len(self.base) :]
        for prefix, namespace in PREFIXES.items():
            if iri.startswith(namespace):
                return f"{prefix}:{iri[len(namespace) :]}"
        return f"<{iri}>"

    def expand(self, curie: str) -> str | None:
        """The IRI that a CURIE or an IRI in or out of `<>` stands for; None when it is neither.

        >>> Names("https://example.org/kg/").expand(":entity/redis")
        'https://example.org/kg/entity/redis'
        """
        text = curie.removeprefix("<").removesuffix(">")
        if text.startswith(("http://", "https://", "urn:")):
            return text
        prefix, colon, local = curie.partition(":")
        if not colon:
            return None
        if not prefix:
            return self.base + local
        namespace = PREFIXES.get(prefix)
        return None if namespace is None else namespace + local
