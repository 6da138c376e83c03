"""What a pronoun, an elided subject, `this service` or `we` refers to: headings, titles, the last subject."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from kg.extract.lexicon import Lexicon
from kg.extract.polarity import pattern
from kg.names import clean

_NUMBERING = re.compile(
    r"^(?:#+\s*)+|^(?:title:\s*)|^(?:\(?[0-9]{1,3}[.):]|[0-9]+(?:\.[0-9]+)+\.?|ADR[- ]?[0-9]+:?)\s+", re.I
)
_NOTE = re.compile(r"\s*[(\[][^)\]]{0,80}[)\]]")
_CLAUSE = re.compile(r"[?!]|^(?:how|what|why|when|where|who|which|do|does|is|are|can|should|if|use|add|create)\b", re.I)
_PARTS = re.compile(r"\s+[-–—|:]\s+|:\s+")
_MOST_WORDS = 6


class Topics:
    """Names of things in headings and titles.

    Args:
        lexicon: Word classes.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._generic = lexicon["genericHeading"]
        self._lexicon = lexicon
        affixes = sorted(lexicon["topicAffix"], key=lambda word: (-len(word), word))
        joined = "|".join(map(re.escape, affixes)) or "(?!)"
        self._prefix = re.compile(rf"^(?:{joined})\s+(?=\S)", re.I)
        self._suffix = re.compile(rf"(?<=\S)\s+(?:{joined})$", re.I)
        self._verbs = pattern(frozenset(("is", "are", "was", "has", "to", "using", "with", "triggered", "and", "for")))
        self.name = lru_cache(4096)(self._name)

    def _name(self, heading: str) -> str:
        """The name of the thing that a heading is about; empty when it is about none.

        >>> from kg.ontology import load
        >>> topics = Topics(Lexicon(load()))
        >>> [topics.name(h) for h in ("Ledger API architecture", "Overview", "How it works", "3. Ledger (old)")]
        ['Ledger API', '', '', 'Ledger']
        """
        text = heading.strip()
        for _ in range(3):
            text = _NUMBERING.sub("", text).strip()
        text = _NOTE.sub("", text.strip("\"'“”")).strip(" .:")
        best = ""
        for part in reversed(_PARTS.split(text)):
            name = self._part(part)
            if name and (not best or len(_PARTS.split(text)) > 1):
                best = name
        return best

    def _part(self, text: str) -> str:
        if _CLAUSE.search(text):
            return ""
        for _ in range(2):
            if text.lower() in self._generic:
                return ""
            text = self._prefix.sub("", text)
            text = self._suffix.sub("", text)
        name = clean(text)
        words = name.split()
        if not words or len(words) > _MOST_WORDS or name.lower() in self._generic:
            return ""
        if self._verbs.search(name) or words[0].lower().endswith("ing") or not re.search(r"[A-Za-z]{2}", name):
            return ""
        return name

    def of(self, headings: Sequence[str], title: str) -> tuple[str, ...]:
        """Names that the headings give, innermost first, the title last."""
        names = [self.name(heading) for heading in reversed(headings)]
        return tuple(dict.fromkeys(name for name in (*names, self.name(title)) if name))
