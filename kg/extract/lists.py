"""Statements by layout: key-value lines, table rows, list items below a label or a lead-in sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from kg.extract.attach import Setting, Statement
from kg.extract.labels import Label, Labels, Value
from kg.extract.lexicon import Lexicon
from kg.extract.mentions import Namer
from kg.extract.polarity import PolarityJudge
from kg.extract.vocabulary import Vocabulary
from kg.model import Block, BlockKind, Polarity
from kg.names import clean, letters

Span = tuple[int, int]
Placed = tuple[Span, Statement]
Prose = Callable[[str, Block, int, Setting, Vocabulary], Iterable[Statement]]

_AFTER_LABEL = re.compile(r"\s*(?:\([^)]{0,60}\))?\s*(?::|[-–—]{1,2}(?=\s)|=>)\s*")
_FOLLOWING = re.compile(
    r"\b(?:(?:the|these|several|various|some)\s+)?(?:following|various|several|these)\b[\w\s-]{0,40}$"
    r"|\bthe following\b[\w\s-]{0,40}?(?=\s+(?:is|are)\b)",
    re.I,
)
_PLURAL = re.compile(r"^(?:the\s+)?(?:following\s+)?(?:\w+\s+)?(\w+s)$", re.I)


class Lists:
    """Reads layout.

    Args:
        labels: Label forms.
        namer: Judges names.
        judge: Reads polarity.
        lexicon: Word classes.
        prose: Reads a sentence.
    """

    def __init__(self, labels: Labels, namer: Namer, judge: PolarityJudge, lexicon: Lexicon, prose: Prose) -> None:
        self._labels = labels
        self._namer = namer
        self._judge = judge
        self._lexicon = lexicon
        self._prose = prose

    def statements(self, block: Block, setting: Setting, vocabulary: Vocabulary) -> Iterator[Placed]:
        """What a block states by its place and form."""
        if block.kind == BlockKind.ROW:
            yield from self._row(block, setting, vocabulary)
        elif len(block.cells) == 2 and self._labels.label(_cell(block, 0)):
            yield from self._pair(block, setting)
        else:
            yield from self._below(block, setting, vocabulary)

    def label(self, block: Block, setting: Setting) -> int:
        """Set the item's name as what its text is about; returns where that text begins."""
        if block.kind not in (BlockKind.ITEM, BlockKind.PAIR):
            return 0
        if len(block.cells) == 2 and self._labels.label(_cell(block, 0)):
            return block.cells[1].start
        item = self._labels.item(block)
        match = _AFTER_LABEL.match(block.text, item.end) if item else None
        if item is None or match is None:
            return 0
        if item.name.lower() not in self._lexicon["genericHeading"] | self._lexicon["orphanNoun"]:
            setting.label = item.name
        return match.end()

    def _pair(self, block: Block, setting: Setting) -> Iterator[Placed]:
        label = self._labels.label(_cell(block, 0))
        assert label is not None
        cell = block.cells[1]
        yield from self._values(block, cell.start, cell.end, label, setting.topic(), setting, 0, "pair")

    def _values(
        self, block: Block, start: int, end: int, label: Label, subject: str, setting: Setting, least: int, how: str
    ) -> Iterator[Placed]:
        text = block.text[start:end]
        values = self._labels.values(text, block.marks, start)
        group = "or" if self._labels.options(text) and len(values) > 1 else None
        polarity = self._judge.of_words(text)
        for value in values:
            if subject:
                yield (least, end), _statement(subject, value.name, label, polarity, setting, how, group)

    def _row(self, block: Block, setting: Setting, vocabulary: Vocabulary) -> Iterator[Placed]:
        if not block.cells:
            return
        first = block.cells[0]
        head = self._labels.label(first.header) if first.header else None
        name = self._labels.values(block.text[first.start : first.end], block.marks, first.start)
        subject = name[0].name if len(name) == 1 and head is None else ""
        whole = (0, len(block.text.rstrip()))
        for cell in block.cells[1:] if subject else block.cells:
            label = self._labels.label(cell.header) if cell.header else None
            if label is not None and subject:
                for _, statement in self._values(block, cell.start, cell.end, label, subject, setting, 0, "table"):
                    yield whole, statement
            elif subject and cell.end > cell.start:
                inner = Setting(setting.topics, "", subject, setting.polarity)
                text = block.text[cell.start : cell.end]
                for statement in self._prose(text, block, cell.start, inner, vocabulary):
                    yield whole, statement

    def _below(self, block: Block, setting: Setting, vocabulary: Vocabulary) -> Iterator[Placed]:
        """An item or short paragraph below a label heading, or an item below a lead-in."""
        if block.kind == BlockKind.ITEM and block.lead:
            found = list(self._led(block, setting, vocabulary))
            if found:
                yield from found
                return
        label = self._labels.label(block.headings[-1]) if block.headings else None
        if label is None:
            return
        if block.kind in (BlockKind.ITEM, BlockKind.PAIR):
            item = self._labels.item(block)
            values = [item] if item is not None else []
        else:
            values = self._short(block)
        subject = setting.topic()
        for value in values:
            if subject:
                polarity = self._judge.of_words(block.text)
                yield _whole(block), _statement(subject, value.name, label, polarity, setting, "heading", None)

    def _short(self, block: Block) -> list[Value]:
        """Values of a paragraph that is no sentence."""
        text = block.text.strip()
        if len(text.split()) > 8 or text.endswith((".", ":", "!", "?")):
            return []
        return self._labels.values(block.text, block.marks, 0)

    def _led(self, block: Block, setting: Setting, vocabulary: Vocabulary) -> Iterator[Placed]:
        lead = block.lead[-1].strip()
        item = self._labels.item(block)
        if item is None or not lead:
            return
        label = self._labels.label(lead.rstrip(":"))
        if label is not None and setting.topic():
            polarity = self._judge.of_words(block.text)
            yield _whole(block), _statement(setting.topic(), item.name, label, polarity, setting, "list", None)
            return
        for statement in self._completed(lead, item, setting, vocabulary):
            yield _whole(block), statement

    def _completed(self, lead: str, item: Value, setting: Setting, vocabulary: Vocabulary) -> Iterator[Statement]:
        """What the last sentence of the lead states when the item's name completes it."""
        sentence = re.split(r"(?<=[.!?])\s+", lead)[-1].rstrip(" :.")
        words = vocabulary.merge(Vocabulary.of([item.name]))
        empty = Block(sentence)
        for statement in self._prose(sentence, empty, 0, Setting(setting.topics, setting.last), words):
            match = _PLURAL.match(statement.subject)
            if match and match[1].lower() in self._lexicon["componentNoun"]:
                yield _renamed(statement, item.name, statement.object)
                return
        filled = _FOLLOWING.sub(lambda _: item.name, sentence)
        if filled == sentence:
            filled = f"{sentence} {item.name}"
        for statement in self._prose(filled, Block(filled), 0, Setting(setting.topics, setting.last), words):
            if letters(statement.object) == letters(item.name) or letters(statement.subject) == letters(item.name):
                yield _renamed(statement, statement.subject, statement.object)


def _renamed(statement: Statement, subject: str, obj: str) -> Statement:
    return Statement(subject, statement.relation, obj, statement.polarity, "list")


def _statement(
    topic: str, name: str, label: Label, polarity: Polarity, setting: Setting, how: str, group: str | None
) -> Statement:
    if polarity.holds and not setting.polarity.holds:
        polarity = setting.polarity
    subject, obj = (name, topic) if label.inverse else (topic, name)
    return Statement(clean(subject), label.relation, clean(obj), polarity, how, group if not label.inverse else None)


def _cell(block: Block, number: int) -> str:
    cell = block.cells[number]
    return block.text[cell.start : cell.end]


def _whole(block: Block) -> Span:
    start = len(block.text) - len(block.text.lstrip())
    return start, max(start + 1, len(block.text.rstrip()))
