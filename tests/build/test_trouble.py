"""Whatever befalls a build, the graph is whole, and one line says what happened."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

import kg
from kg.cli.main import main
from kg.rdf.store.lock import locked

resource = pytest.importorskip("resource", reason="limits, permissions and signals of POSIX")

COMMAND = (sys.executable, "-m", "kg", "build", "docs", "-g", "graph")
NOBODY = 65534


def write(place: Path, version: int, documents: int = 4) -> None:
    """Documents whose every sentence depends on the version."""
    (place / "docs").mkdir(exist_ok=True)
    for number in range(documents):
        lines = [f"The part {number} {n} depends on the engine {version} {n % 7}." for n in range(40)]
        (place / "docs" / f"{number}.md").write_text("\n\n".join(lines), encoding="utf-8")


def export(place: Path) -> bytes:
    return kg.open(place / "graph").export("nquads")


def clean(place: Path) -> bytes:
    with tempfile.TemporaryDirectory() as other:
        graph = kg.open(Path(other) / "graph")
        graph.build([place / "docs"])
        return graph.export("nquads")


@pytest.fixture
def place(tmp_path):
    write(tmp_path, 1)
    kg.open(tmp_path / "graph").build([tmp_path / "docs"])
    write(tmp_path, 2)
    return tmp_path


def started(place: Path, **options: object) -> subprocess.Popen[str]:
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "start_new_session": True}
    return subprocess.Popen(COMMAND, cwd=place, **pipes, **options)


def run(place: Path, *words: str):
    return CliRunner().invoke(main, ["build", str(place / "docs"), "-g", str(place / "graph"), *words])


# ---------------------------------------------------------------- two builds at once


def test_a_second_build_says_who_is_writing(place):
    with locked(place / "graph"):
        done = run(place)
        late = run(place, "--wait-at-most", "0.2")
    assert done.exit_code == late.exit_code == 2
    assert f"process {os.getpid()} (" in done.stderr
    assert ", since 20" in done.stderr
    assert "is writing this graph (--wait waits for it to end)" in done.stderr
    assert "it did not end within 0.2 seconds" in late.stderr
    assert run(place).exit_code == 0


def test_a_second_build_waits_when_told_to(place):
    hold = f"import sys, time; from pathlib import Path; from kg.rdf.store.lock import locked\n" \
           f"with locked(Path({str(place / 'graph')!r})):\n    print('held', flush=True); time.sleep(0.5)"  # fmt: skip
    with subprocess.Popen([sys.executable, "-c", hold], stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        done = run(place, "--wait")
    assert (done.exit_code, done.stdout) == (0, "")
    assert export(place) == clean(place)


def test_what_the_lock_says_cannot_move_the_cursor(place):
    with locked(place / "graph"):
        (place / "graph" / "lock").write_text('{"process": 7, "since": "now", "command": "kg \\u001b[2J"}')
        assert "process 7 (kg [2J, since now) is writing" in run(place).stderr
        (place / "graph" / "lock").write_text("[]")
        assert "another process is writing" in run(place).stderr


# ---------------------------------------------------------------- readers meanwhile


def test_a_reader_keeps_what_it_opened_and_a_new_one_sees_the_next(place):
    reader = kg.open(place / "graph")
    before = reader.export("nquads")
    kg.open(place / "graph").build([place / "docs"])
    assert reader.export("nquads") == before
    assert export(place) == clean(place) != before
    assert len(list((place / "graph" / "snapshots").iterdir())) == 2
    del reader
    write(place, 3)
    kg.open(place / "graph").build([place / "docs"])
    assert len(list((place / "graph" / "snapshots").iterdir())) == 1


def test_readers_answer_while_a_build_runs(place):
    answers = {export(place)}
    with started(place) as build:
        while build.poll() is None:
            answers.add(export(place))
    assert build.returncode == 0
    answers.add(export(place))
    assert len(answers) == 2


def test_many_builds_do_not_grow_the_folder(place):
    for version in range(3, 23):
        write(place, version)
        kg.open(place / "graph").build([place / "docs"])
    whole = kg.open(place / "whole")
    whole.build([place / "docs"])
    assert used(place / "graph") <= 2 * used(place / "whole")


def used(folder: Path) -> int:
    """Bytes on disk, what has several names counted once."""
    found = (os.lstat(file) for file in folder.rglob("*") if file.is_file())
    return sum({status.st_ino: status.st_blocks * 512 for status in found}.values())


# ---------------------------------------------------------------- odd places and names


def test_a_graph_among_the_documents_is_none_of_them(place):
    inside = kg.open(place / "docs" / "graph")
    assert inside.build([place / "docs"]).skipped == []
    assert inside.build([place / "docs"]).unchanged
    assert inside.export("nquads") == clean(place)


def test_a_file_whose_name_is_no_unicode_is_read_like_any_other(place):
    odd = place / "docs" / os.fsdecode(b"caf\xe9.md")
    odd.write_text("The kiln service depends on Redis.", "utf-8")
    assert run(place).exit_code == 0
    assert export(place) == clean(place)
    assert [str(c) for c in kg.open(place / "graph").impact("redis").breaks[0].paths[0].steps[0].citations] == [
        "caf?.md:1"
    ]
    assert run(place).stderr == "nothing changed\n"
    odd.unlink()
    assert run(place).exit_code == 0
    assert export(place) == clean(place)


# ---------------------------------------------------------------- no room, no right


@pytest.mark.parametrize("kilobytes", [0, 4, 40, 200, 700])
def test_a_full_disk_ends_in_one_line(place, kilobytes):
    before = export(place)
    write(place, 3, documents=25)
    limit = kilobytes * 1024
    with started(place, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))) as build:
        out, err = build.communicate(timeout=300)
    assert (build.returncode, out) == (2, ""), err
    assert err.strip().count("\n") == 0
    assert "graph: cannot be written: File too large (free some space; the graph is as it was)" in err
    assert export(place) == before
    assert run(place).exit_code == 0
    assert export(place) == clean(place)


def test_a_folder_that_may_not_be_written_is_still_read():
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        place = Path(name)
        write(place, 1)
        kg.open(place / "graph").build([place / "docs"])
        before = export(place)
        write(place, 2)
        assert CliRunner().invoke(main, ["extract", str(place / "docs")]).exit_code == 0  # all is imported
        for path in (place, *place.rglob("*")):
            path.chmod(0o555 if path.is_dir() else 0o444)
        if os.geteuid() == 0:
            os.seteuid(NOBODY)
            stack.callback(os.seteuid, 0)
        done = run(place)
        stack.close()
        for path in (place, *place.rglob("*")):
            path.chmod(0o755)
        assert done.exit_code == 2
        assert done.stderr.strip().count("\n") == 0
        assert "graph: cannot be written: Permission denied (the graph is as it was)" in done.stderr
        assert export(place) == before


# ---------------------------------------------------------------- interrupted and killed


@pytest.mark.parametrize(
    ("number", "code", "word"), [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "terminated")]
)
def test_a_signal_ends_it_in_one_line(place, number, code, word):
    before = export(place)
    write(place, 3, documents=120)
    with started(place) as build:
        _until_at_work(place, build)
        os.killpg(build.pid, number)
        out, err = build.communicate(timeout=300)
    assert (build.returncode, out) == (code, "")
    assert err == f"kg: {word}; the stored graph is whole\n"
    assert export(place) == before
    assert run(place).exit_code == 0
    assert sorted(path.name for path in (place / "graph").iterdir()) == ["graph.json", "indexes", "lock", "snapshots"]
    assert len(list((place / "graph" / "snapshots").iterdir())) == 1


LOADING = """import sys
class Finder:
    def find_spec(self, name, *_):
        if name == "kg.cli":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Finder())
from kg.__main__ import main
main()
"""


def test_so_does_one_while_modules_are_loaded():
    done = subprocess.run([sys.executable, "-c", LOADING], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "kg: interrupted; the stored graph is whole\n")


BUSY = """import time
from kg.build.workers import Crew
with Crew(lambda: None, 2) as crew:
    for _ in crew.map(time.sleep, [0, 3600, 3600]):
        raise KeyboardInterrupt
"""


def test_nobody_waits_for_what_processes_were_at():
    done = subprocess.run([sys.executable, "-c", BUSY], capture_output=True, text=True, timeout=300, check=False)
    assert done.stderr.endswith("KeyboardInterrupt\n")


def _until_at_work(place: Path, build: subprocess.Popen[str]) -> None:
    while len(list((place / "graph" / "snapshots").iterdir())) < 2 and build.poll() is None:
        time.sleep(0.01)
    time.sleep(0.2)


DYING = """import os, signal, sys
left = int(sys.argv[1])
def dying(call):
    def wrapped(*words):
        global left
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)
        return call(*words)
    return wrapped
os.fsync, os.replace = dying(os.fsync), dying(os.replace)
import kg
kg.open("graph").build(["docs"])
"""
PUBLISHING = (
    "ledger on disk",
    "index on disk",
    "index in place",
    "manifest on disk",
    "manifest in place",
    "folder on disk",
)


@pytest.mark.parametrize("step", PUBLISHING)
def test_killed_while_it_publishes_it_leaves_one_graph_or_the_other(place, step):
    before, number = export(place), 1 + PUBLISHING.index(step)
    done = subprocess.run([sys.executable, "-c", DYING, str(number)], cwd=place, check=False)
    assert done.returncode == -signal.SIGKILL
    assert len(list((place / "graph" / "snapshots").iterdir())) == 2
    assert export(place) == (clean(place) if step == "folder on disk" else before)
    assert run(place).exit_code == 0
    assert export(place) == clean(place)
    assert sorted(path.name for path in (place / "graph").iterdir()) == ["graph.json", "indexes", "lock", "snapshots"]
    assert len(list((place / "graph" / "indexes").iterdir())) == 1


def killed(place: Path, moments: int) -> None:
    """Kill builds at random moments; the graph is always the one before or the next one."""
    chance = random.Random(20)
    write(place, 1, documents=40)
    started_at = time.monotonic()
    with started(place) as build:
        build.wait()
    whole = time.monotonic() - started_at
    before, version = export(place), 2
    for _ in range(moments):
        write(place, version, documents=40)
        with started(place) as build:
            with contextlib.suppress(subprocess.TimeoutExpired):
                build.wait(chance.uniform(0.2, 1.1) * whole)
            build.kill()
        found = export(place)
        if found != before:
            assert found == clean(place)
            before, version = found, version + 1
    assert run(place).exit_code == 0
    assert export(place) == clean(place)
    assert len(list((place / "graph" / "snapshots").iterdir())) == 1


def test_a_killed_build_leaves_a_whole_graph(place):
    killed(place, 3)


@pytest.mark.slow
def test_builds_killed_at_thirty_moments_leave_a_whole_graph(place):
    killed(place, 30)
