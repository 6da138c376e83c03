"""Bad input: one clear line that names file and line, exit 2, and the stored graph as it was."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kg.cli.main import main

KG = str(Path(sys.executable).parent / "kg")
COMPOSE = "services:\n  web:\n    image: shop\n    depends_on: [db]\n  db:\n    image: postgres\n"
BROKEN_TURTLE = "@prefix ex: <https://example.org/> .\nex:a ex:b broken .\n"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bad")
    for name in ("docs/one", "docs/two", "empty"):
        (folder / name).mkdir(parents=True)
    (folder / "docs" / "a.md").write_text(
        "The cart depends on Redis. The desk depends on the cart.\n", encoding="utf-8"
    )
    for name in ("one", "two"):
        (folder / "docs" / name / "compose.yaml").write_text(COMPOSE, encoding="utf-8")
    (folder / "broken.ttl").write_text(BROKEN_TURTLE, encoding="utf-8")
    (folder / "broken.jsonl").write_text('{"id": "a", "text": "ok"}\n{"id": broken}\n', encoding="utf-8")
    (folder / "twice.jsonl").write_text('{"id": "a", "text": "ok"}\n' * 2, encoding="utf-8")
    (folder / "broken.rq").write_text("SELECT *\nWHERE { ?s ?p\n", encoding="utf-8")
    (folder / "broken.yaml").write_text("a: b\n  c: [\n", encoding="utf-8")
    (folder / "binary.md").write_bytes(b"\x00\x01\x02" * 100)
    assert kg(folder, "build", "docs").exit_code == 0
    return folder


def kg(folder: Path, *words: str, text: str | None = None) -> Result:
    """A command, run in a folder that has the graph `graph`."""
    named = "-g" in words or words[0] == "eval"
    before = Path.cwd()
    os.chdir(folder)
    try:
        return CliRunner().invoke(main, [*words] if named else [*words, "-g", "graph"], input=text)
    finally:
        os.chdir(before)


def content(folder: Path) -> dict[str, bytes]:
    """All bytes of a graph folder, what the lock says of its last holder aside."""
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and file.name not in ("lock", "LOCK")
    }


CASES = {
    "a path that is missing": (("build", "missing"), "missing: no such file or folder"),
    "one of two missing": (("build", "docs", "missing.md"), "missing.md: no such file or folder"),
    "an empty folder": (("build", "empty"), "nothing to read in empty"),
    "a binary file": (("build", "binary.md"), "nothing to read in binary.md"),
    "a broken line": (("build", "broken.jsonl"), "broken.jsonl:2: not valid JSON"),
    "an id twice": (("build", "twice.jsonl"), "twice.jsonl:2: id 'a' is already on line 1"),
    "broken aliases": (("build", "docs", "--aliases", "broken.ttl"), "broken.ttl:2: not valid Turtle"),
    "missing aliases": (("build", "docs", "--aliases", "no.ttl"), "no.ttl: "),
    "broken ontology": (("build", "docs", "--ontology", "broken.ttl"), "broken.ttl:2: not valid Turtle"),
    "broken shapes": (("build", "docs", "--shapes", "broken.ttl"), "broken.ttl:2: not valid Turtle"),
    "broken mapping": (("build", "docs", "--mapping", "broken.yaml"), "broken.yaml:2: not valid YAML"),
    "missing mapping": (("build", "docs", "--mapping", "no.yaml"), "no.yaml: cannot be read"),
    "a scope that is none": (("build", "docs", "--scope", "x"), "'x' is no scope"),
    "an unknown name": (("impact", "crat"), "nothing in this graph is called 'crat' (did you mean"),
    "an ambiguous name": (("impact", "web"), "'web' names 2 things (say which: "),
    "malformed SPARQL": (("query", "broken.rq"), "the query cannot be run: error at "),
    "SPARQL that is neither": (("query", "no-such-query"), "neither a named query nor a file"),
    "a relation nobody knows": (("claim", "add", "a", "sleeps_on", "b", "--reason", "r"), "no relation is called"),
    "a broken import": (("import", "broken.ttl"), "broken.ttl:2: not valid turtle"),
    "a missing import": (("import", "no.nq"), "no.nq: cannot be read"),
    "a graph there already": (("init",), "graph: there is a graph here already"),
    "gold that is none": (("eval", "broken.jsonl"), "broken.jsonl:1: no annotated passage"),
    "missing gold": (("eval", "no.jsonl"), "no.jsonl: cannot be read: No such file or directory"),
    "a limit that is none": (("impact", "cart", "--top", "-1"), "top is -1"),
    "an answer nowhere": (("impact", "cart", "-o", "no/such/answer"), "no/such/answer: cannot be written"),
    "an answer into a folder": (("impact", "cart", "-o", "docs"), "docs: cannot be written: Is a directory"),
    "an export nowhere": (("export", "-o", "no/such/graph.trig"), "no/such/graph.trig: cannot be written"),
    "no graph": (("impact", "cart", "-g", "elsewhere"), "elsewhere: no graph here (kg build PATH makes one)"),
    "a file for a graph": (("build", "docs", "-g", "broken.rq"), "broken.rq: cannot be written"),
}


@pytest.mark.parametrize("case", CASES)
def test_one_clear_line_and_the_graph_as_it_was(place: Path, case: str) -> None:
    words, message = CASES[case]
    before = content(place / "graph")
    done = kg(place, *words)
    assert done.exit_code == 2
    assert done.stdout == ""
    lines = [line for line in done.stderr.splitlines() if not line.startswith("kg: binary.md: a binary file")]
    assert len(lines) == 1
    assert lines[0].startswith("kg: ")
    assert message in lines[0]
    assert content(place / "graph") == before


@pytest.fixture
def damaged(place: Path, tmp_path: Path) -> Path:
    (tmp_path / "graph").mkdir()
    (tmp_path / "docs").symlink_to(place / "docs")
    return tmp_path


@pytest.mark.parametrize(
    ("manifest", "message"),
    [
        (
            '{"format": 99, "base": "https://example.org/", "snapshot": "000001"}',
            "made by a newer version of kg (format 99",
        ),
        ('{\n"format": 1,', "graph.json:2: not the JSON of a graph of kg"),
        ("[]", "graph.json: not a graph of kg"),
        ('{"format": 1, "base": 3, "snapshot": "000001"}', "graph.json: not a graph of kg"),
        ('{"format": 1, "base": "https://example.org/", "snapshot": "000001"}', "the current snapshot is gone"),
    ],
)
@pytest.mark.parametrize("words", [("impact", "cart"), ("export",), ("stats",)])
def test_a_manifest_that_does_not_do(damaged: Path, manifest: str, message: str, words: tuple[str, ...]) -> None:
    (damaged / "graph" / "graph.json").write_text(manifest, encoding="utf-8")
    before = content(damaged / "graph")
    done = kg(damaged, *words)
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert message in done.stderr
    assert content(damaged / "graph") == before


def test_a_graph_of_a_newer_version_is_not_built_over(damaged: Path) -> None:
    (damaged / "graph" / "graph.json").write_text('{"format": 2, "base": "https://e.org/", "snapshot": "x"}')
    before = content(damaged / "graph")
    assert kg(damaged, "build", "docs").exit_code == 2
    assert content(damaged / "graph") == before


@pytest.mark.parametrize(
    "data", [b"caf\xe9 uses Redis.\n", b"\xff\xfeT\x00h\x00\xd8", b"The caf\xc3\xa9 uses Redis \xff.\n"]
)
def test_bytes_that_cannot_be_decoded_are_read_as_far_as_they_can_and_said(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.md").write_bytes(data)
    done = kg(tmp_path, "build", "a.md")
    assert done.exit_code == 0
    assert done.stderr.startswith("kg: a.md: ")


def piped(folder: Path, *words: str, keep: int = 1) -> tuple[int, bytes, bytes]:
    """A command whose reader goes away after some bytes: exit code, what was read, and what it complained of."""
    with subprocess.Popen([KG, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        read = process.stdout.read(keep)
        process.stdout.close()
        return process.wait(timeout=60), read, process.stderr.read()


@pytest.mark.parametrize("buffered", ["1", ""])
def test_a_reader_that_goes_away_hears_no_complaint(
    tmp_path: Path, buffered: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", buffered)
    text = "\n\n".join(f"The `cart-{n}` depends on the `store-{n}`." for n in range(250))
    (tmp_path / "a.md").write_text(text, encoding="utf-8")
    assert kg(tmp_path, "build", "a.md").exit_code == 0
    code, read, complaint = piped(tmp_path, "export", "-g", "graph")
    assert (code, len(read), complaint) == (2, 1, b"")
    whole = subprocess.run([KG, "export", "-g", "graph"], cwd=tmp_path, capture_output=True, check=True).stdout
    assert whole == kg(tmp_path, "export").stdout_bytes


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="no device that is always full")
@pytest.mark.parametrize("words", [("stats",), ("export",), ("impact", "cart", "-f", "json")])
def test_a_full_disk(place: Path, words: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run([KG, *words, "-g", "graph"], cwd=place, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr == b"kg: the answer cannot be written: No space left on device\n"


def test_a_device_is_written_to_and_not_replaced(place: Path) -> None:
    assert kg(place, "stats", "-o", os.devnull).exit_code == 0
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


@pytest.mark.skipif(os.name == "nt", reason="permissions of POSIX")
def test_an_answer_in_a_file_has_the_usual_permissions_and_keeps_links(place: Path, tmp_path: Path) -> None:
    (tmp_path / "real.json").write_text("old")
    os.chmod(tmp_path / "real.json", 0o640)
    (tmp_path / "link.json").symlink_to("real.json")
    assert kg(place, "stats", "-f", "json", "-o", str(tmp_path / "link.json")).exit_code == 0
    assert (tmp_path / "link.json").is_symlink()
    assert stat.S_IMODE((tmp_path / "real.json").stat().st_mode) == 0o640
    assert json.loads((tmp_path / "real.json").read_text())
