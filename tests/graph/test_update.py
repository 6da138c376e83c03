"""An index brought up to date is, byte for byte, the one made from the beginning."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kg
from kg.api import Graph
from kg.graph.arrays.splice import Splice, recoded
from kg.graph.arrays.strings import Strings
from kg.graph.index import publish
from kg.graph.index.index import Index

FIRST = {
    "a.md": "The cart needs Redis.\n\nThe shop depends on the cart.\n\nThe cart is owned by the shop team.\n",
    "b.md": "The mail worker uses either Postfix or Exim.\n\nThe shop does not depend on Exim.\n",
    "c.md": "The depot runs on the node pool.\n\nThe yard depends on the depot.\n",
    "d.md": "---\ndate: 2023-01-01\n---\nThe bank depends on the vault.\n",
}

EDITS: tuple[tuple[str, dict[str, str | None]], ...] = (
    ("a claim more", {"c.md": FIRST["c.md"] + "\nThe mill depends on the depot.\n"}),
    ("a claim less", {"c.md": "The depot runs on the node pool.\n"}),
    ("support", {"e.md": "The yard depends on the depot.\n"}),
    ("a spelling", {"e.md": "The Depot runs on the node-pool.\n"}),
    ("a new first label", {"e.md": "The aardvark needs the zoo.\n"}),
    ("an option more", {"b.md": "The mail worker uses either Postfix, Exim or Sendmail.\n"}),
    ("no options", {"b.md": "The mail worker uses Postfix.\n"}),
    ("a denial", {"e.md": "---\ndate: 2024-05-05\n---\nThe bank does not depend on the vault.\n"}),
    ("a denial less", {"b.md": "The mail worker uses either Postfix or Exim.\n"}),
    (
        "a date",
        {
            "e.md": "---\ndate: 2022-01-01\n---\nThe bank does not depend on the vault.\n",
            "d.md": FIRST["d.md"].replace("2023", "2021"),
        },
    ),
    ("the past", {"e.md": "The shop used to depend on Memcached.\n"}),
    ("a document goes", {"a.md": None}),
    ("a relation comes", {"e.md": "The yard optionally depends on Memcached.\n"}),
    ("a relation goes", {"c.md": "The yard depends on the depot.\n"}),
    ("much at once", {"a.md": "The hall needs Kafka.\n", "c.md": None, "e.md": "The hall depends on the yard.\n"}),
)


def write(folder: Path, texts: dict[str, str | None]) -> None:
    for name, text in texts.items():
        (folder / name).unlink(missing_ok=True) if text is None else (folder / name).write_text(text, "utf-8")


def built(folder: Path) -> Graph:
    graph = kg.open(folder.parent / "graph")
    graph.build([folder])
    return graph


def same(graph: Graph) -> None:
    kept, made = Index.load(graph.store), Index.of(graph.store)
    assert kept.tables["relations"] == made.tables["relations"]
    assert sorted(kept.arrays) == sorted(made.arrays)
    for name, array in made.arrays.items():
        assert kept.arrays[name].dtype == array.dtype, name
        assert np.array_equal(kept.arrays[name], array), name


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first documents and the graph made of them."""
    docs = tmp_path_factory.mktemp("start") / "docs"
    docs.mkdir()
    write(docs, dict(FIRST))
    same(built(docs))
    return docs.parent


@pytest.fixture
def folder(start: Path, tmp_path: Path) -> Iterator[Path]:
    """Them in a folder of their own; what changes is taken for little, however few documents there are."""
    shutil.copytree(start, tmp_path, dirs_exist_ok=True)
    with mock.patch("kg.build.pipeline._is_most", return_value=False):
        yield tmp_path / "docs"


@pytest.mark.parametrize("edit", [texts for _, texts in EDITS], ids=[name for name, _ in EDITS])
def test_after_an_edit_and_its_undoing(folder: Path, edit: dict[str, str | None]) -> None:
    for texts in (edit, {**dict.fromkeys(edit), **FIRST}):
        write(folder, texts)
        same(built(folder))


def test_a_small_change_reads_little(folder: Path) -> None:
    write(folder, EDITS[0][1])
    with mock.patch.object(publish, "_made", side_effect=AssertionError("made anew")):
        same(built(folder))


def test_what_people_decide(folder: Path) -> None:
    graph = kg.open(folder.parent / "graph")
    for denied in (True, False):
        graph.decide("shop", "depends_on", "cart", denied=denied, reason="seen", who="me", when="2024-01-01")
        same(graph)


def test_a_build_from_the_beginning_reads_nothing_back(folder: Path) -> None:
    shutil.rmtree(folder.parent / "graph")
    with mock.patch(
        "kg.graph.index.rows.Loader._pairs", side_effect=AssertionError("read back"), autospec=True
    ) as read:
        read.side_effect = lambda loader, predicate: loader.columns.pairs(predicate)
        graph = built(folder)
    same(graph)


@given(st.lists(st.text("abc", max_size=3)), st.data())
def test_splice(old: list[str], data: st.DataObject) -> None:
    old.sort()
    new = sorted(data.draw(st.lists(st.text("abc", max_size=3), max_size=4)))
    dropped = sorted(data.draw(st.sets(st.integers(0, len(old) - 1) if old else st.nothing())))
    packed = Strings.of(old)
    splice = Splice(len(old), np.array(dropped, np.int64), [packed.place(text) for text in new])
    expected = sorted([text for n, text in enumerate(old) if n not in dropped] + new)
    assert list(splice.texts(packed, new)) == expected
    values = sorted(set(old))
    codes, distinct = recoded(splice, np.array([values.index(text) for text in old], np.int32), values, new)
    assert [distinct[code] for code in codes] == expected
    assert distinct == sorted(set(expected))
