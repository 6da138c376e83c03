"""What a line of AsciiDoc begins or is: a section title, a delimited block, an item of a list, a comment."""

from __future__ import annotations

import re

HEADING = re.compile(r"(?P<mark>={1,6}|#{1,6})[ \t]+(?P<text>\S.*)\Z")
UNDERLINES = {"=": 1, "-": 2, "~": 3, "^": 4, "+": 5}
UNDERLINE = re.compile(r"([=\-~^+])\1+\Z")
DELIMITER = re.compile(r"(?:-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|/{4,}|--|```[\w+-]*|~{4,}|[|,!]={3,})\Z")
ATTRIBUTES = re.compile(r"\[(?P<list>[^\[\]]*)\]\Z")
ANCHOR = re.compile(r"\[\[[^\[\]]+\]\]\Z")
CAPTION = re.compile(r"\.(?P<text>[^\s.].*)\Z")
RULE = re.compile(r"(?:'{3,}|<{3,}|- ?- ?-|\* ?\* ?\*)\Z")
MACRO = re.compile(r"[a-z][\w-]{0,30}::\S*\[.*\]\Z")
ADMONITION = re.compile(r"(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION):[ \t]+(?=\S)")
ITEM = re.compile(
    r"[ \t]*(?P<mark>\*{1,5}|-|•|\.{1,5}|\d+\.|[A-Za-z]\.|[ivxIVX]+\)|<(?:\d+|\.)>)[ \t]+(?:\[[ xX*]\][ \t]+)?(?=\S)"
)
TERM = re.compile(r"[ \t]*(?P<term>[^\s:/].{0,300}?)(?P<mark>:{2,4}|;;)(?:[ \t]+(?=\S)|\Z)")


def marker(line: str) -> re.Match[str] | None:
    """The `mark` that makes a line an item of a list, or after the `term` that it defines.

    >>> marker("** a queue")["mark"], marker("broker:: passes mail on")["term"]
    ('**', 'broker')
    """
    return ITEM.match(line) or TERM.match(line)


def key(match: re.Match[str]) -> str:
    """What the markers of one list have in common, given one of them.

    >>> key(marker("1. read")) == key(marker("2. write"))
    True
    """
    return re.sub(r"\d+", "1", match["mark"])


def is_comment(line: str) -> bool:
    """Whether a line is a comment of one line.

    >>> is_comment("// later"), is_comment("////")
    (True, False)
    """
    return line.startswith("//") and not line.startswith("///")


def is_prose(line: str) -> bool:
    """Whether a line can only be text: it has some, and begins nothing else.

    >>> is_prose("keeps the mail"), is_prose("* a queue"), is_prose("+")
    (True, False, False)
    """
    begins = (ITEM, TERM, DELIMITER, ATTRIBUTES, CAPTION, HEADING)
    return line not in ("", "+") and not is_comment(line) and not any(pattern.match(line) for pattern in begins)
