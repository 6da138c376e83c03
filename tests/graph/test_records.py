"""Claims read with one query are those read property by property."""

from __future__ import annotations

import pyoxigraph as ox
import pytest

from kg.graph.citations import records
from kg.graph.citations.records import Record, Records
from kg.rdf.store.memory import OxigraphStore
from kg.rdf.terms import iri, text
from kg.rdf.vocab import KG, PROV, RDF
from tests.answer.graphs import NAMES, Said, decide, e, graph

SAID = [
    Said("till", "depends_on", "ledger", "a.md", 1),
    Said("till", "depends_on", "ledger", "b.md", 7, "negated"),
    Said("kiosk", "optionally_depends_on", "ledger", "a.md", 3, "optional", quote='says "so" \\ {}'),
    Said("kiosk", "depends_on", "till", "c.md", 2, "past"),
]

ODD = {
    "two quotes": ((KG + "quote", text("another")),),
    "two chunks": ((PROV + "wasDerivedFrom", iri(NAMES.chunk("b.md/7"))),),
    "another polarity": ((KG + "polarity", iri(KG + "negated")),),
    "another end": ((RDF + "object", iri(e("archive"))),),
    "another line": ((KG + "firstLine", text("9")),),
}


def read(store: OxigraphStore, names: list[str], many: int) -> list[Record]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(records, "MANY", many)
        patch.setattr(records, "LONGEST", 200)
        return Records(store, "https://example.com/{document}#L{first}-{last}").of(names)


def both(store: OxigraphStore, names: list[str]) -> list[Record]:
    at_once, one_by_one = read(store, names, 1), read(store, names, 1000)
    assert at_once == one_by_one
    return at_once


def test_claims() -> None:
    found = both(graph(*SAID), [said.iri for said in SAID])
    assert [(r.citation.document, r.citation.lines, r.polarity) for r in found] == [
        ("a.md", (1, 1), "asserted"),
        ("a.md", (3, 3), "optional"),
        ("b.md", (7, 7), "negated"),
        ("c.md", (2, 2), "past"),
    ]
    assert found[1].citation.quote == 'says "so" \\ {}'
    assert found[1].citation.url == "https://example.com/a.md#L3-3"


@pytest.mark.parametrize("more", ODD.values(), ids=ODD)
def test_what_has_two_values_is_told_by_the_least(more: tuple[tuple[str, ox.NamedNode | ox.Literal], ...]) -> None:
    store = graph(*SAID)
    claim = iri(SAID[0].iri)
    store.change([], [ox.Quad(claim, iri(predicate), value, iri(NAMES.provenance)) for predicate, value in more])
    assert len(both(store, [said.iri for said in SAID])) == len(SAID)


@pytest.mark.parametrize("missing", ["quote", "polarity", "firstLine", "lastLine"])
def test_what_lacks_a_value_is_told_all_the_same(missing: str) -> None:
    store = graph(*SAID)
    store.change(list(store.quads(iri(SAID[0].iri), iri(KG + missing))), [])
    assert len(both(store, [said.iri for said in SAID])) == len(SAID)


def test_what_a_query_cannot_read_is_told_by_the_claim_itself() -> None:
    store, claim = graph(*SAID), iri(SAID[0].iri)
    line = ox.Quad(claim, iri(KG + "firstLine"), text("first"), iri(NAMES.provenance))
    store.change(list(store.quads(claim, iri(KG + "firstLine"))), [line])
    with pytest.raises(ValueError, match="first"):
        read(store, [said.iri for said in SAID], 1)


def test_unknown_claims_and_decisions() -> None:
    store = graph(*SAID)
    decide(store, "till", "depends_on", "ledger", "moved")
    decision = NAMES.claim("curation", "till", "depends_on", "ledger")
    found = both(store, [*(said.iri for said in SAID), decision, NAMES.claim("none")])
    assert [r.citation.quote for r in found if r.citation.document == records.CURATION] == ["moved"]
    assert len(found) == len(SAID) + 1
