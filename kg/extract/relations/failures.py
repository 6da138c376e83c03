"""Failure statements: `when X is down, Y serves stale data` tells what the failure of one thing does to another.

A sentence has a loss and says what then becomes of something. Who that is the grammar tells, or, where it is data or a
pronoun, what the text was about. What a loss makes a thing use instead is the other of two alternatives.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kg.extract.entities.mentions import Kind, Mention
from kg.extract.relations.forms import Frame, Frames
from kg.extract.relations.losses import How, Loss, Losses
from kg.extract.relations.objects import Objects
from kg.extract.relations.outcomes import Outcomes
from kg.extract.relations.statement import Sentence, Statement, letters
from kg.extract.relations.subjects import Subjects
from kg.extract.syntax.phrases import Group, group_at
from kg.extract.syntax.verbgroup import Clause
from kg.extract.text import tokens as t
from kg.extract.text.lexicon import GERUND, PARTICIPLE, PAST, Lexicon
from kg.extract.text.tokens import Token
from kg.model import Effect, Polarity
from kg.ontology import Ontology

_POLARITY = {"breaks": Polarity.ASSERTED, "degrades": Polarity.OPTIONAL, "survives": Polarity.OPTIONAL}
"""How a statement of reliance stands that a behaviour implies."""
_OPENING = frozenset((t.CONJUNCTION, t.ADVERB, t.COMMA))
_INDEFINITE = frozenset(("a", "an", "another", "any", "each", "every", "one", "some"))
_SKIPPED = frozenset(("so", "then", "that", "and", "but", "therefore", "hence"))
_TOLD_PAST = re.compile(
    r"\b(?:was|were|did|could|had|went|took|became|began|stood|lost|broke|fell|kept|ran)(?:n[’']t)?\b", re.I
)


@dataclass(frozen=True, slots=True)
class Told:
    """What a sentence tells of one loss and one thing.

    Args:
        statement: That the thing relies on what is lost, with the effect.
        first: Index of the first token of what then happens.
        last: One past its last.
        option: What the words alone name as standing in; empty when they name nothing.
    """

    statement: Statement
    first: int
    last: int
    option: str = ""

    def states(self, clause: Clause) -> bool:
        """Whether a clause is about what happens after the loss."""
        effect = self.statement.effect
        return effect is not None and effect.behaviour != "breaks" and self.first <= clause.at < self.last


class Failures:
    """Reads failure statements.

    Args:
        frames: Gives the frame of the relation that a failure alone states.
        subjects: Names who suffers.
        objects: Names what is lost.
        lexicon: Word classes.
        ontology: Gives words their meaning.
    """

    def __init__(
        self, frames: Frames, subjects: Subjects, objects: Objects, lexicon: Lexicon, ontology: Ontology
    ) -> None:
        failing = (frame for frame in frames.by_verb.get("fail", ()) if frame.preposition == "without")
        self._frame: Frame | None = next(failing, None)
        self._subjects, self._objects, self._lexicon = subjects, objects, lexicon
        self._losses, self._outcomes = Losses(lexicon), Outcomes(ontology, lexicon)
        forms = sorted(lexicon["resort"], key=lambda word: (-len(word), word))
        self._resorts = [tuple(form.split()) for form in forms]

    @property
    def cues(self) -> frozenset[str]:
        """Words of which a sentence has one if it tells of a loss at all."""
        return self._losses.words if self._frame is not None else frozenset()

    def may(self, words: frozenset[str]) -> bool:
        """Whether a sentence of these words may tell of a failure."""
        return not (self.cues.isdisjoint(words) or self._outcomes.words.isdisjoint(words))

    def among(self, statements: Sequence[Statement]) -> list[Statement]:
        """Those that tell of a failure, and the options beside what is lost: here the words alone are sure enough."""
        groups = {one.alternatives for one in statements if one.effect is not None and one.alternatives}
        return [one for one in statements if one.effect is not None or one.alternatives in groups]

    def losses(self, sentence: Sentence) -> list[Loss]:
        """Where a sentence says that something is gone; questions say nothing."""
        if self._frame is None or sentence.text.rstrip().endswith("?"):
            return []
        return self._losses.of(sentence.text, sentence.tokens)

    def statements(
        self, losses: Sequence[Loss], clauses: Sequence[Clause], stated: Sequence[list[Statement]], sentence: Sentence
    ) -> Iterator[Statement]:
        """What a sentence states in the light of its losses.

        Args:
            losses: As `losses` finds them.
            clauses: The clauses of the sentence.
            stated: What each states by itself.
            sentence: Where.
        """
        told = list(self._told(losses, clauses, sentence))
        instead = [
            one for clause, found in zip(clauses, stated, strict=True) for one in self._instead(told, clause, found)
        ]
        yield from complete(told, instead)
        yield from instead

    def _told(self, losses: Sequence[Loss], clauses: Sequence[Clause], sentence: Sentence) -> Iterator[Told]:
        if self._frame is None:
            return
        for number, loss in enumerate(losses):
            place = _place(loss, sentence.tokens)
            place = _last_clause(place, loss, clauses) if place is not None else None
            if place is not None and not self._supposed(place, sentence):
                yield from self._of(loss, place, clauses, sentence, f"instead{number}", self._frame)

    def _supposed(self, place: tuple[int, int], sentence: Sentence) -> bool:
        """`would`, `should`, `might`: what is said is supposed or advised."""
        words = {token.low for token in sentence.tokens[slice(*place)]}
        return not self._lexicon["hypotheticalModal"].isdisjoint(words - {"couldn't", "could"})

    def _of(
        self,
        loss: Loss,
        place: tuple[int, int],
        clauses: Sequence[Clause],
        sentence: Sentence,
        group: str,
        frame: Frame,
    ) -> Iterator[Told]:
        effect = self._effect(loss, place, sentence)
        if effect is None or not loss.cause.phrases or loss.cause.first == loss.cause.last:
            return
        observed = self._observed(loss, place, sentence)
        if loss.how is How.EVENT and not observed:
            return
        for mention in self._causes(loss, clauses, sentence, frame):
            for name in self._sufferers(loss, place, clauses, sentence, mention, frame):
                option = self._option(place, sentence, frame, {letters(name), letters(mention.name)})
                polarity = Polarity.OBSERVED if observed else self._polarity(effect)
                polarity = sentence.setting.bounded(polarity)
                stated = Statement(name, frame.relation, mention.name, polarity, "prose", group, effect=effect)
                yield Told(stated, *place, option)

    def _causes(self, loss: Loss, clauses: Sequence[Clause], sentence: Sentence, frame: Frame) -> Iterator[Mention]:
        """Names of what is lost."""
        memory = sentence.setting.memory
        known = [memory.other, sentence.before, *(obj for _, obj in memory.relying.values())]
        for phrase in loss.cause.phrases:
            short = self._objects.shortened(phrase, sentence, known)
            if phrase.pronoun and phrase.complement is None:
                yield from self._pronoun(loss, clauses, sentence, frame)
            elif short is not None:
                yield short
            else:
                found = self._objects.named(frame, replace(loss.cause, phrases=[phrase]), sentence)
                anything = sentence.tokens[phrase.first].low in _INDEFINITE
                yield from (
                    one for one, denied in found if not denied and not (anything and one.kind <= Kind.COMPONENT)
                )

    def _pronoun(self, loss: Loss, clauses: Sequence[Clause], sentence: Sentence, frame: Frame) -> Iterator[Mention]:
        """`X reads from Y and stops without it`: what the sentence named before, else what the one before it did."""
        before = [clause for clause in clauses if clause.at < loss.first]
        other = self._objects.besides(before, sentence)
        if other:
            place = sentence.tokens[loss.cause.first]
            known = self._objects.exact(other)
            yield Mention(other, Kind.NAME, "", True, place.start, place.end, known)
        elif not any(group.first < loss.first for clause in before for _, group in clause.elements):
            yield from (one for one, denied in self._objects.named(frame, loss.cause, sentence) if not denied)

    def _polarity(self, effect: Effect) -> Polarity:
        return Polarity.ASSERTED if effect.extent else _POLARITY.get(effect.behaviour, Polarity.ASSERTED)

    def _effect(self, loss: Loss, place: tuple[int, int], sentence: Sentence) -> Effect | None:
        text, beyond = _text(sentence, *place), _text(sentence, max(place[1], loss.last), len(sentence.tokens))
        effect = self._outcomes.of(text, beyond)
        return replace(effect, extent=loss.extent) if effect is not None and loss.extent else effect

    def _observed(self, loss: Loss, place: tuple[int, int], sentence: Sentence) -> bool:
        """Whether it is told as having happened once."""
        said = sentence.tokens[slice(*place)]
        verbs = [token for token in said if token.tag == t.VERB and token.forms]
        standing = any(token.low in _PRESENT for token in said)
        past = bool(_TOLD_PAST.search(_text(sentence, *place))) or (bool(verbs) and verbs[0].forms <= _ONLY_PAST)
        return (
            past
            and not standing
            and (loss.past or loss.how is not How.CONDITION or sentence.tokens[loss.first].low != "without")
        )

    # ------------------------------------------------------------ who suffers

    def _sufferers(
        self,
        loss: Loss,
        place: tuple[int, int],
        clauses: Sequence[Clause],
        sentence: Sentence,
        other: Mention,
        frame: Frame,
    ) -> Iterable[str]:
        """Names of who the failure does it to."""
        group = self._subject(loss, place, clauses, sentence)
        if group is None and self._commanded(place, sentence):
            return []
        clause = Clause("fail", place[0], place[0], subject=group)
        before = self._before(loss, clauses, sentence, other)
        phrases = group.phrases if group is not None else (None,)
        found = [self._subjects.sufferer(frame, clause, one, sentence, other, before) for one in phrases]
        if loss.how is How.SUBJECT and not any(found):
            found = [self._subjects.sufferer(frame, clause, None, sentence, other, before)]
        named = (name for name in dict.fromkeys(found) if name and letters(name) != letters(other.name))
        return [name for name in named if self._subjects.plausible(name)]

    def _subject(
        self, loss: Loss, place: tuple[int, int], clauses: Sequence[Clause], sentence: Sentence
    ) -> Group | None:
        first, last = place
        tokens = sentence.tokens[:last]
        agent = self._agent(place, sentence)
        if agent is not None:
            return agent
        if loss.how is How.SUBJECT:
            return self._harmed(place, sentence)
        main = [clause for clause in clauses if first <= clause.first < last and clause.finite and not clause.condition]
        if main and last <= loss.first + 1 and main[-1].subject is not None:
            return main[-1].subject
        while first < last and (tokens[first].low in _SKIPPED or tokens[first].tag in _OPENING):
            first += 1
        acting = (at for at in range(first + 1, last) if tokens[at].low in self._outcomes.acting)
        return group_at(tokens[: next(acting, last)], first, False)

    def _harmed(self, place: tuple[int, int], sentence: Sentence) -> Group | None:
        """`an outage of X takes down Y`, `… makes no difference to Y`: who is the object of the harm."""
        harming = [at for at in range(*place) if sentence.tokens[at].low in self._outcomes.harms]
        for at in harming or range(*place):
            if harming or sentence.tokens[at].low in ("to", "for"):
                after = at + 1
                while after < place[1] and sentence.tokens[after].tag == t.ADVERB:
                    after += 1
                return group_at(sentence.tokens[: place[1]], after, True)
        return None

    def _agent(self, place: tuple[int, int], sentence: Sentence) -> Group | None:
        """`orders are queued by X`: who does it."""
        tokens = sentence.tokens
        for at in range(place[0] + 1, place[1]):
            if tokens[at].low == "by" and any(token.tag == t.BE for token in tokens[place[0] : at]):
                return group_at(tokens[: place[1]], at + 1, True)
        return None

    def _commanded(self, place: tuple[int, int], sentence: Sentence) -> bool:
        """`restart it`, `page the team`: what is to be done is nobody's behaviour."""
        said = [token for token in sentence.tokens[slice(*place)] if token.tag not in _OPENING]
        return bool(said) and bool(said[0].verb) and not said[0].forms & {PAST, GERUND}

    def _before(self, loss: Loss, clauses: Sequence[Clause], sentence: Sentence, other: Mention) -> str:
        """Whom the sentence was about before it came to the loss."""
        names = (
            self._subjects.named(clause, sentence)
            for clause in clauses
            if clause.at < loss.first and not clause.condition
        )
        told = [name for name in names if name and letters(name) != letters(other.name)]
        return told[-1] if told else ""

    # ------------------------------------------------------------ what stands in

    def _option(self, place: tuple[int, int], sentence: Sentence, frame: Frame, besides: set[str]) -> str:
        """`falls back to X`, `switches to reading from X`: what is used instead."""
        tokens = sentence.tokens[: place[1]]
        for at in range(*place):
            for form in self._resorts:
                end = self._resorted(tokens, at, form)
                group = group_at(tokens, end, True) if end else None
                named = [one for one, _ in self._objects.named(frame, group, sentence)] if group is not None else []
                if named and letters(named[0].name) not in besides:
                    return named[0].name
        return ""

    def _resorted(self, tokens: Sequence[Token], at: int, form: Sequence[str]) -> int:
        """Where the object of a verb such as `fall back to` begins, if the verb stands there; else 0."""
        if form[0] not in (tokens[at].verb, tokens[at].low):
            return 0
        end = at + 1
        for word in form[1:]:
            while end < len(tokens) and tokens[end].low != word and tokens[end].tag == t.ADVERB:
                end += 1
            if end >= len(tokens) or tokens[end].low != word:
                return 0
            end += 1
        while end < len(tokens) and tokens[end].low.endswith("ing"):
            end += 1
            end += end < len(tokens) and tokens[end].tag == t.PREPOSITION
        return end

    def _instead(self, told: Sequence[Told], clause: Clause, found: list[Statement]) -> list[Statement]:
        """What a clause states that tells what is used instead: the options beside what is lost.

        Args:
            told: What the sentence tells of failures.
            clause: One of its clauses.
            found: What that clause states.
        """
        about = next((one for one in told if one.states(clause)), None)
        if about is None:
            return found
        option = letters(about.option)
        return [self._beside(about.statement, one) for one in found if not option or letters(one.object) != option]

    def _beside(self, lost: Statement, one: Statement) -> Statement:
        """Beside the loss of one thing, reliance on another is an option."""
        same = letters(one.subject) == letters(lost.subject) and letters(one.object) != letters(lost.object)
        if not same or one.polarity not in (Polarity.ASSERTED, Polarity.OPTIONAL):
            return one
        return replace(one, polarity=Polarity.ASSERTED, alternatives=lost.alternatives)


_ONLY_PAST = frozenset((PAST, PARTICIPLE))
_PRESENT = frozenset(
    ("'re", "'s", "am", "are", "be", "can", "cannot", "do", "does", "has", "have", "is", "may", "will")
)
"""Words of a verb group that show a sentence to tell of what holds."""


def complete(told: Iterable[Told], options: Iterable[Statement]) -> Iterator[Statement]:
    """The statements on what is lost and on what stands in for it; where nothing is named that does, there is no group.

    Args:
        told: What a sentence tells of failures.
        options: What its clauses state is used instead.
    """
    grouped = {one.alternatives for one in options}
    for one in told:
        lost, effect = one.statement, one.statement.effect
        if effect is None or effect.behaviour == "breaks" or not lost.polarity.holds:
            yield replace(lost, alternatives=None)
        elif one.option or lost.alternatives in grouped:
            fallen = Effect("degrades", "fallback", effect.lasts)
            yield replace(lost, polarity=Polarity.ASSERTED, effect=fallen)
            if one.option:
                yield replace(lost, object=one.option, polarity=Polarity.ASSERTED, effect=None)
        else:
            yield replace(lost, alternatives=None)


def _place(loss: Loss, tokens: Sequence[Token]) -> tuple[int, int] | None:
    """The range of tokens that says what happens when something is lost."""
    stops = [at for at, token in enumerate(tokens) if token.tag == t.STOP]
    start = max((at for at in stops if at < loss.first), default=-1) + 1
    stop = min((at for at in stops if at >= loss.last), default=len(tokens))
    after = loss.last
    while after < stop and tokens[after].tag == t.COMMA:
        after += 1
    if loss.how in (How.SUBJECT, How.EVENT):
        return (after, stop) if after < stop else None
    if loss.how is How.CONDITION and _opens(tokens, start, loss.first) and after < stop:
        return after, stop
    begin = max((at + 1 for at in range(start, loss.first) if _joins(tokens, at)), default=start)
    end = loss.first + (tokens[loss.first].low == "without")
    return (begin, end) if begin < loss.first else None


def _last_clause(place: tuple[int, int], loss: Loss, clauses: Sequence[Clause]) -> tuple[int, int]:
    """Of what stands before a loss the last clause, with its subject if that is its own."""
    first, last = place
    main = [one for one in clauses if first <= one.first < min(last, loss.first) and one.finite and not one.condition]
    if last > loss.first + 1 or not main:
        return place
    subject, begin = main[-1].subject, main[-1].first
    near = subject is not None and first <= subject.first and subject.last >= begin - 1
    return (subject.first if near and subject is not None else begin), last


def _opens(tokens: Sequence[Token], start: int, first: int) -> bool:
    """Whether nothing that says anything stands before a loss in its part of the sentence."""
    comma = max((at for at in range(start, first) if tokens[at].tag == t.COMMA), default=start - 1)
    return all(token.low in _SKIPPED or token.tag == t.CONJUNCTION for token in tokens[comma + 1 : first])


def _joins(tokens: Sequence[Token], at: int) -> bool:
    """A conjunction behind a comma opens a new part of a sentence."""
    return tokens[at].tag == t.CONJUNCTION and at > 0 and tokens[at - 1].tag == t.COMMA


def _text(sentence: Sentence, first: int, last: int) -> str:
    if first >= last or first >= len(sentence.tokens):
        return ""
    return sentence.text[sentence.tokens[first].start : sentence.tokens[last - 1].end]
