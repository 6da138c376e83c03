"""Spans of a sentence that are names for sure: code, links and strong text, names of the vocabulary."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set

from kg.extract.entities.vocabulary import Vocabulary, word_set, words
from kg.extract.text.lexicon import Lexicon
from kg.model import Mark

Span = tuple[int, int]

_NAME = re.compile(r"[@#]?[\w][\w .@+/#&'’-]*")
_COMMAND = re.compile(r"^[./~$-]|[=(){}\[\]<>|*;\\\"]|\s-|://|^(?:true|false|null|none|\d[\d.]*)$|\.(?:\w{1,4})$", re.I)
_CONSTANT = re.compile(r"[A-Z][A-Z0-9]*_[A-Z0-9_]+")
_REFERENCE = re.compile(r"\[([^\[\]\n]{1,80})\](?:\[[^\[\]\n]{0,80}\])?")
_TARGET = re.compile(r"(?<=\w) ?<(?:https?://|www\.|mailto:)[^<>\s]{1,300}>`?_{0,2}")
_TITLE = re.compile(r"\b[A-Z][\w'’-]*(?: [A-Z][\w'’-]*){0,3} (?:of|for) (?:the )?[A-Z][\w'’-]*(?: [A-Z][\w'’-]*){0,3}")
_CAPITAL = re.compile(r"[A-Z]|\w[-_]\w")


class Spans:
    """Finds names by markup and vocabulary.

    Args:
        lexicon: Tells words from names.
        phrases: Names of several words known beforehand.
    """

    def __init__(self, lexicon: Lexicon, phrases: Vocabulary) -> None:
        self._phrases = phrases
        self._lexicon = lexicon
        self._small = frozenset(("of", "and", "for", "the", "a", "on", "in", "to"))

    def names(self, text: str, marks: Iterable[Mark], offset: int, *vocabularies: Vocabulary) -> list[Span]:
        """Spans that are names, ascending, none overlapping; markup wins over the vocabulary.

        Args:
            text: The sentence.
            marks: Markup of its block.
            offset: Where the sentence begins in the block.
            vocabularies: Names known from elsewhere, surest first.
        """
        end = offset + len(text)
        found = _REFERENCE.finditer(text) if "[" in text else ()
        references = [match.span(1) for match in found if self.is_name(match[1], "link")]
        marked = [
            (mark.start - offset, mark.end - offset)
            for mark in marks
            if offset <= mark.start and mark.end <= end and self._marked(text, mark, offset)
        ]
        titles = (match.span() for match in _TITLE.finditer(text)) if " of " in text or " for " in text else ()
        present = word_set(text)
        known = (span for names in (*vocabularies, self._phrases) for span in _known(text, present, names))
        return _disjoint([*sorted(marked), *references, *known, *titles])

    def _marked(self, text: str, mark: Mark, offset: int) -> bool:
        return self.is_name(text[mark.start - offset : mark.end - offset], mark.kind)

    def is_name(self, text: str, kind: str) -> bool:
        """Whether marked text is a name and no command, phrase or emphasis."""
        parts = text.split()
        if not parts or len(parts) > 6 or not _NAME.fullmatch(text.strip()):
            return False
        if kind == "code":
            return len(parts) <= 3 and not _COMMAND.search(text) and not _CONSTANT.fullmatch(text) and len(text) > 1
        if kind == "emphasis":
            return False
        return self._titled(parts)

    def _titled(self, parts: list[str]) -> bool:
        if len(parts) == 1:
            low = parts[0].lower()
            plain = low in self._lexicon.readings or low in self._lexicon["notComponent"]
            return not (plain or low in self._lexicon["adverb"] or low in self._lexicon["genericHeading"])
        return bool(_CAPITAL.search(parts[0])) and all(
            _CAPITAL.search(word) or word in self._small or word in self._lexicon["componentNoun"] for word in parts
        )


def _known(text: str, present: Set[str], vocabulary: Vocabulary) -> Iterator[Span]:
    """Where names of a vocabulary stand in a text that has these words."""
    index = vocabulary.needles
    low = text.lower()
    there = {word: _there(text, low, index[word]) for word in index.keys() & present}
    for at, word in words(text) if any(there.values()) else ():
        for name, folded in there.get(word, ()):
            end = at + len(name)
            if (text.startswith(name, at) or (folded and text[at:end].lower() == folded)) and _ends(text, end):
                yield at, end
                break


def _there(text: str, low: str, names: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The names whose letters a text has, whatever stands around them: a cheap look before the exact one."""
    return [(name, folded) for name, folded in names if name in text or (folded and folded in low)]


def plain(text: str) -> str:
    """A sentence whose brackets of unresolved references are blanks, everything else in its place.

    >>> plain("[Router][app] runs")
    ' Router       runs'
    """
    if "<" in text:
        text = _TARGET.sub(lambda m: " " * len(m[0]), text)
    return _REFERENCE.sub(lambda m: " " + m[1] + " " * (len(m[0]) - len(m[1]) - 1), text) if "[" in text else text


def _ends(text: str, at: int) -> bool:
    """Whether a name may end at a place: no word goes on there."""
    after = text[at : at + 1]
    return not (after and (after.isalnum() or after in "_-"))


def _disjoint(spans: Iterable[Span]) -> list[Span]:
    taken: list[Span] = []
    for start, end in spans:
        if all(end <= first or last <= start for first, last in taken):
            taken.append((start, end))
    return sorted(taken)
