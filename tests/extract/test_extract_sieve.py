"""The sieve holds back nothing that states something, nor a subject that the next sentence refers to."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings

from kg.extract.extractor import Extractor
from kg.extract.relations.prefilter import Sieve, words_of
from tests.extract.reading import claims, extractor, stated
from tests.extract.test_extract_cases import CASES
from tests.extract.test_extract_properties import TEXTS


class Open(Sieve):
    """Lets everything through."""

    def __init__(self) -> None:
        pass

    def passes(self, words: frozenset[str]) -> bool:
        return True


@cache
def unsieved() -> Extractor:
    made = Extractor(*extractor().__reduce__()[1])
    made._sieve = Open()
    return made


@pytest.mark.parametrize("file", CASES, ids=lambda file: file.stem)
def test_every_case_reads_the_same_without_it(file: Path) -> None:
    for line in file.read_text(encoding="utf-8").splitlines():
        text = line.split(" =>", 1)[0].replace("\\n", "\n")
        assert claims(text) == claims(text, unsieved()), text


@settings(max_examples=200)
@given(TEXTS)
def test_every_text_reads_the_same_without_it(text: str) -> None:
    assert claims(text) == claims(text, unsieved())


def test_a_pronoun_refers_to_the_subject_of_a_sentence_held_back() -> None:
    words = words_of("The ledger API was written over a summer.")
    assert not extractor()._sieve.passes(words)
    assert stated("The tax API was here first. The ledger API was written over a summer. It depends on Redis.") == {
        "ledger API depends_on Redis"
    }


@pytest.mark.parametrize(
    ("sentence", "passes"),
    [
        ("Nothing to see.", False),
        ("It is fast and was sent to us.", True),
        ("The cart depends upon nothing.", True),
        ("Everything depends.", False),
        ("They’re a client of the ledger.", True),
        ("They are a client.", False),
        ("Talk to us via chat.", True),
        ("The primary database is Redis.", True),
    ],
)
def test_words_decide(sentence: str, passes: bool) -> None:
    assert extractor()._sieve.passes(words_of(sentence)) is passes
