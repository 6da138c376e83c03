"""How a clause states a fact: asserted, optional, negated, past or hypothetical."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kg.extract.syntax.verbgroup import Clause
from kg.extract.text.lexicon import Lexicon
from kg.extract.text.tokens import Token
from kg.model import Polarity


def pattern(words: frozenset[str]) -> re.Pattern[str]:
    """One expression for a word class; never matches when the class is empty."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return re.compile(
        r"(?<![\w-])(?:" + "|".join(map(re.escape, ordered)) + r")(?![\w-])" if ordered else r"(?!)", re.I
    )


class PolarityJudge:
    """Reads polarity from the words of a clause and of its surroundings.

    Args:
        lexicon: Gives the cues.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._denied = pattern(lexicon["denial"])
        self._past = pattern(lexicon["pastWord"])
        self._future = pattern(lexicon["futureWord"])
        self._time = pattern(lexicon["futureTime"])
        self._optional = pattern(lexicon["optionalWord"])
        self._present = pattern(lexicon["presentWord"])
        self._heading = pattern(lexicon["hypotheticalHeading"])
        self._past_heading = pattern(lexicon["pastHeading"])

    def of_headings(self, headings: Sequence[str]) -> Polarity:
        """What the headings say of everything below them."""
        text = " / ".join(headings)
        if self._past_heading.search(text):
            return Polarity.PAST
        return Polarity.HYPOTHETICAL if self._heading.search(text) else Polarity.ASSERTED

    def of_clause(self, clause: Clause, tokens: Sequence[Token], text: str) -> Polarity:
        """The polarity of a clause within its sentence.

        Args:
            clause: The clause.
            tokens: Its sentence.
            text: The sentence.
        """
        words = set(clause.auxiliaries)
        first, last = self._window(clause, tokens)
        around = text[tokens[first].start : tokens[last].end]
        before = text[tokens[first].start : tokens[clause.at].end]
        if (words & self._lexicon["negation"] and "only" not in words) or self._denied.search(around):
            return Polarity.NEGATED
        if clause.under in self._lexicon["ceasing"]:
            return Polarity.PAST
        if (
            self._future.search(before)
            or self._planned(words, clause, text[tokens[first].start :])
            or words & self._lexicon["hypotheticalModal"]
        ):
            return Polarity.HYPOTHETICAL
        if clause.verb in self._lexicon["moveVerb"] and not clause.done:
            return Polarity.HYPOTHETICAL
        present = bool(words & self._lexicon["presentWord"])
        if not present and (self._past.search(before) or self._is_past(clause)):
            return Polarity.PAST
        if clause.conditional:
            return Polarity.OPTIONAL
        offered = clause.verb in self._lexicon["offering"] and "only" not in around
        if offered or clause.condition in self._lexicon["condition"] or words & self._lexicon["possibleModal"]:
            return Polarity.OPTIONAL
        return Polarity.OPTIONAL if self._optional.search(around) else Polarity.ASSERTED

    def _planned(self, words: set[str], clause: Clause, text: str) -> bool:
        """`will` tells of what is to come when a time is given, or when the verb is one of standing relations."""
        if not words & self._lexicon["futureModal"]:
            return False
        return clause.verb in self._lexicon["standing"] or self._time.search(text) is not None

    def before(self, clause: Clause, polarity: Polarity) -> Polarity:
        """What held before a change of some polarity: `moved from X` is past, `will move from X` still holds."""
        if polarity is Polarity.HYPOTHETICAL and not self._under_way(clause):
            return Polarity.ASSERTED
        return Polarity.PAST if polarity is not Polarity.NEGATED else Polarity.ASSERTED

    def _under_way(self, clause: Clause) -> bool:
        return "being" in clause.auxiliaries or clause.gerund

    def of_words(self, text: str) -> Polarity:
        """The polarity of a label, cell or list item by its words alone."""
        for cue, polarity in (
            (self._future, Polarity.HYPOTHETICAL),
            (self._past, Polarity.PAST),
            (self._optional, Polarity.OPTIONAL),
        ):
            if cue.search(text):
                return polarity
        return Polarity.ASSERTED

    def _is_past(self, clause: Clause) -> bool:
        return clause.past and clause.verb not in self._lexicon["changeVerb"]

    def _window(self, clause: Clause, tokens: Sequence[Token]) -> tuple[int, int]:
        """From the boundary before the clause to its last element."""
        first = clause.first
        while first > 0 and tokens[first - 1].tag not in (";", "L", "(", ")"):
            first -= 1
        last = max([clause.at, *(group.last - 1 for _, group in clause.elements)])
        while last + 1 < len(tokens) and tokens[last + 1].tag in ("A", ","):
            last += 1
        return first, min(last, len(tokens) - 1)
