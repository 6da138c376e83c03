"""What holds for any text: no crash, quotes that stand there, the same claims however the vocabulary was gathered."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from kg.extract.entities.vocabulary import Vocabulary
from kg.model.documents import Polarity
from kg.model.naming import letters
from kg.read.documents import Source, read_source
from tests.extract.reading import claims, extractor

WORDS = st.sampled_from(
    [
        *("the", "a", "ledger", "API", "`tax-api`", "[Portal](x)", "Redis", "PostgreSQL", "uses", "is", "used", "by"),
        *("depends", "on", "and", "or", ",", "(", ")", "not", "which", "that", "stores", "runs", "hosted", "to", "in"),
        *("It", "we", ":", "-", "\n", "#", "owns", "team", "money", "if", "no", "longer", "either", "“", "/", "-->"),
        *("é", "\u202e", "'", "|", "https://x.org", "e.g.", "4.2", "its", "such", "as", "used to"),
    ]
)
TEXTS = st.lists(WORDS, max_size=40).map(" ".join) | st.text(max_size=200)


@settings(max_examples=150, deadline=None)
@given(TEXTS)
def test_claims_can_be_checked(text: str) -> None:
    for claim in claims(text):
        assert text[claim.start : claim.start + len(claim.quote)] == claim.quote
        lines = text[: claim.start].count("\n") + 1
        assert claim.lines[0] == lines
        assert letters(claim.subject) != letters(claim.object)
        assert 1 <= len(claim.subject.split()) <= 8
        assert 1 <= len(claim.object.split()) <= 8
        assert claim.polarity in Polarity


@settings(max_examples=60, deadline=None)
@given(TEXTS, st.lists(st.sampled_from(["tax", "Tax API", "ledger api", "the money team", "R/W"]), max_size=4))
def test_only_the_relevant_vocabulary_decides(text: str, names: list[str]) -> None:
    using = extractor()
    for document in read_source(Source("doc.md", None, text.encode("utf-8", "ignore")))[0]:
        everything = using.vocabulary(document).merge(Vocabulary.of(names))
        assert using.extract(document, everything) == using.extract(document, using.relevant(document, everything))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text(min_size=1, max_size=8)), st.lists(st.text(min_size=1, max_size=8)))
def test_merging_does_not_depend_on_order(one: list[str], two: list[str]) -> None:
    a, b = Vocabulary.of(one), Vocabulary.of(two)
    assert a.merge(b) == b.merge(a) == Vocabulary.of([*two, *one])
    assert a.merge(b).hash == b.merge(a).hash


def test_a_chunk_states_a_claim_once() -> None:
    assert len(claims("The ledger API uses Redis. The ledger API uses Redis.")) == 1


def test_quotes_are_slices_of_the_source() -> None:
    text = "# Ledger\n\nIt uses **[Redis](https://redis.io)** for\nsessions. It also calls the `tax-api`.\n"
    found = claims(text)
    assert [claim.lines for claim in found] == [(3, 4), (4, 4)]
    assert found[0].quote == "It uses **[Redis](https://redis.io)** for\nsessions."


def test_vocabulary_of_a_document() -> None:
    text = "# Ledger API\n\nIt calls `tax-api` and the [Mail Relay](x).\n\n## Overview\n"
    (document,) = read_source(Source("doc.md", None, text.encode()))[0]
    assert extractor().vocabulary(document).names == ("Ledger API", "Mail Relay", "tax-api")
