"""Conditions: what a switch makes optional. `If caching is enabled, X uses Y` states an option."""

from __future__ import annotations

from collections.abc import Sequence

from kg.extract.syntax.verbgroup import Clause
from kg.extract.text import tokens as t
from kg.extract.text.lexicon import Lexicon
from kg.extract.text.tokens import Token

_ENDS = frozenset((t.COMMA, t.STOP, t.SUBORDINATOR, t.CLOSE, t.RELATIVE, t.CONJUNCTION))


class Conditions:
    """Reads conditions.

    Args:
        lexicon: Word classes.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._openers = lexicon["condition"] | lexicon["occasion"]
        self._switched = lexicon["switched"]

    def mark(self, clauses: Sequence[Clause], tokens: Sequence[Token]) -> None:
        """Mark the clauses that hold only when something is switched on."""
        for clause in clauses:
            if clause.condition in self._openers and not self._switched.isdisjoint(_words(clause, tokens)):
                for main in _governed(clause, clauses, tokens):
                    main.conditional = True


def _words(clause: Clause, tokens: Sequence[Token]) -> set[str]:
    """Words of a clause from its verb on, up to the next boundary."""
    found: set[str] = set()
    for at in range(clause.first, len(tokens)):
        if tokens[at].tag in _ENDS and at > clause.at:
            break
        found.add(tokens[at].low)
    return found


def _governed(condition: Clause, clauses: Sequence[Clause], tokens: Sequence[Token]) -> list[Clause]:
    """The clauses that a condition is of: the one before it, or, when it opens the sentence, all after it."""
    first, last = _sentence(condition, tokens)
    there = [c for c in clauses if first <= c.first < last and not c.condition and c is not condition]
    before = [clause for clause in there if clause.at < condition.at]
    if before and _continues(condition, tokens):
        return [clause for clause in there if clause.at > condition.at][:1]
    return [clause for clause in before if clause.finite][-1:] or before[-1:] or there


def _continues(condition: Clause, tokens: Sequence[Token]) -> bool:
    """`…, and, if X is on, calls Y`: the condition is of what follows."""
    at = next((at for at in range(condition.first, -1, -1) if tokens[at].low == condition.condition), 0)
    return any(token.tag == t.CONJUNCTION for token in tokens[max(0, at - 2) : at])


def _sentence(clause: Clause, tokens: Sequence[Token]) -> tuple[int, int]:
    """Where the part of the sentence around a clause begins and ends."""
    stops = [at for at, token in enumerate(tokens) if token.tag == t.STOP]
    first = max((at for at in stops if at < clause.at), default=-1) + 1
    return first, min((at for at in stops if at > clause.at), default=len(tokens))
