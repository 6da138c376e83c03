"""The near end of a statement: its grammatical subject, or what a pronoun, an elided subject or data refers to."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.extract.entities.mentions import Kind, Mention, Namer
from kg.extract.relations.forms import Frame
from kg.extract.relations.objects import POSSESSIVES, Objects
from kg.extract.relations.statement import Sentence, letters
from kg.extract.syntax.phrases import Group, Phrase
from kg.extract.syntax.verbgroup import Clause
from kg.extract.text import tokens as t
from kg.extract.text.lexicon import Lexicon
from kg.extract.text.neighbours import is_plural

_IDENTIFIER = re.compile(r"\w+(?:[-._/]\w+)+")
_WORD = re.compile(r"\w+")


class Subjects:
    """Names the near ends of statements.

    Args:
        namer: Names phrases.
        objects: Reads names in parentheses.
        lexicon: Word classes.
    """

    def __init__(self, namer: Namer, objects: Objects, lexicon: Lexicon) -> None:
        self._namer = namer
        self._objects = objects
        self._lexicon = lexicon
        self._everyday = lexicon["everyday"] | lexicon["weak"]

    def names(
        self, frame: Frame, clause: Clause, group: Group | None, sentence: Sentence, other: Mention
    ) -> Iterator[str]:
        """Names of the grammatical subject: its phrases, or what they refer to."""
        for phrase in group.phrases if group is not None else (None,):
            names = self._instances(phrase, sentence) or [self._subject(frame, clause, phrase, sentence, other)]
            yield from (name for name in names if name and letters(name) != letters(other.name))

    def _instances(self, phrase: Phrase | None, sentence: Sentence) -> list[str]:
        """`our busiest services (i.e. A, B and C)`: the names that a plural subject stands for."""
        if phrase is None or not phrase.notes:
            return []
        mention = self._namer.mention(sentence.tokens, phrase)
        if mention is None or mention.kind > Kind.COMPONENT or not mention.head.endswith("s"):
            return []
        return [one.name for one in self._objects.noted(mention, phrase, sentence)]

    def _subject(self, frame: Frame, clause: Clause, phrase: Phrase | None, sentence: Sentence, other: Mention) -> str:
        topic = sentence.setting.topic(other.name)
        if frame.owner and frame.inverse and (phrase is None or phrase.speaker or phrase.pronoun):
            return ""
        if phrase is None:
            return "" if frame.inverse and not clause.passive else topic
        if sentence.tokens[phrase.first].low == "you":
            return ""
        if phrase.speaker:
            return "" if frame.owner or frame.verb in self._lexicon["personal"] else topic
        if phrase.pronoun and phrase.complement is None:
            return self._pronoun(sentence, other)
        mention = self._namer.mention(sentence.tokens, phrase)
        if mention is None:
            return ""
        if frame.owner and frame.inverse:
            strict = frame.verb in self._lexicon["looseOwner"] | self._lexicon["ownerVerb"]
            owner = self._objects.beside(mention, phrase, sentence)
            return owner.name if self._namer.owner(owner, strict) else ""
        return self._component(frame, clause, mention, phrase, sentence, other)

    def _component(
        self, frame: Frame, clause: Clause, mention: Mention, phrase: Phrase, sentence: Sentence, other: Mention
    ) -> str:
        """The name of a noun phrase as subject, or of what it stands for."""
        topic = sentence.setting.topic(other.name)
        labelled = self._is_label(mention, phrase, sentence)
        artefact = mention.head in self._lexicon["artefact"] and not (labelled and sentence.setting.first)
        if artefact and not frame.owner:
            return ""
        person = mention.head in self._lexicon["person"]
        if mention.kind <= Kind.COMPONENT and not person and not labelled and self._possessed(phrase, sentence):
            return self._pronoun(sentence, other)
        if mention.kind is Kind.NEVER:
            return topic if labelled else ""
        if self._namer.is_topic(mention) or labelled or self._opens_fragment(mention, phrase, sentence):
            return topic or mention.name
        if mention.kind < Kind.NAME and mention.name.lower() in self._lexicon["environment"]:
            return ""
        moved = clause.passive and mention.kind is Kind.THING and clause.verb in self._lexicon["handling"]
        if mention.kind is Kind.DATA or moved:
            return self._data(frame, clause, mention, topic)
        return mention.name if self._names_something(frame, mention, sentence, other) else ""

    def _names_something(self, frame: Frame, mention: Mention, sentence: Sentence, other: Mention) -> bool:
        """Bare nouns name nothing; common things do beside a plain verb or a known technology."""
        if mention.kind is Kind.GENERIC:
            return mention.definite or sentence.setting.listing
        if mention.kind is not Kind.THING:
            return True
        if frame.verb in self._everyday and not frame.owner:
            return mention.definite
        if other.kind is not Kind.THING or (mention.definite and other.definite):
            return True
        return mention.definite == other.definite and " " not in mention.name + other.name

    def _possessed(self, phrase: Phrase, sentence: Sentence) -> bool:
        """`its web interface`, `all of its servers`."""
        last = phrase.complement.last if phrase.complement is not None else phrase.last
        return any(token.low in POSSESSIVES for token in sentence.tokens[phrase.first : last])

    def _data(self, frame: Frame, clause: Clause, mention: Mention, topic: str) -> str:
        """`sessions are stored in …`: what they belong to relies on the place."""
        if (frame.verb in self._lexicon["weak"] and not clause.passive) or (frame.inverse and not frame.owner):
            return ""
        if frame.preposition == "into" and any(preposition == "via" for preposition, _ in clause.elements):
            return ""
        if frame.preposition == "by" and (clause.attached or not clause.finite):
            return ""
        return topic or (mention.name if " " in mention.name else "")

    def _is_label(self, mention: Mention, phrase: Phrase, sentence: Sentence) -> bool:
        """`The wiki …` below the term of a definition, or after the name of an item, is what is defined."""
        setting = sentence.setting
        if not setting.label or phrase.first != 0 or not mention.definite:
            return False
        shared = set(_WORD.findall(mention.name.lower())) & set(_WORD.findall(setting.label.lower()))
        if shared and not _IDENTIFIER.fullmatch(setting.label):
            return False
        return setting.first or mention.kind <= Kind.COMPONENT

    def _opens_fragment(self, mention: Mention, phrase: Phrase, sentence: Sentence) -> bool:
        """`A Rails application deployed on …` as a whole sentence describes the topic."""
        first = sentence.tokens[0]
        fragment = phrase.first == 0 and first.low in ("a", "an")
        return fragment and mention.head in self._lexicon["componentNoun"]

    def _pronoun(self, sentence: Sentence, other: Mention) -> str:
        last = sentence.setting.last
        if last and letters(last) != letters(other.name):
            return last
        return sentence.setting.topic(other.name)

    def sufferer(
        self, frame: Frame, clause: Clause, phrase: Phrase | None, sentence: Sentence, other: Mention, before: str
    ) -> str:
        """Who it is that a failure does something to.

        Args:
            frame: Of the relation that this states.
            clause: What happens.
            phrase: The grammatical subject, if there is one.
            sentence: Where.
            other: What failed.
            before: What the sentence was about before it told of that.
        """
        relying = sentence.setting.memory.relying.get(letters(other.name), ("", ""))[0]
        last = sentence.before if letters(sentence.before) != letters(other.name) else ""
        meant = last or sentence.setting.topic(other.name)
        if phrase is not None and phrase.pronoun and phrase.complement is None:
            return "" if sentence.tokens[phrase.first].low.endswith("selves") else before or relying or meant
        mention = self._namer.mention(sentence.tokens, phrase) if phrase is not None else None
        if phrase is None or self._is_work(mention, phrase, sentence):
            return relying or before or meant
        if phrase.pronoun or (mention is not None and self._is_group(mention)):
            return ""
        return self._subject(frame, clause, phrase, sentence, other)

    def _is_work(self, mention: Mention | None, phrase: Phrase, sentence: Sentence) -> bool:
        """`orders`, `no request`: what a thing works on or does, of which a failure says something about that thing."""
        if sentence.tokens[phrase.first].low in self._lexicon["negativeDeterminer"] | self._lexicon["nobody"]:
            return phrase.complement is None
        if mention is None:
            return False
        plural = mention.head.endswith("s") and mention.name.isalpha() and mention.technology is None
        plain = mention.name.islower() or (phrase.first == 0 and mention.name[1:].islower() and plural)
        bare = (mention.kind <= Kind.COMPONENT or plural) and plain and not mention.definite
        return mention.kind is Kind.DATA or (bare and mention.head not in self._lexicon["capability"])

    def _is_group(self, mention: Mention) -> bool:
        """`the programs`, `these services`: several things that have no name here."""
        return (
            mention.definite and mention.kind <= Kind.COMPONENT and is_plural(mention.head) and mention.name.islower()
        )

    def plausible(self, name: str) -> bool:
        """Whether a name may be that of something that fails: `not readable` and `1` are none."""
        first = name.split()[0].lower()
        return self._namer.plausible(name) and name[:1].isalpha() and first not in self._lexicon["negation"]

    def named(self, clause: Clause, sentence: Sentence) -> str:
        """The name of a clause's subject, if it is the name of a component."""
        if clause.subject is None or clause.attached or len(clause.subject.phrases) > 1:
            return ""
        phrase = clause.subject.phrases[0]
        mention = None if phrase.pronoun else self._namer.mention(sentence.tokens, phrase)
        return mention.name if mention is not None and mention.kind >= Kind.COMPONENT else ""

    def agent(self, clause: Clause, sentence: Sentence) -> str:
        """`reports are made by the report job`: who does what is said of data."""
        groups = [group for preposition, group in clause.elements if preposition == "by"]
        if not clause.passive or not groups or len(groups[0].phrases) > 1 or sentence.setting.topic():
            return ""
        mention = self._namer.mention(sentence.tokens, groups[0].phrases[0])
        return mention.name if mention is not None and mention.kind >= Kind.COMPONENT else ""

    def remembered(self, clause: Clause, sentence: Sentence, least: Kind) -> str:
        """The name of a clause's subject if a pronoun may refer to it, else nothing."""
        if clause.subject is None or clause.attached or len(clause.subject.phrases) > 1:
            return ""
        mention = self._namer.mention(sentence.tokens, clause.subject.phrases[0])
        if mention is None or self._namer.is_topic(mention):
            return ""
        introduced = mention.kind is Kind.THING and mention.definite and clause.verb == "be" and not clause.condition
        if mention.kind < least and not introduced:
            return ""
        if self._is_label(mention, clause.subject.phrases[0], sentence):
            return ""
        if sentence.tokens[clause.subject.first].tag == t.PRONOUN:
            return ""
        return mention.name
