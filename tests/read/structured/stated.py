"""What a reader finds, in a form that a table of expectations can hold."""

from __future__ import annotations

from kg.model.documents import BlockKind, Polarity
from kg.read.base import LineIndex, Parts, Reader


def stated(reader: Reader, text: str, path: str) -> list[str]:
    """Facts as `line: subject relation object`, with `?` for optional ones, in the order of the file."""
    parts = reader.read(path, text)
    check(parts, text, path)
    return [
        f"{chunk.lines[0]}: {fact.subject} {fact.relation}{_mark(fact.polarity)} {fact.object}"
        for chunk in parts.chunks
        for fact in chunk.blocks[0].facts
    ]


def _mark(polarity: Polarity) -> str:
    return "" if polarity is Polarity.ASSERTED else "?"


def check(parts: Parts, text: str, path: str) -> None:
    """What holds of the chunks of any file: exact slices, right lines, quotes that stand there, ids that differ."""
    index = LineIndex(text)
    assert len({chunk.id for chunk in parts.chunks}) == len(parts.chunks)
    for chunk in parts.chunks:
        assert chunk.document == path
        assert text[chunk.start : chunk.start + len(chunk.source)] == chunk.source
        assert chunk.lines == index.lines(chunk.start, chunk.start + len(chunk.source))
        assert len(chunk.source) < 1000
        (block,) = chunk.blocks
        assert block.kind is BlockKind.FACT
        assert block.text == chunk.source
        assert block.facts
        for fact in block.facts:
            assert block.text[fact.start : fact.end].strip()
            assert fact.subject.strip()
            assert fact.object.strip()
            (fact.subject + fact.object).encode()
