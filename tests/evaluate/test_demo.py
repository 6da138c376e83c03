from __future__ import annotations

import json
import shutil
import subprocess
import sys

import pytest
from click.testing import CliRunner

import kg
from kg.answer.passages import Passages
from kg.cli.main import main
from kg.evaluate.story import demo
from kg.model.documents import Chunk
from kg.rdf.resources import folder

TRANSCRIPT = """\
8 chunks, one question: what breaks if Redis goes down?

A passage retriever (BM25) finds 1 of 8:
  [c4] The token cache is backed by Redis.

The graph (kg impact redis):
  fails: Redis
  breaks (3):
    └─ token cache -backed_by-> Redis [c4]
       "The token cache is backed by Redis."
       └─ auth service -depends_on-> token cache [c2,c3] ×2 (tell identity team)
          "The auth service depends on the token cache to check a session."
          └─ login flow -depends_on-> auth service [c1]
             "The login flow depends on the auth service."
  survives (4):
    billing service: no stated path
    user database: no stated path
    Kubernetes: nothing stated
    PostgreSQL: nothing stated

The chain (kg why "login flow" redis):
  path 1:
    login flow -depends_on-> auth service [c1]
      "The login flow depends on the auth service."
    auth service -depends_on-> token cache [c2,c3] ×2
      "The auth service depends on the token cache to check a session."
    token cache -backed_by-> Redis [c4]
      "The token cache is backed by Redis."

Whom to tell:
  identity team, for auth service [c8]
    "The auth service is owned by the identity team."

Each [c…] is the chunk that says so, ×2 a step that two chunks state.
Your own documents: kg build PATH… and then kg impact NAME
"""


def build(tmp_path, *sentences):
    """A graph of chunks c1, c2 and so on, each a document of its own."""
    file = tmp_path / "chunks.jsonl"
    records = ({"id": f"c{n}", "text": text, "source": f"d{n}"} for n, text in enumerate(sentences, 1))
    file.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    graph = kg.open(tmp_path / "graph")
    graph.build([file])
    return graph


def test_the_transcript():
    done = CliRunner().invoke(main, ["demo"])
    assert done.exit_code == 0, done.output
    assert done.stdout == TRANSCRIPT
    assert done.stderr == ""


def test_it_fits_80_columns():
    assert max(map(len, TRANSCRIPT.splitlines())) <= 80


def test_it_needs_no_network_and_leaves_nothing_behind(tmp_path):
    code = (
        "import socket\n"
        "def refuse(*_): raise OSError('no network')\n"
        "socket.socket.connect = socket.getaddrinfo = refuse\n"
        "from kg.cli.main import main\n"
        "main(['demo'])\n"
    )
    environment = {"TMPDIR": str(tmp_path), "HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "breaks (3):" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_the_numbers_are_those_of_build_and_impact(tmp_path):
    shutil.copy(folder("examples") / "demo.jsonl", tmp_path)
    graph = kg.open(tmp_path / "graph")
    graph.build([tmp_path / "demo.jsonl"])
    assert graph.impact("redis") == demo().impact


def test_the_numbers_follow_the_sentences(tmp_path):
    text = (folder("examples") / "demo.jsonl").read_text(encoding="utf-8")
    file = tmp_path / "demo.jsonl"
    file.write_text("".join(line for line in text.splitlines(True) if '"c1"' not in line), encoding="utf-8")
    answer = demo(file)
    assert answer.chunks == 7
    assert answer.impact.counts == {"breaks": 2, "degrades": 0, "survives": 4}


def test_the_longer_path_wins_where_every_hop_of_it_is_corroborated(tmp_path):
    graph = build(
        tmp_path,
        "The order page depends on the session store.",
        "The order page depends on the cart service.",
        "The order page relies on the cart service to show prices.",
        "The cart service depends on the stock service.",
        "At night the cart service still depends on the stock service.",
        "The stock service depends on the session store.",
        "The stock service relies on the session store for locks.",
    )
    page = next(one for one in graph.impact("session store").breaks if one.entity.label == "order page")
    best = page.paths[0]
    assert [step.object.label for step in best] == ["cart service", "stock service", "session store"]
    assert [step.support.chunks for step in best] == [2, 2, 2]


def test_the_shorter_path_wins_where_one_hop_of_the_longer_is_stated_once(tmp_path):
    graph = build(
        tmp_path,
        "The order page depends on the session store.",
        "The order page depends on the cart service.",
        "The order page relies on the cart service to show prices.",
        "The cart service depends on the session store.",
    )
    page = next(one for one in graph.impact("session store").breaks if one.entity.label == "order page")
    assert [step.object.label for step in page.paths[0]] == ["session store"]


def chunks(*texts):
    return [Chunk(f"c{n}", "d", (n, n), 0, text, ()) for n, text in enumerate(texts, 1)]


@pytest.mark.parametrize(
    ("texts", "question", "found"),
    [
        (("Redis holds tokens.", "Mail waits."), "Redis?", ["c1"]),
        (
            ("Mail waits.", "Redis keeps Redis.", "Redis keeps mail."),
            "redis",
            ["c2", "c3"],
        ),
        (("Redis waits.", "Redis waits."), "redis", ["c1", "c2"]),
        (("Redis waits.",), "kafka", []),
        (("Redis waits.",), "", []),
        (("Redis waits.",), "the of and", []),
        (("", " ", "…"), "redis", []),
        ((), "redis", []),
    ],
)
def test_passages_are_found_by_their_words(texts, question, found):
    assert [one.citation.chunk for one in Passages(chunks(*texts)).search(question)] == found


def test_passages_are_no_more_than_asked_for():
    assert len(Passages(chunks(*["Redis waits."] * 5)).search("redis", 2)) == 2
