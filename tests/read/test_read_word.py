"""Word documents: paragraphs, lists and tables below headings; refused when they are none or too large."""

from __future__ import annotations

import io
import sys
import zipfile
from pathlib import Path

import pytest

from kg.errors import InputError
from kg.read import word
from kg.read.documents import read_paths
from kg.read.word import Word

docx = pytest.importorskip("docx")


def document() -> bytes:
    """A document as a word processor writes it."""
    made = docx.Document()
    made.add_heading("Till service", 0)
    made.add_heading("Dependencies", 1)
    made.add_paragraph("The till needs:")
    made.add_paragraph("Redis", "List Bullet")
    made.add_paragraph("Kafka", "List Bullet")
    made.add_paragraph("for the ledger", "List Bullet 2")
    made.add_paragraph("")
    table = made.add_table(2, 2)
    for cell, text in zip(table._cells, ("Service", "Uses", "cart", "Vault\nDNS"), strict=True):
        cell.text = text
    made.add_paragraph("It runs on Nomad.")
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def test_blocks_and_their_lines() -> None:
    parts = Word().read_bytes("a.docx", document())
    found = [(c.lines[0], c.blocks[0].kind.value, c.blocks[0].text, c.blocks[0].lead) for c in parts.chunks]
    assert parts.title == "Till service"
    assert found == [
        (3, "paragraph", "The till needs:", ()),
        (4, "item", "Redis", ("The till needs:",)),
        (5, "item", "Kafka", ("The till needs:",)),
        (6, "item", "for the ledger", ("The till needs:", "Kafka")),
        (9, "row", "cart | Vault, DNS", ()),
        (10, "paragraph", "It runs on Nomad.", ()),
    ]
    assert {c.blocks[0].headings for c in parts.chunks} == {("Till service", "Dependencies")}
    assert [cell.header for cell in parts.chunks[4].blocks[0].cells] == ["Service", "Uses"]


def test_it_is_found_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / "till.docx").write_bytes(document())
    (found,), skipped = read_paths([tmp_path])
    assert (found.format, len(found.chunks), skipped) == ("word", 6, [])


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04junk", b"plain text"])
def test_what_is_none_is_refused_and_stops_no_folder(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(InputError, match="not a Word document"):
        Word().read_bytes("a.docx", data)
    (tmp_path / "a.docx").write_bytes(data)
    (tmp_path / "b.md").write_text("x", encoding="utf-8")
    _, skipped = read_paths([tmp_path])
    assert [(one.path, one.reason) for one in skipped] == [("a.docx", "not a Word document")]


def test_what_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word, "LARGEST", 1_000_000)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("word/document.xml", b" " * 2_000_000)
    with pytest.raises(InputError, match="unpacks to more than"):
        Word().read_bytes("a.docx", out.getvalue())


def test_without_the_extra_it_is_skipped_with_the_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "docx", None)
    (tmp_path / "a.docx").write_bytes(b"PK")
    (tmp_path / "b.md").write_text("x", encoding="utf-8")
    _, (skipped,) = read_paths([tmp_path])
    assert skipped.reason == "Word is not read: python-docx is missing (pip install 'kg-context-graph[docx]')"
