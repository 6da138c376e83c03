"""Where sentences begin and end in engineering prose.

A full stop ends a sentence unless what stands before it is an abbreviation, an initial or a list number; names
such as `node.js`, `v1.2` and `10.0.0.1` are safe because no white space follows their dots.
"""

from __future__ import annotations

import re

_END = re.compile(r"(?<![.!?…])(?P<stop>[.!?…]++)(?P<close>[\"'”’»)\]*_`]{0,6})(?=\s)|\n[ \t]*\n")
_NEXT = re.compile(r"\s+([\"'“‘«(\[*_`]*)([\w-]*)")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NEVER = _words(
    "e.g i.e eg ie vs cf approx dr mr mrs ms prof al incl excl resp esp ca viz aka a.k.a dept jan feb mar "
    "apr jun jul aug sep sept oct nov dec"
)
"""Abbreviations after which a sentence goes on."""

BEFORE_NUMBER = _words("no nos fig figs sec eq vol ch pp art ver rev")
"""Abbreviations only when a number follows."""

PERHAPS = _words("inc ltd corp co llc gmbh jr sr a.m p.m u.s u.k st")
"""Abbreviations that may end a sentence: they do when a word follows that seldom stands inside one."""

STARTERS = _words(
    "the this that these those it its they we you i a an in on if when while where for to there here as "
    "at by with without from after before during however since all each every both some no not see use "
    "our your their he she who what why how then also but and or so"
)
"""Words that, capitalised, show that a sentence begins."""


def sentences(text: str) -> list[tuple[int, int]]:
    """Spans of the sentences of a text, white space around them left out.

    Args:
        text: Plain text of a block.

    Returns:
        Pairs (first character, one past the last), ascending, together covering all but white space.

    >>> [text[a:b] for text in ["It runs node.js v1.2. Redis fails, e.g. at night!"] for a, b in sentences(text)]
    ['It runs node.js v1.2.', 'Redis fails, e.g. at night!']
    """
    found: list[tuple[int, int]] = []
    start = 0
    for match in _END.finditer(text):
        if match["stop"] is None or _ends(text, start, match):
            _append(found, text, start, match.end() if match["stop"] else match.start())
            start = match.end()
    _append(found, text, start, len(text))
    return found


def _append(found: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    run = text[start:end]
    stripped = run.strip()
    if stripped:
        first = start + len(run) - len(run.lstrip())
        found.append((first, first + len(stripped)))


def _ends(text: str, start: int, match: re.Match[str]) -> bool:
    """Whether a stop with white space after it ends a sentence that began at `start`."""
    following = _NEXT.match(text, match.end())
    opening, word = following.groups() if following else ("", "")
    stop = match["stop"]
    if stop[-1] in "!?":
        return bool(opening) or not word[:1].islower()
    if stop != ".":
        return not text[match.start() - 1 : match.start()].isspace() and (bool(opening) or not word[:1].islower())
    wildcard = match["close"] == "*" and text[match.start() - 1 : match.start()].isdigit()
    return not wildcard and _full_stop(text, start, match.start(), opening, word)


def _full_stop(text: str, start: int, at: int, opening: str, word: str) -> bool:
    last = _last_word(text, max(start, at - 40), at)
    known = last.lower()
    if known in NEVER or (last.isdigit() and text[start:at].strip().isdigit()):
        return False
    if known in BEFORE_NUMBER:
        return not word[:1].isdigit()
    if known in PERHAPS or (len(last) == 1 and last.isupper()):
        return word[:1].isupper() and word.lower() in STARTERS
    if known == "etc":
        return not word[:1].islower()
    return bool(last) or text[at - 1 : at] in tuple("\"'”’»)]*_`%/+#")


def _last_word(text: str, start: int, end: int) -> str:
    """Letters, digits and `_.&-` that end at a place."""
    at = end
    while at > start and (text[at - 1].isalnum() or text[at - 1] in "_.&-"):
        at -= 1
    return text[at:end]
