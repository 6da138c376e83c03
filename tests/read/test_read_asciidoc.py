"""AsciiDoc: a table of phenomena, and a whole document."""

from __future__ import annotations

import pytest
from read_properties import check

from kg.model.documents import Block
from kg.read.asciidoc.reader import Asciidoc
from kg.read.base import Parts


def read(text: str) -> Parts:
    parts = Asciidoc().read("a.adoc", text)
    check(text, parts)
    return parts


def blocks(text: str) -> list[Block]:
    return [chunk.blocks[0] for chunk in read(text).chunks]


BLOCKS = [
    ("The till uses\n*Redis*.", [("paragraph", "The till uses Redis.")]),
    ("a\n// no\nb", [("paragraph", "a b")]),
    ("////\nno\n////\na", [("paragraph", "a")]),
    ("* a\n** b\n* c", [("item", "a"), ("item", "b"), ("item", "c")]),
    ("- a\n  goes on\n\n- b", [("item", "a goes on"), ("item", "b")]),
    (". a\n.. b\n1. c", [("item", "a"), ("item", "b"), ("item", "c")]),
    ("* [x] done\n* [ ] open", [("item", "done"), ("item", "open")]),
    ("* a\n+\nb\n* c", [("item", "a"), ("paragraph", "b"), ("item", "c")]),
    ("* a\n+\n----\ncode\n----\n* c", [("item", "a"), ("item", "c")]),
    ("till:: sells\nvault::\n  keeps\n\nqueue::\n\nwaits",
     [("pair", "till: sells"), ("pair", "vault: keeps"), ("pair", "queue: waits")]),
    ("Owner: till team\nTier: 1", [("pair", "Owner: till team"), ("pair", "Tier: 1")]),
    ("NOTE: Mind the gap.", [("paragraph", "Mind the gap.")]),
    ("[TIP]\n====\nMind it.\n====", [("paragraph", "Mind it.")]),
    ("****\naside\n\n--\nopen\n--\n****", [("paragraph", "aside"), ("paragraph", "open")]),
    ("[quote, A. Person]\n____\nsaid\n____", [("paragraph", "said")]),
    ("----\nx uses y\n----\na", [("paragraph", "a")]),
    ("....\nx\n....\n++++\n<b>\n++++\n```sh\nx\n```\na", [("paragraph", "a")]),
    ("  indented code\n  more\n\na", [("paragraph", "a")]),
    ("[source,sh]\nx uses y\n\na", [("paragraph", "a")]),
    ("[mermaid]\n....\na --> b\n\nb --> c\n....", [("diagram", "a --> b\nb --> c")]),
    ("[plantuml,system,svg]\n----\n[A] --> [B]\n----", [("diagram", "[A] --> [B]")]),
    ("[source,dot]\n----\ndigraph { a -> b }\n----", [("diagram", "digraph { a -> b }")]),
    ("```mermaid\na --> b\n```", [("diagram", "a --> b")]),
    ("image::x.png[The till]\n\ntoc::[]\n\n'''\n\na", [("paragraph", "a")]),
    ("ifdef::x[]\nno\nendif::[]\nifndef::x[]\nyes\nendif::[]", [("paragraph", "yes")]),
    (":x: 1\n\nifdef::x[yes]\n\nifdef::x,y[]\nor\nendif::[]\nifdef::x+y[]\nand\nendif::[]",
     [("paragraph", "yes"), ("paragraph", "or")]),
    ("|===\n|A |B\n\n|x |y\n|===", [("row", "x | y")]),
    ("[%header,cols=2*]\n|===\n|A\n|B\n|x\n|y\n|===", [("row", "x | y")]),
    ("[options=\"header\"]\n|===\n|A|B\n|x|y\n|===", [("row", "x | y")]),
    ("|===\n|x |y\n|z |w\n|===", [("row", "x | y"), ("row", "z | w")]),
    ("[cols=\"1h,3\"]\n|===\n|Owner |till team\n|===", [("pair", "Owner: till team")]),
    ("|===\n.2+|x |y\n|z\n2+|w\n|===", [("row", "x | y"), ("row", "x | z"), ("row", "w |")]),
    ("|===\n|x a|\n* y\n* z\n|===", [("row", "x | y, z")]),
    (",===\nx,\"y, z\"\n,===", [("row", "x | y, z")]),
    ("----\nnever closed", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), BLOCKS)
def test_blocks(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(block.kind.value, block.text) for block in blocks(text)] == expected


INLINE = [
    ("`a b` and ``c``d", "a b and cd", [("code", "a b"), ("code", "c")]),
    ("*a* _b_ **c**d __e__f", "a b cd ef", [("strong", "a"), ("emphasis", "b"), ("strong", "c"), ("emphasis", "e")]),
    ("`+a*b*+` and +c+", "a*b* and c", [("code", "a*b*"), ("code", "c")]),
    ("snake_case_name and 2*3*4", "snake_case_name and 2*3*4", []),
    ("[.role]#marked# \"`quoted`\"", "marked quoted", []),
    ("https://x.example[the docs^]", "the docs", [("link", "the docs")]),
    ("see https://x.example/a.", "see https://x.example/a.", [("link", "https://x.example/a.")]),
    ("link:x.html[here,window=_blank]", "here", [("link", "here")]),
    ("xref:ops/till-run.adoc#top[]", "till-run", [("link", "till-run")]),
    ("<<_storage>> <<id,the store>>", "storage the store", [("link", "storage"), ("link", "the store")]),
    ("a footnote:[no]image:x.png[no] b", "a b", []),
    ("((till)) (((no, index))) kbd:[F5]", "till F5", []),
    ("R&amp;D &#38; {nbsp}{lt}", "R&D & \u00a0<", []),
    ("{unknown} \\{kept}", "{unknown} {kept}", []),
    ("*`a`*", "a", [("code", "a"), ("strong", "a")]),
    ("pass:[*a*] +++<b>+++", "*a* <b>", []),
    ("a +\nb", "a b", []),
    ("[[here]]a <1>", "a", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "plain", "marks"), INLINE)
def test_inline(text: str, plain: str, marks: list[tuple[str, str]]) -> None:
    (block,) = blocks("x " + text)
    assert block.text == "x " + plain
    assert [(mark.kind, block.text[mark.start : mark.end]) for mark in block.marks] == marks


DOCUMENT = """\
= The Till: `api`
Ada Example <ada@example.org>
v2.0, 2026-02-03
:store: the *ledger
:team: till \\
team

The till writes to {team}.

include::more.adoc[]

== Storage

It needs:

* Redis
** a replica

.Dependencies
* Vault

Queues
~~~~~~

It waits.
"""


def test_a_document() -> None:
    parts = read(DOCUMENT)
    assert (parts.title, parts.date) == ("The Till: api", "2026-02-03")
    top = "The Till: api"
    assert [(c.blocks[0].text, c.blocks[0].headings, c.blocks[0].lead, c.lines) for c in parts.chunks] == [
        ("The till writes to till team.", (top,), (), (8, 8)),
        ("It needs:", (top, "Storage"), (), (14, 14)),
        ("Redis", (top, "Storage"), ("It needs:",), (16, 16)),
        ("a replica", (top, "Storage"), ("It needs:", "Redis"), (17, 17)),
        ("Vault", (top, "Storage"), ("Dependencies",), (20, 20)),
        ("It waits.", (top, "Storage", "Queues"), (), (25, 25)),
    ]
    assert [(skipped.line, skipped.reason) for skipped in parts.skipped] == [(10, "not included: more.adoc")]


def test_attributes_put_in_no_more_than_the_document_bears() -> None:
    text = ":a: " + "x" * 400 + "\n\n" + "{a} " * 20_000
    (block,) = [chunk.blocks[0] for chunk in Asciidoc().read("a.adoc", text).chunks]
    assert len(block.text) < 4 * len(text)
    assert block.text.endswith("{a}")
