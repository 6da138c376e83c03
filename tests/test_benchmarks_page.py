"""What the page of benchmarks shows is what `make bench` prints, and `make bench-small` in small."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
NO_FIGURES = {"generate.py", "split_gold.py"}
"""Sections of the page about scripts that make what others measure."""


def scripts(target: str) -> set[str]:
    """The scripts that a target of the Makefile runs."""
    (recipe,) = re.findall(
        rf"^{target}:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE
    )
    return set(re.findall(r"benchmarks/(\w+\.py)", recipe))


def test_make_bench_prints_every_section_of_the_page() -> None:
    page = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"^## .*`(\w+\.py)`$", page, re.MULTILINE))
    assert shown - NO_FIGURES == scripts("bench") == scripts("bench-small")


def test_what_is_measured_in_other_engines_is_installed() -> None:
    """An import that fails is seen by whoever installs the extra alone, not here."""
    (extra,) = re.findall(r"^bench = \[(.*)\]$", (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    names = {found.partition(">")[0] for found in re.findall(r"\"([^\"]+)\"", extra)}
    assert {"ladybug", "matplotlib", "networkx", "pyrudof", "reasonable", "scipy"} <= names
