from __future__ import annotations

import json
import shutil

import pytest
from click.testing import CliRunner

from kg.cli.main import main

STORY = """# Checkout

The order desk depends on the cart service.

The cart service depends on the session cache.

The session cache is backed by Redis.
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    place = tmp_path_factory.mktemp("built")
    (place / "docs").mkdir()
    (place / "docs" / "checkout.md").write_text(STORY, encoding="utf-8")
    run(place, "build", str(place / "docs"))
    return place


@pytest.fixture
def folder(built, tmp_path):
    return shutil.copytree(built, tmp_path, dirs_exist_ok=True)


def run(folder, *words):
    done = CliRunner().invoke(main, [*words, "-g", str(folder / "graph")])
    assert done.exit_code == 0, done.output
    return done.stdout


def broken(folder, *names):
    data = json.loads(run(folder, "impact", *names, "-f", "json"))
    return {item["label"] for item in data["breaks"]}, data


def deny(folder):
    run(folder, "claim", "deny", "cart service", "depends_on", "session cache",
        "--reason", "Replaced by cookies in May.", "--by", "ada", "--date", "2026-05-02")  # fmt: skip


def test_a_denied_claim_no_longer_breaks_anything_and_the_survivor_says_why(folder):
    deny(folder)
    names, data = broken(folder, "redis")
    assert names == {"session cache"}
    survivor = next(item for item in data["survives"] if item["label"] == "cart service")
    assert survivor["reason"] == "denied: cart service -depends_on-> session cache"
    assert survivor["citations"][0]["quote"] == "Replaced by cookies in May."


def test_a_decision_survives_rebuilds(folder):
    deny(folder)
    (folder / "docs" / "more.md").write_text("The mail worker runs on Kubernetes.\n", encoding="utf-8")
    run(folder, "build", str(folder / "docs"))
    assert broken(folder, "redis")[0] == {"session cache"}
    assert "denied: cart service -depends_on-> session cache (ada, 2026-05-02)" in run(folder, "claim", "list")


def test_an_added_claim_is_cited_by_its_reason(folder):
    run(
        folder,
        "claim",
        "add",
        "mail worker",
        "depends on",
        "order desk",
        "--reason",
        "Seen in the code.",
        "--by",
        "ada",
    )
    names, data = broken(folder, "redis")
    assert "mail worker" in names
    mail = next(item for item in data["breaks"] if item["label"] == "mail worker")
    citation = mail["paths"][0]["steps"][0]["citations"][0]
    assert (citation["document"], citation["quote"]) == ("curation", "Seen in the code.")
    run(folder, "build", str(folder / "docs"))
    assert "mail worker" in broken(folder, "redis")[0]


def test_an_added_claim_takes_back_a_denial(folder):
    deny(folder)
    run(folder, "claim", "add", "cart service", "depends_on", "session cache", "--reason", "Cookies came back.")
    assert "cart service" in broken(folder, "redis")[0]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("deny", "cart servce", "depends_on", "redis", "--reason", "r"), "did you mean cart service"),
        (("deny", "cart service", "sleeps_on", "redis", "--reason", "r"), "no relation is called 'sleeps_on'"),
        (("add", "a", "depends_on", "b", "--reason", " "), "a decision needs a reason"),
    ],
)
def test_what_cannot_be_decided_leaves_the_graph_alone(folder, words, message):
    before = run(folder, "impact", "redis")
    done = CliRunner().invoke(main, ["claim", *words, "-g", str(folder / "graph")])
    assert done.exit_code == 2
    assert message in done.stderr
    assert run(folder, "impact", "redis") == before
