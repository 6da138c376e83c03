"""From clauses to statements: a frame of the ontology fits a clause, its ends are named, its polarity is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kg.extract.ends import Ends
from kg.extract.forms import ANY_VERB, Frame, Frames
from kg.extract.lexicon import Lexicon
from kg.extract.mentions import Kind, Mention
from kg.extract.phrases import Group
from kg.extract.polarity import PolarityJudge
from kg.extract.roles import Roles
from kg.extract.statement import Sentence, Statement
from kg.extract.tokens import Token
from kg.extract.verbgroup import Clause
from kg.model import Polarity

Fit = tuple[Group | None, Group, int]
"""Grammatical subject, other end, and a key of the place that other end stands at."""


EXAMPLES = ("such as", "like", "including", ":")
"""What may open the names of a phrase that has none: `a queue such as X`, `the following: X`."""


class Attacher:
    """Fits frames to clauses.

    Args:
        frames: Compiled surface forms.
        ends: Names the ends.
        roles: Reads copulas.
        judge: Reads polarity.
        lexicon: Word classes.
    """

    def __init__(self, frames: Frames, ends: Ends, roles: Roles, judge: PolarityJudge, lexicon: Lexicon) -> None:
        self._roles = roles
        self._frames = frames
        self._ends = ends
        self._judge = judge
        self._lexicon = lexicon
        self._any = frames.by_verb.get(ANY_VERB, ())

    def statements(self, clauses: Sequence[Clause], sentence: Sentence) -> Iterator[Statement]:
        """What the clauses of a sentence state, `setting.last` kept up to date."""
        for number, clause in enumerate(clauses):
            found = [*self._clause(clause, sentence, number), *self._roles.statements(clause, sentence)]
            yield from found
            last = self._ends.remembered(clause, sentence, Kind.THING if found else Kind.COMPONENT)
            sentence.setting.last = last or sentence.setting.last

    def _clause(self, clause: Clause, sentence: Sentence, number: int) -> Iterator[Statement]:
        """One statement for each place, and one place for each relation: `hosted in S3 on AWS` names one host."""
        used: set[int] = set()
        relations: set[tuple[str, bool]] = set()
        if clause.headless and clause.subject is None:
            return
        for frame, (subjects, objects, key) in self._candidates(clause, sentence):
            kind = (frame.relation, frame.inverse)
            if key in used or (kind in relations and frame.preposition and frame.verb != ANY_VERB):
                continue
            found = list(self._state(frame, clause, subjects, objects, sentence, number))
            if found:
                used.add(key)
                relations.add(kind)
                yield from found

    def _candidates(self, clause: Clause, sentence: Sentence) -> list[tuple[Frame, Fit]]:
        """Frames that fit a clause, by the place of their other end, then as the frames are ordered."""
        anyhow = () if clause.verb in self._lexicon["setup"] else self._any
        frames = (*self._frames.by_verb.get(clause.verb, ()), *anyhow)
        moving = self._lexicon["moving"]
        fits = [fit for frame in frames for fit in _fits(frame, clause, sentence.tokens, moving)]
        return sorted(fits, key=lambda fit: (fit[0].verb == ANY_VERB, fit[0].preposition == "by", fit[1][2]))

    def _state(
        self, frame: Frame, clause: Clause, subjects: Group | None, objects: Group, sentence: Sentence, number: int
    ) -> Iterator[Statement]:
        ends = list(self._ends.objects(frame, objects, sentence))
        stores = frame.inverse and not frame.preposition and clause.verb in self._lexicon["storing"]
        keeper = self._ends.keeps(frame, clause, sentence) if stores else None
        ends = [] if stores else ends
        if keeper is not None and sentence.setting.topic(keeper.name):
            polarity = sentence.setting.bounded(self._judge.of_clause(clause, sentence.tokens, sentence.text))
            yield Statement(sentence.setting.topic(keeper.name), frame.relation, keeper.name, polarity, "prose")
        referred = self._ends.referred(frame, objects, sentence)
        if referred and frame.owner:
            polarity = sentence.setting.bounded(self._judge.of_clause(clause, sentence.tokens, sentence.text))
            pointed = Mention(referred, Kind.KNOWN, "", True, 0, 0)
            for name in self._ends.subjects(frame, clause, subjects, sentence, pointed):
                yield Statement(referred, frame.relation, name, polarity, "prose")
            return
        if not ends:
            return
        polarity = self._judge.of_clause(clause, sentence.tokens, sentence.text)
        group = f"or{number}" if objects.alternatives and len(ends) > 1 and not frame.inverse else None
        for mention, denied in ends:
            for name in self._ends.subjects(frame, clause, subjects, sentence, mention):
                stated = self._softened(frame, mention, Polarity.NEGATED if denied else polarity)
                yield self._statement(frame, name, mention, sentence.setting.bounded(stated), group)

    def _softened(self, frame: Frame, mention: Mention, polarity: Polarity) -> Polarity:
        """A sink of logs or metrics breaks nobody."""
        if frame.owner or frame.inverse or polarity is not Polarity.ASSERTED:
            return polarity
        return Polarity.OPTIONAL if mention.technology is not None and mention.technology.soft else polarity

    def _statement(self, frame: Frame, name: str, mention: Mention, polarity: Polarity, group: str | None) -> Statement:
        relation = self._relation(frame, mention)
        subject, obj = (mention.name, name) if frame.inverse else (name, mention.name)
        return Statement(subject, relation, obj, polarity, "prose", group)

    def relate(self, relation: str, name: str) -> str:
        """The relation to a name when layout states it and leaves open which it is."""
        technology = self._ends.exact(name)
        if relation == self._frames.arrow and technology is not None and technology.suggests in self._frames.relations:
            return technology.suggests or relation
        return relation

    def _relation(self, frame: Frame, mention: Mention) -> str:
        """What the frame says, unless its verb leaves open which relation it is and the object tells."""
        technology = mention.technology
        if frame.relation == "runs_on" and mention.head in self._lexicon["bucket"]:
            return "backed_by" if "backed_by" in self._frames.relations else frame.relation
        if frame.inverse or frame.verb not in self._lexicon["open"]:
            return frame.relation
        if technology is not None and technology.suggests in self._frames.relations:
            return technology.suggests or frame.relation
        stores = mention.head in self._lexicon["storeNoun"] and "backed_by" in self._frames.relations
        return "backed_by" if stores and frame.relation == "depends_on" else frame.relation


def _fits(frame: Frame, clause: Clause, tokens: Sequence[Token], moving: frozenset[str]) -> Iterator[tuple[Frame, Fit]]:
    """How a frame fits a clause: as it stands, or an active form read backwards from a passive."""
    if frame.verb == ANY_VERB or frame.passive == clause.passive:
        for at, group in _others(frame, clause, tokens):
            subject = _direct(clause) if frame.moved else clause.subject
            if subject is not None or not frame.moved:
                yield frame, (subject, group, at)
    elif clause.passive and frame.verb != "be":
        yield from _reversed(frame, clause, tokens, moving)


def _direct(clause: Clause) -> Group | None:
    return next((group for preposition, group in clause.elements if not preposition), None)


def _others(frame: Frame, clause: Clause, tokens: Sequence[Token]) -> Iterator[tuple[int, Group]]:
    """Where in a clause the other end of a frame stands."""
    elements = clause.elements
    if not frame.preposition:
        if elements and not elements[0][0] and not frame.head:
            yield 0, elements[0][1]
            yield from ((at, elements[at][1]) for at in (1,) if len(elements) > 1 and elements[1][0] in EXAMPLES)
        return
    if frame.preposition == "of" and elements and not elements[0][0]:
        yield from _complements(frame, elements[0][1], tokens)
        return
    for at, (preposition, group) in enumerate(elements):
        if preposition != frame.preposition:
            continue
        before = [g for p, g in elements[:at] if not p]
        if frame.head and not any(_headed(frame.head, g, tokens) for g in before):
            continue
        if before and not frame.gap:
            continue
        yield at, group
        if at + 1 < len(elements) and elements[at + 1][0] in EXAMPLES:
            yield at + 1, elements[at + 1][1]


def _complements(frame: Frame, group: Group, tokens: Sequence[Token]) -> Iterator[tuple[int, Group]]:
    """`makes use of X`: the phrase after `of` belongs to its noun."""
    for phrase in group.phrases:
        if phrase.complement is not None and tokens[phrase.last - 1].low == frame.head:
            members = [*phrase.complement.phrases, *group.phrases[group.phrases.index(phrase) + 1 :]]
            yield 0, Group(members, group.first, group.last, group.alternatives, group.either)
            return


def _reversed(
    frame: Frame, clause: Clause, tokens: Sequence[Token], moving: frozenset[str]
) -> Iterator[tuple[Frame, Fit]]:
    """`X is used by Y` from `Y uses X`, `X is sent to Z by Y` from `Y sends X to Z`."""
    agents = [(at, group) for at, (preposition, group) in enumerate(clause.elements) if preposition == "by"]
    if frame.preposition in ("to", "into", "onto") and not agents and clause.verb in moving:
        agents = [(at, group) for at, (preposition, group) in enumerate(clause.elements) if preposition == "via"]
    if not frame.preposition:
        if agents and clause.subject is not None and not frame.head:
            yield (
                replace(frame, inverse=not frame.inverse, preposition="by"),
                (clause.subject, agents[0][1], agents[0][0]),
            )
        elif (
            clause.subject is not None
            and frame.verb in ("use", "call", "invoke")
            and not frame.inverse
            and _instrument(clause, tokens)
        ):
            yield replace(frame, preposition="as"), (None, clause.subject, -1)
        return
    if frame.head and not _headed(frame.head, clause.subject, tokens):
        return
    for at, (preposition, group) in enumerate(clause.elements):
        if preposition == frame.preposition:
            yield frame, (agents[0][1] if agents else clause.subject, group, at)


def _instrument(clause: Clause, tokens: Sequence[Token]) -> bool:
    """`X is used as a cache`, `X is used to sign tokens`: whoever uses it is not said."""
    after = tokens[clause.at + 1].low if clause.at + 1 < len(tokens) else ""
    return clause.finite and not clause.attached and after in ("as", "to")


def _headed(head: str, group: Group | None, tokens: Sequence[Token]) -> bool:
    """Whether a phrase of the group has this head noun, in whatever number."""
    if group is None:
        return False
    heads = {tokens[phrase.last - 1].low for phrase in group.phrases}
    return bool(heads & {head, head + "s", head.removesuffix("s"), head.removesuffix("y") + "ies"})
