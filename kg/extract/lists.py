"""Statements by layout: key-value lines, table rows, list items below a label or a lead-in sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from kg.extract.diagrams import Edge, arrows, edges
from kg.extract.labels import Label, Labels, Value
from kg.extract.lexicon import Lexicon
from kg.extract.mentions import Namer
from kg.extract.polarity import PolarityJudge, pattern
from kg.extract.records import Field, fields, subject
from kg.extract.statement import Setting, Statement
from kg.extract.vocabulary import Vocabulary
from kg.model import Block, BlockKind, Polarity
from kg.names import clean, letters

Span = tuple[int, int]
Placed = tuple[Span, Statement]
Prose = Callable[[str, Block, int, Setting, Vocabulary], Iterable[Statement]]

_MAY_BE_ARROW = re.compile(r"->|→|⇒|⟶")
_AFTER_LABEL = re.compile(r"\s*(?:\([^)]{0,60}\))?\s*(?::|[-–—]{1,2}(?=\s)|=>)\s*")
_IDENTIFIER = re.compile(r"[\w@#]+(?:[-_./]\w+)+")
_OPTIONS = re.compile(r"\s*\(([^()]{3,120})\)\s*$")
_BETWEEN = re.compile(r"\s*(?:,|/|\bor\b|\band\b|\betc\b\.?)\s*")
_TERM = re.compile(r"([^\n.:;!?](?:[^\n]{0,60}[^\n.:;,!?])?)\n[ \t]{2,}\S")
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
        owners: Relations that lead to owners.
        arrow: The relation that an arrow states, if any.
        relate: The relation to a name, given the one that the layout states.
    """

    def __init__(
        self,
        labels: Labels,
        namer: Namer,
        judge: PolarityJudge,
        lexicon: Lexicon,
        prose: Prose,
        owners: frozenset[str],
        arrow: str | None,
        relate: Callable[[str, str], str],
    ) -> None:
        self._owners = owners
        self._build = pattern(lexicon["buildContext"])
        self._arrow = arrow
        self._relate = relate
        self._labels = labels
        self._namer = namer
        self._judge = judge
        self._lexicon = lexicon
        self._prose = prose

    def statements(self, block: Block, source: str, setting: Setting, vocabulary: Vocabulary) -> Iterator[Placed]:
        """What a block states by its place and form."""
        text = with_lines(block, source)
        record = fields(text)
        if record:
            yield from self._record(block, record, setting)
        elif self._arrow and (block.kind == BlockKind.DIAGRAM or _MAY_BE_ARROW.search(text)):
            yield from self._diagram(text, block.kind == BlockKind.DIAGRAM, setting)
        elif block.kind == BlockKind.ROW:
            yield from self._row(block, setting, vocabulary)
        elif len(block.cells) == 2 and self._labels.label(_cell(block, 0)):
            yield from self._pair(block, setting)
        else:
            yield from self._below(block, setting, vocabulary)

    def _record(self, block: Block, record: list[Field], setting: Setting) -> Iterator[Placed]:
        name = subject(record, self._lexicon) or setting.topic()
        for field in record:
            label = self._labels.label(field.key)
            if label is not None and name and field.value:
                yield from self._values(block, field.start, field.end, label, name, setting, field.start, "record")

    def _diagram(self, text: str, certain: bool, setting: Setting) -> Iterator[Placed]:
        assert self._arrow is not None
        for edge in edges(text) if certain else arrows(text):
            if not self._is_thing(edge.source) or not self._is_thing(edge.target):
                continue
            polarity = setting.bounded(self._judge.of_words(edge.label))
            technology = self._namer.exact(edge.target)
            if technology is not None and technology.soft and polarity is Polarity.ASSERTED:
                polarity = Polarity.OPTIONAL
            yield (
                (edge.start, edge.end),
                Statement(edge.source, self._relation(edge), edge.target, polarity, "diagram"),
            )

    def _relation(self, edge: Edge) -> str:
        """What an arrow states, or what a database is to those whose data it keeps."""
        assert self._arrow is not None
        store = self._labels.label("database") if edge.store else None
        return store.relation if store is not None else self._relate(self._arrow, edge.target)

    def _is_thing(self, name: str) -> bool:
        return name.lower().split()[-1] not in self._lexicon["person"] and any(c.isalpha() for c in name)

    def name_of(self, block: Block) -> str:
        """The name that a key-value line such as `Name: ledger` gives to the lines after it."""
        if block.kind is not BlockKind.PAIR or len(block.cells) != 2:
            return ""
        key = _cell(block, 0).lower().replace("-", "_").replace(" ", "_")
        return clean(_cell(block, 1)) if key in self._lexicon["nameKey"] else ""

    def label(self, block: Block, source: str, setting: Setting) -> int:
        """Set the name of an item, a definition or a key as what its text is about; returns where that text begins."""
        item, begin = self._labelled(block, source)
        if item is None:
            return begin
        if item.name.lower() not in self._lexicon["genericHeading"] | self._lexicon["orphanNoun"]:
            setting.label = item.name
            parts = [clean(part) for part in re.split(r",\s*|\s+(?:and|&)\s+", item.name)]
            setting.members = tuple(parts) if all(_IDENTIFIER.fullmatch(part) for part in parts) else ()
        return begin

    def _labelled(self, block: Block, source: str) -> tuple[Value | None, int]:
        if len(block.cells) == 2:
            key, value = block.cells
            named = self._labels.values(block.text[key.start : key.end], block.marks, key.start)
            known = self._labels.label(_cell(block, 0)) is not None or len(named) != 1
            return (None if known else named[0]), value.start
        if block.kind == BlockKind.PARAGRAPH:
            return self._term(block, source)
        item = self._labels.item(block) if block.kind is BlockKind.ITEM else None
        match = _AFTER_LABEL.match(block.text, item.end) if item else None
        return (item, match.end()) if item and match else (None, 0)

    def _term(self, block: Block, source: str) -> tuple[Value | None, int]:
        """A short first line above indented ones is the term of a definition."""
        match = _TERM.match(source)
        if match is None or block.segments[0] != (0, 0):
            return None, 0
        end = next((at for at in range(len(match[1]) + 1) if block.source_offset(at) >= match.end(1)), 0)
        name = clean(block.text[:end])
        return (Value(name, 0, end), end) if name and len(name.split()) <= 5 else (None, 0)

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
            if subject and self._plausible(value.name, label):
                yield (least, end), _statement(subject, value.name, label, polarity, setting, how, group)

    def _column(self, header: str, first: str) -> Label | None:
        """The relation of a column; `Source | Target` states the one that arrows do."""
        label = self._labels.label(header) if header else None
        if label is None and self._arrow and header.lower().strip() in self._lexicon["targetColumn"]:
            source = first.lower().strip() in self._lexicon["sourceColumn"]
            return Label(self._arrow, False) if source else None
        return label

    def _plausible(self, name: str, label: Label) -> bool:
        return label.relation in self._owners or self._namer.plausible(name)

    def _row(self, block: Block, setting: Setting, vocabulary: Vocabulary) -> Iterator[Placed]:
        if not block.cells:
            return
        first = block.cells[0]
        key = self._labels.label(_cell(block, 0))
        if key is not None and len(block.cells) == 2:
            yield from self._pair(block, setting)
            return
        head = self._labels.label(first.header) if first.header else None
        name = self._labels.values(block.text[first.start : first.end], block.marks, first.start)
        subject = name[0].name if len(name) == 1 and head is None else ""
        whole = (0, len(block.text.rstrip()))
        for cell in block.cells[1:] if subject else block.cells:
            label = self._column(cell.header, first.header)
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
        if self._build.search(" ".join((*block.headings[-1:], *block.lead[-1:]))):
            return
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
            if subject and self._plausible(value.name, label):
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
        if item is None or not lead or not self._namer.plausible(item.name):
            return
        label = self._labels.label(lead.rstrip(":"))
        if label is not None and setting.topic():
            polarity = self._judge.of_words(block.text)
            yield _whole(block), _statement(setting.topic(), item.name, label, polarity, setting, "list", None)
            return
        options = self._options(block, item)
        for statement in self._completed(lead, item, setting, vocabulary):
            for name in options or [""]:
                yield _whole(block), self._optioned(statement, name)

    def _options(self, block: Block, item: Value) -> list[str]:
        """`Object storage (S3, GCS etc.)`: what stands in parentheses are the choices."""
        match = _OPTIONS.match(block.text, item.end)
        if match is None:
            return []
        names = [clean(part) for part in _BETWEEN.split(match[1])]
        names = [name for name in names if name and name.lower() not in ("etc", "e.g", "e.g.")]
        fits = len(names) > 1 and all(len(name.split()) < 4 and self._namer.plausible(name) for name in names)
        return names if fits and any(name[:1].isupper() for name in names) else []

    def _optioned(self, statement: Statement, name: str) -> Statement:
        if not name:
            return statement
        relation = self._relate(statement.relation, name)
        return Statement(statement.subject, relation, name, statement.polarity, "list", "or")

    def _completed(self, lead: str, item: Value, setting: Setting, vocabulary: Vocabulary) -> Iterator[Statement]:
        """What the last sentence of the lead states when the item's name completes it."""
        sentence = re.split(r"(?<=[.!?])\s+", lead)[-1].rstrip(" :.")
        words = vocabulary.merge(Vocabulary.of([item.name])) if " " in item.name else vocabulary
        empty = Block(sentence)
        listing = Setting(setting.topics, setting.last, listing=True)
        for statement in self._prose(sentence, empty, 0, listing, words):
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


def with_lines(block: Block, source: str) -> str:
    """The text of a block with the line breaks of its source in place of the blanks they became."""
    if "\n" not in source or "\n" in block.text:
        return block.text
    breaks = [at - 1 for at, offset in block.segments if at and "\n" in source[max(0, offset - 8) : offset]]
    chars = list(block.text)
    for at in breaks:
        if 0 <= at < len(chars) and chars[at] == " ":
            chars[at] = "\n"
    for at, char in enumerate(chars):
        if char == " " and source[block.source_offset(at) : block.source_offset(at) + 1] == "\n":
            chars[at] = "\n"
    return "".join(chars)


def _cell(block: Block, number: int) -> str:
    cell = block.cells[number]
    return block.text[cell.start : cell.end]


def _whole(block: Block) -> Span:
    start = len(block.text) - len(block.text.lstrip())
    return start, max(start + 1, len(block.text.rstrip()))
