"""HTML pages: a table of phenomena, whole pages, Confluence storage format."""

from __future__ import annotations

import pytest
from read_properties import check

from kg.model.documents import Block
from kg.read.base import Parts
from kg.read.html.reader import Html


def read(text: str) -> Parts:
    parts = Html().read("a.html", text)
    check(text, parts)
    return parts


def blocks(text: str) -> list[Block]:
    return [chunk.blocks[0] for chunk in read(text).chunks]


BLOCKS = [
    ("<p>The till uses\n  <b>Redis</b>.</p>", [("paragraph", "The till uses Redis.")]),
    ("<div>The till <span>uses</span> Redis.</div>", [("paragraph", "The till uses Redis.")]),
    ("one<p>two<p>three", [("paragraph", "one"), ("paragraph", "two"), ("paragraph", "three")]),
    ("a<div>b</div>c", [("paragraph", "a"), ("paragraph", "b"), ("paragraph", "c")]),
    ("<p>one<br>two</p>", [("paragraph", "one two")]),
    ("<p><b>Owner:</b> till team<br/>Tier: 1</p>", [("pair", "Owner: till team"), ("pair", "Tier: 1")]),
    ("<p>R&amp;D &lt;b&gt; &#x26; &copy; &nope;</p>", [("paragraph", "R&D <b> & © &nope;")]),
    ("<p>a <!-- b --> c<script>d()</script></p>", [("paragraph", "a c")]),
    ("<ul><li>a<li>b<ol><li>c</ol></ul>", [("item", "a"), ("item", "b"), ("item", "c")]),
    ("<ul><li><p>a</p><p>b</p></li></ul>", [("item", "a"), ("paragraph", "b")]),
    ("<ul><li>Owner: till team</ul>", [("item", "Owner: till team")]),
    ("<dl><dt>till<dd>Sells <i>things</i>.<dt>vault<dd>Keeps.</dl>",
     [("pair", "till: Sells things."), ("pair", "vault: Keeps.")]),
    ("<dl><div><dt>till</dt><dd><p>Sells.</p><ul><li>fast</ul></dd></div></dl>",
     [("pair", "till: Sells."), ("item", "fast")]),
    ("<table><tr><th>A<th>B<tr><td>x<td>y</table>", [("row", "x | y")]),
    ("<table><tbody><tr><td>x</td><td>y</td></tr></tbody></table>", [("row", "x | y")]),
    ("<table><tr><th>Owner</th><td>till team</td></tr></table>", [("pair", "Owner: till team")]),
    ("<table><tr><td rowspan=2>x<td>y<tr><td>z</table>", [("row", "x | y"), ("row", "x | z")]),
    ("<table><tr><td>x<td><ul><li>y<li>z</ul></table>", [("row", "x | y, z")]),
    ("<table><tr><td><p>x</p><p>y</p><td>z</table>", [("row", "x y | z")]),
    ("<table><tr><td><h2>Storage</h2><p>Rows.</p></table>", [("paragraph", "Rows.")]),
    ("<table><tr><td><table><tr><td>x<td>y</table></table>", [("row", "x | y")]),
    ("<table><caption>All of it</caption><tr><td>x</table>", [("row", "x"), ("paragraph", "All of it")]),
    ("<pre>x uses y</pre><p>z</p>", [("paragraph", "z")]),
    ("<pre class='mermaid'>graph LR\n a --&gt; b</pre>", [("diagram", "graph LR\n a --> b")]),
    ("<pre><code class='language-dot'>digraph {\na -&gt; b }\n</code></pre>", [("diagram", "digraph {\na -> b }")]),
    ("<div class=mermaid>a--&gt;b</div>", [("diagram", "a-->b")]),
    ("<nav>x</nav><header>y</header><footer>z</footer>", [("paragraph", "y")]),
    ("<ol class='breadcrumbs'><li>x</ol><div role=navigation>y</div><div id=toc>z</div>", []),
    ("<p hidden>x</p><p style='display: none'>y</p><p aria-hidden=true>z</p>", []),
    ("<select><option>x</select><button>y</button><svg><text>z</text></svg><img alt=x>", []),
    ("<blockquote>Old words.</blockquote>", [("paragraph", "Old words.")]),
    ("<details><summary>More</summary>It uses S3.</details>", [("paragraph", "More"), ("paragraph", "It uses S3.")]),
    ("<p>unclosed <b>bold <a href='x", [("paragraph", "unclosed bold")]),
    ("</p></div>stray</td>", [("paragraph", "stray")]),
    ("<p title='a > b'>x</p>", [("paragraph", "x")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), BLOCKS)
def test_blocks(text: str, expected: list[tuple[str, str]]) -> None:
    found = sorted(blocks(text), key=lambda block: block.text != "x")
    assert sorted((block.kind.value, block.text) for block in found) == sorted(expected)


MARKS = [
    ("<p>a <code>b c</code></p>", [("code", "b c", "")]),
    ("<p><a href='/q?a=1&amp;b'>b</a></p>", [("link", "b", "/q?a=1&b")]),
    (
        "<p><strong>a</strong> <em>b</em> <tt>c</tt></p>",
        [("strong", "a", ""), ("emphasis", "b", ""), ("code", "c", "")],
    ),
    ("<p><a href=x><code>b</code></a></p>", [("code", "b", ""), ("link", "b", "x")]),
]


@pytest.mark.parametrize(("text", "expected"), MARKS)
def test_marks(text: str, expected: list[tuple[str, str, str]]) -> None:
    (block,) = blocks(text)
    assert [(mark.kind, block.text[mark.start : mark.end], mark.target) for mark in block.marks] == expected


def test_headings_hold_until_the_next_whatever_the_containers() -> None:
    found = blocks(
        "<div><div><h1>Till<a class=headerlink href=#>¶</a></h1></div><p>a</p><section><h2><code>Storage</code></h2>"
        "<p>b</p></section><h2>Queues</h2></div><div><p>c</p><blockquote><h3>Old</h3>d</blockquote><p>e</p></div>"
    )
    assert [(block.text, block.headings) for block in found] == [
        ("a", ("Till",)),
        ("b", ("Till", "Storage")),
        ("c", ("Till", "Queues")),
        ("d", ("Till", "Queues", "Old")),
        ("e", ("Till", "Queues")),
    ]


def test_lists_are_led_by_what_stands_before_them() -> None:
    found = blocks("<p>It needs:</p>\n<ul><li>Redis<ul><li>a replica</li></ul></li></ul><p>Then</p><hr><ul><li>x</ul>")
    assert [(block.text, block.lead) for block in found] == [
        ("It needs:", ()),
        ("Redis", ("It needs:",)),
        ("a replica", ("It needs:", "Redis")),
        ("Then", ()),
        ("x", ()),
    ]


def test_columns_that_span() -> None:
    page = "<table><thead><tr><th>Name</th><th colspan=2>Uses</th></tr></thead><tr><td>till<td>Redis<td>S3</table>"
    (block,) = blocks(page)
    assert [(cell.header, block.text[cell.start : cell.end]) for cell in block.cells] == [
        ("Name", "till"),
        ("Uses", "Redis"),
        ("Uses", "S3"),
    ]


PAGE = """\
<!DOCTYPE html>
<html>
<head><title>Till - Handbook</title><meta name="date" content="2026-03-04T10:00"></head>
<body>
<header><h1>Till</h1></header>
<p>Edit this page</p>
<main>
<h2>Storage</h2>
<p>The till uses
<code>redis</code>.</p>
</main>
</body></html>
"""


def test_only_the_main_part_of_a_page_is_read() -> None:
    parts = read(PAGE)
    (chunk,) = parts.chunks
    assert (parts.title, parts.date) == ("Till", "2026-03-04")
    assert (chunk.blocks[0].text, chunk.blocks[0].headings) == ("The till uses redis.", ("Till", "Storage"))
    assert chunk.lines == (9, 10)
    assert chunk.source == "The till uses\n<code>redis</code>."


@pytest.mark.parametrize(
    ("page", "title"),
    [
        ("<title>Till &amp; co</title><p>x", "Till & co"),
        ("<title>no</title><h1>Till</h1>", "Till"),
        ("---\ntitle: Front\ndate: 2026-01-02\n---\n<h1>Till</h1>", "Front"),
    ],
)
def test_titles(page: str, title: str) -> None:
    assert read(page).title == title


STORAGE = """\
<p>See <ac:link><ri:page ri:content-title="Pay &amp; Bill" /></ac:link> and
<ac:link><ri:page ri:content-title="Q"/>
<ac:plain-text-link-body><![CDATA[the <queue>]]></ac:plain-text-link-body></ac:link>.
<ac:structured-macro ac:name="status"><ac:parameter ac:name="colour">Red</ac:parameter>
<ac:parameter ac:name="title">RETIRED</ac:parameter></ac:structured-macro></p>
<ac:structured-macro ac:name="code"><ac:parameter ac:name="language">mermaid</ac:parameter>
<ac:plain-text-body><![CDATA[graph LR
 a --> b]]></ac:plain-text-body></ac:structured-macro>
<ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[x needs y]]></ac:plain-text-body></ac:structured-macro>
<ac:structured-macro ac:name="info"><ac:rich-text-body><p>Mind the gap.</p></ac:rich-text-body></ac:structured-macro>
<ac:structured-macro ac:name="expand"><ac:parameter ac:name="title">Dependencies</ac:parameter>
<ac:rich-text-body><ul><li>Vault</li></ul></ac:rich-text-body></ac:structured-macro>
<ac:layout><ac:layout-section><ac:layout-cell><p>In a cell.</p></ac:layout-cell></ac:layout-section></ac:layout>
<ac:task-list><ac:task><ac:task-id>7</ac:task-id><ac:task-body>Move it</ac:task-body></ac:task></ac:task-list>
<p><ac:structured-macro ac:name="include">
<ac:parameter ac:name=""><ri:page ri:content-title="X"/></ac:parameter></ac:structured-macro></p>
<ac:structured-macro ac:name="toc"/><ac:image><ri:attachment ri:filename="a.png"/></ac:image>
"""


def test_confluence_storage_format() -> None:
    parts = read(STORAGE)
    found = [(chunk.blocks[0].kind.value, chunk.blocks[0].text, chunk.blocks[0].lead) for chunk in parts.chunks]
    assert found == [
        ("paragraph", "See Pay & Bill and the <queue>. RETIRED", ()),
        ("diagram", "graph LR\n a --> b", ("mermaid",)),
        ("paragraph", "Mind the gap.", ()),
        ("item", "Vault", ("Dependencies",)),
        ("paragraph", "In a cell.", ()),
        ("item", "Move it", ("In a cell.",)),
    ]
    assert [(skipped.line, skipped.reason) for skipped in parts.skipped] == [
        (15, "another page is included here; it is not read")
    ]
    assert [m.target for m in parts.chunks[0].blocks[0].marks] == ["Pay & Bill", "Q"]


def test_an_entity_is_never_expanded_into_more() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;">]><p>&b; stays</p>'
    assert [chunk.blocks[0].text for chunk in Html().read("a.html", bomb).chunks] == ["]>", "&b; stays"][-2:]
