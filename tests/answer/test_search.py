"""From names to entities."""

from __future__ import annotations

import subprocess
import sys

import pytest

from kg.answer.search import find, resolve, show
from kg.errors import AmbiguousName, UnknownName
from kg.rdf.store.memory import OxigraphStore
from tests.answer.graphs import NAMES, Said, e, graph

HOSTILE = [
    'say "hi" <now>',
    "a > b",
    "back\\slash",
    "line\nbreak",
    "\u202emirror\u202c",
    "x" * 10_000,
    "'; DROP ALL",
    "} INSERT {",
]


@pytest.fixture
def store() -> OxigraphStore:
    return graph(
        Said("Token Store", "backed_by", "Valkey", line=1),
        Said("TokenStore", "owned_by", "@acme/identity", line=2),
        Said("Token Store", "depends_on", "clock", line=3, polarity="past"),
        Said("shop/db", "depends_on", "disk", line=4),
        Said("blog/db", "depends_on", "disk", line=5),
        aliases={"TokenStore": "Token Store"},
        labels={"shop/db": "db", "blog/db": "db"},
    )


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("Token Store", "Token Store"),
        ("TokenStore", "Token Store"),
        ("the token-store", "Token Store"),
        ("VALKEY", "Valkey"),
        (":entity/tokenstore", "Token Store"),
        (f"<{e('valkey')}>", "Valkey"),
        (e("valkey"), "Valkey"),
        ("@acme/identity", "@acme/identity"),
    ],
)
def test_resolve(store: OxigraphStore, name: str, label: str) -> None:
    assert resolve(store, name).label == label


def test_an_unknown_name_gets_the_nearest(store: OxigraphStore) -> None:
    with pytest.raises(UnknownName) as caught:
        resolve(store, "tokn stor")
    assert caught.value.nearest == ("Token Store",)


def test_an_ambiguous_name_gets_its_candidates(store: OxigraphStore) -> None:
    with pytest.raises(AmbiguousName) as caught:
        resolve(store, "db")
    assert len(caught.value.candidates) == 2
    assert {resolve(store, curie).label for curie in caught.value.candidates} == {"db"}


@pytest.mark.parametrize("name", [*HOSTILE, "", "   ", "http://not a iri", "<>", ":", "kg:"])
def test_any_text_may_be_asked_for(store: OxigraphStore, name: str) -> None:
    with pytest.raises(UnknownName):
        resolve(store, name)
    find(store, name)


@pytest.mark.parametrize("name", HOSTILE)
def test_any_text_may_be_a_name(name: str) -> None:
    store = graph((name, "depends_on", "Valkey"))
    found = resolve(store, name)
    assert found.label == name
    assert show(store, found.iri).outgoing[0].object.label == "Valkey"


def test_find(store: OxigraphStore) -> None:
    assert [(m.entity.label, m.how) for m in find(store, "token")] == [("Token Store", "prefix")]
    assert [(m.entity.label, m.how) for m in find(store, "valkee")] == [("Valkey", "close")]
    assert [(m.entity.label, m.how) for m in find(store, "identity")] == [("@acme/identity", "substring")]
    assert [m.how for m in find(store, "db")] == ["exact", "exact"]
    assert len(find(store, "db", limit=1)) == 1
    assert find(store, "no such thing at all") == ()


def test_find_goes_on_where_one_thing_has_many_names_that_resemble() -> None:
    spellings = ("valkeyq", "valkeyx", "valkeyz")
    store = graph(
        *((name, "depends_on", "disk") for name in (*spellings, "vulkey")), aliases=dict.fromkeys(spellings, "valkeyq")
    )
    assert [m.entity.label for m in find(store, "valkez", limit=2)] == ["valkeyq", "vulkey"]


def test_show(store: OxigraphStore) -> None:
    profile = show(store, NAMES.entity("TokenStore"), source_url="x:{document}")
    assert profile.names == ("Token Store", "TokenStore")
    assert [(a.names, a.justification, a.confidence) for a in profile.aliases] == [
        (("Token Store",), "", None),
        (("TokenStore",), "LexicalMatching", 1.0),
    ]
    assert profile.kinds == ("component",)
    assert [o.entity.label for o in profile.owners] == ["@acme/identity"]
    assert [s.object.label for s in profile.outgoing] == ["Valkey"]
    assert profile.incoming == ()
    assert [(c.object.label, c.polarity, c.citation.url) for c in profile.claims] == [("clock", "past", "x:a.md")]
    assert profile.documents == ("a.md",)
    assert [s.subject.label for s in show(store, e("valkey")).incoming] == ["Token Store"]


def test_nothing_heavy_is_imported() -> None:
    modules = "kg.answer.impact, kg.answer.search, kg.answer.context"
    code = f"import sys, {modules}; print(sorted({{'rdflib', 'difflib', 'rich'}} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
