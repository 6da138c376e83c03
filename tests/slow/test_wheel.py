"""The built wheel works in a clean environment, far from the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TRAVELS = ("ontology", "shapes", "queries", "examples")

pytestmark = pytest.mark.slow


def run(*words, cwd):
    done = subprocess.run([str(word) for word in words], cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, ROOT, cwd=out)
    return next(out.glob("kg_context_graph-*.whl"))


@pytest.fixture(scope="module")
def clean(wheel, tmp_path_factory):
    """The `bin` of an environment that holds the wheel and what it depends on."""
    place = tmp_path_factory.mktemp("clean")
    run(sys.executable, "-m", "venv", place / "env", cwd=place)
    scripts = place / "env" / ("Scripts" if os.name == "nt" else "bin")
    run(scripts / "python", "-m", "pip", "install", "--quiet", wheel, cwd=place)
    return scripts


@pytest.mark.parametrize("name", TRAVELS)
def test_every_file_of_the_folder_travels(wheel, name):
    inside = {one.removeprefix("kg/_data/") for one in zipfile.ZipFile(wheel).namelist()}
    wanted = {path.relative_to(ROOT).as_posix() for path in (ROOT / name).rglob("*") if path.is_file()}
    assert wanted
    assert {one for one in wanted if "__pycache__" not in one and "/.kg/" not in one} <= inside


def test_the_licence_travels(wheel):
    assert any(name.endswith("LICENSE") for name in zipfile.ZipFile(wheel).namelist())


def test_the_demo_runs_elsewhere(clean, tmp_path):
    from kg.evaluate.story import demo
    from kg.render import demo_text as render

    assert run(clean / "kg", "demo", cwd=tmp_path) == render(demo())
    assert list(tmp_path.iterdir()) == []


def test_help_and_the_installed_package(clean, tmp_path):
    assert "Commands:" in run(clean / "kg", "--help", cwd=tmp_path)
    where = run(clean / "python", "-c", "import kg; print(kg.__file__)", cwd=tmp_path)
    assert str(clean.parent) in where
