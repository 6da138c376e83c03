"""What the manner of a document and of its sections makes of claims."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from kg.model import Block, Claim, Document, Manner
from kg.ontology import load_genres


def bounded(claim: Claim, document: Document, block: Block) -> Claim | None:
    """A claim as far as its document and the headings above it let it hold; None when they leave nothing of it.

    >>> from kg.model import Genre, Polarity
    >>> log = Document("log.md", "markdown", "", (), genre=Genre("changelog", Manner.HISTORIC))
    >>> claim = Claim("c", "log.md", (1, 1), "A uses B.", 0, "A", "depends_on", "B", Polarity.ASSERTED, "verb")
    >>> str(bounded(claim, log, Block("A uses B.")))
    'A -depends_on-> B (past) [log.md:1]'
    """
    polarity = claim.polarity
    within = tuple(heading for heading in block.headings if heading != document.title)  # which told of the whole
    for manner in (document.genre.manner, *_sections(within, document.genre.given)):
        found = load_genres().bound(manner, polarity)
        if found is None:
            return None
        polarity = found
    return claim if polarity is claim.polarity else replace(claim, polarity=polarity, stated=claim.polarity)


@lru_cache(1 << 10)
def _sections(headings: tuple[str, ...], given: bool) -> tuple[Manner, ...]:
    """The manners that headings give; what people say of a document counts for all of it."""
    if given:
        return ()
    found = ((sign, heading) for heading in headings for sign in load_genres().sections)
    return tuple(dict.fromkeys(sign.manner for sign, heading in found if sign.fits(heading.strip("# :"))))
