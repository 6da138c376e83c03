"""The JSON Schemas of docs/schemas/: made from the model, and true of what every example answers."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator, ValidationError

from kg.cli.main import main
from tests.json_schemas import FOLDER, OUTPUTS, text

ROOT = Path(__file__).parents[1]
EXAMPLES = {"demo": "examples/demo.jsonl", "shop": "examples/shop", "parcels": "examples/parcels"}
THINGS = {
    "demo": ("redis", "login flow"),
    "shop": ("postgresql", "storefront"),
    "parcels": ("parcel-db", "booking API"),
}
QUESTIONS = (
    ("impact", "impact {0}"),
    ("impact", "impact {0} --top 1 --source-url https://example.org/{{document}}#L{{first}}"),
    ("impact", "impact {0} {1} --min-support 2"),
    ("needs", "needs {1}"),
    ("why", "why {1} {0}"),
    ("why", "why {0} {1}"),
    ("weak", "weak"),
    ("weak", "weak --for {1}"),
    ("near", "near {1} --both --hops 2"),
    ("show", "show {0}"),
    ("find", "find e"),
    ("documents", "show --documents"),
    ("context", "context {0}"),
    ("gaps", "gaps"),
    ("query", "query impact -p start={0}"),
    ("query", "query citations"),
    ("check", "check --fail-on none"),
    ("claim-list", "claim list"),
    ("alias-list", "alias list"),
    ("alias-show", "alias show {0}"),
    ("alias-suggest", "alias suggest --min-score 0.1"),
    ("diff", "diff {before} {after} --impact all"),
    ("stats", "stats"),
)


def strict(schema: Any) -> Any:
    """The schema for a test: nothing may be printed that it does not name."""
    if isinstance(schema, list):
        return [strict(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {"additionalProperties": False} if "properties" in schema else {}
    return closed | {key: strict(value) for key, value in schema.items()}


VALIDATORS = {name: Draft202012Validator(strict(json.loads(text(name)))) for name in OUTPUTS}


def run(*words: str) -> str:
    done = CliRunner().invoke(main, list(words))
    assert done.exit_code == 0, f"{words}: {done.output}"
    return done.stdout


@pytest.fixture(scope="module")
def graphs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A graph of each example: as built, and with decisions of people and less of one example."""
    place = tmp_path_factory.mktemp("graphs")
    places = {"demo": "auth.md", "shop": "docs", "parcels": "docs"}
    for name, source in EXAMPLES.items():
        run("build", str(ROOT / source), "-g", str(place / name))
        one, other = THINGS[name]
        said = ("--reason", "seen in production", "--by", "Ada", "--date", "2026-01-02", "-g", str(place / name))
        run("claim", "add", other, "depends_on", "vault", *said)
        run("claim", "deny", other, "depends_on", one, *said)
        run("alias", "add", one, "the store", *said)
        run("alias", "differ", one, other, *said)
        run("alias", "scope", "the queue", "--in", places[name], *said)
    return place


@pytest.mark.parametrize("name", OUTPUTS)
def test_a_schema_is_what_the_model_says(name: str) -> None:
    assert (FOLDER / f"{name}.json").read_text(encoding="utf-8") == text(name), "python -m tests.json_schemas"
    Draft202012Validator.check_schema(json.loads(text(name)))


def test_no_schema_is_left_over() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == set(OUTPUTS)


@pytest.mark.parametrize("example", EXAMPLES)
@pytest.mark.parametrize(("name", "question"), QUESTIONS, ids=[question for _, question in QUESTIONS])
def test_answers_on_the_examples_follow_their_schema(name: str, question: str, example: str, graphs: Path) -> None:
    folders = {"before": str(graphs / "shop"), "after": str(graphs / example)}
    words = [word.format(*THINGS[example], **folders) for word in question.split()]
    answer = json.loads(run(*words, "-f", "json", "-g", str(graphs / example)))
    VALIDATORS[name].validate(answer)


@pytest.mark.parametrize("example", EXAMPLES.values())
def test_claims_of_the_examples_follow_their_schema(example: str) -> None:
    for line in run("extract", str(ROOT / example)).splitlines():
        VALIDATORS["extract"].validate(json.loads(line))


def test_scores_follow_their_schema(tmp_path: Path) -> None:
    gold = {"id": "a", "text": "The kiosk depends on the till.", "triples": []}
    (tmp_path / "gold.jsonl").write_text(json.dumps(gold) + os.linesep, encoding="utf-8")
    VALIDATORS["eval"].validate(json.loads(run("eval", str(tmp_path / "gold.jsonl"), "-f", "json", "--show", "3")))


def test_every_command_that_prints_json_has_a_schema() -> None:
    def printing(group: Any, prefix: str = "") -> Iterator[str]:
        for name, command in group.commands.items():
            if hasattr(command, "commands"):
                yield from printing(command, f"{prefix}{name}-")
            elif any("json" in getattr(one.type, "choices", ()) for one in command.params):
                yield prefix + name

    assert set(printing(main)) | {"extract", "documents"} == set(OUTPUTS)


@pytest.mark.parametrize(
    "broken",
    [
        lambda answer: answer.pop("counts"),
        lambda answer: answer["breaks"][0]["paths"][0]["steps"][0]["citations"].clear(),
        lambda answer: answer["breaks"][0].update(hops="1"),
        lambda answer: answer["survives"][0].update(mood="good"),
        lambda answer: answer["breaks"][0]["paths"][0]["steps"][0]["citations"][0].update(lines=[1]),
    ],
)
def test_what_is_wrong_is_noticed(broken: Any, graphs: Path) -> None:
    answer = json.loads(run("impact", "redis", "-f", "json", "-g", str(graphs / "shop")))
    broken(answer)
    with pytest.raises(ValidationError):
        VALIDATORS["impact"].validate(answer)
