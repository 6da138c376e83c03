"""What the forms of layout share: a label with its values becomes statements."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from kg.extract.entities.mentions import Namer
from kg.extract.entities.vocabulary import Vocabulary
from kg.extract.layout.labels import Label, Labels
from kg.extract.modality.polarity import PolarityJudge
from kg.extract.relations.statement import Setting, Statement
from kg.extract.text.lexicon import Lexicon
from kg.model import Block, Polarity, clean

Span = tuple[int, int]
Placed = tuple[Span, Statement]
Prose = Callable[[str, Block, int, Setting, Vocabulary], Iterable[Statement]]


@dataclass(frozen=True)
class Layout:
    """What every form of layout needs.

    Args:
        labels: Label forms.
        namer: Judges names.
        judge: Reads polarity.
        lexicon: Word classes.
        prose: Reads a sentence.
        owners: Relations that lead to owners.
        arrow: The relation that an arrow states, if any.
        relate: The relation to a name, given the one that the layout states.
        soft: Verbs whose label on an arrow makes it optional.
    """

    labels: Labels
    namer: Namer
    judge: PolarityJudge
    lexicon: Lexicon
    prose: Prose
    owners: frozenset[str]
    arrow: str | None
    relate: Callable[[str, str], str]
    soft: frozenset[str]

    def values(
        self, block: Block, span: Span, label: Label, topic: str, setting: Setting, how: str
    ) -> Iterator[Statement]:
        """What a label says of the names in its value.

        Args:
            block: Where it stands.
            span: The value within the block's text.
            label: The relation of the key, heading or column.
            topic: What the values are said of.
            setting: What the headings say.
            how: Name of the form of layout.
        """
        text = block.text[span[0] : span[1]]
        values = self.labels.values(text, block.marks, span[0])
        group = "or" if self.labels.options(text) and len(values) > 1 else None
        polarity = self.judge.of_words(text)
        for value in values:
            if topic and self.plausible(value.name, label):
                yield self.statement(topic, value.name, label, setting.bounded(polarity), how, group)

    def plausible(self, name: str, label: Label) -> bool:
        """Whether a name may be an end of the label's relation."""
        return label.relation in self.owners or self.namer.plausible(name)

    def statement(
        self, topic: str, name: str, label: Label, polarity: Polarity, how: str, group: str | None = None
    ) -> Statement:
        """The statement that a label makes of a name."""
        subject, obj = (name, topic) if label.inverse else (topic, name)
        alternatives = None if label.inverse else group
        return Statement(clean(subject), label.relation, clean(obj), polarity, how, alternatives)

    def softened(self, name: str, polarity: Polarity, label: str) -> Polarity:
        """A sink of logs or metrics breaks nobody, nor does what is only watched or purged."""
        technology = self.namer.exact(name)
        soft = (technology is not None and technology.soft) or self._is_soft(label)
        return Polarity.OPTIONAL if soft and polarity is Polarity.ASSERTED else polarity

    def _is_soft(self, label: str) -> bool:
        """Whether the words of an arrow's label are those of soft verbs or of telemetry: `purge URLs`, `metrics`."""
        words = re.findall(r"[a-z]+", label.lower())
        verbs = [self.lexicon.readings[word].verb for word in words if word in self.lexicon.readings]
        telemetry = bool(words) and words[-1] in self.lexicon["telemetry"]
        return telemetry or (bool(verbs) and verbs[0] in self.soft)


def cell_text(block: Block, number: int) -> str:
    """Text of one of a block's cells."""
    cell = block.cells[number]
    return block.text[cell.start : cell.end]


def whole(block: Block) -> Span:
    """The text of a block without the white space around it."""
    start = len(block.text) - len(block.text.lstrip())
    return start, max(start + 1, len(block.text.rstrip()))
