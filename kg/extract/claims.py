"""Where a statement becomes a claim: its place in the document, its quote, the group of its alternatives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kg.extract.entities.mentions import MOST_WORDS
from kg.extract.relations.statement import Statement, letters
from kg.extract.text.quotes import quoted
from kg.model import Block, Chunk, Claim, Effect, Fact, Polarity


def claim_of(chunk: Chunk, block: Block, span: tuple[int, int], statement: Statement) -> Claim | None:
    """The claim of what a span of a block's text states; None when its ends are no names or one name."""
    if not _presentable(statement):
        return None
    place = quoted(chunk, block, *span)
    claim = _claim(chunk, place, statement, statement.extractor, _group(statement, span[0]))
    return replace(claim, confidence=statement.confidence)


def facts(chunk: Chunk, block: Block) -> Iterator[Claim]:
    """The claims of what a structured file states by its form."""
    for fact in block.facts:
        place = block.source_span(fact.start, fact.end)
        local = fact.subject_local, fact.object_local
        yield _claim(chunk, place, fact, "structured", fact.alternatives, local)


def _claim(
    chunk: Chunk,
    place: tuple[int, int],
    stated: Statement | Fact,
    extractor: str,
    alternatives: str | None,
    local: tuple[bool, bool] = (False, False),
) -> Claim:
    first, last = place
    return Claim(
        chunk=chunk.id,
        document=chunk.document,
        lines=chunk.lines_of(first, last),
        quote=chunk.source[first:last],
        start=chunk.start + first,
        subject=stated.subject,
        relation=stated.relation,
        object=stated.object,
        polarity=stated.polarity,
        extractor=extractor,
        alternatives=alternatives,
        subject_local=local[0],
        object_local=local[1],
        effect=stated.effect if isinstance(stated, Statement) else None,
    )


def _group(statement: Statement, start: int) -> str | None:
    """A name for the options of one subject in one sentence, unique in the chunk."""
    if statement.alternatives is None:
        return None
    at = "" if statement.alternatives == "fallback" else start
    return f"{statement.alternatives}:{at}:{letters(statement.subject)}"


def _presentable(statement: Statement) -> bool:
    ends = (statement.subject, statement.object)
    return all(end.strip() and len(end.split()) <= MOST_WORDS for end in ends) and letters(ends[0]) != letters(ends[1])


def distinct(claims: Iterable[Claim]) -> Sequence[Claim]:
    """Each statement of a chunk once; a group of options with a single member is none."""
    seen: dict[tuple[str, str, str, Polarity, str | None, Effect | None], Claim] = {}
    for claim in claims:
        ends = letters(claim.subject), claim.relation, letters(claim.object)
        key = (*ends, claim.polarity, claim.alternatives, claim.effect)
        seen.setdefault(key, claim)
    sizes = Counter(claim.alternatives for claim in seen.values())
    return [replace(c, alternatives=None) if sizes[c.alternatives] == 1 else c for c in seen.values()]
