"""Graphs out and in: RDF files of a whole graph, sorted, so that two exports can be compared line by line.

Canonical N-Quads are those of RDF Dataset Canonicalization (RDFC-1.0), which is plain sorting here: no graph of
`kg` holds a blank node.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import pyoxigraph as ox

from kg.errors import InputError
from kg.model import digest
from kg.rdf.iris import Names
from kg.rdf.store.base import Store
from kg.rdf.store.memory import OxigraphStore
from kg.rdf.terms import iri, value_of
from kg.rdf.vocab import PREFIXES, RDF

FORMATS: Mapping[str, ox.RdfFormat] = {
    "trig": ox.RdfFormat.TRIG,
    "turtle": ox.RdfFormat.TURTLE,
    "nquads": ox.RdfFormat.N_QUADS,
    "ntriples": ox.RdfFormat.N_TRIPLES,
    "jsonld": ox.RdfFormat.JSON_LD,
    "rdfxml": ox.RdfFormat.RDF_XML,
}
"""Formats by the name they are asked for with."""

TRIPLES_ONLY = ("turtle", "ntriples", "rdfxml")
"""Formats that cannot name graphs."""

SUFFIXES = {
    "trig": "trig",
    "ttl": "turtle",
    "nq": "nquads",
    "nt": "ntriples",
    "jsonld": "jsonld",
    "json": "jsonld",
    "rdf": "rdfxml",
    "xml": "rdfxml",
    "owl": "rdfxml",
}
"""Format by the ending of a file's name."""

_PARTS = ("alias", "alternatives", "chunk", "claim", "document", "edge", "entity", "graph")
_DOCTYPE = re.compile(rb"<!DOCTYPE", re.IGNORECASE)
_NO_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_PROVENANCE = "graph/provenance"


def prefixes(names: Names) -> dict[str, str]:
    """Prefixes of a graph: the well-known ones, the base as the empty one, and one for each kind of thing."""
    return {**PREFIXES, "": names.base, **{part: f"{names.base}{part}/" for part in _PARTS}}


def export(
    store: Store, format_name: str, only: Sequence[str] = (), merge: bool = False, inferred: bool = True
) -> bytes:
    """A graph as an RDF file, sorted.

    Args:
        store: The graph.
        format_name: One of `FORMATS`.
        only: Graphs to export: `provenance`, `inferred` and so on, `chunks` for all chunk graphs, a CURIE or an IRI.
        merge: Give up the names of the graphs in a format that has none for them.
        inferred: With the graph of what reasoning added.

    Raises:
        InputError: If the format does not exist, a graph does not, or graph names would be lost unasked.
    """
    if format_name not in FORMATS:
        raise InputError(f"no format is called {format_name!r}", hint=", ".join(FORMATS))
    left_out = None if inferred else iri(store.names.inferred)
    quads = sorted((quad for quad in _chosen(store, only) if quad.graph_name != left_out), key=str)
    graphs = {quad.graph_name for quad in quads}
    if format_name in TRIPLES_ONLY and len(graphs) > 1 and not merge:
        hint = "--merge gives the names up, --only GRAPH exports one graph, trig and nquads keep all"
        raise InputError(f"{format_name} cannot name the {len(graphs)} graphs", hint=hint)
    if format_name == "nquads":
        return "".join(f"{quad} .\n" for quad in quads).encode()
    if format_name == "ntriples":
        return "".join(f"{line} .\n" for line in sorted({str(quad.triple) for quad in quads})).encode()
    if format_name == "rdfxml":
        _check_xml(quads)
    if format_name in TRIPLES_ONLY:
        return _serialized({quad.triple for quad in quads}, format_name, prefixes(store.names))
    return _serialized(quads, format_name, prefixes(store.names))


def _check_xml(quads: Iterable[ox.Quad]) -> None:
    """XML 1.0 (section 2.2) has no way to write most control characters."""
    for quad in quads:
        found = _NO_XML.search(quad.object.value) if isinstance(quad.object, ox.Literal) else None
        if found:
            where = f"U+{ord(found[0]):04X} in what is said of {value_of(quad.subject)}"
            raise InputError(f"RDF/XML cannot hold the character {where}", hint="turtle and the others can")


def _reading_order(stated: ox.Triple | ox.Quad) -> tuple[str, str, bool, str, str]:
    """By graph and subject, what a thing is (`a`) before what is said of it."""
    graph = str(stated.graph_name) if isinstance(stated, ox.Quad) else ""
    predicate = stated.predicate.value
    return graph, str(stated.subject), predicate != RDF + "type", predicate, str(stated.object)


def _serialized(found: Iterable[ox.Triple] | Iterable[ox.Quad], format_name: str, names: Mapping[str, str]) -> bytes:
    """Serialised by Oxigraph in reading order, the prefixes that are used sorted."""
    data = ox.serialize(sorted(found, key=_reading_order), format=FORMATS[format_name], prefixes=dict(names))
    assert data is not None
    lines = data.decode().split("\n")
    count = next((at for at, line in enumerate(lines) if not line.startswith("@prefix ")), len(lines))
    body = "\n".join(lines[count:])
    used = sorted(line for line in lines[:count] if f"{line.split()[1]}" in body)
    return "\n".join([*used, *([""] if used else []), body]).encode()


def turtle(triples: Iterable[ox.Triple], names: Mapping[str, str]) -> str:
    """Triples as Turtle."""
    return _serialized(triples, "turtle", names).decode()


def _chosen(store: Store, only: Sequence[str]) -> set[ox.Quad]:
    if not only:
        return set(store.quads())
    chosen: set[ox.Quad] = set()
    for name in only:
        found = {quad for quad in store.quads() if _is_in(quad, name, store.names)}
        if not found:
            raise InputError(f"no graph is called {name!r}", hint="provenance, aliases, inferred, chunks, a CURIE …")
        chosen |= found
    return chosen


def _is_in(quad: ox.Quad, name: str, names: Names) -> bool:
    graph = quad.graph_name
    if not isinstance(graph, ox.NamedNode):
        return False
    if name == "chunks":
        return graph.value.startswith(names.chunks)
    return graph.value in (f"{names.base}graph/{name}", names.expand(name))


@dataclass(frozen=True, slots=True)
class Loaded:
    """An RDF file that was read.

    Args:
        base: What its data starts with.
        quads: Its quads, blank nodes named.
    """

    base: str
    quads: frozenset[ox.Quad]


def parse(data: bytes, name: str, format_name: str | None = None, base: str | None = None) -> list[ox.Quad]:
    """The quads of an RDF file.

    Args:
        data: The file.
        name: Its name, for messages and the format.
        format_name: One of `FORMATS`; else the name's ending tells.
        base: What relative IRIs start with.

    Raises:
        InputError: If it cannot be read, with its line.
    """
    chosen = format_name or SUFFIXES.get(name.rsplit(".", 1)[-1].lower())
    if chosen is None:
        raise InputError("the format is not clear from the name", file=name, hint="-f " + "|".join(FORMATS))
    if chosen == "rdfxml" and _DOCTYPE.search(data):
        raise InputError("a DOCTYPE can make entities explode and is refused", file=name)
    try:
        return list(ox.parse(data, format=FORMATS[chosen], base_iri=base))
    except SyntaxError as error:
        raise InputError(f"not valid {chosen}: {error.msg}", file=name, line=error.lineno) from error
    except (ValueError, OSError) as error:
        raise InputError(f"not valid {chosen}: {error}", file=name) from error


def load(data: bytes, name: str, format_name: str | None = None, base: str | None = None) -> Loaded:
    """Read an exported graph.

    Args:
        data: The file.
        name: Its name, for messages and the format.
        format_name: One of `FORMATS`; else the name's ending tells.
        base: The base IRI; else the name of its provenance graph tells.

    Raises:
        InputError: If it cannot be read, or is no export of a graph of `kg`.
    """
    quads = parse(data, name, format_name, base)
    named = frozenset(_named(quad, digest(name)) for quad in quads)
    return Loaded(base or _base(named, name), named)


def _base(quads: Iterable[ox.Quad], name: str) -> str:
    graphs = {quad.graph_name.value for quad in quads if isinstance(quad.graph_name, ox.NamedNode)}
    bases = sorted(graph.removesuffix(_PROVENANCE) for graph in graphs if graph.endswith(_PROVENANCE))
    if len(bases) != 1:
        found = "several provenance graphs" if bases else "no provenance graph"
        raise InputError(f"{found} in it", file=name, hint="export with its graphs (trig, nquads), or say --base IRI")
    return bases[0]


def _named(quad: ox.Quad, seed: str) -> ox.Quad:
    """The quad with IRIs for its blank nodes (RDF 1.1 Concepts, section 3.5)."""
    subject, obj, graph = quad.subject, quad.object, quad.graph_name
    if isinstance(subject, ox.BlankNode):
        subject = _skolem(subject, seed)
    if isinstance(obj, ox.BlankNode):
        obj = _skolem(obj, seed)
    if isinstance(graph, ox.BlankNode):
        graph = _skolem(graph, seed)
    return ox.Quad(subject, quad.predicate, obj, graph)


def _skolem(node: ox.BlankNode, seed: str) -> ox.NamedNode:
    return iri("urn:kg:skolem:" + digest(seed, node.value, length=24))


def replace(store: OxigraphStore, loaded: Loaded) -> int:
    """Make a graph hold exactly what was read; the number of quads that changed."""
    stored = set(store.quads())
    return store.change(stored - loaded.quads, loaded.quads - stored)
