"""What holds of every document whatever was read."""

from __future__ import annotations

from kg.model.documents import Block, BlockKind, Chunk
from kg.read.base import Parts


def check(text: str, parts: Parts) -> None:
    """Sources stand where they are said to stand, and every plain character has its place in them."""
    ids = [chunk.id for chunk in parts.chunks]
    assert len(set(ids)) == len(ids)
    for chunk in parts.chunks:
        end = chunk.start + len(chunk.source)
        assert text[chunk.start : end] == chunk.source
        assert chunk.lines == (text.count("\n", 0, chunk.start) + 1, text.count("\n", 0, end - 1) + 1)
        assert len(chunk.blocks) == 1
        check_block(chunk, chunk.blocks[0])


def check_block(chunk: Chunk, block: Block) -> None:
    """The way back from a block's text."""
    assert block.text.strip()
    assert [plain for plain, _ in block.segments] == sorted({plain for plain, _ in block.segments})
    assert block.segments[0][0] == 0
    for mark in block.marks:
        assert 0 <= mark.start < mark.end <= len(block.text)
    for cell in block.cells:
        assert 0 <= cell.start <= cell.end <= len(block.text)
    joints = joint_positions(block)
    for position, character in enumerate(block.text):
        offset = block.source_offset(position)
        assert 0 <= offset < len(chunk.source), (position, offset, chunk)
        found = chunk.source[offset]
        assert position in joints or found == character or is_translated(found, character), (found, character, chunk)


def joint_positions(block: Block) -> set[int]:
    """Positions between cells, which no character of the source stands for."""
    if block.kind not in (BlockKind.ROW, BlockKind.PAIR):
        return set()
    inside = {position for cell in block.cells for position in range(cell.start, cell.end)}
    return set(range(len(block.text))) - inside


def is_translated(found: str, character: str) -> bool:
    """White space or a comma for white space or a tag, a character for its entity or attribute."""
    return (character in " ,\n" and (found.isspace() or found == "<")) or found in "&{"
