"""The script that scores whole answers, on the example that stands beside it."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture(scope="module")
def endtoend() -> ModuleType:
    spec = importlib.util.spec_from_file_location("endtoend", BENCHMARKS / "endtoend.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_the_example(endtoend: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert endtoend.main([str(BENCHMARKS / "endtoend.json")]) == 0
    head, shop, everything = capsys.readouterr().out.splitlines()
    names = ("breaks found", "deep found", "degraded instead", "survivors broken", "survivors degraded", "exact")
    assert head.strip() == "  ".join(names)
    assert shop.split() == ["shop", "1.000", "1.000", "0.000", "0.000", "0.000", "1.000"]
    assert everything.split()[1:] == shop.split()[1:]


def test_what_is_missed_is_counted(endtoend: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "The till depends on the ledger. The till can optionally use Redis.\n\nThe safe depends on Vault.\n"
    (tmp_path / "a.md").write_text(text)
    questions = [
        {"fails": "ledger", "breaks": ["till", "web"], "survives": ["safe"]},
        {"fails": "Redis", "breaks": ["till"], "survives": []},
        {"fails": "nowhere", "breaks": [], "survives": ["till"]},
        {"fails": "Vault", "breaks": [], "survives": ["safe", "till"]},
    ]
    sets = [{"id": "x", "docs": ["a.md"], "hand_graph": {"hard": [["till", "ledger"]]}, "questions": questions}]
    (tmp_path / "sets.json").write_text(json.dumps(sets))
    assert endtoend.main([str(tmp_path / "sets.json"), "--show"]) == 0
    out = capsys.readouterr()
    # 1 of 3 breaks, 0 of 2 deep, 1 of 3 softened, 1 of 4 survivors broken, none degraded, 1 of 4 exact
    assert out.out.splitlines()[1].split() == ["x", "0.333", "0.000", "0.333", "0.250", "0.000", "0.250"]
    assert "x: ledger: missed ['web']; survivors broken []" in out.err


@pytest.mark.parametrize("text", ["", "[]x", "[1]", '[{"id": "x"}]', '[{"id": "x", "hand_graph": {"hard": []}}]'])
def test_what_is_no_list_of_sets(
    endtoend: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    (tmp_path / "sets.json").write_text(text)
    assert endtoend.main([str(tmp_path / "sets.json")]) == 2
    assert capsys.readouterr().err.startswith(f"{tmp_path / 'sets.json'}: not a list of document sets: ")


def test_one_reported_name_answers_for_one_expected_name(endtoend: ModuleType) -> None:
    assert endtoend.paired(["Redis", "Redis cache"], ["redis cache"], {}) == {"Redis cache"}
    assert endtoend.paired(["store"], ["Redis"], {"store": ["redis"]}) == {"store"}
    assert endtoend.paired(["web"], [], {}) == set()
