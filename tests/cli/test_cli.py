from __future__ import annotations

import errno
import json
import os

import pytest
from click.testing import CliRunner

from kg.cli.main import main

STORY = """# Checkout

The order desk depends on the cart service.

The cart service depends on the session cache.

The session cache is backed by Redis.

The mail worker runs on Kubernetes.
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    root = tmp_path_factory.mktemp("story")
    (root / "docs").mkdir()
    (root / "docs" / "checkout.md").write_text(STORY, encoding="utf-8")
    done = CliRunner().invoke(main, ["build", str(root / "docs"), "-g", str(root / "graph")])
    assert done.exit_code == 0, done.output
    return root


def run(folder, *words):
    return CliRunner().invoke(main, [words[0], *words[1:], "-g", str(folder / "graph")])


def test_impact_prints_every_hop_with_its_sentence(folder):
    text = run(folder, "impact", "redis").output
    assert "fails: Redis" in text
    assert "cart service -depends_on-> session cache [checkout.md:5]" in text
    assert '"The session cache is backed by Redis."' in text
    assert "survives (2):" in text


def test_impact_as_json_has_the_documented_keys(folder):
    data = json.loads(run(folder, "impact", "redis", "--format", "json").output)
    assert data["counts"] == {"breaks": 3, "degrades": 0, "survives": 2}
    step = data["breaks"][0]["paths"][0]["steps"][0]
    assert set(step) >= {"subject", "relation", "object", "support", "inferred", "disputed", "citations"}
    assert set(step["citations"][0]) == {"chunk", "document", "lines", "quote", "url"}


@pytest.mark.parametrize("format_name", ["csv", "mermaid", "dot"])
def test_impact_in_the_other_formats_names_what_breaks(folder, format_name):
    done = run(folder, "impact", "redis", "--format", format_name)
    assert done.exit_code == 0
    assert "cart service" in done.output


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("needs", "order desk"), "session cache"),
        (("why", "order desk", "redis"), "path 1:"),
        (("near", "redis", "--reverse"), "session cache -backed_by-> Redis"),
        (("show", "cart service"), "relied on by:"),
        (("find", "cart"), "cart service"),
        (("context", "redis"), "session cache"),
    ],
)
def test_the_other_questions_answer(folder, words, expected):
    done = run(folder, *words)
    assert done.exit_code == 0, done.output
    assert expected in done.output


def test_find_says_when_more_fits(folder):
    some = run(folder, "find", "er", "--top", "1")
    assert (len(some.stdout.splitlines()), some.stderr) == (1, "kg: more fit (--top shows more)\n")
    assert run(folder, "find", "er").stderr == ""


def test_an_unknown_name_exits_with_2_and_names_the_nearest(folder):
    done = run(folder, "impact", "cart servce")
    assert done.exit_code == 2
    assert "cart service" in done.stderr


def test_extract_prints_the_documented_lines(folder):
    done = CliRunner().invoke(main, ["extract", str(folder / "docs")])
    first = json.loads(done.output.splitlines()[0])
    assert list(first) == [
        "document", "chunk", "lines", "quote", "subject", "relation", "object", "polarity", "alternatives", "extractor",
        "confidence",
        "effect",
    ]  # fmt: skip


def test_an_answer_can_be_written_to_a_file(folder, tmp_path):
    file = tmp_path / "answer.json"
    done = run(folder, "impact", "redis", "-f", "json", "-o", str(file))
    assert done.exit_code == 0
    assert done.stdout == ""
    assert json.loads(file.read_text(encoding="utf-8"))["counts"]["breaks"] == 3
    assert [one.name for one in tmp_path.iterdir()] == ["answer.json"]


@pytest.mark.parametrize(
    "words",
    [
        ("extract", "{docs}"),
        ("extract", "{docs}", "-f", "text"),
        ("impact", "redis", "-f", "csv"),
        ("needs", "order desk"),
        ("why", "order desk", "redis"),
        ("weak",),
        ("near", "redis", "--both"),
        ("show", "redis"),
        ("find", "cart"),
        ("context", "redis"),
        ("gaps",),
        ("query", "impact", "-p", "start=redis"),
        ("query", "--list"),
        ("check", "--fail-on", "none"),
        ("check", "--list"),
        ("claim", "list", "-f", "json"),
        ("alias", "list"),
        ("alias", "show", "redis"),
        ("alias", "suggest"),
        ("alias", "export"),
        ("diff", "{graph}", "{graph}"),
        ("export",),
        ("stats",),
    ],
    ids=" ".join,
)
def test_every_answer_can_be_written_to_a_file(folder, tmp_path, words):
    words = [word.format(docs=folder / "docs", graph=folder / "graph") for word in words]
    place = [] if words[0] in ("extract", "diff") else ["-g", str(folder / "graph")]
    plain = CliRunner().invoke(main, [*words, *place])
    written = CliRunner().invoke(main, [*words, *place, "-o", str(tmp_path / "answer")])
    assert (plain.exit_code, written.exit_code, written.stdout) == (0, 0, ""), written.output
    assert (tmp_path / "answer").read_bytes() == plain.stdout_bytes


def test_what_cannot_be_written_whole_leaves_nothing_behind(folder, tmp_path, monkeypatch):
    monkeypatch.setattr("os.replace", _full)
    done = run(folder, "impact", "redis", "-o", str(tmp_path / "answer"))
    assert done.exit_code == 2
    assert "answer: cannot be written: No space left on device" in done.stderr
    assert list(tmp_path.iterdir()) == []


def _full(*_):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_file_that_cannot_be_written_is_named(folder, tmp_path):
    done = run(folder, "impact", "redis", "-o", str(tmp_path / "no" / "where.txt"))
    assert done.exit_code == 2
    assert "where.txt: cannot be written" in done.stderr
