"""Inline Markdown: our scanner gives the text that markdown-it gives, and knows where each character stands."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from kg.read.markdown.inline import inline
from kg.read.rst.inline import rst_inline

CASES = [
    ("plain words", "plain words"),
    ("the `auth-service` code", "the auth-service code"),
    ("``a ` b``", "a ` b"),
    ("**bold** and *thin* and ***both***", "bold and thin and both"),
    ("snake_case_name and __dunder__", "snake_case_name and dunder"),
    ('[label](https://x.example/a_(b) "t") end', "label end"),
    ("[label][ref], [ref], [other]", "label, ref, [other]"),
    ("![alt](pic.png) text", "text"),
    ("[![badge](a.svg)](b) text", "text"),
    ("<b>bold</b> <span class='a>b'>x</span>", "bold x"),
    ("one<br/>two", "one two"),
    ("a <!-- hidden --> b", "a b"),
    ("R&amp;D &copy; &#8594; &bogus;", "R&D © → &bogus;"),
    (r"\*not\* \[x\] a\b", r"*not* [x] a\b"),
    ("see <https://x.example/a>", "see https://x.example/a"),
    ("~~old~~ new", "old new"),
    ("GET /<type>/:id", "GET //:id"),
    ("a < b > c", "a < b > c"),
    ("2 * 3 * 4", "2 * 3 * 4"),
]


@pytest.mark.parametrize(("source", "text"), CASES)
def test_plain_text(source: str, text: str) -> None:
    assert inline(source, [(0, len(source))], {"REF": "x"}).text == text


def test_marks_say_what_stood_where() -> None:
    source = "The **auth `svc`** uses [the *cache*](c.md) and <https://x.example>."
    plain = inline(source, [(0, len(source))])
    marks = [(plain.text[m.start : m.end], m.kind, m.target) for m in plain.marks]
    assert marks == [
        ("auth svc", "strong", ""),
        ("svc", "code", ""),
        ("the cache", "link", "c.md"),
        ("cache", "emphasis", ""),
        ("https://x.example", "link", "https://x.example"),
    ]


def test_lines_are_joined_and_their_prefixes_left_out() -> None:
    source = "> Uses `redis\n> cache` and\n>   more"
    plain = inline(source, [(2, 13), (16, 26), (31, 35)])
    assert plain.text == "Uses redis cache and more"
    assert plain.segments == ((0, 2), (5, 8), (11, 16), (16, 22), (21, 31))


RST = [
    ("``redis`` and ``a `b` c``", "redis and a `b` c"),
    ("`docs <https://x.example>`_ and `name`_ and name_", "docs and name and name"),
    (":ref:`the cache <cache>` :py:class:`Pool` `thing`:code:", "the cache Pool thing"),
    ("**strong** *thin* |subst| snake_case [1]_", "strong thin subst snake_case "),
    (r"\*literal\* a\ b", "*literal* ab"),
    ("2 * 3 * 4 and MAX_CONN and __init__", "2 * 3 * 4 and MAX_CONN and __init__"),
]


@pytest.mark.parametrize(("source", "text"), RST)
def test_rst_plain_text(source: str, text: str) -> None:
    assert rst_inline(source, [(0, len(source))]).text == text.strip()


FRAGMENTS = [
    *("word ", " ", "a", "*", "**", "_", "__", "`", "``", "[", "](x)", '](<y z> "t")', "]", "![", "<b>", "</b>"),
    *("<br/>", "<!-- c -->", "&amp;", "&copy;", "\\*", "\\", "\n", "(", ")", "é", ".", "'", "<http://a.b>", "<a@b.c>"),
]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(FRAGMENTS), max_size=14).map("".join))
@example("*a **b* c**")
@example("[a [b](x) c](y)")
@example("`a *b` c*")
def test_same_text_as_markdown_it(source: str) -> None:
    source = source.strip()
    spans = _line_spans(source)
    if all(end > start for start, end in spans):
        assert " ".join(inline(source, spans).text.split()) == _reference(source)


def _line_spans(source: str) -> list[tuple[int, int]]:
    spans, at = [], 0
    for line in source.split("\n"):
        spans.append((at + len(line) - len(line.lstrip()), at + len(line.rstrip())))
        at += len(line) + 1
    return spans


def _reference(source: str) -> str:
    """Text of markdown-it's own inline tokens, images and tags left out."""
    out: list[str] = []
    for token in MarkdownIt("commonmark").parseInline(source)[0].children or []:
        if token.type in ("text", "code_inline"):
            out.append(token.content)
        elif token.type in ("softbreak", "hardbreak") or token.content.startswith("<br"):
            out.append(" ")
    return " ".join("".join(out).split())
