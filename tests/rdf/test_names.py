"""Names and IRIs: what folds to one IRI, what never does, and that any text makes an IRI."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pyoxigraph as ox
import pytest
import rdflib
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kg.model.naming import LONGEST_SEGMENT, fold, letters
from kg.rdf.iris import Names

NAMES = Names("https://example.org/kg/")
ARTICLE = re.compile(r"\b(?:the|a|an|our|its|this|that|these|those|your|their)\s", re.IGNORECASE)
PIECES = st.sampled_from(
    [
        *(
            "abAB019",
            "the ",
            "The ",
            "auth",
            "Service",
            "-",
            "_",
            " ",
            ".",
            "..",
            "/",
            "\\",
            "<",
            ">",
            '"',
            "{",
            "%",
            "%2F",
        ),
        *(
            "#",
            "?",
            "&",
            "=",
            ":",
            "@",
            "é",
            "E\u0301",
            "ß",
            "ſ",
            "İ",
            "数",
            "\u202e",
            "\u200b",
            "\0",
            "\n",
            "🦀",
            "ﬁ",
            "`",
        ),
    ]
)
TEXTS = st.lists(PIECES, min_size=1, max_size=12).map("".join) | st.text(min_size=1, max_size=40)


@settings(max_examples=400)
@given(TEXTS)
def test_folding_what_was_folded_changes_nothing(name: str) -> None:
    assume(not ARTICLE.search(name))
    folded = fold(name)
    assert fold(unquote(folded)) == folded


@settings(max_examples=300)
@given(TEXTS)
def test_letters_of_letters_are_the_same(name: str) -> None:
    assume(not ARTICLE.search(name))
    assert letters(letters(name)) == letters(name)


@settings(max_examples=400)
@given(TEXTS)
def test_a_segment_has_no_reserved_character(name: str) -> None:
    folded = fold(name)
    assert all(c.isalnum() or c in "-._~%" for c in folded)
    assert not re.search(r"%(?![0-9A-F]{2})", folded)
    assert len(unquote(folded)) <= LONGEST_SEGMENT
    assert folded == folded.lower() or "%" in folded or folded.casefold() == folded.lower()


@settings(max_examples=300)
@given(TEXTS, st.none() | TEXTS)
def test_every_text_makes_an_iri_that_parsers_take(name: str, scope: str | None) -> None:
    for made in (NAMES.entity(name, scope), NAMES.document(name), NAMES.chunk(name)):
        assert ox.NamedNode(made).value == made
        triple = f"<{made}> <urn:p> <urn:o> .\n"
        assert [q.subject.value for q in ox.parse(triple, format=ox.RdfFormat.N_TRIPLES)] == [made]
        assert str(rdflib.URIRef(made).n3()) == f"<{made}>"
        assert NAMES.expand(NAMES.curie(made)) == made
        assert ".." not in made.removeprefix(NAMES.base).split("/")


@settings(max_examples=300)
@given(TEXTS, TEXTS)
def test_one_iri_means_the_same_letters(one: str, other: str) -> None:
    if fold(one) == fold(other) != "":
        assert letters(one) == letters(other)


@settings(max_examples=300)
@given(TEXTS, TEXTS, TEXTS)
def test_scopes_keep_names_apart(name: str, one: str, other: str) -> None:
    parts = [[part for part in scope.split("/") if part] for scope in (one, other)]
    if parts[0] != parts[1]:
        ends = [NAMES.document(scope).removeprefix(NAMES.base) for scope in (one, other)]
        assert (NAMES.entity(name, one) == NAMES.entity(name, other)) == (ends[0] == ends[1])
    assert NAMES.entity(name) != NAMES.entity(name, one)


@pytest.mark.parametrize(
    "same",
    [
        ("token cache", "Token Cache", "token_cache", "the token-cache", "`token cache`", "token  cache,"),
        ("Café", "Cafe\u0301", "CAFÉ"),
        ("ﬁle store", "file store"),
        ("pay\u200bments", "payments", "\u202epayments"),
    ],
)
def test_spellings_of_one_iri(same: tuple[str, ...]) -> None:
    assert len({NAMES.entity(name) for name in same}) == 1


@pytest.mark.parametrize(
    "apart",
    [
        ("AuthService", "auth service"),
        ("C", "C++", "C#"),
        ("a/b", "a b", "a.b"),
        ("x" * 200, "x" * 201, "x" * 199 + "y"),
        ("redis", "redis-cache", "redis cache 2"),
        ("a%2Fb", "a/b"),
    ],
)
def test_different_names_have_different_iris(apart: tuple[str, ...]) -> None:
    assert len({NAMES.entity(name) for name in apart}) == len(apart)
