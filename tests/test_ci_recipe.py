"""The recipe of docs/ci.md runs: every command of it, on pull requests of a repository made here."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from tests.repositories import git

if os.name == "nt":
    pytest.skip("the recipe is for Linux, with stubs in sh", allow_module_level=True)

PAGE = Path(__file__).parents[1] / "docs" / "ci.md"
BLOCK = re.compile(r"^```yaml file=\S+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
VALUE = re.compile(r"\$\{\{\s*([\w.]+)\s*\}\}")

BEFORE = "# Kiosk\n\nThe kiosk depends on the till. The till is owned by the red team.\n"
HARMLESS = BEFORE + "\nThe kiosk is owned by the blue team. The till can optionally use Redis.\n"
HARMFUL = BEFORE + "\nThe till depends on the ledger.\n"


@dataclass
class Job:
    """A pull request's job: its folder, and what each step's exit code was."""

    folder: Path
    codes: Mapping[str, int]
    comment: str
    summary: str


def recipe() -> dict[str, object]:
    (block,) = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    return yaml.safe_load(block)


def stub(place: Path, name: str, lines: str) -> None:
    file = place / name
    file.write_text(f"#!/bin/sh\n{lines}\n", encoding="utf-8")
    file.chmod(0o755)


@pytest.fixture
def bin_folder(tmp_path: Path) -> Path:
    """`kg` of this interpreter; `pip` that does nothing; `gh` that keeps the comment."""
    place = tmp_path / "bin"
    place.mkdir()
    stub(place, "kg", f'exec "{sys.executable}" -m kg "$@"')
    stub(place, "pip", '[ "$*" = "install kg-context-graph" ]')
    stub(place, "gh", '[ "$1 $2" = "pr comment" ] && while [ $# -gt 1 ]; do shift; done; cp "$1" "$KEPT"')
    return place


def run(tmp_path: Path, bin_folder: Path, after: str) -> Job:
    folder = tmp_path / "repository"
    (folder / "docs").mkdir(parents=True)
    git(folder, "init", "-q", "-b", "main")
    for text in (BEFORE, after):
        (folder / "docs" / "kiosk.md").write_text(text, encoding="utf-8")
        git(folder, "add", "-A")
        git(folder, "commit", "-q", "-m", "documents")
    summary, kept = tmp_path / "summary.md", tmp_path / "comment.md"
    values = {
        "github.event.pull_request.base.sha": git(folder, "rev-parse", "HEAD~1"),
        "github.event.pull_request.html_url": "https://git.example/shop/pull/1",
        "github.token": "token",
    }
    job = recipe()
    root = str(Path(__file__).parents[1])
    env = {"PATH": f"{bin_folder}:{os.environ['PATH']}", "HOME": str(tmp_path), "PYTHONPATH": root, "KEPT": str(kept)}
    env |= {"GITHUB_STEP_SUMMARY": str(summary)} | filled(job["env"], values)
    codes = {}
    for step in job["jobs"]["graph"]["steps"]:
        if "run" in step:
            own = env | filled(step.get("env", {}), values)
            assert "${{" not in step["run"]
            bash = shutil.which("bash") or "sh"
            done = subprocess.run([bash, "-e", "-c", step["run"]], cwd=folder, env=own, capture_output=True, text=True)
            codes[step["name"]] = done.returncode
            assert done.returncode in (0, 1), done.stderr
            assert "Traceback" not in done.stderr
    return Job(folder, codes, kept.read_text(encoding="utf-8"), summary.read_text(encoding="utf-8"))


def filled(env: Mapping[str, str], values: Mapping[str, str]) -> dict[str, str]:
    return {name: VALUE.sub(lambda found: values[found[1]], value) for name, value in env.items()}


def test_a_pull_request_that_adds_a_single_point_of_failure_is_stopped(tmp_path: Path, bin_folder: Path) -> None:
    job = run(tmp_path, bin_folder, HARMFUL)
    gate = job.codes.pop("Refuse new single points of failure")
    assert (gate, set(job.codes.values())) == (1, {0})
    assert job.comment.startswith("### 2 newly break, edges +1 −0, things +1 −0\n")
    assert "If ledger fails: newly breaks (2)" in job.comment
    assert "| ledger | 2 |" in job.summary
    assert "if ledger fails:\n  newly breaks (2):" in (job.folder / "new-points.txt").read_text(encoding="utf-8")


def test_a_harmless_pull_request_passes_and_its_annotations_are_sarif(tmp_path: Path, bin_folder: Path) -> None:
    job = run(tmp_path, bin_folder, HARMLESS)
    assert set(job.codes.values()) == {0}
    assert job.comment.startswith("### edges +1 −0, owners +1 −0, things +2 −0\n")
    assert "newly degrades (2)" in job.comment
    found = json.loads((job.folder / "kg.sarif").read_text(encoding="utf-8"))
    assert found["version"] == "2.1.0"


def test_every_job_that_gates_runs_whatever_failed_before() -> None:
    steps = recipe()["jobs"]["graph"]["steps"]
    later = steps[[step.get("name") for step in steps].index("Build") + 1 :]
    assert all(step["if"] == "always()" for step in later)
