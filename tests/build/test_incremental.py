"""However a graph came to say what the documents say, it is the same graph, byte for byte."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.build import reasoning
from tests.build.corpus import CONCEPTS, NAMES, PATHS, SENTENCES, Corpus

paths = st.sampled_from(PATHS)
picks = st.lists(st.integers(0, len(SENTENCES) - 1), min_size=1, max_size=4).map(tuple)
names = st.sampled_from(NAMES)
edits = st.one_of(
    st.tuples(st.just("write"), paths, picks, st.sampled_from(("", "", "Cart service", "Tax table"))),
    st.tuples(st.just("write"), paths, picks),
    st.tuples(st.just("remove"), paths),
    st.tuples(st.just("rename"), paths, paths),
    st.tuples(st.just("decide"), names, names, st.booleans()),
    st.tuples(st.just("judge"), names, names, st.sampled_from(("add", "add", "differ", "remove"))),
    st.tuples(st.just("alias"), st.lists(st.sampled_from(CONCEPTS), unique=True, max_size=2).map(tuple)),
)


def follow(start, steps):
    with TemporaryDirectory() as place:
        corpus = Corpus(Path(place))
        for path, picked in start:
            corpus.write(path, picked)
        corpus.build()
        for kind, *what in steps:
            if kind == "alias":
                corpus.concepts = what[0]
            elif kind not in ("decide", "judge") or what[0] != what[1]:
                getattr(corpus, kind)(*what)
            corpus.build()
            assert corpus.graph.export("nquads").decode() == corpus.clean().decode()


corpora = st.lists(st.tuples(paths, picks), min_size=1, max_size=5)


@given(corpora, st.lists(edits, min_size=1, max_size=4))
@settings(max_examples=8)
def test_an_incremental_build_equals_a_clean_one(start, steps):
    follow(start, steps)


@given(corpora, st.lists(edits, min_size=1, max_size=3))
@settings(max_examples=4)
def test_so_does_one_that_made_the_inferred_graph_anew(start, steps):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(reasoning, "LEAST", 0)
        patched.setattr(reasoning, "DEAR", 1 << 30)
        follow(start, steps)


@pytest.mark.slow
@given(corpora, st.lists(edits, min_size=1, max_size=8))
@settings(max_examples=40)
def test_many_incremental_builds_equal_clean_ones(start, steps):
    follow(start, steps)
