"""With decisions too, a graph that was brought up to date step by step equals one made at once."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kg
from kg.errors import InputError
from kg.rdf.terms import iri

SENTENCES = (
    "The AuthService depends on the user db.",
    "The auth service depends on Redis.",
    "The user database is backed by Postgres.",
    "The front desk calls the auth service.",
    "The gateway depends on the AuthService.",
    "The Front-Desk depends on the gateway.",
    "The user DB runs on PostgreSQL.",
)
NAMES = ("AuthService", "auth service", "user db", "user database", "front desk", "Redis", "the old desk", "PostgreSQL")
FILES = ("a.md", "edge/b.md", "edge/c.md")
WHO = {"reason": "as told", "who": "ada", "when": "2026-02-03"}

pairs = st.lists(st.sampled_from(NAMES), min_size=2, max_size=2, unique=True)
steps = st.one_of(
    st.tuples(st.just("write"), st.sampled_from(FILES), st.lists(st.sampled_from(SENTENCES), max_size=3)),
    st.tuples(st.sampled_from(("add", "differ", "remove")), pairs),
    st.tuples(
        st.sampled_from(("scope", "unscope")),
        st.sampled_from(("gateway", "front desk")),
        st.sampled_from(("edge", "a.md")),
    ),
    st.tuples(st.just("build")),
)


def take(graph: kg.Graph, docs: Path, step: tuple) -> None:
    """One step of a user; what cannot be done is refused and changes nothing."""
    kind, *rest = step
    try:
        if kind == "write":
            path, sentences = rest
            (docs / path).write_text("\n\n".join(sentences), encoding="utf-8")
        elif kind == "build":
            graph.build([docs])
        elif kind == "remove":
            graph.aliases.remove(*rest[0])
        elif kind == "unscope":
            graph.aliases.unscope(*rest)
        elif kind == "scope":
            graph.aliases.scope(*rest, **WHO)
        else:
            getattr(graph.aliases, kind)(*rest[0], **WHO)
    except InputError:
        pass


def canonical(graph: kg.Graph) -> list[bytes]:
    return graph.export("nquads").splitlines()


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Some documents, the graph made of them, and an empty one: copied for each example, for making takes longer."""
    folder = tmp_path_factory.mktemp("start")
    (folder / "docs" / "edge").mkdir(parents=True)
    for path, sentence in zip(FILES, SENTENCES, strict=False):
        (folder / "docs" / path).write_text(sentence, encoding="utf-8")
    kg.open(folder / "graph").build([folder / "docs"])
    kg.open(folder / "clean").init()
    return folder


def anew(graph: kg.Graph, docs: Path, folder: Path) -> kg.Graph:
    """The same documents and decisions, built at once into an empty graph."""
    clean = kg.open(folder)
    with clean.changing() as store:
        store.change((), list(graph.store.quads(graph=iri(graph.store.names.curation))))
    clean.build([docs])
    return clean


@given(taken=st.lists(steps, max_size=9))
@settings(max_examples=12)
def test_step_by_step_equals_at_once(start, taken):
    with tempfile.TemporaryDirectory() as place:
        folder = shutil.copytree(start, Path(place), dirs_exist_ok=True)
        graph, docs = kg.open(folder / "graph"), folder / "docs"
        for step in taken:
            take(graph, docs, step)
        graph.build([docs])
        assert canonical(graph) == canonical(anew(graph, docs, folder / "clean"))
