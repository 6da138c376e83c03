"""From clauses to statements: a frame of the ontology fits a clause, its ends are named, doubts are weighed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kg.extract.clauses import Clause
from kg.extract.forms import Frame, Frames
from kg.extract.lexicon import Lexicon
from kg.extract.mentions import Kind, Mention, Namer
from kg.extract.phrases import Group, Phrase
from kg.extract.polarity import PolarityJudge
from kg.extract.tokens import Token
from kg.model import Polarity
from kg.names import letters


@dataclass(frozen=True, slots=True)
class Statement:
    """A claim before it gets its place: names, relation, polarity.

    Args:
        subject: Name as written.
        relation: Key.
        object: Name as written.
        polarity: How it is stated.
        extractor: Which phenomenon found it.
        alternatives: Group within the chunk of which any one suffices.
    """

    subject: str
    relation: str
    object: str
    polarity: Polarity
    extractor: str
    alternatives: str | None = None


@dataclass(slots=True)
class Setting:
    """What a sentence may refer to.

    Args:
        topics: Names of headings, innermost first.
        last: The last subject named in the chunk.
        label: Name of the list item or row the sentence is about.
        polarity: What the headings say of everything.
    """

    topics: tuple[str, ...]
    last: str = ""
    label: str = ""
    polarity: Polarity = Polarity.ASSERTED

    def topic(self, besides: Sequence[str] = ()) -> str:
        """The label, else the innermost topic that is none of the given names."""
        taken = {letters(name) for name in besides}
        for name in (self.label, *self.topics):
            if name and letters(name) not in taken:
                return name
        return ""


class Attacher:
    """Fits frames to clauses.

    Args:
        frames: Compiled surface forms.
        namer: Names phrases.
        judge: Reads polarity.
        lexicon: Word classes.
    """

    def __init__(self, frames: Frames, namer: Namer, judge: PolarityJudge, lexicon: Lexicon) -> None:
        self._frames = frames
        self._namer = namer
        self._judge = judge
        self._lexicon = lexicon

    def statements(
        self, clauses: Sequence[Clause], tokens: Sequence[Token], text: str, setting: Setting
    ) -> Iterator[Statement]:
        """What the clauses of a sentence state, `setting.last` kept up to date."""
        for number, clause in enumerate(clauses):
            found = list(self._clause(clause, tokens, text, setting, number))
            yield from found
            self._remember(clause, tokens, setting, Kind.THING if found else Kind.COMPONENT)

    def _remember(self, clause: Clause, tokens: Sequence[Token], setting: Setting, least: Kind) -> None:
        if clause.subject is None or clause.attached or len(clause.subject.phrases) > 1:
            return
        mention = self._namer.mention(tokens, clause.subject.phrases[0])
        if mention is not None and mention.kind >= least and not self._is_topic(mention):
            setting.last = mention.name

    def _clause(
        self, clause: Clause, tokens: Sequence[Token], text: str, setting: Setting, number: int
    ) -> Iterator[Statement]:
        used: set[int] = set()
        for frame in self._frames.by_verb.get(clause.verb, ()):
            for subjects, objects, key in self._ends(frame, clause, tokens):
                if key in used:
                    continue
                found = list(self._state(frame, clause, subjects, objects, tokens, text, setting, number))
                if found:
                    used.add(key)
                    yield from found

    def _ends(self, frame: Frame, clause: Clause, tokens: Sequence[Token]) -> Iterator[tuple[Group | None, Group, int]]:
        """Grammatical subject and other end of a clause that a frame fits, with a key of the place used."""
        if frame.passive == clause.passive:
            for at, group in self._others(frame, clause, tokens):
                agent = self._agent(clause) if clause.passive and frame.preposition != "by" else None
                yield agent or clause.subject, group, at
        elif clause.passive and not frame.passive and frame.verb != "be":
            yield from self._passive(frame, clause, tokens)

    def _passive(
        self, frame: Frame, clause: Clause, tokens: Sequence[Token]
    ) -> Iterator[tuple[Group | None, Group, int]]:
        """An active form read backwards: `X is used by Y`, `X is sent to Z by Y`."""
        agent = self._agent(clause)
        if frame.preposition:
            for at, (preposition, group) in enumerate(clause.elements):
                if preposition == frame.preposition and (not frame.head or _headed(frame.head, clause.subject, tokens)):
                    yield agent or clause.subject, group, at
        elif agent is not None and clause.subject is not None:
            yield agent, clause.subject, -1

    def _agent(self, clause: Clause) -> Group | None:
        return next((group for preposition, group in clause.elements if preposition == "by"), None)

    def _others(self, frame: Frame, clause: Clause, tokens: Sequence[Token]) -> Iterator[tuple[int, Group]]:
        elements = clause.elements
        if not frame.preposition:
            if elements and not elements[0][0] and not frame.head:
                yield 0, elements[0][1]
            return
        for at, (preposition, group) in enumerate(elements):
            if preposition != frame.preposition:
                continue
            if frame.head and not any(_headed(frame.head, g, tokens) for p, g in elements[:at] if not p):
                continue
            if not frame.gap and any(not p for p, _ in elements[:at]):
                continue
            yield at, group
            return

    def _state(
        self,
        frame: Frame,
        clause: Clause,
        subjects: Group | None,
        objects: Group,
        tokens: Sequence[Token],
        text: str,
        setting: Setting,
        number: int,
    ) -> Iterator[Statement]:
        ends = list(self._objects(frame, objects, tokens))
        polarity = self._judge.of_clause(clause, tokens, text)
        group = f"or{number}" if objects.alternatives and len(ends) > 1 and not frame.inverse else None
        for mention, negative in ends:
            for name in self._subjects(frame, clause, subjects, tokens, setting, mention):
                yield self._statement(frame, name, mention, polarity, negative, setting, group)

    def _statement(
        self,
        frame: Frame,
        name: str,
        mention: Mention,
        polarity: Polarity,
        negative: bool,
        setting: Setting,
        group: str | None,
    ) -> Statement:
        if negative:
            polarity = Polarity.NEGATED
        if polarity.holds and not setting.polarity.holds:
            polarity = setting.polarity
        subject, obj = (mention.name, name) if frame.inverse else (name, mention.name)
        return Statement(subject, frame.relation, obj, polarity, "prose", group)

    def _objects(self, frame: Frame, group: Group, tokens: Sequence[Token]) -> Iterator[tuple[Mention, bool]]:
        """Named ends of a group, and whether their determiner denies them."""
        for phrase in group.phrases:
            mention = self._namer.mention(tokens, phrase)
            if mention is not None and self._accepts(frame, mention):
                yield mention, tokens[phrase.first].low in self._lexicon["negativeDeterminer"]

    def _accepts(self, frame: Frame, mention: Mention) -> bool:
        if frame.owner and not frame.inverse:
            return self._namer.owner(mention)
        weak = frame.verb in self._lexicon["weak"]
        if not weak and frame.preposition and frame.verb != "be" and mention.kind == Kind.THING:
            return True
        if not weak and mention.kind == Kind.THING:
            return True
        return mention.kind >= Kind.GENERIC

    def _subjects(
        self,
        frame: Frame,
        clause: Clause,
        group: Group | None,
        tokens: Sequence[Token],
        setting: Setting,
        other: Mention,
    ) -> Iterator[str]:
        """Names of the grammatical subject: its phrases, or what they refer to."""
        for phrase in group.phrases if group is not None else (None,):
            name = self._subject(frame, phrase, tokens, setting, other)
            if name and letters(name) != letters(other.name):
                yield name

    def _subject(
        self, frame: Frame, phrase: Phrase | None, tokens: Sequence[Token], setting: Setting, other: Mention
    ) -> str:
        if phrase is None:
            return setting.topic((other.name,))
        if phrase.speaker:
            return "" if frame.owner else setting.topic((other.name,))
        if phrase.pronoun:
            return self._pronoun(tokens[phrase.first].low, setting, other)
        mention = self._namer.mention(tokens, phrase)
        if mention is None:
            return ""
        if frame.owner and frame.inverse:
            return mention.name if self._namer.owner(mention) else ""
        if self._is_topic(mention):
            return setting.topic((other.name,)) or mention.name
        if mention.kind == Kind.DATA:
            return self._data(frame, mention, setting, other)
        return mention.name if mention.kind > Kind.DATA else ""

    def _data(self, frame: Frame, mention: Mention, setting: Setting, other: Mention) -> str:
        """`sessions are stored in …`: what they belong to relies on the place."""
        if frame.verb in self._lexicon["weak"] and not frame.passive:
            return ""
        return setting.topic((other.name,)) or (mention.name if " " in mention.name else "")

    def _is_topic(self, mention: Mention) -> bool:
        """`the service`, `this tool`: the thing the document is about."""
        return mention.definite and mention.name.lower() in self._lexicon["topicNoun"]

    def _pronoun(self, word: str, setting: Setting, other: Mention) -> str:
        if setting.last and letters(setting.last) != letters(other.name):
            return setting.last
        return setting.topic((other.name,))


def _headed(head: str, group: Group | None, tokens: Sequence[Token]) -> bool:
    """Whether a phrase of the group has this head noun, in whatever number."""
    if group is None:
        return False
    heads = {tokens[phrase.last - 1].low for phrase in group.phrases}
    return bool(heads & {head, head + "s", head.removesuffix("s"), head.removesuffix("y") + "ies"})
