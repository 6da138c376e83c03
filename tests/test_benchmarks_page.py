"""What the page of benchmarks shows is what `make bench` prints, and `make bench-small` in small."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
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


def imported(file: Path) -> set[str]:
    """Top-level names of the packages that a script imports, inside functions too."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.split(".")[0])
    return found


def test_what_the_scripts_import_comes_with_the_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {*project["dependencies"], *project["optional-dependencies"]["bench"]}
    installed = {re.split(r"[<>=]", one)[0].lower() for one in wanted}
    files = sorted((ROOT / "benchmarks").glob("*.py"))
    known = {*sys.stdlib_module_names, *(file.stem for file in files), "kg"}
    assert {name for file in files for name in imported(file)} - known <= installed
