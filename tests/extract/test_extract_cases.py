"""Tables of sentences, one file a phenomenon: what each states, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.extract.reading import stated

CASES = sorted(Path(__file__).parent.joinpath("cases").glob("*.txt"))


def _cases() -> list[object]:
    return [
        pytest.param(*line.split(" =>", 1), id=f"{file.stem}:{number}")
        for file in CASES
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if " =>" in line and not line.startswith("# One case a line")
    ]


@pytest.mark.parametrize(("text", "lines"), _cases())
def test_case(text: str, lines: str) -> None:
    assert stated(text.replace("\\n", "\n")) == {line.strip() for line in lines.split("; ") if line.strip()}


def test_there_are_enough_cases() -> None:
    assert len(_cases()) >= 250
