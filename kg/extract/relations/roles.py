"""Copulas that give a technology a role: `our search engine is X`, `X is the primary database of the ledger`."""

from __future__ import annotations

from collections.abc import Iterator

from kg.extract.entities.mentions import Kind, Mention, Namer
from kg.extract.modality.polarity import PolarityJudge
from kg.extract.relations.statement import Sentence, Statement
from kg.extract.syntax.phrases import Group, Phrase
from kg.extract.syntax.verbgroup import Clause
from kg.extract.text.lexicon import Lexicon

_WHOSE = ("for", "of", "behind")


class Roles:
    """Reads copulas.

    Args:
        namer: Names phrases.
        judge: Reads polarity.
        lexicon: Gives the nouns that are roles.
        relations: Keys of the relations in force.
    """

    def __init__(self, namer: Namer, judge: PolarityJudge, lexicon: Lexicon, relations: frozenset[str]) -> None:
        self._namer = namer
        self._judge = judge
        self._roles = lexicon["roleNoun"]
        self._relations = relations

    def statements(self, clause: Clause, sentence: Sentence) -> Iterator[Statement]:
        """What a copula states, if one of its sides is a role and the other a known technology."""
        sides = self._sides(clause)
        if sides is None:
            return
        for role, other in (sides, sides[::-1]):
            technology = self._known(other, sentence)
            if technology is None or not self._is_role(role, sentence):
                continue
            whose = self._whose(clause, role, sentence) or sentence.setting.topic(technology.name)
            relation = technology.technology.suggests if technology.technology else None
            if whose and relation in self._relations:
                polarity = self._judge.of_clause(clause, sentence.tokens, sentence.text)
                yield Statement(whose, relation, technology.name, sentence.setting.bounded(polarity), "role")
            return

    def _sides(self, clause: Clause) -> tuple[Phrase, Phrase] | None:
        """Subject and predicate, when both are single phrases."""
        predicate = next((group for preposition, group in clause.elements if not preposition), None)
        if clause.verb != "be" or clause.attached or clause.subject is None or predicate is None:
            return None
        if len(clause.subject.phrases) > 1 or len(predicate.phrases) > 1:
            return None
        return clause.subject.phrases[0], predicate.phrases[0]

    def _known(self, phrase: Phrase, sentence: Sentence) -> Mention | None:
        mention = self._namer.mention(sentence.tokens, phrase)
        return mention if mention is not None and mention.kind is Kind.KNOWN and mention.technology else None

    def _is_role(self, phrase: Phrase, sentence: Sentence) -> bool:
        """A definite role noun: `the primary database`, `our broker`; `a database` only says what kind it is."""
        first, last = sentence.tokens[phrase.first], sentence.tokens[phrase.last - 1]
        return last.low in self._roles and first.low in ("the", "our", "its", "their", "this")

    def _whose(self, clause: Clause, role: Phrase, sentence: Sentence) -> str:
        """The component in `for …` or `of …`."""
        groups: list[Group] = [g for p, g in clause.elements if p in _WHOSE]
        groups += [role.complement] if role.complement is not None else []
        for group in groups:
            mention = self._namer.mention(sentence.tokens, group.phrases[0])
            if mention is not None and mention.kind >= Kind.THING:
                return mention.name
        return ""
