"""Whom a clause is about: the phrase before its verb, what it modifies, the subject of the verb it continues."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kg.extract.syntax.phrases import Group
from kg.extract.syntax.verbgroup import Clause
from kg.extract.text import tokens as t
from kg.extract.text.lexicon import GERUND, PARTICIPLE
from kg.extract.text.tokens import Token

_NEGATED = frozenset(("not", "never", "no longer", "doesn't", "don't", "isn't", "aren't"))


@dataclass(slots=True)
class Governing:
    """What a walk over a sentence has seen so far, and what it tells of the subject of the next clause.

    Args:
        tokens: A tagged sentence.
        control: Verbs whose object does what the infinitive after them says.
        placing: Verbs whose gerund after a noun is about that noun.
        outer: Whom an elided subject means.
        found: The clauses so far.
        pending: A phrase that waits for its verb.
        last: The last phrase.
        current: The clause whose phrases are being read.
        main: The last finite clause that modifies nothing.
        relative: A relative pronoun has just been read.
    """

    tokens: Sequence[Token]
    control: frozenset[str]
    placing: frozenset[str]
    outer: Group | None
    found: list[Clause] = field(default_factory=list)
    pending: Group | None = None
    last: Group | None = None
    current: Clause | None = None
    main: Clause | None = None
    relative: bool = False

    def attach(self, clause: Clause) -> None:
        """Give the clause its subject."""
        before = self.tokens[clause.first - 1].tag if clause.first else ""
        if self.relative:
            self._modify(clause)
        elif "to" in clause.auxiliaries:
            self._infinitive(clause)
        elif not clause.finite:
            self._participle(clause, before)
        elif self.pending is not None:
            clause.subject = self.pending
        elif before in (t.CONJUNCTION, t.COMMA) and self._coordinated() is not None:
            self._share(clause, self._coordinated())
        else:
            clause.subject = self.outer

    def _modify(self, clause: Clause) -> None:
        """A relative or participial clause is about the phrase before it, or about what a copula says that is."""
        clause.attached = True
        clause.subject = self.last if self.last is not None else self.outer
        copula = self.current
        comma = clause.first and self.tokens[clause.first - 1].tag == t.COMMA
        if not clause.finite and copula is not None and not comma:
            clause.governor = copula
        if copula is not None and not self.relative and self.tokens[clause.first - 1].tag == t.COMMA:
            direct = [group for preposition, group in copula.elements if not preposition]
            clause.subject = direct[-1] if direct else clause.subject
        if copula is not None and copula.verb == "be" and copula.elements and copula.subject is not None:
            preposition, predicate = copula.elements[-1]
            opening = self.tokens[predicate.first]
            described = opening.tag == t.DETERMINER or (opening.text[:1].islower() and not opening.name)
            if predicate is clause.subject and not preposition and len(copula.elements) == 1 and described:
                clause.subject = copula.subject
                clause.attached = copula.attached

    def _coordinated(self) -> Clause | None:
        """The clause that a verb after `and` continues: a finite one does not continue a participle."""
        clause = self.current
        if clause is not None and clause.condition and self.main is not None and not self.main.condition:
            return self.main
        while clause is not None and clause.governor is not None:
            clause = clause.governor
        return clause or self.main

    def _share(self, clause: Clause, other: Clause | None) -> None:
        if other is None:
            return
        clause.subject, clause.attached = other.subject, other.attached
        clause.condition = clause.condition or other.condition
        if not other.elements and other.at < clause.first:
            other.elements = clause.elements
        if not clause.finite or clause.first == clause.at:
            clause.auxiliaries = clause.auxiliaries or tuple(w for w in other.auxiliaries if w not in _NEGATED)
            if PARTICIPLE in self.tokens[clause.at].forms and other.passive:
                clause.passive, clause.past = True, other.past

    def _infinitive(self, clause: Clause) -> None:
        governor = self.current
        clause.finite = False
        if governor is None:
            clause.subject = self.pending or self.outer
            return
        direct = [group for preposition, group in governor.elements if not preposition]
        controlled = governor.verb in self.control and direct and not governor.passive
        clause.subject = direct[0] if controlled else governor.subject
        clause.attached = governor.attached
        clause.condition = clause.condition or governor.condition
        clause.auxiliaries = (*governor.auxiliaries, *clause.auxiliaries)

    def _participle(self, clause: Clause, before: str) -> None:
        """A clause without tense: it continues, modifies or accompanies another."""
        gerund = GERUND in self.tokens[clause.at].forms
        series = before == t.COMMA and not gerund and self.current is not None and self.current.passive
        if (before == t.CONJUNCTION or series) and self.current is not None:
            self._share(clause, self.current)
            if not gerund:
                clause.passive, clause.finite = self.current.passive, self.current.finite
        elif gerund and before == t.NOUN and clause.verb in self.placing:
            self._modify(clause)
        elif gerund and (before in (t.COMMA, t.PREPOSITION) or self.current is not None):
            self._accompany(clause, before)
        else:
            self._modify(clause)

    def _accompany(self, clause: Clause, before: str) -> None:
        """A gerund is about the subject of the verb it stands with."""
        owner = self.current or self.main
        if owner is not None and owner is self.current and not owner.elements:
            clause.under = owner.verb
        if owner is not None:
            clause.subject = owner.subject
            clause.auxiliaries = (*owner.auxiliaries, *clause.auxiliaries)
            clause.governor = self.current if before == t.NOUN else None
        else:
            clause.subject = self.pending or self.outer
            clause.headless = before == t.PREPOSITION
