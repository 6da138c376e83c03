"""What is no name of a thing by its form, and what is one though it looks odd."""

from __future__ import annotations

from functools import cache

import pytest

from kg.extract.decision.weights import Thresholds, Weights
from kg.extract.entities.presentable import Presentable
from kg.extract.extractor import Extractor
from kg.extract.text.lexicon import Lexicon
from kg.ontology.gazetteer import load_gazetteer
from kg.ontology.relations import load
from tests.extract.reading import claims, stated


@cache
def presentable() -> Presentable:
    return Presentable(Lexicon(load()))


@pytest.mark.parametrize(
    "name",
    [
        "true",
        "N/A",
        "none",
        "disabled",
        "12:30",
        "14.2",
        "3 March 2021",
        "Monday",
        "9f8e7d6c5b",
        "${HOME}/bin",
        "<cluster-name>",
        "--verbose",
        "%TEMP%",
        "token=abc",
        "parcels and",
        "of the",
        "would restart Redis",
        "sorter or",
        "the label and prints",
        "Step 4",
        "Option B",
        "Install the sorter",
        "Manage Databases",
        "Upgrade MinIO",
        "not",
    ],
)
def test_no_name(name):
    assert not presentable()(name)


@pytest.mark.parametrize(
    "name",
    [
        "Redis",
        "label printer",
        "search API",
        "log store",
        "run book",
        "tide display",
        "C++",
        ".NET",
        "Route 53",
        "S3",
        "R/W Neo4j",
        "@acme/ledger",
        "#platform",
        "mail-1",
        "1Password",
        "on-call team",
        "Test gateway",
        "Build service",
        "Search cluster",
        "May Board",
        "The Guardian feed",
        "orders.v2",
        "ops@example.org",
        "Stage manager",
    ],
)
def test_a_name(name):
    assert presentable()(name)


def test_rows_of_parameters_are_no_components():
    text = "| Name | Mandatory | Platform | Type |\n|---|---|---|---|\n| tenant_id | yes | properties | string |\n"
    assert stated(text) == set()


def test_rows_of_components_still_are():
    text = "| Service | Type | Platform |\n|---|---|---|\n| label printer | API | Nomad |\n"
    assert stated(text) == {"label printer runs_on Nomad"}


def test_a_list_of_examples_is_no_list_of_what_one_is_made_of():
    assert stated("## Example dependencies\n\n- kafka\n- minio\n") == set()


def test_a_claim_of_a_common_noun_must_be_surer():
    using = extractor_with(common=0.99)
    assert [claim.polarity for claim in claims("The parcel tracker depends on the weighing belt.", using)] == [
        "tentative"
    ]
    assert [claim.polarity for claim in claims("The parcel tracker depends on Redis.", using)] == ["asserted"]


def extractor_with(common: float) -> Extractor:
    return Extractor(load(), load_gazetteer(), Weights.load(), Thresholds(common / 2, 0.1))
