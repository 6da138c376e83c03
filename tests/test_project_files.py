"""What contributors and users of a project look for is there, and agrees with the project."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from kg import __version__

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted(set((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")) - {ROOT / ".github/ISSUE_TEMPLATE/config.yml"})
KINDS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]


def read(path: Path) -> dict[object, dict]:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("schema", "files"), [("vendor.github-workflows", WORKFLOWS), ("vendor.github-issue-forms", FORMS)]
)
def test_what_github_reads_follows_its_schema(schema: str, files: list[Path]) -> None:
    words = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, *map(str, files)]
    done = subprocess.run(words, capture_output=True, text=True)
    assert files
    assert done.returncode == 0, done.stdout


def test_every_python_that_is_promised_is_tested_on_every_system() -> None:
    promised = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    matrix = read(ROOT / ".github" / "workflows" / "tests.yml")["jobs"]["tests"]["strategy"]["matrix"]
    assert matrix["python"] == promised
    assert promised[0] == PROJECT["requires-python"].removeprefix(">=")
    assert {name.split("-")[0] for name in matrix["os"]} == {"ubuntu", "macos", "windows"}


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_a_workflow_may_only_read_unless_a_job_says_otherwise(file: Path) -> None:
    workflow = read(file)
    assert workflow["permissions"] == {"contents": "read"}
    granted = {name: job["permissions"] for name, job in workflow["jobs"].items() if "permissions" in job}
    assert granted == ({"publish": {"id-token": "write"}} if file.name == "release.yml" else {})
    assert "secrets." not in file.read_text(encoding="utf-8")


def test_issues_ask_for_a_minimal_document() -> None:
    for form in FORMS:
        asked = {field["id"]: field for field in read(form)["body"] if "id" in field}
        assert asked["document"]["attributes"]["label"].startswith("The smallest"), form.name
        assert asked["document"]["validations"]["required"]


def test_hooks_call_tools_of_the_development_extra() -> None:
    wanted = {re.split(r"[<>=]", one)[0] for one in PROJECT["optional-dependencies"]["dev"]}
    hooks = [hook for repo in read(ROOT / ".pre-commit-config.yaml")["repos"] for hook in repo["hooks"]]
    tools = {hook["entry"].split()[0].removeprefix(".venv/bin/") for hook in hooks}
    assert tools == {"ruff", "mypy", "codespell", "check-jsonschema"}
    assert tools <= wanted


def test_words_are_spelled() -> None:
    done = subprocess.run([sys.executable, "-m", "codespell_lib"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_the_changelog_keeps_its_form() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert versions[0] == "[Unreleased]"
    assert all(re.fullmatch(r"\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d", version) for version in versions[1:])
    assert set(re.findall(r"^### (.*)$", text, re.MULTILINE)) <= set(KINDS)


def test_who_cites_it_cites_this_version() -> None:
    citation = read(ROOT / "CITATION.cff")
    assert (citation["version"], citation["license"]) == (__version__, PROJECT["license"])
    assert [author["name"] for author in citation["authors"]] == [author["name"] for author in PROJECT["authors"]]
