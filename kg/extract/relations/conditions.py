"""Conditions: what a switch makes optional, and what a failure condition says of who relies on whom.

`If caching is enabled, X uses Y` states an option. `X stops when Y is down` and `without Y, X cannot start` state that
X relies on Y, though no verb of relying stands there: the ontology says which relation that is by the form
`fails without`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kg.extract.relations.arguments import Fit
from kg.extract.relations.forms import Frame, Frames
from kg.extract.syntax.phrases import Group, group_at
from kg.extract.syntax.verbgroup import Clause
from kg.extract.text import tokens as t
from kg.extract.text.lexicon import Lexicon
from kg.extract.text.tokens import Token
from kg.model import Polarity

_ENDS = frozenset((t.COMMA, t.STOP, t.SUBORDINATOR, t.CLOSE, t.RELATIVE, t.CONJUNCTION))


_OPTIONAL = (Polarity.ASSERTED, Polarity.OPTIONAL)


class Conditions:
    """Reads conditions.

    Args:
        frames: Gives the frame that a failure condition states.
        lexicon: Word classes.
    """

    def __init__(self, frames: Frames, lexicon: Lexicon) -> None:
        failing = (frame for frame in frames.by_verb.get("fail", ()) if frame.preposition == "without")
        self._frame: Frame | None = next(failing, None)
        self._lexicon = lexicon
        self._openers = lexicon["condition"] | lexicon["occasion"]
        self._switched = lexicon["switched"]
        self._down, self._up = lexicon["down"], lexicon["up"]
        self._failing, self._working = lexicon["failVerb"], lexicon["workVerb"]
        self._degraded, self._erring, self._errors = lexicon["degraded"], lexicon["errVerb"], lexicon["errorNoun"]
        self._outage, self._harming = lexicon["outage"], lexicon["harmVerb"]
        self._negation = lexicon["negation"] | {"unable"}

    def mark(self, clauses: Sequence[Clause], tokens: Sequence[Token]) -> None:
        """Mark the clauses that hold only when something is switched on."""
        for clause in clauses:
            if clause.condition in self._openers and not self._switched.isdisjoint(_words(clause, tokens)):
                for main in _governed(clause, clauses, tokens):
                    main.conditional = True

    def fits(self, clauses: Sequence[Clause], tokens: Sequence[Token]) -> Iterator[tuple[Clause, Fit, Polarity]]:
        """Clauses that tell of a failure, with the reliance this states; optional where it only makes worse."""
        if self._frame is None:
            return
        for clause in clauses:
            for sufferer, subject, cause in self._causes(clause, clauses, tokens):
                worse = any(not self._degraded.isdisjoint(_words(c, tokens)) for c in clauses)
                yield sufferer, (self._frame, subject, cause, clause.at), _OPTIONAL[worse]

    def _causes(
        self, clause: Clause, clauses: Sequence[Clause], tokens: Sequence[Token]
    ) -> Iterator[tuple[Clause, Group | None, Group]]:
        """The clause that tells who suffers, who that is, and without which phrases it cannot be."""
        if clause.condition in self._openers and clause.subject is not None:
            if self._is_down(clause, tokens):
                for main in _governed(clause, clauses, tokens):
                    if self._suffers(main, tokens) and main.subject is not clause.subject:
                        subject = None if self._of_nobody(main, tokens) else main.subject
                        yield main, subject, clause.subject
            return
        if self._suffers(clause, tokens):
            yield from ((clause, clause.subject, group) for group in _without(clause, tokens))
        outage = self._of_outage(clause, tokens)
        if outage is not None and clause.verb in self._harming and not self._denied(clause):
            yield from ((clause, group, outage) for preposition, group in clause.elements if not preposition)

    def _of_nobody(self, clause: Clause, tokens: Sequence[Token]) -> bool:
        return clause.subject is not None and tokens[clause.subject.first].low in self._lexicon["nobody"]

    def _of_outage(self, clause: Clause, tokens: Sequence[Token]) -> Group | None:
        """`an outage of X`, `losing X`: what is gone."""
        if clause.subject is None:
            return None
        phrase = clause.subject.phrases[0]
        return phrase.complement if tokens[phrase.last - 1].low in self._outage else None

    def _denied(self, clause: Clause) -> bool:
        return not self._negation.isdisjoint(clause.auxiliaries)

    def _is_down(self, clause: Clause, tokens: Sequence[Token]) -> bool:
        """`is down`, `is not available`, `fails`, `cannot be reached`."""
        words = _words(clause, tokens)
        if clause.condition == "unless":
            return not self._up.isdisjoint(words) and not self._denied(clause)
        if clause.verb in self._failing or not self._down.isdisjoint(words):
            return not self._denied(clause)
        return (not self._up.isdisjoint(words) or clause.verb in self._up) and self._denied(clause)

    def _suffers(self, clause: Clause, tokens: Sequence[Token]) -> bool:
        """`stops`, `cannot start`, `is down`."""
        words = _words(clause, tokens)
        if clause.verb in self._failing or not self._down.isdisjoint(words):
            return not self._denied(clause)
        erring = clause.verb in self._erring and not self._errors.isdisjoint(words)
        if not self._degraded.isdisjoint(words) or clause.verb in self._degraded or erring:
            return not self._denied(clause)
        unable = self._denied(clause) or "unable" in words or self._of_nobody(clause, tokens)
        return unable and (clause.verb in self._working or not self._working.isdisjoint(words))


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


def _without(clause: Clause, tokens: Sequence[Token]) -> Iterator[Group]:
    """`cannot start without X`, `without X, it cannot start`."""
    first, last = _sentence(clause, tokens)
    for at in range(first, last):
        group = group_at(tokens, at + 1, True) if tokens[at].low == "without" else None
        if group is not None:
            yield group
