"""From clauses to statements: a frame of the ontology fits a clause, its ends are named, its polarity is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kg.extract.entities.mentions import Kind, Mention
from kg.extract.modality.polarity import PolarityJudge
from kg.extract.relations.arguments import Fit, candidates
from kg.extract.relations.conditions import Conditions
from kg.extract.relations.failures import Failures
from kg.extract.relations.forms import ANY_VERB, Frame, Frames
from kg.extract.relations.objects import PLACES, Objects
from kg.extract.relations.roles import Roles
from kg.extract.relations.statement import Sentence, Statement
from kg.extract.relations.subjects import Subjects
from kg.extract.syntax.phrases import Group
from kg.extract.syntax.verbgroup import Clause
from kg.extract.text.lexicon import Lexicon
from kg.model import Polarity, letters


class Attacher:
    """Fits frames to clauses.

    Args:
        frames: Compiled surface forms.
        objects: Names far ends.
        subjects: Names near ends.
        roles: Reads copulas.
        judge: Reads polarity.
        lexicon: Word classes.
        failures: Reads failure statements.
    """

    def __init__(
        self,
        frames: Frames,
        objects: Objects,
        subjects: Subjects,
        roles: Roles,
        judge: PolarityJudge,
        lexicon: Lexicon,
        failures: Failures,
    ) -> None:
        self._frames = frames
        self._objects = objects
        self._subjects = subjects
        self._roles = roles
        self._judge = judge
        self._lexicon = lexicon
        self._conditions, self._failures = Conditions(lexicon), failures
        self._any = frames.by_verb.get(ANY_VERB, ())

    def statements(self, clauses: Sequence[Clause], sentence: Sentence) -> Iterator[Statement]:
        """What the clauses of a sentence state, the memory of the last subject kept up to date."""
        self._conditions.mark(clauses, sentence.tokens)
        memory, losses = sentence.setting.memory, self._failures.losses(sentence)
        last = memory.recall() if losses else ""
        stated: list[list[Statement]] = []
        for number, clause in enumerate(clauses):
            found = [*self._clause(clause, sentence, number), *self._roles.statements(clause, sentence)]
            stated.append(found)
            least = Kind.THING if found else Kind.COMPONENT
            subject = self._subjects.remembered(clause, sentence, least)
            memory.remember(subject or self._subjects.agent(clause, sentence))
        relying = {letters(one.object): (one.subject, one.object) for found in stated for one in found}
        memory.relying.update(relying)
        yield from self._failures.statements(losses, clauses, stated, replace(sentence, before=last))
        memory.other = self._objects.besides(clauses, sentence)

    def relate(self, relation: str, name: str) -> str:
        """The relation to a name when layout states it and leaves open which it is."""
        technology = self._objects.exact(name)
        if relation == self._frames.arrow and technology is not None and technology.suggests in self._frames.relations:
            return technology.suggests or relation
        return relation

    def _clause(self, clause: Clause, sentence: Sentence, number: int) -> Iterator[Statement]:
        """One statement for each place, and one place for each relation: `hosted in S3 on AWS` names one host."""
        places: set[int] = set()
        relations: set[tuple[str, bool, bool]] = set()
        for fit in self._candidates(clause, sentence):
            frame, place = fit[0], fit[3]
            kind = (frame.relation, frame.inverse, frame.former)
            if place in places or (kind in relations and frame.preposition in PLACES and frame.verb != ANY_VERB):
                continue
            found = list(self._state(clause, fit, sentence, number))
            if found:
                places.add(place)
                relations.add(kind)
                yield from found

    def _candidates(self, clause: Clause, sentence: Sentence) -> list[Fit]:
        """Fits of a clause, by the place of their other end, then as the frames are ordered."""
        if (clause.headless and clause.subject is None) or self._rehearsed(clause, sentence):
            return []
        anyhow = () if clause.verb in self._lexicon["setup"] else self._any
        frames = (*self._frames.by_verb.get(clause.verb, ()), *anyhow)
        moving = self._lexicon["moving"]
        found = candidates(frames, clause, sentence.tokens, moving)
        return sorted(found, key=lambda fit: (fit[0].verb == ANY_VERB, fit[0].preposition == "by", fit[3]))

    def _rehearsed(self, clause: Clause, sentence: Sentence) -> bool:
        """`for local development`: what is said holds at a desk, not where the thing runs."""
        return any(
            preposition in ("for", "during")
            and any(sentence.tokens[phrase.last - 1].low in self._lexicon["rehearsal"] for phrase in group.phrases)
            for preposition, group in clause.elements
        )

    def _state(self, clause: Clause, fit: Fit, sentence: Sentence, number: int) -> Iterator[Statement]:
        frame, subjects, objects, _ = fit
        if frame.inverse and not frame.preposition and clause.verb in self._lexicon["storing"]:
            yield from self._kept(clause, frame, objects, sentence)
            return
        if frame.owner and (referred := self._objects.referred(frame, objects, sentence)):
            named = [(Mention(referred, Kind.KNOWN, "", True, 0, 0), False)]
        else:
            named = list(self._objects.named(frame, objects, sentence))
        if not named:
            return
        polarity = self._judge.of_clause(clause, sentence.tokens, sentence.text)
        polarity = self._judge.before(clause, polarity) if frame.former else polarity
        soft = frame.soft or self._telemetry(frame, clause, sentence)
        group = f"or{number}" if objects.alternatives and len(named) > 1 and not frame.inverse else None
        for mention, denied in named:
            for name in self._subjects.names(frame, clause, subjects, sentence, mention):
                stated = Polarity.NEGATED if denied else polarity
                stated = self._softened(frame, name, mention, stated, soft or _lacks_option(fit, named, name))
                yield self._statement(frame, name, mention, sentence.setting.bounded(stated), group)

    def _kept(self, clause: Clause, frame: Frame, data: Group, sentence: Sentence) -> Iterator[Statement]:
        """`Redis stores sessions`: the topic's data is there, or that of the one that is named."""
        keeper = self._objects.keeps(frame, clause, sentence)
        topic = self._objects.whose(data, sentence) or sentence.setting.topic(keeper.name) if keeper is not None else ""
        if keeper is not None and topic:
            polarity = self._judge.of_clause(clause, sentence.tokens, sentence.text)
            yield Statement(topic, frame.relation, keeper.name, sentence.setting.bounded(polarity), "prose")

    def _softened(self, frame: Frame, name: str, mention: Mention, polarity: Polarity, soft: bool) -> Polarity:
        """A sink of logs or metrics breaks nobody but another."""
        sender = self._objects.exact(name)
        if frame.owner or polarity is not Polarity.ASSERTED or (sender is not None and sender.soft and not frame.soft):
            return polarity
        soft = soft or (not frame.inverse and mention.technology is not None and mention.technology.soft)
        return Polarity.OPTIONAL if soft else polarity

    def _telemetry(self, frame: Frame, clause: Clause, sentence: Sentence) -> bool:
        """`sends metrics to …`: what is moved is telemetry."""
        heads = {
            sentence.tokens[phrase.last - 1].low
            for preposition, group in clause.elements
            for phrase in group.phrases
            if not preposition
        }
        return frame.preposition in ("to", "into", "via") and not heads.isdisjoint(self._lexicon["telemetry"])

    def _statement(self, frame: Frame, name: str, mention: Mention, polarity: Polarity, group: str | None) -> Statement:
        relation = self._relation(frame, mention)
        subject, obj = (mention.name, name) if frame.inverse else (name, mention.name)
        return Statement(subject, relation, obj, polarity, "prose", group)

    def _relation(self, frame: Frame, mention: Mention) -> str:
        """What the frame says, unless its verb leaves open which relation it is and the object tells."""
        technology = mention.technology
        if frame.relation == "runs_on" and mention.head in self._lexicon["bucket"]:
            return "backed_by" if "backed_by" in self._frames.relations else frame.relation
        if frame.inverse or frame.verb not in self._lexicon["open"]:
            return frame.relation
        if technology is not None and technology.suggests in self._frames.relations:
            return technology.suggests or frame.relation
        stores = (
            frame.verb not in self._lexicon["needing"]
            and mention.head.replace("_", "-").rsplit("-", 1)[-1] in self._lexicon["storeNoun"]
            and "backed_by" in self._frames.relations
        )
        return "backed_by" if stores and frame.relation == "depends_on" else frame.relation


def _lacks_option(fit: Fit, named: Sequence[tuple[Mention, bool]], name: str) -> bool:
    """`either A or B`, one of which has no name or is the subject: without the other there is still that one."""
    frame, _, objects, _ = fit
    others = [mention for mention, _ in named if letters(mention.name) != letters(name)]
    return objects.either and objects.alternatives and not frame.inverse and len(others) < len(objects.phrases)
