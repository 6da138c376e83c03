"""Which class a document is of, and what people may say of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.errors import InputError
from kg.read import Settings, Source, load_settings, read_source

PLAIN = "# Parcel desk\n\nThe desk uses Redis.\n"
TO_READER = "# Label agent\n\n" + "\n\n".join(f"You start your agent number {n}." for n in range(8))
OF_OURS = "# Restoring\n\n" + "\n\n".join(f"We restore our base {n} before you call us." for n in range(8))
VERSIONS = "# Parcel desk\n\n" + "\n\n".join(f"## 1.{n}.0\n\nUses Redis." for n in range(4))


@pytest.mark.parametrize(
    ("path", "text", "genre", "manner"),
    [
        ("CHANGELOG.md", PLAIN, "changelog", "historic"),
        ("docs/RELEASE_NOTES_2.md", PLAIN, "changelog", "historic"),
        ("docs/releases/2.1.md", PLAIN, "changelog", "historic"),
        ("docs/what.md", "# What's new in 3\n\nIt uses Redis.", "changelog", "historic"),
        ("docs/desk.md", VERSIONS, "changelog", "historic"),
        ("LICENSE.md", "Some licence.", "licence", "nothing"),
        ("legal/LICENSE.zip.txt", PLAIN, "licence", "nothing"),
        ("legal/zip.txt", "Permission is hereby granted, free of charge, to any person.", "licence", "nothing"),
        ("docs/CONTRIBUTING.md", PLAIN, "contribution guide", "nothing"),
        (".github/ISSUE_TEMPLATE/bug.md", PLAIN, "template", "nothing"),
        ("adr/template.md", PLAIN, "template", "nothing"),
        ("AGENTS.md", PLAIN, "agent instructions", "nothing"),
        ("handbook/hiring/desk.md", PLAIN, "culture", "nothing"),
        ("docs/tutorials/desk.md", PLAIN, "tutorial", "general"),
        ("docs/desk.md", "# Getting started with the desk\n\nIt uses Redis.", "tutorial", "general"),
        ("site/adminGuide/desk.md", PLAIN, "manual", "general"),
        ("docs/label-agent.md", TO_READER, "manual", "general"),
        ("docs/api/desk.md", PLAIN, "reference", "general"),
        ("docs/desk.md", "# Desk API reference\n\nIt uses Redis.", "reference", "general"),
        ("tests/fixtures/desk.md", PLAIN, "fixture", "nothing"),
        ("docs/archive/README.md", PLAIN, "archive", "historic"),
        ("README.md", TO_READER, "readme", "current"),
        ("docs/adr/0007-desk.md", TO_READER, "decision", "current"),
        ("ops/runbooks/desk.md", TO_READER, "runbook", "current"),
        ("docs/desk.md", "# Postmortem: desk\n\nRedis went down.", "runbook", "current"),
        ("docs/architecture/desk.md", TO_READER, "architecture", "current"),
        ("docs/restoring.md", OF_OURS, "", "current"),
        ("docs/testing.md", PLAIN, "", "current"),
        ("docs/releasing.md", PLAIN, "", "current"),
        ("services/api/desk.md", PLAIN, "", "current"),
        ("docs/desk.md", VERSIONS.replace("1.2.0", "Storage").replace("1.3.0", "Queues"), "", "current"),
    ],
)
def test_signs(path: str, text: str, genre: str, manner: str) -> None:
    (document,), _ = read_source(Source(path, None, text.encode()))
    assert (document.genre.name, document.genre.manner) == (genre, manner)
    assert bool(document.genre.why) == bool(genre)


@pytest.mark.parametrize(
    ("path", "genre"),
    [("tests/docker-compose.yml", "fixture"), ("examples/compose.yml", "example"), ("releases/compose.yml", "")],
)
def test_of_structured_files_only_some_folders_tell(path: str, genre: str) -> None:
    (document,), _ = read_source(Source(path, None, b"services:\n  web:\n    depends_on: [db]\n"))
    assert document.genre.name == genre


def test_front_matter_wins_over_signs_and_settings_over_front_matter() -> None:
    source = Source("CHANGELOG.md", None, b"---\nkg-document: runbook\n---\nThe desk uses Redis.\n")
    (document,), notices = read_source(source)
    assert (document.genre.name, document.genre.manner, document.genre.given, notices) == (
        "runbook",
        "current",
        True,
        [],
    )
    (document,), _ = read_source(source, settings=Settings({"*": "runbook", "CHANGE*": "nothing"}))
    assert (document.genre.name, document.genre.manner) == ("nothing", "nothing")


def test_front_matter_that_names_no_class_is_reported() -> None:
    (document,), notices = read_source(Source("a.md", None, b"---\nkg-document: sagas\n---\nThe desk uses Redis.\n"))
    assert document.genre.name == ""
    assert [notice.reason for notice in notices] == ["kg-document: no class is called 'sagas'"]


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ('[documents]\n"a/*" = "current"\n"b/*" = "sagas"\n', "'sagas' is no class of documents", 3),
        ("documents = 3\n", "[documents] is no table", None),
        ("[documents\n", "not TOML", None),
    ],
)
def test_settings_that_cannot_be_used(tmp_path: Path, text: str, message: str, line: int | None) -> None:
    (tmp_path / "kg.toml").write_text(text)
    with pytest.raises(InputError, match=message.replace("[", r"\[")) as caught:
        load_settings(tmp_path)
    assert (caught.value.file, caught.value.line) == (str(tmp_path / "kg.toml"), line)
