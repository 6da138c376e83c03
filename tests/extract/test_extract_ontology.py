"""Relations are data: a user's Turtle file is enough, and the extractor survives a process boundary."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from kg.extract.entities.vocabulary import Vocabulary
from kg.extract.extractor import Extractor
from kg.ontology import relations as ontology
from tests.extract.reading import extractor, stated

ONE = """
@prefix kg: <https://w3id.org/context-graph/ontology#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix ex: <https://example.com/terms#> .
ex:replicates_to a owl:ObjectProperty ;
    kg:surfaceForm "replicates to", "is mirrored … to" ;
    kg:inverseSurfaceForm "is replicated from" ;
    kg:labelForm "replicas" .
"""
MORE = ONE + "<https://example.com/terms> owl:imports <https://w3id.org/context-graph/ontology> ."


def _using(text: str, folder: Path) -> Extractor:
    file = folder / "own.ttl"
    file.write_text(text, encoding="utf-8")
    return Extractor(ontology.load([file]))


def test_an_ontology_of_one_relation(tmp_path: Path) -> None:
    using = _using(ONE, tmp_path)
    assert stated("The ledger replicates to the archive.", using) == {"ledger replicates_to archive"}
    assert stated("The archive is replicated from the ledger.", using) == {"ledger replicates_to archive"}
    assert stated("# Ledger\n\nReplicas: archive-1, archive-2", using) == {
        "Ledger replicates_to archive-1",
        "Ledger replicates_to archive-2",
    }
    assert stated("The ledger depends on the archive.", using) == set()


def test_a_fifth_relation(tmp_path: Path) -> None:
    using = _using(MORE, tmp_path)
    assert stated("The ledger does not replicate to the archive.", using) == {"negated: ledger replicates_to archive"}
    assert stated("The ledger depends on the archive.", using) == {"ledger depends_on archive"}


FIFTH = """
@prefix kg: <https://w3id.org/context-graph/ontology#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix ex: <https://example.com/terms#> .
<https://example.com/terms> owl:imports <https://w3id.org/context-graph/ontology> .
ex:shadows a owl:ObjectProperty ;
    kg:surfaceForm "leans on", "mirrors itself to", "fails over … to", "gets leased from" ;
    kg:inverseSurfaceForm "props up" ;
    kg:softSurfaceForm "sniffs at" ;
    kg:formerSurfaceForm "breaks away from" .
"""


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("The till leans on the price board.", ["till shadows price board"]),
        (
            "The tills lean on the price board and the stock sheet.",
            ["tills shadows price board", "tills shadows stock sheet"],
        ),
        ("Checkout leans on Inventory.", ["Checkout shadows Inventory"]),
        ("The till mirrors itself to the harbour till.", ["till shadows harbour till"]),
        ("The till, which leans on the price board, is old.", ["till shadows price board"]),
        ("The price board props up the till.", ["till shadows price board"]),
        ("The till no longer leans on the price board.", ["negated: till shadows price board"]),
        ("The till would lean on the price board.", ["hypothetical: till shadows price board"]),
        ("The till sniffs at the price board.", ["optional: till shadows price board"]),
        ("The till broke away from the price board.", ["past: till shadows price board"]),
        ("# Till\n\nIt leans on the price board.", ["Till shadows price board"]),
        ("The outcome leans on the weather.", []),
    ],
)
def test_unknown_verbs_and_plain_nouns(text: str, lines: list[str], tmp_path: Path) -> None:
    assert stated(text, _using(FIFTH, tmp_path)) == set(lines)


def test_pickle() -> None:
    text = "The ledger depends on the vault proxy."
    assert stated(text, pickle.loads(pickle.dumps(extractor()))) == stated(text)


def test_vocabulary_merges_and_hashes() -> None:
    one, two = Vocabulary.of(["b", "a"]), Vocabulary.of(["c"])
    assert one.merge(two) == two.merge(one)
    assert one.merge(two).hash == two.merge(one).hash != one.hash
    assert one.merge(Vocabulary.of(["a"])) is one
