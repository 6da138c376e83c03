"""For any document of any type: sources, lines and offsets are exact."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from read_properties import check

from kg.read.asciidoc.reader import Asciidoc
from kg.read.base import Reader
from kg.read.html.reader import Html
from kg.read.markdown.reader import Markdown
from kg.read.org.reader import Org
from kg.read.rst.reader import Rst
from kg.read.text import Text

FRAGMENTS = [
    *("# A\n", "## B c\n", "Title\n===\n", "- item\n", "  - sub\n", "1. one\n", "> quote\n", "> > deep\n", "---\n"),
    *(
        "| a | b |\n|---|---|\n",
        "| c \\| d | `e` |\n",
        "c | d\n",
        "+---+---+\n| a | b |\n+===+===+\n| c | d |\n+---+---+\n",
    ),
    *(
        "=====  =====\nab     cd\n=====  =====\n1      2\n=====  =====\n",
        "```mermaid\nA-->B\n```\n",
        "```\ncode\n```\n",
    ),
    *("Owner: team\n", "**Key**: value\n", "Tier | 1\n", ": definition\n", "term\n   definition\n", ":field: value\n"),
    *("\n", "\r\n", "\r", "\n\n", "word ", "*", "**", "_", "`", "``", "[", "](x)", "]", "![", "[x]", "[x]: http://y\n"),
    *("<b>", "</b>", "<br>", "<!-- c -->", "<!--", "-->", "<div>\n", "</div>\n", "~~", "::\n", "\n   indented\n"),
    *("<table><tr><th>y</th></tr><tr><td>x</td></tr></table>\n", ".. note:: hi\n", ".. mermaid::\n\n   A-->B\n\n"),
    *("&amp;", "&copy;", "&nbsp;", "\\*", "\\", "|", "\t", "  ", "\u00a0", "\u2028", "\x0b", "\x0c", "\x85", "\0", "é"),
    *("---\ntitle: x\ndescription: y z\n---\n", "😀", "\u202e", "TITLE CAPS\n", "``lit``", "`x <y>`_", ":ref:`z`"),
]
HTML = [
    *(
        "<p>",
        "</p>",
        "<b>",
        "</b>",
        "<br>",
        "<ul>",
        "<li>",
        "</li>",
        "</ul>",
        "<table>",
        "<tr>",
        "<td>",
        "<th>",
        "</tr>",
    ),
    *(
        "</table>",
        "<td rowspan=2>",
        "<td colspan='3'>",
        "<dl>",
        "<dt>",
        "<dd>",
        "</dl>",
        "<pre class='mermaid'>",
        "</pre>",
    ),
    *("A--&gt;B\n", "<![CDATA[", "]]>", "<!--", "-->", "<h1>", "</h1>", "<h2>T</h2>", "<a href='x'>", "</a>", "<code>"),
    *("</code>", "<ac:structured-macro ac:name='code'>", "<ac:parameter ac:name='language'>dot</ac:parameter>"),
    *("<ac:plain-text-body>", "</ac:plain-text-body>", "</ac:structured-macro>", "<ac:link>", "</ac:link>", "<main>"),
    *("<ri:page ri:content-title='X &amp; Y'/>", "<script>", "</script>", "<", "'", '"', ">", "<nav>", "</nav>", "<a "),
    *(
        "&lt;",
        "&#0;",
        "&nbsp;",
        "word ",
        "Owner: team",
        "<div>",
        "</div>",
        "<hr>",
        "\n",
        "\r\n",
        "\t",
        "  ",
        "é😀",
        "\0",
    ),
]
ADOC = [
    *(
        "= T\n",
        "== A\n",
        "Title\n-----\n",
        "* item\n",
        "** sub\n",
        "- x\n",
        ". one\n",
        "+\n",
        "a:: b\n",
        "a::\n",
        "----\n",
    ),
    *(
        "====\n",
        "--\n",
        "|===\n",
        "|a |b\n",
        "2+|c\n",
        ".2+|d\n",
        "a|\n",
        ",===\n",
        "x,y\n",
        "[source,mermaid]\n",
        "```\n",
    ),
    *(
        "[cols=2*,options=header]\n",
        ".Title\n",
        ":name: `v` *w*\n",
        ":!name:\n",
        "{name}",
        "{nbsp}",
        "{x}",
        "\n",
        "\n\n",
    ),
    *(
        "ifdef::name[]\n",
        "endif::[]\n",
        "include::x[]\n",
        "// c\n",
        "////\n",
        "NOTE: n\n",
        "`",
        "*",
        "**",
        "_",
        "#",
        "+",
        "<<",
    ),
    *(
        ">>",
        "xref:a.adoc[b]",
        "link:x[",
        "]",
        "https://x.y[z,window=_blank]",
        "((t))",
        "(((",
        "&amp;",
        "\\",
        " +\n",
        "word ",
    ),
    *(
        "Owner: team\n",
        "  literal\n",
        "\r\n",
        "\r",
        "\t",
        "é😀",
        "\0",
        "[[id]]",
        "kbd:[k]",
        '"`q`"',
        "A --> B\n",
        "image::x[]\n",
    ),
]
DOCUMENTS = st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.text(max_size=5)), max_size=25).map("".join)


@pytest.mark.parametrize("reader", [Markdown(), Text()], ids=lambda reader: reader.name)
@settings(max_examples=400, deadline=None)
@given(text=DOCUMENTS)
def test_offsets_are_exact(reader: Reader, text: str) -> None:
    check(text, reader.read("a", text))


ORG = [
    *(
        "* Head\n",
        "** TODO b :t:\n",
        "- item\n",
        "  - inner\n",
        "  more\n",
        "1. one\n",
        "- term :: said\n",
        "| a | b |\n",
    ),
    *("|---+---|\n", "|", "||\n", "#+begin_src dot\n", "#+end_src\n", "#+begin_quote\n", "#+end_quote\n", ":D:\n"),
    *(":END:\n", "# c\n", "#+title: t\n", "*b*", "/i/", "=c=", "~d~", "[[x][y]]", "[[z]]", "[fn:1]", "word ", "é😀"),
    *("\n", "\n\n", "\r\n", "\t", "\0", "Owner: team\n", " ", "+", "*"),
]


@pytest.mark.parametrize(
    ("reader", "fragments"), [(Html(), HTML), (Asciidoc(), ADOC), (Org(), ORG)], ids=["html", "asciidoc", "org"]
)
@settings(max_examples=400, deadline=None)
@given(data=st.data())
def test_offsets_are_exact_in_markup(reader: Reader, fragments: list[str], data: st.DataObject) -> None:
    text = "".join(data.draw(st.lists(st.sampled_from(fragments), max_size=30)))
    check(text, reader.read("a", text))


@settings(max_examples=80, deadline=None)
@given(text=DOCUMENTS)
def test_offsets_are_exact_in_rst(text: str) -> None:
    check(text, Rst().read("a", text))


@settings(max_examples=100, deadline=None)
@given(before=DOCUMENTS, text=st.sampled_from(["The shop uses Redis.", "- one\n- two", "| a | b |\n|-|-|\n| c | d |"]))
def test_ids_do_not_depend_on_what_stands_before(before: str, text: str) -> None:
    first = Markdown().read("a", f"# Heading\n\n{text}\n")
    second = Markdown().read("a", f"{before}\n\n```\n```\n\n-->\n\n# Heading\n\n{text}\n")
    tail = second.chunks[len(second.chunks) - len(first.chunks) :]
    if tail and [c.blocks[0].headings for c in tail] == [("Heading",)] * len(tail):
        assert [c.id.split("-")[0] for c in tail] == [c.id for c in first.chunks]


def test_the_check_itself_notices_a_wrong_offset() -> None:
    parts = Markdown().read("a", "The `shop` uses Redis.")
    block = replace(parts.chunks[0].blocks[0], segments=((0, 1),))
    wrong = replace(parts, chunks=(replace(parts.chunks[0], blocks=(block,)),))
    with pytest.raises(AssertionError):
        check("The `shop` uses Redis.", wrong)


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_line_ends_change_no_line_number(newline: str) -> None:
    text = "# A\n\nOne\ntwo.\n\n- b\n- c\n\n| h |\n|---|\n| x |\n".replace("\n", newline)
    chunks = Markdown().read("a", text).chunks
    check(text, Markdown().read("a", text))
    assert [chunk.lines for chunk in chunks] == [(3, 4), (6, 6), (7, 7), (11, 11)]


@pytest.mark.parametrize("reader", [Markdown(), Text(), Rst(), Html(), Asciidoc()], ids=lambda reader: reader.name)
@pytest.mark.parametrize(
    "unit",
    [
        *(
            "[",
            "![",
            "*a ",
            "`",
            "<!-- ",
            "<a b='",
            "&",
            ">",
            "|",
            "a\n",
            "[a](",
            "- ",
            "<p>",
            "<ul><li>",
            "<dl><dt>a<dd>b",
        ),
        *(
            "<tr><td rowspan=9>x<td>y",
            "====\n",
            "* a\n+\n",
            "a:: ",
            "<<",
            "{a}",
            ":a: {a}{a}b\n",
            "ifdef::a[]\n",
            "|===\n|a\n",
        ),
    ],
)
def test_no_input_is_too_odd(reader: Reader, unit: str) -> None:
    text = unit * 3000
    check(text, reader.read("a", text))
