"""The reader decides on what the grammar proposes, whatever the relation is called."""

from __future__ import annotations

from functools import cache

import pytest

from kg.extract.decision.weights import Thresholds, Weights
from kg.extract.entities.vocabulary import Vocabulary
from kg.extract.extractor import Extractor
from kg.ontology.gazetteer import load_gazetteer
from kg.ontology.relations import load
from kg.read.documents import Source, read_source


@cache
def extractor(asserted: float = 0.3, tentative: float = 0.1) -> Extractor:
    return Extractor(load(), load_gazetteer(), Weights.load(), Thresholds(asserted, tentative))


def claims(text: str, using: Extractor | None = None):
    documents, _ = read_source(Source("doc.md", None, text.encode()))
    return [claim for document in documents for claim in (using or extractor()).extract(document, Vocabulary())]


@pytest.mark.parametrize(
    "sentence",
    [
        "The parcel tracker stores its events in PostgreSQL.",
        "The label printer depends on the address service.",
        "The routing service runs on Kubernetes.",
        "The billing service is owned by the finance team.",
    ],
)
def test_a_plain_statement_holds(sentence):
    (claim,) = claims(sentence)
    assert claim.polarity == "asserted"
    assert claim.confidence > 0.5


def test_what_is_below_one_threshold_is_tentative_and_below_the_other_dropped():
    text = "The label printer depends on the address service."
    (sure,) = claims(text)
    (doubt,) = claims(text, extractor(0.99, 0.1))
    assert (doubt.polarity, doubt.confidence) == ("tentative", sure.confidence)
    assert claims(text, extractor(0.995, 0.995)) == []


def test_denials_are_not_made_doubts():
    (claim,) = claims("The label printer does not depend on the address service.", extractor(0.99, 0.99))
    assert claim.polarity == "negated"


def test_options_are_doubted_together():
    found = claims("The label printer uses either Redis or Memcached.")
    assert len(found) == 2
    assert len({claim.confidence for claim in found}) == 1


def test_a_table_has_a_confidence_too():
    found = claims("| Service | Depends on |\n|---|---|\n| label printer | Redis |\n")
    assert [claim.confidence is not None for claim in found] == [True]


RELATIONS = """
@prefix kg: <https://w3id.org/context-graph/ontology#> .
@prefix ex: <https://example.org/terms#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<https://example.org/terms> a owl:Ontology ; owl:imports <https://w3id.org/context-graph/ontology> .
ex:replicates_to a owl:ObjectProperty ; rdfs:label "replicates to"@en ; rdfs:comment "Copies its data there."@en ;
    rdfs:subPropertyOf kg:depends_on ; kg:surfaceForm "replicates to" .
ex:shadowed_by a owl:ObjectProperty ; rdfs:label "shadowed by"@en ; rdfs:comment "Mirrors its traffic there."@en ;
    rdfs:subPropertyOf kg:depends_on ; kg:surfaceForm "is shadowed by" .
"""


@pytest.mark.parametrize(
    ("sentence", "relation"),
    [
        ("The ledger replicates to the archive database.", "replicates_to"),
        ("The label printer is shadowed by the canary printer.", "shadowed_by"),
    ],
)
def test_relations_that_training_never_saw_work(tmp_path, sentence, relation):
    file = tmp_path / "terms.ttl"
    file.write_text(RELATIONS, encoding="utf-8")
    using = Extractor(load([file]), load_gazetteer(), Weights.load())
    (claim,) = claims(sentence, using)
    assert (claim.relation, claim.polarity) == (relation, "asserted")


def test_the_same_document_gives_the_same_confidences():
    text = "The cart calls the tax service. It stores orders in MySQL.\n\nUse Redis to cache the pages."
    assert claims(text) == claims(text, Extractor(load(), load_gazetteer(), Weights.load()))
