"""A folder is built whatever its files are: one line on stderr, the rest in `kg gaps`; a file that is named must do."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kg.cli.main import main
from kg.read.documents import Source
from kg.read.registry import standard

STRANGE: dict[str, tuple[bytes, str]] = {
    "broken.jsonl": (b'{"id": "a", "text": "ok"}\n{"id": broken}\n', "broken.jsonl:2: not valid JSON"),
    "other.jsonl": (b'{"prompt": "x"}\n', "other.jsonl:1: no 'id'"),
    "compose.yml": (b"services:\n  a: [\n", "compose.yml:3: not valid YAML"),
    "picture.md": (b"\x89PNG\x00\x00", "picture.md: a binary file"),
    "latin.md": (b"caf\xe9 uses Redis.", "latin.md: not UTF-8"),
    "utf16.md": (b"\xff\xfeT\x00h\x00\xd8", "utf16.md: broken utf-16-le"),
    "huge.md": (b"a" * 50_000_000, "huge.md: larger than 8 MiB"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "good.md").write_text("The shop uses Redis.", encoding="utf-8")
    return docs


def kg(folder: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["-g", str(folder.parent / "graph"), *arguments])


@pytest.mark.parametrize("name", STRANGE)
def test_one_file_stops_no_folder(folder: Path, name: str) -> None:
    content, told = STRANGE[name]
    (folder / name).write_bytes(content)
    done = kg(folder, "build", str(folder))
    assert done.exit_code == 0
    assert done.stderr.startswith(f"kg: {told}")
    assert done.stderr.count("\n") == 2
    assert told in kg(folder, "gaps").stdout
    assert "shop" in kg(folder, "impact", "redis").stdout
    assert kg(folder, "build", str(folder), "--strict").exit_code == 1


def test_many_of_them_are_one_line(folder: Path) -> None:
    for name, (content, _) in STRANGE.items():
        (folder / name).write_bytes(content)
    done = kg(folder, "build", str(folder))
    assert done.exit_code == 0
    assert done.stderr.splitlines()[0] == (
        "kg: 7 files not read, or not whole: broken.jsonl:2, compose.yml:3, huge.md and 4 more; kg gaps says why"
    )
    assert done.stderr.count("\n") == 2


def test_a_circle_of_links_is_told_and_a_link_within_is_nothing_missed(folder: Path) -> None:
    (folder / "copy.md").symlink_to("good.md")
    assert kg(folder, "build", str(folder), "--strict").exit_code == 0
    (folder / "loop").symlink_to("loop")
    done = kg(folder, "build", str(folder), "--strict")
    assert done.exit_code == 1
    assert "kg: loop: a link that leads nowhere or in a circle" in done.stderr


def test_what_vanishes_or_cannot_be_opened_meanwhile(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "gone.md").write_text("The till uses Redis.", encoding="utf-8")
    found = Source.hash

    def vanishing(source: Source) -> str:
        (folder / "gone.md").unlink(missing_ok=True)
        return found(source)

    monkeypatch.setattr(Source, "hash", vanishing)
    done = kg(folder, "build", str(folder))
    assert done.exit_code == 0
    assert "kg: gone.md: cannot be read: No such file or directory" in done.stderr
    assert "shop" in kg(folder, "impact", "redis").stdout


def test_a_reader_that_fails_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from kg.read.html.reader import Html

    def fail(self: Html, path: str, text: str) -> None:
        raise RecursionError

    (folder / "page.html").write_text("<p>It uses Kafka.</p>", encoding="utf-8")
    monkeypatch.setattr(Html, "read", fail)
    done = kg(folder, "build", str(folder))
    assert done.exit_code == 0
    assert done.stderr.startswith("kg: page.html: its reader fails on it (RecursionError)")


@pytest.mark.parametrize("name", ["broken.jsonl", "other.jsonl"])
def test_a_named_file_that_cannot_be_read_is_an_error(folder: Path, name: str) -> None:
    content, _ = STRANGE[name]
    (folder / name).write_bytes(content)
    done = kg(folder, "build", str(folder / "good.md"), str(folder / name))
    assert done.exit_code == 2
    assert f"{name}:" in done.stderr


@pytest.mark.parametrize(
    ("path", "head", "name"),
    [
        ("bundle", '{"version": 3, "id": "x"}\nmore\n', None),
        ("bundle", '{"id": "x", "name": "text"}\n', None),
        ("chunks", '{"id": "x", "text": "It uses Redis."}\n', "jsonl"),
        ("Makefile", '{"id": "x", "text": "It uses Redis."}\n', None),
        ("deploy/Dockerfile", "= Title\n:toc:\n", None),
        ("LICENSE", "<html><p>x", None),
        ("page", "<html><p>x", "html"),
    ],
)
def test_content_claims_a_file_only_where_its_name_does_not_contradict(path: str, head: str, name: str | None) -> None:
    reader = standard().reader_for(path, head)
    assert (reader.name if reader else None) == name


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (("-f", "json"), ("impact", "redis")),
        ((), ("impact", "redis", "-f", "json")),
        (("--format", "text"), ("impact", "-f", "json", "redis")),
        (("--format=json",), ("impact", "redis")),
    ],
)
def test_shared_options_stand_before_a_command_or_after_it(
    folder: Path, before: tuple[str, ...], after: tuple[str, ...]
) -> None:
    kg(folder, "build", str(folder))
    assert kg(folder, *before, *after).stdout.startswith("{")


def test_they_reach_commands_of_a_group_and_none_that_has_them_not(folder: Path, tmp_path: Path) -> None:
    kg(folder, "build", str(folder))
    assert kg(folder, "alias", "-f", "json", "list").stdout.startswith("{")
    kg(folder, "-o", str(tmp_path / "answer.txt"), "impact", "redis")
    assert "shop" in (tmp_path / "answer.txt").read_text(encoding="utf-8")
    wrong = kg(folder, "-f", "json", "init")
    assert wrong.exit_code == 2
    assert "No such option '-f'" in wrong.stderr
