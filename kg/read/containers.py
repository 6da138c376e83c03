"""Block rules for containers that CommonMark does not know: the admonitions and tabs of MkDocs.

`!!! note "Title"`, `??? warning`, `=== "Tab"`: what is indented by four blanks below the line is theirs and read as
ordinary blocks. Those of Docusaurus (`:::note`) need no rule: their marks are lines of their own, and left out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock

_MARK = re.compile(r"(?:!!!|\?\?\?\+?)[ \t]+[\w-]+(?:[ \t].*)?\Z|===[!+]*[ \t]+\"[^\"]*\"[ \t]*\Z")
_INDENT = 4


def indented_container(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A block rule: a mark and what is indented below it.

    Args:
        state: The parser's state.
        start: Number of the line where a block begins.
        end: One past the last line of the container around it.
        silent: Only to tell whether it begins here.
    """
    line = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    if state.is_code_block(start) or line[:1] not in ("!", "?", "=") or not _MARK.match(line):
        return False
    if silent:
        return True
    indent, kept = state.sCount[start] + _INDENT, (state.blkIndent, state.lineMax, state.parentType)
    stop = _end(state, start + 1, end, indent)
    state.push("container_open", "div", 1).map = [start, stop]
    state.blkIndent, state.lineMax, state.parentType = indent, stop, "container"
    state.md.block.tokenize(state, start + 1, stop)
    state.blkIndent, state.lineMax, state.parentType = kept
    state.push("container_close", "div", -1)
    state.line = stop
    return True


def _end(state: StateBlock, line: int, end: int, indent: int) -> int:
    """One past the last line that is indented so far, empty ones between them included."""
    last = line
    while line < end and (state.isEmpty(line) or state.sCount[line] >= indent):
        line += 1
        last = last if state.isEmpty(line - 1) else line
    return last
