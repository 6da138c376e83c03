"""Clauses of a sentence: who does what to whom, found by walking over its phrases once.

Each verb becomes a clause with a subject: the phrase before it, the antecedent of a relative or participial
clause, the subject of the verb it is coordinated with or subordinate to, or nothing (an elided subject, which the
heading or list label supplies). Method: partial parsing by finite-state cascades (Abney 1996), without grammar files.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kg.extract.syntax.governing import Governing
from kg.extract.syntax.phrases import Group, closing, group_at
from kg.extract.syntax.verbgroup import REMARK, Clause, finite_at, verb_group
from kg.extract.text import tokens as t
from kg.extract.text.lexicon import Lexicon
from kg.extract.text.tokens import AUXILIARIES, Token

_VERBAL = AUXILIARIES | {t.VERB, t.INFINITIVE}


class Parser:
    """Finds the clauses of tagged sentences.

    Args:
        lexicon: Gives the control verbs.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._control = lexicon["control"]
        self._contrast = lexicon["contrast"]
        self._placing = lexicon["placing"]
        self._naming = lexicon["apposition"]

    def clauses(self, tokens: Sequence[Token], subject: Group | None = None) -> list[Clause]:
        """The clauses, in order of their verbs, those inside parentheses included.

        Args:
            tokens: A tagged sentence.
            subject: Whom an elided subject means, for text in parentheses.
        """
        return _Walk(
            tokens,
            self._control,
            self._placing,
            subject,
            naming=self._naming,
            contrast=self._contrast,
            stop=len(tokens),
        ).run()


@dataclass(slots=True)
class _Walk(Governing):
    naming: frozenset[str] = frozenset()
    contrast: frozenset[str] = frozenset()
    condition: str = ""
    antecedent: Group | None = None
    saved: Group | None = None
    preposition: str = ""
    at: int = 0
    stop: int = 0

    def run(self) -> list[Clause]:
        while self.at < self.stop:
            before = self.at
            self._step()
            self.at = max(self.at, before + 1)
        return self.found

    def _step(self) -> None:
        token = self.tokens[self.at]
        if token.tag in _VERBAL or (token.tag == t.ADVERB and self._before_verb()):
            self._verb()
        elif token.tag == t.PREPOSITION:
            self.preposition = token.low
            self.at += 1
        elif token.tag == t.OPEN:
            self._parenthesis()
        elif token.tag in (t.SUBORDINATOR, t.RELATIVE, t.STOP):
            self._boundary(token)
        elif token.tag in (t.COMMA, t.CONJUNCTION):
            self.preposition = ""
            self.at += 1
        else:
            self._phrase()

    def _before_verb(self) -> bool:
        after = self.at
        while after < self.stop and self.tokens[after].tag == t.ADVERB:
            after += 1
        return after < self.stop and self.tokens[after].tag in _VERBAL

    def _boundary(self, token: Token) -> None:
        self.preposition = ""
        if token.text == ":" and self.current is not None:
            self.preposition = ":"
        elif token.tag == t.RELATIVE:
            self.relative = True
        else:
            self.pending = self.current = None
            self.relative = False
            self.condition = token.low if token.tag == t.SUBORDINATOR else ""
            if token.tag == t.STOP:
                self.main = None
        self.at += 1

    def _parenthesis(self) -> None:
        close = closing(self.tokens, self.at)
        self._inside(self.at + 1, close, self.last)
        self.at = close + 1

    def _inside(self, first: int, last: int, subject: Group | None) -> None:
        """Clauses in parentheses modify the phrase before them."""
        if last - first > 1 and self.tokens[first].tag == t.PREPOSITION:
            self._remark(first)
        if last - first > 1:
            inner = _Walk(self.tokens, self.control, self.placing, subject, naming=self.naming, contrast=self.contrast)
            inner.at, inner.stop = first, last
            self.found += inner.run()

    def _remark(self, first: int) -> None:
        """`(via X)`, `(using X)`: said of the whole clause, or of what the text is about."""
        group = group_at(self.tokens, first + 1, True)
        if group is not None:
            subject = self.current.subject if self.current is not None else None
            remark = Clause(REMARK, first, first, subject, [(self.tokens[first].low, group)])
            self.found.append(remark)

    def _phrase(self) -> None:
        group = self._new_subject() or group_at(self.tokens, self.at, self.current is not None)
        if group is None:
            self.at += 1
            return
        self._called(group)
        for phrase in group.phrases:
            for first, last in phrase.notes:
                self._inside(first, last, Group([phrase], phrase.first, phrase.last))
        if self._relative_subject(group):
            pass
        elif self.current is not None and not self._opens(group):
            self._complement(group)
        elif not self.preposition:
            self.pending = group
        self.last = group
        self.preposition = ""
        self.at = group.last

    def _new_subject(self) -> Group | None:
        """`…, and the A and the B call it`: phrases joined before a finite verb begin a clause together."""
        before = self.tokens[self.at - 1].tag if self.at else ""
        if self.current is None or self.preposition or before not in (t.COMMA, t.CONJUNCTION):
            return None
        group = group_at(self.tokens, self.at, False)
        several = group is not None and len(group.phrases) > 1
        if group is None or not several or group.last >= len(self.tokens) or not finite_at(self.tokens, group.last):
            return None
        return group

    def _relative_subject(self, group: Group) -> bool:
        """`the store that the app uses`, `the store it uses`: a phrase that begins a clause about the one before."""
        before = self.tokens[group.first - 1].tag if group.first else ""
        bare = group.phrases[0].pronoun or group.phrases[0].speaker
        said = self.current is not None or self.pending is not None
        zero = bare and before == t.NOUN and self.last is not None and said and not self.preposition
        if not (self.relative or zero) or not finite_at(self.tokens, min(group.last, len(self.tokens) - 1)):
            return False
        self.saved = self.pending
        self.antecedent, self.pending, self.current, self.relative = self.last, group, None, False
        return True

    def _complement(self, group: Group) -> None:
        """Add a phrase to the clause, and to the one it modifies a phrase of: both may mean it."""
        assert self.current is not None
        self.current.elements.append((self.preposition, group))
        governor = self.current.governor
        if self.preposition and governor is not None:
            governor.elements.append((self.preposition, group))

    def _called(self, group: Group) -> None:
        """`a database called ledger-db`: the name stands for the phrase."""
        at = group.last
        if at + 1 < self.stop and self.tokens[at].low in self.naming and self.tokens[at + 1].tag == t.NOUN:
            named = group_at(self.tokens, at + 1, True)
            if named is not None:
                group.phrases[-1], group.last = named.phrases[0], named.last

    def _opens(self, group: Group) -> bool:
        """A phrase after a comma or conjunction that a finite verb follows begins a new clause."""
        before = self.tokens[group.first - 1].tag if group.first else ""
        conditional = self.current is not None and bool(self.current.condition)
        if self.preposition or (before not in (t.COMMA, t.CONJUNCTION) and not conditional):
            return False
        after = group.last
        while after < len(self.tokens) and self.tokens[after].tag == t.ADVERB:
            after += 1
        if after < len(self.tokens) and finite_at(self.tokens, after):
            self.pending, self.current = group, None
            self.condition = ""
            return True
        return False

    def _verb(self) -> None:
        clause, end = verb_group(self.tokens, self.at)
        clause.condition = self.condition
        if self.preposition in self.contrast:
            clause.auxiliaries = (*clause.auxiliaries, "not")
        self.attach(clause)
        if clause.finite and not clause.attached:
            self.pending = None
        if self.antecedent is not None:
            self.pending = self.saved
            clause.elements.append((self._stranded(end), self.antecedent))
            clause.attached, self.antecedent = True, None
        self.found.append(clause)
        self.current = clause
        if clause.finite and not clause.attached and not (clause.condition and self.main):
            self.main = clause
        self.relative = False
        self.preposition = ""
        self.at = end

    def _stranded(self, at: int) -> str:
        """The preposition that a relative clause leaves behind: `the store it writes to`."""
        if at >= self.stop or self.tokens[at].tag != t.PREPOSITION:
            return ""
        after = self.tokens[at + 1].tag if at + 1 < self.stop else ""
        return "" if after in (t.NOUN, t.DETERMINER, t.PRONOUN) else self.tokens[at].low
