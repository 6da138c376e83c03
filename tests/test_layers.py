"""Modules import only from layers below their own, and heavy libraries only when they are needed."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import kg

PACKAGE = Path(kg.__file__).parent

LAYERS = (
    "__main__",
    "cli",
    "render",
    "demo evaluate versions",
    "api",
    "aliases",
    "build",
    "check compare opened sparql",
    "impact weak context search gaps stats serialize identity",
    "curation reason passages unclaimed workers",
    "read extract link",
    "traverse",
    "store queries",
    "gazetteer",
    "ontology sentences results alias_answers",
    "names terms resources answers differences",
    "model limits vocab",
    "errors files",
)
"""Top to bottom; parts of one layer do not know each other."""

ROOT_NAMES = {"__version__"}
"""What the package itself offers to its parts."""

HEAVY = ("rdflib", "pyshacl", "owlrl", "rich", "docutils", "bm25s", "numpy", "yaml", "markdown_it", "oxrdflib")

RANK = {part: -number for number, layer in enumerate(LAYERS) for part in layer.split()}

Import = tuple[str, str, str]
"""Importing part, imported part, and where the import stands."""


def part_of(module: str) -> str:
    """The part of `kg` a module belongs to: `kg.read.markdown` to `read`, `kg` to nothing."""
    return module.split(".")[1] if "." in module else ""


def modules() -> dict[str, Path]:
    found = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(("kg", *file.relative_to(PACKAGE).with_suffix("").parts))
        found[name.removesuffix(".__init__")] = file
    return found


def imported(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Dotted names of all imports, those inside functions too; `from x import y` gives `x.y`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: imports are absolute"
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)


def imports_of(module: str, source: str) -> list[Import]:
    """Imports between parts of `kg`."""
    found = []
    for name, line in imported(ast.parse(source)):
        if name.split(".")[0] == "kg" and part_of(name) not in {part_of(module), *ROOT_NAMES}:
            found.append((part_of(module), part_of(name), f"{module}:{line}"))
    return found


def violations(imports: list[Import]) -> list[str]:
    """Imports that do not go down."""
    wrong = [
        f"{where}: {one or 'kg'} imports {other}" for one, other, where in imports if one and RANK[one] <= RANK[other]
    ]
    return sorted(wrong)


def test_every_module_imports_only_from_below():
    found = [found for module, file in modules().items() for found in imports_of(module, file.read_text("utf-8"))]
    assert len(found) > 100
    assert violations(found) == []


def test_every_part_has_its_layer():
    parts = {part_of(module) for module in modules()} - {""}
    assert parts == set(RANK)


def test_contributors_read_of_the_same_layers():
    page = (PACKAGE.parent / "CONTRIBUTING.md").read_text("utf-8")
    listed = re.findall(r"^    (\w+(?: \w+)*)  +\w", page, re.MULTILINE)
    assert ("__main__", *listed) == LAYERS


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("kg.model", "from kg.store import OxigraphStore"),
        ("kg.model", "def late():\n    import kg.store.memory"),
        ("kg.link.aliases", "from kg import reason"),
        ("kg.extract.forms", "from kg.read import base"),
        ("kg.store.memory", "if True:\n    from kg.traverse import Index"),
        ("kg.render.text_format", "from kg.cli import main"),
        ("kg.impact", "from kg.context import window"),
    ],
)
def test_an_import_that_goes_up_or_sideways_is_found(module, source):
    assert len(violations(imports_of(module, source))) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("kg.reason", "from kg.link.aliases import Identity"),
        ("kg.link.aliases", "from kg.link.classes import Classes"),
        ("kg.build", "from kg import __version__"),
        ("kg.check.audit", "from kg.queries import named"),
        ("kg.render.text_format", "from kg.context import window"),
    ],
)
def test_an_import_that_goes_down_is_fine(module, source):
    assert violations(imports_of(module, source)) == []


@pytest.mark.parametrize("module", ["kg", "kg.cli", "kg.api", "kg.store"])
def test_heavy_libraries_wait_until_they_are_needed(module):
    code = f"import sys, {module}; print(*sorted(set({HEAVY!r}) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_the_package_itself_is_light():
    code = "import sys, kg; print(*[m for m in sys.modules if m.startswith('kg.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "kg.build" not in done.stdout.split()
