"""JSON Lines chunks, good and broken."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kg.errors import InputError
from kg.model.documents import Document
from kg.read.documents import read_paths


def read(folder: Path, *lines: str) -> list[Document]:
    file = folder / "chunks.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    return read_paths([file])[0]


def record(**fields: object) -> str:
    return json.dumps(fields)


def test_ids_lines_and_sources_are_kept(tmp_path: Path) -> None:
    text = "Intro & `api`.\n\n- uses **Redis**\n"
    documents = read(tmp_path, record(id="c1", text="One."), "", record(id="c2", text=text, source="wiki/auth"))
    assert [(d.path, [c.id for c in d.chunks]) for d in documents] == [("chunks.jsonl", ["c1"]), ("wiki/auth", ["c2"])]
    chunk = documents[1].chunks[0]
    assert (chunk.document, chunk.lines, chunk.start, chunk.source) == ("wiki/auth", (3, 3), 0, text)
    assert [b.text for b in chunk.blocks] == ["Intro & api.", "uses Redis"]
    at = chunk.blocks[1].text.index("Redis")
    assert chunk.source[slice(*chunk.blocks[1].source_span(at, at + 5))] == "Redis"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "not valid JSON"),
        ("[1]", "not a JSON object"),
        (record(text="x"), "no 'id'"),
        (record(id="x"), "no 'text'"),
        (record(id=7, text="x"), "'id' is not a string"),
        (record(id="x", text=None), "'text' is not a string"),
        (record(id="x", text="y", source=1), "'source' is not a string"),
        (record(id=" ", text="y"), "'id' is empty"),
        (record(id="ok", text="y"), "already on line 1"),
        ("[" * 100_000, "not valid JSON"),
    ],
)
def test_broken_lines_name_file_and_line(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read(tmp_path, record(id="ok", text="Fine."), line)
    assert (caught.value.file, caught.value.line) == (str(tmp_path / "chunks.jsonl"), 2)


def test_ids_are_unique_across_files(tmp_path: Path) -> None:
    for name in ("a.jsonl", "b.jsonl"):
        (tmp_path / name).write_text(record(id="c1", text="One.", source="same"))
    with pytest.raises(InputError, match="'c1' comes twice"):
        read_paths([tmp_path / "a.jsonl", tmp_path / "b.jsonl"])


def test_a_file_of_a_folder_that_repeats_ids_is_left_out(tmp_path: Path) -> None:
    for name, ids in (("a.jsonl", ("c1",)), ("b.jsonl", ("c1", "c2")), ("c.jsonl", ("c2",))):
        (tmp_path / name).write_text("\n".join(record(id=one, text="One.") for one in ids))
    documents, skipped = read_paths([tmp_path])
    assert [document.path for document in documents] == ["a.jsonl", "c.jsonl"]
    assert [(one.path, one.reason) for one in skipped] == [("b.jsonl", "chunk id 'c1' comes twice, also in a.jsonl")]


def test_standard_input_is_recognised() -> None:
    documents, _ = read_paths([], stdin=record(id="c9", text="One.") + "\n")
    assert (documents[0].format, documents[0].chunks[0].id) == ("jsonl", "c9")
