"""What of a chunk is quoted: the words of a sentence, with the markup that opens or closes at its ends."""

from __future__ import annotations

import re

from kg.model import Block, Chunk

_OPENING = "`*_["
_CLOSING = re.compile(r"[`*_]*(?:\](?:\([^()\s]*\))?)?[`*_]*")


def quoted(chunk: Chunk, block: Block, start: int, end: int) -> tuple[int, int]:
    """Where the quote of a span of a block's text stands in the chunk's source.

    A block's text has no markup, so a sentence that begins with a code span begins behind its backtick; a quote with
    half of a pair of marks would read as a slip.

    Args:
        chunk: The chunk.
        block: One of its blocks.
        start: Offset of the span in the block's text.
        end: Offset of its end.

    Returns:
        Offsets in `chunk.source`.
    """
    first, last = block.source_span(start, end)
    while first and chunk.source[first - 1] in _OPENING:
        first -= 1
    closing = _CLOSING.match(chunk.source, last)
    return first, closing.end() if closing else last
