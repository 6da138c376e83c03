"""The block parser of Markdown: markdown-it-py's CommonMark with tables, without inlines.

Rules of our own stand before the others: containers, and text. Most blocks are paragraphs, and the parser would ask ten
rules about each of their lines. A line that begins with a letter can begin no other block, nor end a paragraph.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock

_TEXT = frozenset("(\"'“‘")
"""Begin no block either."""
_TURNING = frozenset("=-|:")
"""May make the lines before a heading or the head of a table."""


@lru_cache(maxsize=1)
def parser() -> MarkdownIt:
    """The parser, made once a process.

    >>> [token.type for token in parser().parse("It uses Redis.")]
    ['paragraph_open', 'inline', 'paragraph_close']
    """
    from markdown_it import MarkdownIt

    from kg.read.containers import indented_container

    made = MarkdownIt("commonmark", {"maxNesting": 40}).enable("table").disable("inline")
    made.block.ruler.before("table", "text", text_paragraph)
    made.block.ruler.before("text", "container", indented_container, {"alt": ["paragraph", "blockquote", "list"]})
    return made


def text_paragraph(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A block rule: a paragraph whose first line begins with a letter, unless another rule might take it.

    Args:
        state: The parser's state.
        start: Number of the line where a block begins.
        end: Not used: a paragraph goes on to the end of its container.
        silent: Only to tell whether the block may interrupt a paragraph: this one may not.
    """
    if silent or state.is_code_block(start) or not _is_text(state, start):
        return False
    last = _last_line(state, start)
    if last is None:
        return False
    _push(state, start, last)
    return True


def _last_line(state: StateBlock, start: int) -> int | None:
    """One past the last line of the paragraph; None when the other rules must decide."""
    line, parent = start + 1, state.parentType
    rules = state.md.block.ruler.getRules("paragraph")
    state.parentType = "paragraph"
    try:
        while line < state.lineMax and not state.isEmpty(line):
            if not _is_text(state, line):
                if state.src[state.bMarks[line] + state.tShift[line]] in _TURNING:
                    return None
                goes_on = state.sCount[line] < 0 or state.is_code_block(line)
                if not goes_on and any(rule(state, line, state.lineMax, True) for rule in rules):
                    break
            line += 1
    finally:
        state.parentType = parent
    return line


def _is_text(state: StateBlock, line: int) -> bool:
    first = state.src[state.bMarks[line] + state.tShift[line]]
    return first.isalpha() or first in _TEXT


def _push(state: StateBlock, start: int, end: int) -> None:
    content = state.getLines(start, end, state.blkIndent, False).strip(" \t\n")
    state.line = end
    state.push("paragraph_open", "p", 1).map = [start, end]
    inline = state.push("inline", "", 0)
    inline.content, inline.map, inline.children = content, [start, end], []
    state.push("paragraph_close", "p", -1)
