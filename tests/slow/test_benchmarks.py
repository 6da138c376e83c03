"""The benchmark scripts run, at a tiny size; what they time is nobody's business here."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BENCHMARKS = ROOT / "benchmarks"
LIBRARIES = ("ladybug", "matplotlib", "networkx", "reasonable", "scipy")

pytestmark = pytest.mark.slow


def run(script: str, *words: str) -> str:
    done = subprocess.run([sys.executable, str(BENCHMARKS / script), *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_builds_are_measured() -> None:
    lines = run("build_scale.py", "--edges", "500").splitlines()
    assert lines[0].endswith("one-fact chunks, markdown; whole processes")
    assert [line.split("  ")[1] for line in lines[1:4]] == [
        "build",
        "again, nothing changed",
        "again, one file changed",
    ]


def test_engines_agree_and_the_report_is_made_of_their_figures(tmp_path: Path) -> None:
    for name in LIBRARIES:
        pytest.importorskip(name)
    figures, readme = tmp_path / "figures.json", tmp_path / "README.md"
    shown = run("compare.py", "--sizes", "500", "--save", str(figures))
    assert "answers equal" in shown
    assert "kg diff, 10 edges fewer, --impact" in shown
    readme.write_text((BENCHMARKS / "README.md").read_text(encoding="utf-8"), encoding="utf-8")
    made = []
    for _ in range(2):
        run("report.py", str(figures), "--readme", str(readme))
        made.append((readme.read_bytes(), (tmp_path / "curves.svg").read_bytes()))
    assert made[0] == made[1]
    assert "| kg |" in made[0][0].decode()
    assert "| diff: kg diff, nothing differs |" in made[0][0].decode()
    assert made[0][1].startswith(b"<?xml")


def test_reasoners_agree() -> None:
    pytest.importorskip("reasonable")
    assert "owlrl" in run("reasoning.py", "--small")


FIGURES = [
    ("startup.py 1", "kg impact redis -f json"),
    ("extract_rate.py 0.02", "read and extract"),
    ("build_rate.py 50", "build again, nothing changed"),
    ("suggest.py 200", "all pairs, s"),
    ("check_rate.py --chunks 50", "kg check, 50 chunks"),
]


@pytest.mark.parametrize(("command", "figure"), FIGURES)
def test_rates_are_measured(command: str, figure: str) -> None:
    assert figure in run(*command.split())


def test_engines_of_validation_agree() -> None:
    pytest.importorskip("pyrudof")
    shown = run("check_rate.py", "--claims", "50")
    assert "rudof" in shown
    assert "differ" not in shown
