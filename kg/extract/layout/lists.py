"""Statements by layout: key-value lines, records, table rows, diagrams, and what a list item is about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from kg.extract.entities.vocabulary import Vocabulary
from kg.extract.layout.diagram import Edge
from kg.extract.layout.diagrams import arrows, edges
from kg.extract.layout.labelled import Layout, Placed, cell_text, whole
from kg.extract.layout.labels import Label, Value
from kg.extract.layout.leadin import Leads
from kg.extract.layout.records import Field, fields, subject
from kg.extract.modality.polarity import pattern
from kg.extract.relations.statement import Memory, Setting, Statement
from kg.extract.text.lexicon import PARTICIPLE, THIRD
from kg.model import Block, BlockKind, Polarity, clean

_MAY_BE_ARROW = re.compile(r"->|→|⇒|⟶")
_AFTER_LABEL = re.compile(r"\s*(?:\([^)]{0,60}\))?\s*(?::|[-–—]{1,2}(?=\s)|=>)\s*")
_WORD = re.compile(r"[a-z]+")
_IDENTIFIER = re.compile(r"[\w@#]+(?:[-_./]\w+)+")
_TERM = re.compile(r"([^\n.:;!?](?:[^\n]{0,60}[^\n.:;,!?])?)\n[ \t]{2,}\S")


class Lists:
    """Reads layout.

    Args:
        layout: What all forms share.
    """

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._leads = Leads(layout)
        self._fallback = pattern(layout.lexicon["fallback"])

    def statements(self, block: Block, source: str, setting: Setting, vocabulary: Vocabulary) -> Iterator[Placed]:
        """What a block states by its place and form."""
        text = with_lines(block, source)
        record = fields(text)
        if record:
            yield from self._record(block, record, setting)
        elif self._layout.arrow and (block.kind is BlockKind.DIAGRAM or _MAY_BE_ARROW.search(text)):
            yield from self._diagram(text, block.kind is BlockKind.DIAGRAM, setting)
        elif block.kind is BlockKind.ROW:
            yield from ((whole(block), one) for one in self._row(block, setting, vocabulary))
        elif len(block.cells) == 2 and self._layout.labels.label(cell_text(block, 0)):
            yield from ((whole(block), one) for one in self._pair(block, setting))
        else:
            yield from self._leads.statements(block, setting, vocabulary)

    def _record(self, block: Block, record: list[Field], setting: Setting) -> Iterator[Placed]:
        name = subject(record, self._layout.lexicon) or setting.topic()
        for field in record:
            label = self._layout.labels.label(field.key)
            if label is not None and field.value:
                span = (field.start, field.end)
                yield from ((span, one) for one in self._layout.values(block, span, label, name, setting, "record"))

    def _diagram(self, text: str, certain: bool, setting: Setting) -> Iterator[Placed]:
        found = [edge for edge in (edges(text) if certain else arrows(text)) if self._is_edge(edge)]
        fallbacks = self._fallbacks(found)
        for edge in found:
            group = "fallback" if edge in fallbacks else None
            polarity = Polarity.ASSERTED if group else self._layout.judge.of_words(edge.label)
            polarity = setting.bounded(self._layout.softened(edge.target, polarity, edge.label))
            statement = Statement(edge.source, self._relation(edge), edge.target, polarity, "diagram", group)
            yield (edge.start, edge.end), statement

    def _fallbacks(self, found: list[Edge]) -> set[Edge]:
        """`fallback when A is down` on an arrow: its target and that of the arrow before are choices."""
        grouped: set[Edge] = set()
        for at, edge in enumerate(found):
            if self._fallback.search(edge.label):
                before = [other for other in found[:at] if other.source == edge.source and other not in grouped]
                grouped.update((before[-1], edge) if before else ())
        return grouped

    def _is_edge(self, edge: Edge) -> bool:
        return self._is_thing(edge.source) and self._is_thing(edge.target)

    def _relation(self, edge: Edge) -> str:
        """What an arrow states, or what a database is to those whose data it keeps."""
        store = self._layout.labels.label("database") if edge.store else None
        return store.relation if store is not None else self._layout.relate(self._layout.arrow or "", edge.target)

    def _is_thing(self, name: str) -> bool:
        return name.lower().split()[-1] not in self._layout.lexicon["person"] and any(c.isalpha() for c in name)

    def name_of(self, block: Block) -> str:
        """The name that a key-value line such as `Name: ledger` gives to the lines after it."""
        if block.kind is not BlockKind.PAIR or len(block.cells) != 2:
            return ""
        key = cell_text(block, 0).lower().replace("-", "_").replace(" ", "_")
        return clean(cell_text(block, 1)) if key in self._layout.lexicon["nameKey"] else ""

    def label(self, block: Block, source: str, setting: Setting) -> int:
        """Set the name of an item, a definition or a key as what its text is about; returns where that text begins."""
        item, begin = self._labelled(block, source)
        if item is None:
            return begin
        if item.name.lower() not in self._layout.lexicon["genericHeading"] | self._layout.lexicon["orphanNoun"]:
            setting.label = item.name
            parts = [clean(part) for part in re.split(r",\s*|\s+(?:and|&)\s+", item.name)]
            setting.members = tuple(parts) if all(_IDENTIFIER.fullmatch(part) for part in parts) else ()
        return begin

    def _labelled(self, block: Block, source: str) -> tuple[Value | None, int]:
        if len(block.cells) == 2:
            key, value = block.cells
            named = self._layout.labels.values(block.text[key.start : key.end], block.marks, key.start)
            if self._layout.labels.label(cell_text(block, 0)) is not None:
                return None, value.start
            several = len(named) > 1 and all(_IDENTIFIER.fullmatch(one.name) for one in named)
            if several:
                return Value(cell_text(block, 0), key.start, key.end), value.start
            return (named[0] if len(named) == 1 else None), value.start
        if block.kind == BlockKind.PARAGRAPH:
            return self._subject(block) or self._term(block, source)
        item = self._layout.labels.item(block) if block.kind is BlockKind.ITEM else None
        match = _AFTER_LABEL.match(block.text, item.end) if item else None
        return (item, match.end()) if item and match else (None, 0)

    def _subject(self, block: Block) -> tuple[Value, int] | None:
        """`Kiln API: depends on …`: a name whose verb follows the colon."""
        item = self._layout.labels.item(block) if ":" in block.text[:60] else None
        match = _AFTER_LABEL.match(block.text, item.end) if item else None
        verb = _WORD.match(block.text, match.end()) if match else None
        reading = self._layout.lexicon.readings.get(verb[0]) if verb else None
        if item is None or match is None or reading is None or not {THIRD, PARTICIPLE} & reading.forms:
            return None
        return item, match.end()

    def _term(self, block: Block, source: str) -> tuple[Value | None, int]:
        """A short first line above indented ones is the term of a definition."""
        match = _TERM.match(source)
        if match is None or block.segments[0] != (0, 0):
            return None, 0
        end = next((at for at in range(len(match[1]) + 1) if block.source_offset(at) >= match.end(1)), 0)
        name = clean(block.text[:end])
        return (Value(name, 0, end), end) if name and len(name.split()) <= 5 else (None, 0)

    def _pair(self, block: Block, setting: Setting) -> Iterator[Statement]:
        label = self._layout.labels.label(cell_text(block, 0))
        if label is not None:
            span = (block.cells[1].start, block.cells[1].end)
            yield from self._layout.values(block, span, label, setting.topic(), setting, "pair")

    def _row(self, block: Block, setting: Setting, vocabulary: Vocabulary) -> Iterator[Statement]:
        """A row is about the name in its first cell; a column is a label or holds prose about that name."""
        if not block.cells:
            return
        first = block.cells[0]
        if len(block.cells) == 2 and self._layout.labels.label(cell_text(block, 0)):
            yield from self._pair(block, setting)
            return
        named = self._layout.labels.values(block.text[first.start : first.end], block.marks, first.start)
        headers = {cell.header.lower().strip() for cell in block.cells}
        if first.header.lower().strip() in self._layout.lexicon["actionColumn"]:
            return
        if headers & self._layout.lexicon["parameterColumn"]:
            return
        if len(named) != 1 or (first.header and self._layout.labels.label(first.header)):
            return
        for cell in block.cells[1:]:
            label = self._column(cell.header, first.header)
            if label is not None:
                span = (cell.start, cell.end)
                yield from self._layout.values(block, span, label, named[0].name, setting, "table")
            elif cell.end > cell.start:
                inner = Setting(setting.topics, Memory(), named[0].name, setting.polarity)
                text = block.text[cell.start : cell.end]
                yield from self._layout.prose(text, block, cell.start, inner, vocabulary)

    def _column(self, header: str, first: str) -> Label | None:
        """The relation of a column; `Source | Target` states the one that arrows do."""
        label = self._layout.labels.label(header) if header else None
        if label is None and self._layout.arrow and header.lower().strip() in self._layout.lexicon["targetColumn"]:
            source = first.lower().strip() in self._layout.lexicon["sourceColumn"]
            return Label(self._layout.arrow, False) if source else None
        return label


def with_lines(block: Block, source: str) -> str:
    """The text of a block with the line breaks of its source in place of the blanks they became."""
    if "\n" not in source or "\n" in block.text:
        return block.text
    parts: list[str] = []
    for (start, offset), (end, _) in pairwise((*block.segments, (len(block.text), 0))):
        run, raw = block.text[start:end], source[offset : offset + end - start]
        at = raw.find("\n")
        while at >= 0:
            run = run[:at] + "\n" + run[at + 1 :] if run[at] == " " else run
            at = raw.find("\n", at + 1)
        parts.append(run)
    return "".join(parts)
