"""List items and short paragraphs below a label heading or a lead-in: `Dependencies`, `It depends on:`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from kg.extract.entities.vocabulary import Vocabulary
from kg.extract.layout.labelled import Layout, Placed, whole
from kg.extract.layout.labels import Value
from kg.extract.modality.polarity import pattern
from kg.extract.relations.statement import Memory, Setting, Statement, letters
from kg.model import Block, BlockKind, clean

_OPTIONS = re.compile(r"\s*\(([^()]{3,120})\)\s*$")
_BETWEEN = re.compile(r"\s*(?:,|/|\bor\b|\band\b|\betc\b\.?)\s*")
_FOLLOWING = re.compile(
    r"\b(?:(?:the|these|several|various|some)\s+)?(?:following|various|several|these)\b[\w\s-]{0,40}$"
    r"|\bthe following\b[\w\s-]{0,40}?(?=\s+(?:is|are)\b)",
    re.I,
)
_PLURAL = re.compile(r"^(?:the\s+)?(?:following\s+)?(?:\w+\s+)?(\w+s)$", re.I)


class Leads:
    """Reads what stands below a label or lead-in.

    Args:
        layout: What all forms share.
    """

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._builds = lru_cache(1 << 10)(pattern(layout.lexicon["buildContext"]).search)

    def statements(self, block: Block, setting: Setting, vocabulary: Vocabulary) -> Iterator[Placed]:
        """What a block states by standing below a label heading or, an item, below a lead-in."""
        if self._builds(" ".join((*block.headings[-1:], *block.lead[-1:]))):
            return
        found = list(self._led(block, setting, vocabulary)) if block.kind is BlockKind.ITEM and block.lead else []
        yield from ((whole(block), statement) for statement in found or self._headed(block, setting))

    def _headed(self, block: Block, setting: Setting) -> Iterator[Statement]:
        label = self._layout.labels.label(block.headings[-1]) if block.headings else None
        topic = setting.topic()
        if label is None or not topic:
            return
        polarity = setting.bounded(self._layout.judge.of_words(block.text))
        section = block.headings[-1].lower().strip("# :") in self._layout.lexicon["sectionLabel"]
        for value in self._values(block):
            known = self._layout.namer.exact(value.name) is not None and block.kind is BlockKind.PARAGRAPH
            if self._layout.plausible(value.name, label) and (known or not section):
                yield self._layout.statement(topic, value.name, label, polarity, "heading")

    def _values(self, block: Block) -> list[Value]:
        """The name of an item, the names of a paragraph that is no sentence."""
        if block.kind in (BlockKind.ITEM, BlockKind.PAIR):
            item = self._layout.labels.item(block)
            return [item] if item is not None else []
        text = block.text.strip()
        if len(text.split()) > 8 or text.endswith((".", ":", "!", "?")):
            return []
        return self._layout.labels.values(block.text, block.marks, 0)

    def _led(self, block: Block, setting: Setting, vocabulary: Vocabulary) -> Iterator[Statement]:
        lead = block.lead[-1].strip()
        item = self._layout.labels.item(block)
        if item is None or not lead or not self._layout.namer.plausible(item.name):
            return
        label = self._layout.labels.label(lead.rstrip(":"))
        if label is not None and setting.topic():
            polarity = setting.bounded(self._layout.judge.of_words(block.text))
            yield self._layout.statement(setting.topic(), item.name, label, polarity, "list")
            return
        options = self._options(block, item)
        for statement in self._completed(lead, item, setting, vocabulary):
            yield from (self._option(statement, name) for name in options)
            if not options:
                yield statement

    def _options(self, block: Block, item: Value) -> list[str]:
        """`Object storage (S3, GCS etc.)`: what stands in parentheses are the choices."""
        match = _OPTIONS.match(block.text, item.end)
        if match is None:
            return []
        names = [clean(part) for part in _BETWEEN.split(match[1])]
        names = [name for name in names if name and name.lower() not in ("etc", "e.g", "e.g.")]
        fits = len(names) > 1 and all(len(name.split()) < 4 and self._layout.namer.plausible(name) for name in names)
        return names if fits and any(name[:1].isupper() for name in names) else []

    def _option(self, statement: Statement, name: str) -> Statement:
        relation = self._layout.relate(statement.relation, name)
        return replace(statement, relation=relation, object=name, alternatives="or")

    def _completed(self, lead: str, item: Value, setting: Setting, vocabulary: Vocabulary) -> Iterator[Statement]:
        """What the last sentence of the lead states when the item's name completes it."""
        sentence = re.split(r"(?<=[.!?])\s+", lead)[-1].rstrip(" :.")
        names = Vocabulary.of([item.name] if " " in item.name else [])
        listing = Setting(setting.topics, Memory(setting.last), listing=True, names=names)
        for statement in self._layout.prose(sentence, Block(sentence), 0, listing, vocabulary):
            match = _PLURAL.match(statement.subject)
            if match and match[1].lower() in self._layout.lexicon["componentNoun"]:
                yield replace(statement, subject=item.name, extractor="list", alternatives=None)
                return
        filled = _FOLLOWING.sub(lambda _: item.name, sentence)
        filled = f"{sentence} {item.name}" if filled == sentence else filled
        inner = Setting(setting.topics, Memory(setting.last), names=names)
        for statement in self._layout.prose(filled, Block(filled), 0, inner, vocabulary):
            if letters(item.name) in (letters(statement.object), letters(statement.subject)):
                yield replace(statement, extractor="list", alternatives=None)
