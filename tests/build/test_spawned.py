"""Processes that begin empty, as on macOS and Windows, do what copies of this one do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from kg.build.options import Options
from kg.build.workers import silent
from kg.cli.main import main

ROOT = Path(__file__).parents[2]
SPAWNING = """import multiprocessing
if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    from kg.build import options, workers
    options.SPREAD_FROM, workers.processors = 1, lambda: 2
    from kg.__main__ import main
    main()
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    (tmp_path / "spawning.py").write_text(SPAWNING, encoding="utf-8")
    return tmp_path / "spawning.py"


def test_a_build_is_the_same(program: Path, tmp_path: Path) -> None:
    docs = str(ROOT / "examples" / "shop")
    words = [sys.executable, str(program), "build", docs, "-g", str(tmp_path / "spawned")]
    done = subprocess.run(words, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True)
    here = CliRunner().invoke(main, ["build", docs, "-g", str(tmp_path / "here")])
    assert (done.returncode, done.stderr) == (0, here.stderr)
    exports = [CliRunner().invoke(main, ["export", "-g", str(tmp_path / name)]) for name in ("spawned", "here")]
    assert exports[0].stdout_bytes == exports[1].stdout_bytes


def test_progress_stays_here() -> None:
    told: list[str] = []
    options = Options(progress=lambda what, done, total: told.append(what))
    assert options.elsewhere() == Options()
    assert options.elsewhere().progress is silent
