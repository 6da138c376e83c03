"""The reader that learned: of each statement that the grammar proposes, how surely it holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kg.extract.decision import attachment, surroundings
from kg.extract.decision.conjunctions import conjunctions
from kg.extract.decision.naming import naming
from kg.extract.decision.weights import Weights
from kg.extract.entities.mentions import Kind, Mention, Namer
from kg.extract.relations.forms import Frames
from kg.extract.relations.statement import Sentence, Setting, Statement, letters
from kg.extract.syntax.phrases import Phrase, phrase_at
from kg.extract.syntax.verbgroup import Clause
from kg.extract.text.tokens import Token
from kg.model import Block

Place = tuple[Mention, Phrase]


class Features:
    """What of a statement decides whether it holds: about forms and frames, never about the relation's name.

    Args:
        namer: Knows word classes and technologies.
        frames: Compiled surface forms.
    """

    def __init__(self, namer: Namer, frames: Frames) -> None:
        self._namer, self._frames, self._lexicon = namer, frames, namer.lexicon

    def of_prose(
        self, statements: Sequence[Statement], sentence: Sentence, clauses: Sequence[Clause], block: Block, last: str
    ) -> Iterator[list[str]]:
        """Features of each statement of a sentence.

        Args:
            statements: What the grammar proposes.
            sentence: Where.
            clauses: Of the sentence.
            block: Where the sentence stands.
            last: The subject before the sentence.
        """
        places = dict(self._places(sentence.tokens))
        common = [*self._common(sentence.text, sentence.tokens, sentence.setting, block)]
        common += [f"P:stated={min(len(statements), 3)}"]
        common += [f"P:named={min(sum(m.kind >= Kind.THING for m, _ in places.values()), 6)}"]
        pairs = {(letters(one.subject), letters(one.object)) for one in statements}
        for one in statements:
            ends = places.get(letters(one.subject)), places.get(letters(one.object))
            found = [*common, f"P:source={_source(one.subject, ends[0], sentence.setting, last)}"]
            if (letters(one.object), letters(one.subject)) in pairs:
                found.append("P:both")
            found += self._ends(one, *ends)
            found += self._attached(sentence.tokens, clauses, *ends)
            yield [*found, *conjunctions(set(found))]

    def of_layout(self, statement: Statement, text: str, setting: Setting, block: Block) -> list[str]:
        """Features of a statement that layout makes: a label, a table row, a diagram."""
        found = [*self._common(text, (), setting, block), "P:source=layout", *self._ends(statement, None, None)]
        return [*found, *conjunctions(set(found))]

    def _common(self, text: str, tokens: Sequence[Token], setting: Setting, block: Block) -> Iterator[str]:
        yield from surroundings.of_sentence(text, tokens, setting, self._lexicon)
        yield from surroundings.of_block(block, self._lexicon)

    def _places(self, tokens: Sequence[Token]) -> Iterator[tuple[str, Place]]:
        """Where the names of a sentence stand, last first: a dictionary made of it has the first place of each."""
        found: list[tuple[str, Place]] = []
        at = 0
        while at < len(tokens):
            phrase = phrase_at(tokens, at)
            if phrase is None or phrase.last <= at:
                at += 1
                continue
            mention = self._namer.mention(tokens, phrase)
            if mention is not None:
                found.append((letters(mention.name), (mention, phrase)))
            at = phrase.last
        return reversed(found)

    def _ends(self, one: Statement, subject: Place | None, obj: Place | None) -> Iterator[str]:
        yield from (f"P:extractor={one.extractor}", f"P:polarity={one.polarity}")
        if one.alternatives is not None:
            yield "P:alternatives"
        yield from naming(self._namer, one.subject, "s", subject[0] if subject else None)
        yield from naming(self._namer, one.object, "o", obj[0] if obj else None)

    def _attached(
        self, tokens: Sequence[Token], clauses: Sequence[Clause], subject: Place | None, obj: Place | None
    ) -> Iterator[str]:
        if obj is None:
            return
        yield from attachment.of_clause(clauses, subject[1] if subject else None, obj[1], self._frames, self._lexicon)
        if subject is not None:
            yield from attachment.between(tokens, subject[1], obj[1])


def _source(name: str, place: Place | None, setting: Setting, last: str) -> str:
    """Where the subject of a statement was found."""
    if place is not None:
        return "text"
    same = letters(name)
    if same == letters(setting.label):
        return "label"
    if same in map(letters, setting.topics):
        return "topic"
    return "last" if same == letters(last) else "other"


class Reader:
    """Says how surely statements hold.

    Args:
        features: What decides.
        weights: How much each feature says.
    """

    def __init__(self, features: Features, weights: Weights) -> None:
        self.features, self.weights = features, weights

    def prose(
        self, statements: Sequence[Statement], sentence: Sentence, clauses: Sequence[Clause], block: Block, last: str
    ) -> Iterator[Statement]:
        """The statements of a sentence, each with its confidence; arguments as for `Features.of_prose`."""
        found = self.features.of_prose(statements, sentence, clauses, block, last)
        judged = [self.judged(one, features) for one, features in zip(statements, found, strict=True)]
        surest: dict[str | None, float] = {}
        for one in judged:
            surest[one.alternatives] = max(surest.get(one.alternatives, 0.0), one.confidence or 0.0)
        for one in judged:  # of options that are doubted apart, one would be left and taken for a necessity
            yield replace(one, confidence=surest[one.alternatives]) if one.alternatives else one

    def layout(self, statement: Statement, text: str, setting: Setting, block: Block) -> Statement:
        """A statement of layout with its confidence, unless prose within it has one."""
        if statement.confidence is not None:
            return statement
        return self.judged(statement, self.features.of_layout(statement, text, setting, block))

    def judged(self, statement: Statement, features: Sequence[str]) -> Statement:
        """A statement with the confidence that its features give."""
        return replace(statement, confidence=self.weights.confidence(features))
