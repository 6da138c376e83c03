"""The index file: the same answers as the store, and never trusted when it is not what was written."""

from __future__ import annotations

import errno
import json
import logging
import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kg
from kg.api import Graph
from kg.build.options import Options
from kg.graph.arrays import file
from kg.graph.arrays.strings import Strings
from kg.graph.index.index import Index
from kg.render.formats import render

TEXT = "The cart needs Redis.\n\nThe shop depends on the cart.\n\nThe cart is owned by the shop team.\n"


@pytest.fixture
def graph(tmp_path: Path) -> Graph:
    (tmp_path / "a.md").write_text(TEXT, "utf-8")
    graph = kg.open(tmp_path / ".kg")
    graph.build([tmp_path / "a.md"])
    return kg.open(tmp_path / ".kg")


def answer(folder: Path) -> str:
    return render(kg.open(folder).impact("redis"), "json")


def index_file(graph: Graph) -> Path:
    manifest = json.loads((graph.folder / "graph.json").read_text("utf-8"))
    return graph.folder / "indexes" / manifest["snapshot"]


def test_the_file_holds_what_the_store_says(graph: Graph) -> None:
    kept, made = Index.load(graph.store), Index.of(graph.store)
    assert kept.tables == json.loads(json.dumps(made.tables))
    assert kept.arrays.keys() == made.arrays.keys()
    for name, array in made.arrays.items():
        assert kept.arrays[name].dtype == array.dtype, name
        assert np.array_equal(kept.arrays[name], array), name


def test_one_index_lies_beside_each_snapshot(graph: Graph, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(TEXT + "\nThe bank needs Redis.\n", "utf-8")
    graph.build([tmp_path / "a.md"])
    graph.decide("shop", "depends_on", "cart", denied=True, reason="cut", who="me", when="2024-01-01")
    names = [{path.name for path in (graph.folder / part).iterdir()} for part in ("snapshots", "indexes")]
    assert names[0] == names[1]
    assert [item.entity.label for item in graph.impact("redis").breaks] == ["bank", "cart"]


def damaged(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)


def of_another_graph(file: Path) -> None:
    other = file.parent.parent.parent / "other"
    (other / "b.md").parent.mkdir()
    (other / "b.md").write_text("The mill needs Redis.\n", "utf-8")
    graph = kg.open(other / ".kg")
    graph.build([other / "b.md"])
    file.write_bytes(index_file(graph).read_bytes())


@pytest.mark.parametrize("harm", [Path.unlink, damaged, of_another_graph, lambda file: file.write_bytes(b"")])
def test_what_is_not_what_was_written_is_made_anew_and_said(graph: Graph, harm, caplog) -> None:
    expected, file = answer(graph.folder), index_file(graph)
    before = file.read_bytes()
    harm(file)
    with caplog.at_level(logging.WARNING, "kg"):
        assert answer(graph.folder) == expected
    assert "the index of the edges cannot be used" in caplog.text
    assert file.read_bytes() == before
    caplog.clear()
    assert answer(graph.folder) == expected
    assert caplog.text == ""


def test_the_layout_of_another_version_is_not_read(graph: Graph, caplog, monkeypatch) -> None:
    expected = answer(graph.folder)
    with monkeypatch.context() as older:
        older.setattr(file, "_WRITER", "0.0.1/0")
        graph.build([graph.folder.parent / "a.md"], options=Options(scopes={"a": "b"}))
    for told in ("another version wrote it", ""):
        caplog.clear()
        assert answer(graph.folder) == expected
        assert told in caplog.text
        assert bool(told) == bool(caplog.text)


def test_an_index_that_cannot_be_written_leaves_nothing_behind(graph: Graph, caplog, monkeypatch) -> None:
    expected, where = answer(graph.folder), index_file(graph)
    where.unlink()
    with monkeypatch.context() as full:
        full.setattr("os.fsync", _full)
        assert answer(graph.folder) == expected
    assert (
        "(No such file or directory); made anew for this answer only: cannot be written: No space left" in caplog.text
    )
    assert list(where.parent.iterdir()) == []
    assert answer(graph.folder) == expected
    assert list(where.parent.iterdir()) == [where]


def _full(_: int) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_graph_without_an_index_gets_one(graph: Graph, caplog) -> None:
    expected, manifest = answer(graph.folder), graph.folder / "graph.json"
    content = json.loads(manifest.read_text("utf-8"))
    del content["index"]
    manifest.write_text(json.dumps(content), "utf-8")
    assert answer(graph.folder) == expected
    assert "made anew" in caplog.text
    assert json.loads(manifest.read_text("utf-8"))["index"] is not None


@given(st.lists(st.text(max_size=5), max_size=20, unique=True), st.text(max_size=5))
def test_strings(texts: list[str], other: str) -> None:
    texts.sort()
    packed = Strings.of(texts)
    assert list(packed) == texts
    assert [packed.position(text) for text in texts] == list(range(len(texts)))
    assert packed.position(other) == (texts.index(other) if other in texts else None)
