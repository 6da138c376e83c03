"""Decision records: what their status makes of all they say."""

from __future__ import annotations

import re

from kg.extract.modality.polarity import pattern
from kg.extract.text.lexicon import Lexicon
from kg.model import Block, Document, Polarity

_RECORD = re.compile(r"(?:^|[/_-])(?:adrs?|rfcs?|decisions?|decision-records?)(?:[/_.-]|$)", re.I)
_NUMBERED = re.compile(r"^(?:#+\s*)?(?:(?:ADR|RFC)[- ]?)?\d{1,4}\s*[.:-]\s|^(?:ADR|RFC)\b", re.I)


class Statuses:
    """Reads the status of decision records.

    Args:
        lexicon: Gives the words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._proposed = pattern(lexicon["proposedStatus"])
        self._retired = pattern(lexicon["retiredStatus"])

    def of(self, document: Document) -> Polarity:
        """What a document's statements are: asserted, unless it is a record proposed, rejected or superseded."""
        if not (_RECORD.search(document.path) or _NUMBERED.match(document.title)):
            return Polarity.ASSERTED
        blocks = (block for chunk in document.chunks for block in chunk.blocks)
        text = next((text for text in map(_status, blocks) if text), "")
        if self._retired.search(text):
            return Polarity.PAST
        return Polarity.HYPOTHETICAL if self._proposed.search(text) else Polarity.ASSERTED


def _status(block: Block) -> str:
    """The status a block gives: the text below `Status`, or the value of that key."""
    if block.headings and block.headings[-1].strip("# :").lower() == "status":
        return block.text[:80]
    if len(block.cells) == 2:
        key, value = (block.text[cell.start : cell.end] for cell in block.cells)
        return value[:80] if key.strip(" :*").lower() == "status" else ""
    return ""
