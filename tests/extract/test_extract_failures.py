"""Tables of what sentences say that failure of one thing does to another, one file a behaviour."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.model.documents import Claim
from tests.extract.reading import claims

CASES = sorted(Path(__file__).parent.joinpath("cases", "failures").glob("*.txt"))


def _cases() -> list[object]:
    return [
        pytest.param(*line.split(" =>", 1), id=f"{file.stem}:{number}")
        for file in CASES
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if " =>" in line
    ]


def _line(claim: Claim, among: tuple[Claim, ...]) -> str:
    """A claim as in the tables: its polarity unless asserted, what it says of failure, the other options."""
    polarity = "" if claim.polarity == "asserted" else f"{claim.polarity}: "
    others = (one for one in among if claim.alternatives and one.alternatives == claim.alternatives and one != claim)
    told = [str(claim.effect)] if claim.effect else []
    options = [f"or {one.object}" for one in others]
    return " | ".join((f"{polarity}{claim.subject} {claim.relation} {claim.object}", *told, *options))


@pytest.mark.parametrize(("text", "lines"), _cases())
def test_case(text: str, lines: str) -> None:
    found = claims(text.replace("\\n", "\n"))
    assert {_line(claim, found) for claim in found} == {line.strip() for line in lines.split(";") if line.strip()}


def test_every_behaviour_is_phrased_in_eight_ways() -> None:
    counts = {file.stem: len([c for c in _cases() if c.id.startswith(file.stem)]) for file in CASES}  # type: ignore[attr-defined]
    assert set(counts) == {"breaks", "degrades", "fallbacks", "observed", "silent", "survives"}
    assert min(counts.values()) >= 8
