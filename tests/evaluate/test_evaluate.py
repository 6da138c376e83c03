from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from kg.cli.main import main
from kg.evaluate.score import Fact, Passage, same_name, score
from kg.model.documents import Claim, Polarity


def claim(subject, relation, obj, polarity="asserted"):
    return Claim("p/1", "p.md", (1, 1), "q", 0, subject, relation, obj, Polarity(polarity), "test")


def passage(*facts, hard_negative=False):
    made = tuple(Fact(s, r, o, Polarity(p)) for s, r, o, p in facts)
    return Passage("p", "text", (), made, hard_negative)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("the cart service", "Cart", True),
        ("CartService", "cart-service", True),
        ("orders databases", "orders database", True),
        ("ledger", "the regional ledger replica", True),
        ("ledger", "one two three four ledger", False),
        ("cart", "card", False),
        ("the", "a", False),
        ("the database", "database cluster", True),
    ],
)
def test_names_are_compared_loosely(one, other, same):
    assert same_name(one, other) is same
    assert same_name(other, one) is same


def test_figures_of_a_mixed_passage():
    gold = passage(
        ("shop", "depends_on", "ledger", "asserted"),
        ("shop", "backed_by", "vault", "asserted"),
        ("shop", "depends_on", "mailer", "optional"),
        ("shop", "depends_on", "fax", "past"),
        ("shop", "depends_on", "telex", "negated"),
    )
    found = [
        claim("shop", "backed_by", "ledger"),
        claim("shop", "depends_on", "mailer", "optional"),
        claim("shop", "depends_on", "fax"),
        claim("shop", "depends_on", "telex", "negated"),
    ]
    figures = score([gold], {"p": found}).figures()
    assert (figures["tp"], figures["fp"], figures["fn"]) == (1, 1, 1)
    assert figures["precision"] == figures["recall"] == figures["f1"] == 0.5
    assert figures["typed_f1"] == 0.0
    assert figures["polarity_ok"] == 0.5
    assert figures["certainty"] == 1.0


def test_a_hard_negative_is_clean_only_without_claims_that_hold():
    quiet = score([passage(hard_negative=True)], {"p": [claim("a", "depends_on", "b", "hypothetical")]})
    loud = score([passage(hard_negative=True)], {"p": [claim("a", "depends_on", "b")]})
    assert quiet.figures()["hard_negatives_clean"] == 1.0
    assert loud.figures()["hard_negatives_clean"] == 0.0


def test_the_command_scores_a_file_and_lists_what_is_missed(tmp_path):
    gold = tmp_path / "gold.jsonl"
    text = "The order desk depends on the ledger service.\n\nA pigeon carries the rest to the attic."
    triples = [
        {"subj": "order desk", "rel": "depends_on", "obj": "ledger service", "polarity": "asserted"},
        {"subj": "rest", "rel": "depends_on", "obj": "pigeon", "polarity": "asserted"},
    ]
    gold.write_text(json.dumps({"id": "one", "text": text, "triples": triples}) + "\n", encoding="utf-8")
    done = CliRunner().invoke(main, ["eval", str(gold), "-f", "json", "--show", "5"])
    data = json.loads(done.stdout)
    assert (data["tp"], data["fn"]) == (1, 1)
    assert data["missed"] == [["one", "rest -depends_on-> pigeon"]]


@pytest.mark.parametrize("line", ["{", '{"id": "x"}', '{"id": "x", "text": "t", "triples": [{"subj": "a"}]}'])
def test_a_broken_gold_line_is_named(tmp_path, line):
    gold = tmp_path / "gold.jsonl"
    gold.write_text('{"id": "ok", "text": "t", "triples": []}\n' + line + "\n", encoding="utf-8")
    done = CliRunner().invoke(main, ["eval", str(gold)])
    assert done.exit_code == 2
    assert f"{gold}:2:" in done.stderr
