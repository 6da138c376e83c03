"""AsciiDoc, read as Markdown is (https://docs.asciidoctor.org/asciidoc/latest/).

Lines come from `kg.read.asciidoc.lines`, blocks from `kg.read.asciidoc.blocks`, inline text from
`kg.read.asciidoc.inline`. Nothing is included or fetched; `include::` lines are reported as skipped.
"""

from __future__ import annotations

import re

from kg.read.asciidoc.blocks import Walk
from kg.read.asciidoc.lines import prepare
from kg.read.base import Parts, chunks, has_suffix
from kg.read.frontmatter import front_matter

_PAGE = re.compile(r"(?:\s*\n|//.*\n|:[\w-]+:.*\n)*+= \S")
_ENTRY = re.compile(r"^:[\w-]+:", re.MULTILINE)
_HEADING = re.compile(r"^={1,6} \S", re.MULTILINE)


class Asciidoc:
    """Reader of AsciiDoc files."""

    name = "asciidoc"

    def sniff(self, path: str, head: str) -> bool:
        """By suffix (`.asc` may be a signature, so it needs a heading), else a document title and an attribute."""
        if path.lower().endswith(".asc"):
            return bool(_HEADING.search(head))
        if has_suffix(path):
            return True
        return bool(_PAGE.match(head) and _ENTRY.search(head))

    def read(self, path: str, text: str) -> Parts:
        """Chunks of an AsciiDoc document."""
        front = front_matter(text)
        prepared = prepare(path, text, front.end)
        walk = Walk(text, prepared.lines)
        found = walk.pieces()
        title, date = front.title or walk.title, front.date or walk.date
        return Parts(chunks(path, text, found), title, date, tuple(prepared.skipped), front.fields)
