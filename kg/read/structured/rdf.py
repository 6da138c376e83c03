"""RDF files as they are: Turtle, N-Triples, JSON-LD and RDF/XML.

Triples between IRIs whose predicate is a relation of the ontology, its inverse or its soft variant become facts. A
thing is called by its `rdfs:label`, `skos:prefLabel`, `dcterms:title`, `foaf:name` or `schema:name` in the file,
else by the last segment of its IRI. Nothing is fetched: remote JSON-LD contexts and XML with a DOCTYPE are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import unquote

from kg.errors import InputError
from kg.model import Polarity
from kg.rdf import DCTERMS, RDFS, SKOS
from kg.read.base import has_suffix
from kg.read.structured.facts import Facts, Structured
from kg.read.structured.jsons import load_json
from kg.read.structured.turtle import Located, TurtleScan

if TYPE_CHECKING:
    import pyoxigraph as ox

    from kg.ontology import Relation

Triple = tuple[str, str, str]

BASE = "http://base.invalid/"
"""What relative IRIs start from; names do not show it."""

_LABELS = (
    RDFS + "label",
    SKOS + "prefLabel",
    DCTERMS + "title",
    "http://xmlns.com/foaf/0.1/name",
    "https://schema.org/name",
    "http://schema.org/name",
)
_FORMATS = {
    ".ttl": "TURTLE",
    ".turtle": "TURTLE",
    ".nt": "N_TRIPLES",
    ".jsonld": "JSON_LD",
    ".rdf": "RDF_XML",
    ".owl": "RDF_XML",
}
_PREFIX = re.compile(r"\ufeff?\s*@prefix\s+\S{0,100}:\s+<")
_ABOUT = re.compile(r"\brdf:(about|ID|resource)\s*=\s*(?:\"([^\"<]{1,2000})\"|'([^'<]{1,2000})')")


class Rdf(Structured):
    """Reads RDF files.

    Args:
        relations: Relations of the ontology in force, by key; those of the shipped ontology when left out.
    """

    name = "rdf"

    def __init__(self, relations: Mapping[str, Relation] | None = None) -> None:
        self._relations = relations

    def sniff(self, path: str, head: str) -> bool:
        """The suffix, or a Turtle prefix."""
        return has_suffix(path) or bool(_PREFIX.match(head))

    def state(self, facts: Facts) -> None:
        """The triples of the file that state relations."""
        triples = list(_parsed(facts))
        found = {triple for triple in triples if triple[1] in self._predicates}
        labels = _labels(triples)
        for triple, span in _located(facts, found):
            if triple in found:
                self._state(triple, span, labels, facts)
                found.discard(triple)
        if found:
            facts.skip(f"{len(found)} of its triples could not be found in its text")

    def _state(self, triple: Triple, span: tuple[int, int], labels: Mapping[str, str], facts: Facts) -> None:
        relation, inverse, polarity = self._predicates[triple[1]]
        one, other = (labels.get(iri) or local_name(iri) for iri in (triple[0], triple[2]))
        subject, obj = (other, one) if inverse else (one, other)
        facts.add(span, subject, relation, obj, polarity=polarity, headings=(one, local_name(triple[1])))

    @cached_property
    def _predicates(self) -> dict[str, tuple[str, bool, Polarity]]:
        """Predicate: relation, whether it reads from the object, and how it states it."""
        found: dict[str, tuple[str, bool, Polarity]] = {}
        relations = self._relations if self._relations is not None else _shipped()
        for key, relation in sorted(relations.items()):
            found[relation.iri] = (key, False, Polarity.ASSERTED)
            if relation.inverse:
                found[relation.inverse] = (key, True, Polarity.ASSERTED)
        for key, relation in sorted(relations.items()):
            soft = relations.get(relation.soft_variant or "")
            if soft is not None:
                found[soft.iri] = (key, False, Polarity.OPTIONAL)
        return found


def _shipped() -> Mapping[str, Relation]:
    from kg.ontology import load

    return load().relations


def local_name(iri: str) -> str:
    """The last segment of an IRI, decoded.

    >>> local_name("https://example.org/kg/entity/user%20db"), local_name("urn:shop:cart")
    ('user db', 'cart')
    """
    return unquote(re.split(r"[/#:]", iri.rstrip("/#"))[-1])


def _parsed(facts: Facts) -> Iterator[tuple[str, str, str]]:
    """The triples with an IRI as subject; the object's IRI, or its literal behind a quotation mark."""
    import pyoxigraph as ox

    kind = _format(facts.path)
    if kind == "RDF_XML" and "<!DOCTYPE" in facts.text:
        line = facts.text.count("\n", 0, facts.text.index("<!DOCTYPE")) + 1
        raise InputError("XML with a DOCTYPE is refused", file=facts.path, line=line)
    data = facts.text.removeprefix("\ufeff").encode("utf-8", "replace")
    try:
        for quad in ox.parse(data, format=getattr(ox.RdfFormat, kind), base_iri=BASE):
            if isinstance(quad.subject, ox.NamedNode) and not isinstance(quad.object, ox.BlankNode):
                yield quad.subject.value, quad.predicate.value, _object(quad.object)
    except (SyntaxError, ValueError) as error:
        raise InputError(f"not valid RDF: {error.args[0]}", file=facts.path, line=_line(error)) from error


def _object(term: ox.NamedNode | ox.Literal | ox.Triple) -> str:
    import pyoxigraph as ox

    if isinstance(term, ox.NamedNode):
        return term.value
    return '"' + term.value if isinstance(term, ox.Literal) else '"'


def _line(error: Exception) -> int | None:
    line = getattr(error, "lineno", None)
    return line if isinstance(line, int) and line > 0 else None


def _format(path: str) -> str:
    return next((kind for suffix, kind in _FORMATS.items() if path.lower().endswith(suffix)), "TURTLE")


def _labels(triples: list[Triple]) -> dict[str, str]:
    """What things are called: the first kind of label they have, the first of several in order."""
    found: dict[str, str] = {}
    for predicate in _LABELS:
        for iri, label in sorted((one, text[1:]) for one, p, text in triples if p == predicate and text[0] == '"'):
            found.setdefault(iri, label)
    return found


def _located(facts: Facts, wanted: set[Triple]) -> Iterator[Located]:
    """Where triples stand, in the order of the file."""
    kind = _format(facts.path)
    if kind in ("TURTLE", "N_TRIPLES"):
        return TurtleScan(facts.text, BASE).located()
    mentions = _in_json(facts) if kind == "JSON_LD" else _in_xml(facts.text)
    return _matched(mentions, wanted)


Mention = tuple[tuple[str, ...], str, tuple[int, int]]
"""Possible subjects as written, an object as written, and the object's span."""


def _matched(mentions: Iterator[Mention], wanted: set[Triple]) -> Iterator[Located]:
    """Triples whose ends are written as a mention has them."""
    by_names: dict[tuple[str, str], list[Triple]] = {}
    for triple in sorted(wanted):
        by_names.setdefault((local_name(triple[0]), local_name(triple[2])), []).append(triple)
    for subjects, obj, span in mentions:
        for subject in subjects:
            for triple in by_names.get((local_name(subject), local_name(obj)), ()):
                yield triple, span


def _in_json(facts: Facts) -> Iterator[Mention]:
    for node in load_json(facts.path, facts.text).walk():
        subject = node["@id"].text or node["id"].text
        for entry in node.entries.values() if subject else ():
            for value in (entry.value, *entry.value.items):
                text = value.text or value["@id"].text or value["id"].text
                if text:
                    yield (subject,), text, (value.start, value.end)


def _in_xml(text: str) -> Iterator[Mention]:
    recent: tuple[str, ...] = ()
    for found in _ABOUT.finditer(text):
        value = found[2] or found[3]
        yield recent, value, found.span()
        if found[1] != "resource":
            recent = (value, *recent[:3])
