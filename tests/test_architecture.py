"""What docs/architecture.md and docs/glossary.md tell of the code is so; pictures show what they say they show."""

from __future__ import annotations

import ast
import re

import pytest

from tests.commands_page import PAGE, page
from tests.pictures import DOCS, ROOMS, ROOT, edges, impact_in_dot, rooms_in_dot, rooms_in_mermaid

ARCHITECTURE = (DOCS / "architecture.md").read_text(encoding="utf-8")
WALK = re.findall(r"^\| \d+ \| `(kg/[\w/]+\.py)` \| (.*?) \|", ARCHITECTURE, re.MULTILINE)


def test_the_walk_takes_under_ten_files_and_no_step_back() -> None:
    files = [file for file, _ in WALK]
    assert 5 < len(files) < 10
    assert len(set(files)) == len(files)
    modules = [file.removesuffix(".py").replace("/", ".") for file in files]
    for at, file in enumerate(files):
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        assert not {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)} & set(modules[:at])


@pytest.mark.parametrize(("file", "names"), WALK, ids=[file for file, _ in WALK])
def test_what_to_look_at_is_in_its_file(file: str, names: str) -> None:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    kinds = (ast.FunctionDef, ast.ClassDef)
    defined = {node.name for node in ast.walk(tree) if isinstance(node, kinds)}
    assigned = (node.target for node in ast.walk(tree) if isinstance(node, ast.AnnAssign))
    defined |= {target.id for target in assigned if isinstance(target, ast.Name)}
    for name in re.findall(r"`([\w.]+)`", names):
        assert set(name.split(".")) <= defined, name


def test_the_picture_of_rooms_is_what_the_code_imports() -> None:
    assert ROOMS.findall(ARCHITECTURE) == [rooms_in_mermaid()], "python -m tests.pictures"
    assert edges((DOCS / "rooms.svg").read_text(encoding="utf-8")) == edges(rooms_in_dot()), "python -m tests.pictures"


def test_every_room_is_described() -> None:
    described = re.findall(r"^\| `(\w+)` \| (?!`)", ARCHITECTURE, re.MULTILINE)
    assert set(described) == {name for pair in edges(rooms_in_dot()) for name in pair} - {"__main__"}


def test_the_picture_of_an_impact_is_the_answer() -> None:
    assert edges((DOCS / "impact.svg").read_text(encoding="utf-8")) == edges(impact_in_dot()), (
        "python -m tests.pictures"
    )


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`((?:kg|tests|docs)/[\w/.]+)`", ARCHITECTURE))))
def test_files_that_are_named_exist(path: str) -> None:
    assert (ROOT / path).exists()


def test_the_reference_of_commands_is_what_the_program_offers() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m tests.commands_page"


def test_each_word_of_the_glossary_is_told_once_and_used() -> None:
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([^|]*)\|$", (DOCS / "glossary.md").read_text(encoding="utf-8"), re.M)
    words = [word for word, _, _ in rows[2:]]
    assert words == sorted(set(words))
    files = [*(ROOT / "kg").rglob("*.py"), *(file for file in DOCS.glob("*.md") if file.name != "glossary.md")]
    text = "\n".join(file.read_text(encoding="utf-8") for file in files).lower()
    unused = [word for word in words if not re.search(rf"\b{re.escape(word)}", text)]
    assert unused == []
