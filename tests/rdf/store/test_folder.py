"""A graph in a folder: readers keep their snapshot, one writer at a time, nothing half-written is ever seen."""

from __future__ import annotations

import json
import multiprocessing
import os
from pathlib import Path

import pyoxigraph as ox
import pytest

from kg.errors import GraphError
from kg.ontology import relations as ontology
from kg.rdf.store.folder import create, exists, open_folder, writing
from kg.rdf.store.memory import OxigraphStore
from kg.rdf.vocab import DEFAULT_BASE

GRAPH = ox.NamedNode("urn:graph")


def fact(number: int) -> ox.Quad:
    return ox.Quad(ox.NamedNode(f"urn:s{number}"), ox.NamedNode("urn:p"), ox.Literal(str(number)), GRAPH)


def facts(store: OxigraphStore) -> set[int]:
    return {int(quad.object.value) for quad in store.quads(graph=GRAPH)}


def add(folder: Path, *numbers: int) -> None:
    with writing(folder) as store:
        store.change([], [fact(number) for number in numbers])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    create(tmp_path / "graph", DEFAULT_BASE, ontology.load().triples)
    return tmp_path / "graph"


def snapshots(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "snapshots").iterdir())


def test_a_reader_keeps_its_snapshot_while_a_writer_publishes(folder: Path) -> None:
    add(folder, 1)
    reader = open_folder(folder)
    with writing(folder) as store:
        store.change([fact(1)], [fact(2)])
        assert facts(open_folder(folder)) == {1}
    add(folder, 3)
    assert facts(reader) == {1}
    assert facts(open_folder(folder)) == {2, 3}


def test_snapshots_are_kept_as_long_as_somebody_reads_them(folder: Path) -> None:
    add(folder, 1)
    reader = open_folder(folder)
    held = snapshots(folder)
    add(folder, 2)
    add(folder, 3)
    assert len(snapshots(folder)) == 2
    assert set(held) <= set(snapshots(folder))
    assert facts(reader) == {1}
    del reader
    add(folder, 4)
    assert len(snapshots(folder)) == 1
    assert facts(open_folder(folder)) == {1, 2, 3, 4}


def half_written(folder: Path) -> None:
    with writing(folder) as store:
        store.change([fact(1)], [fact(2 // len(facts(store) - {1}))])


def test_what_ends_in_an_error_is_not_seen(folder: Path) -> None:
    add(folder, 1)
    before = (folder / "graph.json").read_bytes()
    with pytest.raises(ZeroDivisionError):
        half_written(folder)
    assert (folder / "graph.json").read_bytes() == before
    assert facts(open_folder(folder)) == {1}
    assert len(snapshots(folder)) == 1


def interrupted(folder: Path) -> None:
    with writing(folder) as store:
        store.change([], [fact(2)])
        store.close()  # as it is for a moment while the store is opened anew
        raise KeyboardInterrupt


def test_an_interruption_between_two_stores_leaves_nothing_behind(folder: Path) -> None:
    add(folder, 1)
    with pytest.raises(KeyboardInterrupt):
        interrupted(folder)
    assert facts(open_folder(folder)) == {1}
    assert len(snapshots(folder)) == 1


def test_a_change_of_nothing_publishes_nothing(folder: Path) -> None:
    add(folder, 1)
    before = (folder / "graph.json").read_bytes()
    with writing(folder) as store:
        assert facts(store) == {1}
    assert (folder / "graph.json").read_bytes() == before


def test_a_second_writer_is_told_who_writes(folder: Path) -> None:
    with writing(folder), pytest.raises(GraphError) as caught:
        add(folder, 1)
    assert str(caught.value).startswith(f"{folder}: process {os.getpid()}")
    assert "is writing this graph (--wait waits for it" in str(caught.value)
    add(folder, 2)
    assert facts(open_folder(folder)) == {2}


def _write(folder: Path, begun: object, number: int) -> None:
    with writing(folder, wait=True) as store:
        begun.set()  # type: ignore[attr-defined]
        store.change([], [fact(number)])


def test_a_writer_that_waits_writes_after_the_other(folder: Path) -> None:
    context = multiprocessing.get_context("spawn")
    begun = context.Event()
    with writing(folder) as store:
        other = context.Process(target=_write, args=(folder, begun, 2))
        other.start()
        assert not begun.wait(1)
        store.change([], [fact(1)])
    other.join(60)
    assert other.exitcode == 0
    assert facts(open_folder(folder)) == {1, 2}


def test_what_a_killed_writer_left_is_swept_away(folder: Path) -> None:
    add(folder, 1)
    (folder / "snapshots" / "999999").mkdir()
    (folder / "graph.json7x").write_text("half")
    assert facts(open_folder(folder)) == {1}
    add(folder, 2)
    assert len(snapshots(folder)) == 1
    assert not (folder / "graph.json7x").exists()
    assert facts(open_folder(folder)) == {1, 2}


@pytest.mark.parametrize(
    ("manifest", "message"),
    [
        ({"format": 1_000_000, "base": "x", "snapshot": "000001"}, "made by a newer version of kg"),
        ({"format": "1", "base": "x", "snapshot": "000001"}, "not a graph of kg"),
        ({"format": 1, "base": "x"}, "not a graph of kg"),
        ([1], "not a graph of kg"),
        ("{", "not the JSON of a graph of kg"),
        (None, "no graph here"),
    ],
)
def test_a_manifest_that_does_not_do(folder: Path, manifest: object, message: str) -> None:
    file = folder / "graph.json"
    if manifest is None:
        file.unlink()
    else:
        file.write_text(manifest if isinstance(manifest, str) else json.dumps(manifest), encoding="utf-8")
    before = snapshots(folder)
    for use in (open_folder, lambda path: add(path, 1)):
        with pytest.raises(GraphError, match=message):
            use(folder)
    assert snapshots(folder) == before


def test_a_missing_folder(tmp_path: Path) -> None:
    assert not exists(tmp_path / "nowhere")
    with pytest.raises(GraphError, match="no graph here"):
        open_folder(tmp_path / "nowhere")
    with pytest.raises(GraphError, match="no graph here"):
        add(tmp_path / "nowhere", 1)
    assert not (tmp_path / "nowhere").exists()


def test_a_graph_is_started_once(folder: Path) -> None:
    with pytest.raises(GraphError, match="there is a graph here already"):
        create(folder, DEFAULT_BASE, ontology.load().triples)


@pytest.mark.parametrize("base", ["", "nonsense", "https://e.org", "https://e.org/a b/", "x/", "https://e.org/<>/"])
def test_a_base_that_is_none(tmp_path: Path, base: str) -> None:
    with pytest.raises(GraphError):
        create(tmp_path / "graph", base, ontology.load().triples)
    assert not exists(tmp_path / "graph")
