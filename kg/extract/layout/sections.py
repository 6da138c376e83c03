"""Headings of plain words that name what their section describes: `## Label printer`, below it `The label printer …`.

A heading such as that looks like any other (`## Known limits`). It is a name when the section speaks of it as a thing,
or gives it an owner or a place to run, and its neighbours are names when most of them show so.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from kg.extract.entities.reference import Topics
from kg.extract.layout.labelled import cell_text
from kg.extract.layout.labels import Labels
from kg.extract.text.lexicon import Lexicon
from kg.model import Block, Document

Path = tuple[str, ...]
_PLAIN = re.compile(r"[A-Za-z][\w-]*(?: [\w-]+){1,3}")
_ENOUGH = 2


class Sections:
    """Finds headings that name components.

    Args:
        lexicon: Word classes.
        labels: Label forms.
        topics: Says which headings are names by themselves.
    """

    def __init__(self, lexicon: Lexicon, labels: Labels, topics: Topics) -> None:
        self._labels = labels
        self._topics = topics
        self._nouns = lexicon["componentNoun"]
        keys = ("notComponent", "dataNoun", "environment", "abstract", "person", "genericHeading", "sectionLabel")
        self._others = frozenset().union(*(lexicon[key] for key in keys))
        function = (
            "determiner",
            "preposition",
            "pronoun",
            "conjunction",
            "subordinator",
            "adverb",
            "adjective",
            "vague",
        )
        self._function = frozenset().union(*(lexicon[key] for key in function))
        self._readings = lexicon.readings

    def of(self, document: Document) -> frozenset[str]:
        """Headings of a document that name components though they are plain words."""
        shown: defaultdict[Path, set[str]] = defaultdict(set)
        candidates: defaultdict[Path, set[str]] = defaultdict(set)
        for path, blocks in _by_section(document):
            heading = path[-1]
            if self._fits(heading):
                if not self._doing(heading):
                    candidates[path[:-1]].add(heading)
                if any(self._shows(heading, block) for block in blocks):
                    shown[path[:-1]].add(heading)
        return frozenset(
            heading
            for parent, found in shown.items()
            for heading in (found | candidates[parent] if len(found) >= _ENOUGH else found)
        )

    def _fits(self, heading: str) -> bool:
        """Whether a heading may be a name: a few plain words that end in no word of another kind."""
        text = heading.strip("# ")
        words = text.lower().split()
        if not _PLAIN.fullmatch(text) or self._topics.name(heading) or self._labels.label(heading) is not None:
            return False
        if text.lower() in self._others or not self._function.isdisjoint(words) or words[0].endswith("ing"):
            return False
        return words[-1] in self._nouns or words[-1] not in self._others

    def _doing(self, heading: str) -> bool:
        """Whether the last word may be a verb, as in `Nightly import`."""
        last = heading.lower().split()[-1]
        return last in self._readings and last not in self._nouns

    def _shows(self, heading: str, block: Block) -> bool:
        """Whether a block speaks of a heading as of a thing."""
        if len(block.cells) == 2 and self._labels.label(cell_text(block, 0)) is not None:
            return True
        name = re.escape(heading.strip("# ").lower())
        return re.search(rf"(?:^|[.!?]\s)\s*(?:the |our |this ){name} (?!of\b)", block.text.lower()) is not None


def _by_section(document: Document) -> Iterator[tuple[Path, list[Block]]]:
    sections: defaultdict[Path, list[Block]] = defaultdict(list)
    for chunk in document.chunks:
        for block in chunk.blocks:
            if block.headings:
                sections[block.headings].append(block)
    yield from sections.items()
