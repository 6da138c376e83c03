"""The plan of the house: few rooms on few layers, each entered by its public names, and light to import.

The import-linter contracts of `pyproject.toml` check layers, circles and entrances; `make test` runs them.
"""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import kg

PACKAGE = Path(kg.__file__).parent
ROOMS = sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py"))
CONTRACTS = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
LAYERS = next(one["layers"] for one in CONTRACTS if one["type"] == "layers")

HEAVY = ("rdflib", "pyshacl", "owlrl", "rich", "docutils", "bm25s", "numpy", "yaml", "markdown_it", "oxrdflib")


def test_rooms_and_layers_are_few():
    rooms_by_layer = [set(re.findall(r"kg\.(\w+)", layer)) & set(ROOMS) for layer in LAYERS]
    assert set().union(*rooms_by_layer) == set(ROOMS)
    assert len(ROOMS) <= 15
    assert sum(map(bool, rooms_by_layer)) <= 9


def test_nothing_else_lies_at_the_top():
    files = {path.name for path in PACKAGE.iterdir() if path.is_file()}
    assert files == {"__init__.py", "__main__.py", "api.py", "errors.py", "py.typed"}


def test_every_room_has_its_entrance_checked():
    entered = {one["protected_modules"][0].removeprefix("kg.").removesuffix(".**") for one in CONTRACTS[2:]}
    assert entered == set(ROOMS)


def test_contributors_read_of_the_same_layers():
    page = (PACKAGE.parent / "CONTRIBUTING.md").read_text("utf-8")
    listed = re.findall(r"^    (\w+(?: \w+)*)  +\w", page, re.MULTILINE)
    assert listed == [" ".join(re.findall(r"kg\.(\w+)", layer)) for layer in LAYERS]


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_says_what_goes_in_and_out_and_where_to_begin(room):
    module = importlib.import_module(f"kg.{room}")
    said = (module.__doc__ or "").split("\n\n")[1]
    assert said.startswith("In: ")
    assert " Out: " in said
    first = re.search(r"Open `([\w.]+)` first", said)
    assert first, said
    assert importlib.import_module(f"kg.{room}.{first[1]}")


@pytest.mark.parametrize("room", ROOMS)
def test_what_a_room_offers_exists(room):
    module = importlib.import_module(f"kg.{room}")
    assert all(getattr(module, name) is not None for name in module.__all__)


@pytest.mark.parametrize("room", ROOMS)
def test_no_public_name_hides_a_module(room):
    """A name that a module of the room has, too, would mean the one or the other by the order of imports."""
    stub = (PACKAGE / room / "__init__.pyi").read_text("utf-8")
    names = set(re.findall(r"^from \.[\w.]+ import (\w+) as", stub, re.MULTILINE))
    modules = {path.stem for path in (PACKAGE / room).iterdir()} - {"__init__"}
    assert not names & modules


@pytest.mark.parametrize("module", ["kg", "kg.cli.main", "kg.api", "kg.rdf.store"])
def test_heavy_libraries_wait_until_they_are_needed(module):
    code = f"import sys, {module}; print(*sorted(set({HEAVY!r}) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_the_package_itself_is_light():
    code = "import sys, kg; print(*[m for m in sys.modules if m.startswith('kg.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "kg.build" not in done.stdout.split()
