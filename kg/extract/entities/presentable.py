"""What is no name of a thing, by its form alone: function words at its ends, dates, values, steps, placeholders."""

from __future__ import annotations

import re
from functools import lru_cache

from kg.extract.text.lexicon import BASE, THIRD, Lexicon

_PLACEHOLDER = re.compile(r"[${}<>=|\\*]|%\w+%|^--?\w")
_HASH = re.compile(r"(?=[0-9a-f]*\d)[0-9a-f]{7,64}")
_IDENTIFIER = re.compile(r"[a-z][A-Z]|\w[-.@#/]\w|^[@#]|\w\d")
_NUMBER = re.compile(r"v?\d[\d.,:/-]*(?:st|nd|rd|th)?")
_FUNCTION = ("conjunction", "determiner", "modal", "negation", "preposition", "pronoun", "relative", "subordinator")
"""Word classes that neither open nor close a name."""
_NOUNS = ("componentNoun", "dataNoun", "storeNoun", "roleNoun", "partNoun", "interface")


class Presentable:
    """Tells names from what only stands where a name might.

    Args:
        lexicon: Word classes.

    >>> from kg.ontology.relations import load
    >>> fits = Presentable(Lexicon(load()))
    >>> [fits(name) for name in ("Redis", "search API", "the `orders` queue", "Store of Record")]
    [True, True, True, True]
    >>> [fits(name) for name in ("false", "1 September 2017", "${PREFIX}HOST", "auth-id and", "Configure MinIO")]
    [False, False, False, False, False]
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._function = frozenset().union(*(lexicon[key] for key in _FUNCTION)) | lexicon["be"] | lexicon["have"]
        self._nouns = frozenset().union(*(lexicon[key] for key in _NOUNS))
        self._fits = lru_cache(1 << 14)(self._judge)

    def __call__(self, name: str) -> bool:
        """Whether a text may be the name of a thing."""
        return self._fits(name)

    def _judge(self, name: str) -> bool:
        words = name.strip("`*_ ").split()
        if not words or _PLACEHOLDER.search(name.strip("`*_ ")):
            return False
        return not (self._is_value(words) or self._is_cut_wrong(words) or self._is_step(words) or self._is_order(words))

    def _is_value(self, words: list[str]) -> bool:
        """`false`, `12:30`, `1 September 2017`, `4f2a9c1`: what settings and logs hold."""
        low = [word.lower().strip(",.") for word in words]
        plain = all(_NUMBER.fullmatch(word) or word in self._lexicon["calendar"] for word in low)
        return plain or (len(low) == 1 and (low[0] in self._lexicon["literal"] or bool(_HASH.fullmatch(low[0]))))

    def _is_cut_wrong(self, words: list[str]) -> bool:
        """`auth-id and`, `will enable CloudWatch`, `username and invokes`: a phrase cut in the wrong place."""
        first, last = words[0], words[-1]
        if len(words) == 1:
            return first in self._function
        opens = first in self._function and first not in self._lexicon["determiner"]
        joined = words[-2] in self._lexicon["conjunction"] and self._is_finite(last)
        return opens or last in self._function or joined

    def _is_finite(self, word: str) -> bool:
        """A lower-case word that is a finite form of a verb and no noun that things are called by."""
        reading = self._lexicon.readings.get(word)
        noun = not self._nouns.isdisjoint((word, word.removesuffix("s")))
        return reading is not None and not noun and not reading.forms.isdisjoint((THIRD, BASE))

    def _is_step(self, words: list[str]) -> bool:
        """`Step 3`, `Option B`, `Example services`: a part of a text."""
        if words[0].lower() == "example":
            return True
        return len(words) == 2 and words[0].lower() in self._lexicon["textPart"] and len(words[1].strip(":.")) <= 2

    def _is_order(self, words: list[str]) -> bool:
        """`Configure cert-manager`, `Manage Databases`: a heading of what to do, not the name of what does it."""
        first, last = words[0].lower(), words[-1].lower()
        reading = self._lexicon.readings.get(first)
        done = first in self._lexicon["task"] or (reading is not None and reading.verb in self._lexicon["setup"])
        if len(words) < 2 or not words[0][:1].isupper() or not done or first in self._nouns:
            return False
        one = last in self._lexicon["componentNoun"] and not last.endswith("s")
        return words[1].lower() in self._lexicon["determiner"] or not one

    def specific(self, name: str) -> bool:
        """Whether a name is a proper one or says of what kind a thing it is: not `password`, `key pair`, `tenant_id`.

        >>> from kg.ontology.relations import load
        >>> fits = Presentable(Lexicon(load()))
        >>> [fits.specific(name) for name in ("Kill Bill", "ledger-api", "search service", "key pair", "tenant_id")]
        [True, True, True, False, False]
        """
        words = name.strip("`*_ ").split()
        kinds = ("componentNoun", "ownerNoun", "storeNoun", "strongNoun")
        proper = any(word[:1].isupper() or _IDENTIFIER.search(word) for word in words)
        return proper or any(words[-1].lower() in self._lexicon[key] for key in kinds)
