"""Our own block rule changes how fast Markdown is parsed, not what comes out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from kg.read.blocks import parser

LIBRARY = MarkdownIt("commonmark", {"maxNesting": 40}).enable("table").disable("inline")
LINES = st.sampled_from(
    [
        *(
            "plain text",
            "(aside) text",
            "  indented text",
            "      deep text",
            "\ttabbed",
            "a | b",
            "--- | ---",
            ":-- | -",
        ),
        *(
            "# heading",
            "#hashtag",
            "- item",
            "* item",
            "+",
            "1. one",
            "2) two",
            "10. ten",
            "1.no",
            "> quote",
            ">",
            "> - x",
        ),
        *("===", "---", "***", "_ _ _", "-", "=", "| a |", "|---|", "```", "~~~ x", "<div>", "<b>bold", "<!-- c -->"),
        *(
            "[label]: http://y",
            "[text] more",
            "",
            " ",
            "    code",
            "  - sub",
            "     - subsub",
            "é",
            "数",
            "\u00a0x",
            "“quoted”",
        ),
    ]
)
TEXTS = st.lists(LINES, max_size=14).map("\n".join)


@settings(max_examples=600)
@given(TEXTS)
def test_tokens_are_those_of_the_library(text: str) -> None:
    mine, theirs = ({}, {})
    assert parser().parse(text, mine) == LIBRARY.parse(text, theirs)
    assert mine == theirs


@pytest.mark.parametrize("text", ["x\n" * 3000, "x\n(\n" * 3000, "x\n- y\n" * 300, "> x\ny\n" * 300, "a|b\n" * 3000])
def test_long_ones(text: str) -> None:
    assert parser().parse(text) == LIBRARY.parse(text)
