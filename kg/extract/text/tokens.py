"""Words of a sentence, each with what it may be; names that markup or the vocabulary joins are one word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from kg.extract.text.lexicon import Lexicon

NOUN, VERB, DETERMINER, PRONOUN, SPEAKER, PREPOSITION, CONJUNCTION = "N", "V", "D", "R", "S", "P", "C"
SUBORDINATOR, RELATIVE, BE, HAVE, DO, MODAL, ADVERB, INFINITIVE, POSSESSIVE = (
    "U",
    "L",
    "B",
    "H",
    "O",
    "M",
    "A",
    "T",
    "'",
)
COMMA, STOP, OPEN, CLOSE, ADDRESS = ",", ";", "(", ")", "W"
AUXILIARIES = frozenset((BE, HAVE, DO, MODAL))

_TOKEN = re.compile(
    r"(?P<url>https?://[^\s<>()\[\]]{1,300})"
    r"|(?P<arrow><?(?:--?|==?)>|→|⇒|⟶)"
    r"|(?P<word>(?=[ierv])(?:i\.e|e\.g|etc|resp|incl|viz)\b\.?|(?=[a-zA-Z]{2,10}+['’])[a-zA-Z]{1,9}n['’]t\b|[@#]?\w{1,80}+(?:[-./:@+&~]\w{1,80}+){0,80}+(?:\+\+|\#(?!\w))?|['’](?:s|re|ve|ll|d)\b)"
    r"|(?P<dash> [-–—] |[–—]|--)"
    r"|(?P<mark>[,;:()\[\]/&?!.])"
)
_MARKS = {",": COMMA, ";": STOP, ":": STOP, "(": OPEN, "[": OPEN, ")": CLOSE, "]": CLOSE, "/": CONJUNCTION}
_MARKS |= {"&": CONJUNCTION, "?": STOP, "!": STOP, ".": STOP}
_NO_FORMS = frozenset[str]()
_Reading = tuple[str, str, str, frozenset[str]]
_ASIDE = re.compile(r"(?:if|when|as) (?!you)\w+$|for example$|in some cases$")
_CLASSES = (
    ("be", BE),
    ("have", HAVE),
    ("do", DO),
    ("modal", MODAL),
    ("speaker", SPEAKER),
    ("conjunction", CONJUNCTION),
    ("relative", RELATIVE),
    ("subordinator", SUBORDINATOR),
    ("determiner", DETERMINER),
    ("pronoun", PRONOUN),
    ("preposition", PREPOSITION),
    ("pastWord", ADVERB),
    ("presentWord", ADVERB),
    ("optionalWord", ADVERB),
    ("particle", ADVERB),
    ("negation", ADVERB),
    ("adverb", ADVERB),
)


@dataclass(slots=True)
class Token:
    """A word.

    Args:
        start: First character in the sentence.
        end: One past the last.
        text: As written.
        low: Lower case.
        tag: One of the constants of this module.
        name: Markup or the vocabulary says it is a name.
        verb: Dictionary form of the verb it may be a form of.
        forms: Which forms.
    """

    start: int
    end: int
    text: str
    low: str
    tag: str
    name: bool = False
    verb: str = ""
    forms: frozenset[str] = frozenset()


class Tokenizer:
    """Cuts sentences into tokens.

    Args:
        lexicon: Gives the word classes.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._tags: dict[str, str] = {}
        self._phrases: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        self._readings = lexicon.readings
        self._read = lru_cache(1 << 16)(self._reading)
        for key, tag in _CLASSES:
            for word in sorted(lexicon[key]):
                if tag != ADVERB or " " not in word or key == "negation" or _ASIDE.match(word):
                    self._learn(word, tag)

    def _learn(self, word: str, tag: str) -> None:
        parts = tuple(word.split())
        if len(parts) == 1:
            self._tags.setdefault(word, tag)
            return
        phrases = self._phrases.setdefault(parts[0], [])
        phrases.append((parts, tag))
        phrases.sort(key=lambda phrase: (-len(phrase[0]), phrase))

    def tokens(self, text: str, names: Sequence[tuple[int, int]] = ()) -> list[Token]:
        """The words of a sentence.

        Args:
            text: The sentence.
            names: Spans that are names, ascending, none overlapping.
        """
        return self._joined(self._cut(text, names))

    def _cut(self, text: str, names: Sequence[tuple[int, int]]) -> list[Token]:
        found: list[Token] = []
        position = 0
        for start, end in [*names, (len(text), len(text))]:
            for match in _TOKEN.finditer(text, position, start):
                word = match[0]
                low, tag, verb, forms = self._read(match.lastgroup, word)
                found.append(Token(match.start(), match.end(), word, low, tag, False, verb, forms))
            if start < end:
                name = text[start:end]
                found.append(Token(start, end, name, name.lower(), NOUN, True))
            position = end
        return found

    def _reading(self, kind: str | None, text: str) -> _Reading:
        """What is known of a word by itself: lower case, tag, verb and its forms."""
        if kind == "mark":
            return text, _MARKS[text], "", _NO_FORMS
        if kind in ("dash", "arrow"):
            return text, STOP, "", _NO_FORMS
        low = text.lower()
        if kind == "url":
            return low, ADDRESS, "", _NO_FORMS
        if low in ("'s", "’s"):
            return low, POSSESSIVE, "", _NO_FORMS
        return self._word(text, low.replace("’", "'"))

    def _word(self, text: str, low: str) -> _Reading:
        tag = self._tags.get(low)
        if tag is not None and not (text.isupper() and len(text) > 2):
            return low, tag, "", _NO_FORMS
        reading = self._readings.get(low)
        if reading is not None and not (len(text) > 1 and text[1:] != low[1:]):
            return low, VERB, reading.verb, reading.forms
        if low.endswith("ly") and len(low) > 4 and text == low:
            return low, ADVERB, "", _NO_FORMS
        return low, NOUN, "", _NO_FORMS

    def _joined(self, tokens: list[Token]) -> list[Token]:
        """Fixed phrases of several words as one token."""
        if self._phrases.keys().isdisjoint([token.low for token in tokens]):
            return tokens
        joined: list[Token] = []
        at = 0
        while at < len(tokens):
            token = tokens[at]
            found = self._phrase(tokens, at) if token.low in self._phrases and not token.name else None
            if found is None:
                joined.append(token)
                at += 1
                continue
            size, tag = found
            low = " ".join(t.low for t in tokens[at : at + size])
            joined.append(Token(token.start, tokens[at + size - 1].end, low, low, tag))
            at += size
        return joined

    def _phrase(self, tokens: list[Token], at: int) -> tuple[int, str] | None:
        for parts, tag in self._phrases[tokens[at].low]:
            if tuple(token.low for token in tokens[at : at + len(parts)]) == parts:
                return len(parts), tag
        return None
