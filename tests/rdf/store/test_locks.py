"""The locks of either kind of system keep what they promise; those of Windows on a disk that Linux plays."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("only Linux can play the other system", allow_module_level=True)

from kg.rdf import atomic
from kg.rdf.store.locks import posix
from tests import windows

ROOT = Path(__file__).parents[3]
KINDS = pytest.mark.parametrize("locks", [posix, windows.locks()], ids=["posix", "windows"])


@pytest.fixture
def snapshot(tmp_path: Path) -> Path:
    place = tmp_path / "graph" / "snapshots" / "000001"
    place.mkdir(parents=True)
    return place


@KINDS
def test_one_writes(locks, tmp_path):
    with open(tmp_path / "lock", "a+b") as one, open(tmp_path / "lock", "a+b") as other:
        assert locks.take(one.fileno())
        assert not locks.take(other.fileno())
        one.close()
        assert locks.take(other.fileno())


@KINDS
def test_readers_share_a_snapshot_that_nobody_removes_meanwhile(locks, snapshot):
    readers = [locks.share(snapshot) for _ in range(3)]
    assert None not in readers
    for reader in readers:
        assert locks.seize(snapshot) is None
        os.close(reader)
    held = locks.seize(snapshot)
    assert held is not None
    locks.release(snapshot, held)


@KINDS
def test_a_snapshot_that_is_gone_is_held_by_nobody(locks, snapshot):
    held = locks.seize(snapshot)
    snapshot.rmdir()
    locks.release(snapshot, held)
    assert locks.share(snapshot) is None
    assert locks.seize(snapshot) is None
    assert not [file for file in snapshot.parents[1].rglob("*") if file.is_file()]


def test_what_a_locked_file_says_can_be_read_on_windows(tmp_path):
    """Windows refuses to read bytes that are locked."""
    (tmp_path / "lock").write_bytes(b"who")
    with open(tmp_path / "lock", "r+b") as file:
        windows.locks().take(file.fileno())
        assert windows.locks().WRITER > 1_000_000
    assert windows.locks().READERS == windows.locks().WRITER + 1


def kg(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-m", "tests.windows", *words], cwd=cwd, env=env, capture_output=True, text=True
    )


def test_builds_and_questions_go_on_with_the_locks_of_windows(tmp_path):
    text = "The till depends on Redis.\n"
    for at in range(3):
        (tmp_path / "a.md").write_text(text + f"The kiosk{at} depends on the till.\n", encoding="utf-8")
        assert kg("build", "a.md", cwd=tmp_path).returncode == 0
        assert f"kiosk{at} -depends_on-> till" in kg("impact", "redis", cwd=tmp_path).stdout
    assert [path.name for path in (tmp_path / ".kg" / "snapshots").iterdir()] == ["000004"]
    assert {path.name for path in (tmp_path / ".kg" / "locks").iterdir()} <= {"000004"}


def test_a_snapshot_that_is_read_outlives_builds_with_the_locks_of_windows(tmp_path):
    for at in range(3):
        (tmp_path / "a.md").write_text(f"The kiosk{at} depends on the till.\n", encoding="utf-8")
        assert kg("build", "a.md", cwd=tmp_path).returncode == 0
        if at == 0:
            read = next((tmp_path / ".kg" / "snapshots").iterdir())
            held = windows.locks().share(read)
    assert read.is_dir()
    os.close(held)
    (tmp_path / "a.md").write_text("The kiosk depends on the till.\n", encoding="utf-8")
    assert kg("build", "a.md", cwd=tmp_path).returncode == 0
    assert not read.exists()


def test_a_second_writer_is_told_who_writes_with_the_locks_of_windows(tmp_path):
    (tmp_path / "a.md").write_text("The till depends on Redis.\n", encoding="utf-8")
    (tmp_path / ".kg").mkdir()
    with open(tmp_path / ".kg" / "lock", "a+b") as held:
        windows.locks().take(held.fileno())
        held.write(b'{"process": 7, "command": "kg build docs", "since": "today"}')
        held.flush()
        done = kg("build", "a.md", cwd=tmp_path)
    assert done.returncode == 2
    assert "process 7 (kg build docs, since today) is writing this graph" in done.stderr


def test_a_file_that_another_reads_is_replaced_once_it_is_let_go(tmp_path, monkeypatch):
    """Windows refuses meanwhile."""
    busy, replace = [1, 2], os.replace

    def refusing(source, target):
        if busy:
            busy.pop()
            raise PermissionError(13, "in use", str(target))
        replace(source, target)

    monkeypatch.setattr(os, "replace", refusing)
    monkeypatch.setattr(atomic, "_PAUSES", (0, 0, 0))
    with atomic.replacing(tmp_path / "answer") as file:
        file.write(b"whole")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("answer", b"whole")]


def test_a_file_that_another_never_lets_go_stays_as_it_was(tmp_path, monkeypatch):
    (tmp_path / "answer").write_bytes(b"old")

    def refusing(source, target):
        raise PermissionError(13, "in use", str(target))

    monkeypatch.setattr(os, "replace", refusing)
    monkeypatch.setattr(atomic, "_PAUSES", (0,))
    with pytest.raises(PermissionError), atomic.replacing(tmp_path / "answer") as file:
        file.write(b"new")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("answer", b"old")]
