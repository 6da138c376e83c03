"""Files as Windows and macOS have them: lines that end in CRLF, disks that fold case, several drives."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from kg.cli.main import main
from kg.errors import InputError
from kg.read import finding
from kg.read.diagram import Diagram
from kg.read.finding import sources
from tests.read.test_read_twins import ASCIIDOC, HTML, MARKDOWN

RST = """\
Till service
============

The till service depends on the
rate engine.

* It uses Redis.
"""
EXAMPLES = Path(__file__).parents[2] / "examples"
PROSE = {
    "a.md": MARKDOWN,
    "a.html": HTML,
    "a.adoc": ASCIIDOC,
    "a.rst": RST,
    "a.txt": "The kiosk depends on\nthe till.\n",
}


def extracted(place: Path) -> list[dict[str, object]]:
    done = CliRunner().invoke(main, ["extract", str(place)])
    assert done.exit_code == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def with_crlf(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def plain(claim: dict[str, object]) -> dict[str, object]:
    return claim | {"quote": str(claim["quote"]).replace("\r\n", "\n")}


@pytest.mark.parametrize("name", PROSE)
def test_prose_states_the_same_with_crlf(name: str, tmp_path: Path) -> None:
    """The same claims, in chunks of the same ids, at the same lines; a quote is exactly what the file has."""
    (tmp_path / name).write_bytes(PROSE[name].encode())
    unix = extracted(tmp_path)
    data = with_crlf(PROSE[name].encode())
    (tmp_path / name).write_bytes(data)
    windows = extracted(tmp_path)
    assert unix
    assert [plain(claim) for claim in windows] == unix
    assert all(str(claim["quote"]).encode() in data for claim in windows if name != "a.html")


@pytest.mark.parametrize("folder", ["shop", "parcels"])
def test_an_example_states_the_same_with_crlf(folder: str, tmp_path: Path) -> None:
    unix = extracted(EXAMPLES / folder)
    shutil.copytree(EXAMPLES / folder, tmp_path / folder)
    for file in (tmp_path / folder).rglob("*"):
        if file.is_file():
            file.write_bytes(with_crlf(file.read_bytes()))
    assert [plain(claim) for claim in extracted(tmp_path / folder)] == unix


# ---------------------------------------------------------------- disks that fold case


def test_a_file_named_in_two_spellings_is_one_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "README.md").write_text("The kiosk depends on the till.\n", encoding="utf-8")
    if not (tmp_path / "readme.MD").exists():
        os.link(tmp_path / "README.md", tmp_path / "readme.MD")
    monkeypatch.setattr(finding.os, "listdir", lambda _: ["README.md"])  # the other is but a spelling of it
    found = sources([tmp_path / "README.md", tmp_path / "readme.MD"])
    assert [source.path for source in found.items] == ["README.md"]


def test_two_files_whose_names_differ_in_case_are_two_documents(tmp_path: Path) -> None:
    (tmp_path / "Notes.md").write_text("The kiosk depends on the till.\n", encoding="utf-8")
    if (tmp_path / "nOTES.MD").exists():
        pytest.skip("a disk that folds case")
    (tmp_path / "nOTES.MD").write_text("The kiosk depends on the till.\n", encoding="utf-8")
    found = sources([tmp_path / "Notes.md", tmp_path / "nOTES.MD"])
    assert [source.path for source in found.items] == ["Notes.md", "nOTES.MD"]


def test_a_kind_of_file_is_known_in_any_case(tmp_path: Path) -> None:
    (tmp_path / "Docker-Compose.YML").write_text("services: {shop: {depends_on: [till]}, till: {}}\n", encoding="utf-8")
    (tmp_path / "ABOUT.MD").write_text("The kiosk depends on the till.\n", encoding="utf-8")
    assert {claim["extractor"] for claim in extracted(tmp_path)} == {"prose", "structured"}


def test_files_on_two_drives_have_no_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text("The kiosk depends on the till.\n", encoding="utf-8")

    def refuse(paths: object) -> str:
        raise ValueError("Paths don't have the same drive")

    monkeypatch.setattr(finding.os.path, "commonpath", refuse)
    with pytest.raises(InputError, match=r"no folder holds both .*a\.md and .*b\.md"):
        sources([tmp_path / "a.md", tmp_path / "b.md"])


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_the_title_of_a_diagram_ends_with_its_line(line_end: str) -> None:
    text = line_end.join(("graph LR", "title Checkout", "shop --> till", ""))
    assert Diagram().read("a.mmd", text).title == "Checkout"
