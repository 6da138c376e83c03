"""Labels: key-value lines, headings such as "Dependencies", item names, and the values that follow them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kg.extract.entities.spans import Spans
from kg.extract.text.lexicon import Lexicon
from kg.model import Block, Mark, clean
from kg.ontology import Ontology

_SEPARATOR = re.compile(r"\s*(?:[,;\n]|<br ?/?>|\s+and\s+|\s+or\s+|\s+&\s+|\s+/\s+|\s\+\s)\s*", re.I)
_OPTION = re.compile(r"\s+or\s+|\beither\b|\bone of\b", re.I)
_CUT = re.compile(r"\s*(?:\(|\s[-–—]\s|:\s|\s->\s|\bvia\b|\bfor\b|\bwhich\b|\bthat\b|\bto\b|, | – ).*", re.S)
_NOTE = re.compile(r"(?<=\w)\s*\([^()]{0,40}\)$")
_PHRASE = re.compile(r"\b(?:about|with|from|by|are|is|see|more|how|if|when)\b", re.I)
_NOTHING = re.compile(
    r"(?:none|n/?a|no|yes|tbd|todo|unknown|-+|–|—|\?+|nothing|not applicable|true|false|null)?\.?", re.I
)
_MOST_WORDS = 6
_LABEL_WORDS = 4


@dataclass(frozen=True, slots=True)
class Label:
    """What a label says of its values: they are objects of a relation, or subjects when `inverse`."""

    relation: str
    inverse: bool


@dataclass(frozen=True, slots=True)
class Value:
    """A name in a value, with its span in the text it was found in."""

    name: str
    start: int
    end: int


class Labels:
    """Label forms of an ontology.

    Args:
        ontology: Whose label forms to compile.
        lexicon: Word classes.
        spans: Finds names by markup.
    """

    def __init__(self, ontology: Ontology, lexicon: Lexicon, spans: Spans) -> None:
        self._spans = spans
        self._lexicon = lexicon
        table: dict[str, Label] = {}
        for relation in ontology.relations.values():
            for form in relation.label_forms:
                table.setdefault(_folded(form), Label(relation.key, False))
            for form in relation.inverse_label_forms:
                table.setdefault(_folded(form), Label(relation.key, True))
        self._table: Mapping[str, Label] = table

    def label(self, text: str) -> Label | None:
        """The relation of a key, heading or column, if it is a label of one, or ends in one: `Current owner`."""
        folded = _folded(text)
        exact = self._table.get(folded)
        parts = folded.split()
        if exact is not None or not 1 < len(parts) <= _LABEL_WORDS or self._lexicon["foreignLabel"].intersection(parts):
            return exact
        endings = (" ".join(parts[start:]) for start in range(1, len(parts)))
        return next((self._table[ending] for ending in endings if ending in self._table), None)

    def values(self, text: str, marks: Sequence[Mark], offset: int) -> list[Value]:
        """Names listed in a value.

        Args:
            text: The value.
            marks: Markup of the block.
            offset: Where the value begins in the block.
        """
        found: list[Value] = []
        start = 0
        for match in [*_SEPARATOR.finditer(text), None]:
            end = match.start() if match else len(text)
            value = self._value(text, start, end, marks, offset)
            if value is not None:
                found.append(value)
            start = match.end() if match else end
        return found

    def _value(self, text: str, start: int, end: int, marks: Sequence[Mark], offset: int) -> Value | None:
        marked = [
            m for m in marks if start <= m.start - offset and m.end - offset <= end and m.kind in ("code", "link")
        ]
        if marked:
            part = text[marked[0].start - offset : marked[0].end - offset]
            if self._fits(clean(part)):
                return Value(clean(part), marked[0].start - offset, marked[0].end - offset)
        part = _CUT.sub("", text[start:end])
        if _PHRASE.search(part):
            return None
        name = clean(part)
        return Value(name, start, start + len(part)) if self._fits(name) else None

    def _fits(self, name: str) -> bool:
        if _NOTHING.fullmatch(name) or len(name.split()) > _MOST_WORDS or not re.search(r"\w", name):
            return False
        return not name.lower().startswith(("http://", "https://", "etc"))

    def item(self, block: Block) -> Value | None:
        """The name that a list item, row or key-value line begins with."""
        first = next((m for m in block.marks if m.start <= 1 and m.kind in ("code", "strong", "link")), None)
        if first is not None and 0 < len(block.text[first.start : first.end].split()) <= _MOST_WORDS:
            name = clean(_NOTE.sub("", block.text[first.start : first.end].rstrip(":")))
            if self._fits(name) and not _PHRASE.search(name):
                return Value(name, first.start, first.end)
        part = _CUT.sub("", block.text)
        name = clean(part)
        fits = self._fits(name) and self._nominal(name) and not _PHRASE.search(name)
        return Value(name, 0, len(part)) if fits else None

    def _nominal(self, name: str) -> bool:
        """Whether a name is a noun phrase: `Object storage`, not `Stores the objects`."""
        parts = name.lower().split()
        if parts[0] not in self._lexicon.readings or parts[-1] in self._lexicon["componentNoun"]:
            return not name.endswith("ing")
        function = self._lexicon["determiner"] | self._lexicon["preposition"] | self._lexicon["pronoun"]
        return len(parts) > 1 and parts[1] not in function and not parts[0].endswith("ing")

    def options(self, text: str) -> bool:
        """Whether a value lists options of which one suffices."""
        return bool(_OPTION.search(text))


@lru_cache(1 << 14)
def _folded(text: str) -> str:
    """A label without case, numbering, markup and punctuation at its ends."""
    text = re.sub(r"^[#\s\d.]+", "", text.replace("_", " ").lower())
    return " ".join(re.sub(r"[*`:]+|\([^)]{0,40}\)|\?$", " ", text).split())
