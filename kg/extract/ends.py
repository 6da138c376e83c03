"""The two ends of a statement: which phrases may stand there, and what they are called."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from kg.extract import tokens as t
from kg.extract.forms import ANY_VERB, Frame
from kg.extract.lexicon import Lexicon
from kg.extract.mentions import Kind, Mention, Namer
from kg.extract.phrases import Group, Phrase, group_at, phrase_at
from kg.extract.statement import Sentence
from kg.extract.verbgroup import Clause
from kg.gazetteer import Technology
from kg.names import letters

_IDENTIFIER = re.compile(r"\w+(?:[-._/]\w+)+")
_POINTING = frozenset(("this", "that", "these", "those"))
_ITS = frozenset(("its", "their"))
_FIELD = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)+|[a-z]+[A-Z]\w*|\w+\(\)|/.*")
"""Names of fields and functions rather than of components: `backend_id`, `cacheKey`."""


_WORD = re.compile(r"\w+")


class Ends:
    """Accepts and names the ends of statements.

    Args:
        namer: Names phrases.
        lexicon: Word classes.
    """

    def __init__(self, namer: Namer, lexicon: Lexicon) -> None:
        self._namer = namer
        self._lexicon = lexicon

    def exact(self, name: str) -> Technology | None:
        """What the gazetteer knows of exactly this name."""
        return self._namer.exact(name)

    def objects(self, frame: Frame, group: Group, sentence: Sentence) -> Iterator[tuple[Mention, bool]]:
        """Named phrases of the far end, and whether their determiner denies them."""
        for phrase in group.phrases:
            for mention in self._mentions(phrase, sentence):
                if self._accepts(frame, mention, sentence, phrase):
                    first = sentence.tokens[phrase.first].low
                    yield mention, first in self._lexicon["negativeDeterminer"]

    def _mentions(self, phrase: Phrase, sentence: Sentence) -> list[Mention]:
        mention = self._namer.mention(sentence.tokens, phrase)
        if mention is not None and mention.name.lower() in self._lexicon["ownerNoun"]:
            return [self._beside(mention, phrase, sentence)]
        if mention is not None and mention.technology is None and phrase.notes:
            return self._noted(mention, phrase, sentence) or [mention]
        if mention is not None and mention.kind is Kind.GENERIC and sentence.tokens[phrase.first].low in _POINTING:
            return self._pointed(mention, sentence)
        return [mention] if mention is not None else []

    def _pointed(self, mention: Mention, sentence: Sentence) -> list[Mention]:
        """`use this proxy`: what the text is about, if that is what it points to."""
        name = sentence.setting.label or sentence.setting.last
        return [replace(mention, name=name, kind=Kind.NAME)] if name else [mention]

    def _noted(self, mention: Mention, phrase: Phrase, sentence: Sentence) -> list[Mention]:
        """`a message queue (RabbitMQ)`: the names in parentheses, unless they only shorten the phrase."""
        found: list[Mention] = []
        common = mention.kind <= Kind.COMPONENT
        initials = "".join(word[0] for word in mention.name.upper().split())
        for first, last in phrase.notes:
            while first < last and sentence.tokens[first].tag in (t.ADVERB, t.PREPOSITION):
                first += 1
            group = group_at(sentence.tokens, first, True)
            if group is None:
                continue
            named = [self._namer.mention(sentence.tokens, one) for one in group.phrases]
            listed = len(named) > 1 and mention.head.endswith("s") and mention.head in self._lexicon["componentNoun"]
            for one in named:
                if one is None or one.name in initials:
                    continue
                if one.kind >= Kind.NAME and (common or one.technology):
                    found.append(one)
                elif listed and one.kind >= Kind.THING and not one.definite:
                    found.append(replace(one, kind=Kind.NAME))
        return found

    def _beside(self, mention: Mention, phrase: Phrase, sentence: Sentence) -> Mention:
        """`the team at crew@example.org`: the address names the team."""
        at = phrase.last
        if at + 1 < len(sentence.tokens) and sentence.tokens[at].low in ("at", "called", "named"):
            beside = phrase_at(sentence.tokens, at + 1)
            named = self._namer.mention(sentence.tokens, beside) if beside is not None else None
            return named or mention
        return mention

    def referred(self, frame: Frame, group: Group, sentence: Sentence) -> str:
        """What a pronoun at the far end of an inverse form means: `Kim owns it`."""
        phrase = group.phrases[0]
        if not frame.inverse or len(group.phrases) > 1 or phrase.speaker:
            return ""
        mention = self._namer.mention(sentence.tokens, phrase)
        its = sentence.tokens[phrase.first].low in _ITS or (phrase.pronoun and phrase.complement is None)
        if mention is not None and not (its or self.is_topic(mention)):
            return ""
        return (sentence.setting.topic() or sentence.setting.last) if its or mention is not None else ""

    def _accepts(self, frame: Frame, mention: Mention, sentence: Sentence, phrase: Phrase) -> bool:
        if frame.owner:
            return self._accepts_owned(frame, mention)
        if mention.name.lower() in self._lexicon["environment"]:
            return False
        if frame.preposition == "by" and frame.verb in self._lexicon["ownerVerb"]:
            return mention.technology is not None and mention.technology.component
        if mention.name.startswith(("http://", "https://")):
            return False
        if frame.verb == ANY_VERB:
            return mention.kind == Kind.KNOWN and (
                mention.technology is not None or mention.head in self._lexicon["componentNoun"]
            )
        if frame.preposition == "as" and frame.verb in ("use", "call", "invoke"):
            return mention.kind >= Kind.NAME
        vague = sentence.tokens[phrase.first : phrase.last]
        if mention.kind <= Kind.COMPONENT and any(token.low in self._lexicon["vague"] for token in vague):
            return False
        if mention.kind == Kind.GENERIC:
            pointing = sentence.tokens[phrase.first].low in _POINTING
            sure = frame.verb not in self._lexicon["weak"] or mention.head in self._lexicon["storeNoun"]
            return sure and mention.head in self._lexicon["strongNoun"] and not pointing
        if frame.verb in self._lexicon["weak"] and _FIELD.fullmatch(mention.name):
            return False
        if mention.kind == Kind.THING:
            if frame.inverse and not mention.definite and frame.verb in self._lexicon["ownerVerb"]:
                return False
            hosted = frame.inverse and mention.definite and frame.verb not in self._lexicon["weak"]
            return hosted or frame.verb not in self._lexicon["weak"] | self._lexicon["everyday"]
        return mention.kind >= Kind.COMPONENT

    def _accepts_owned(self, frame: Frame, mention: Mention) -> bool:
        if not frame.inverse:
            return mention.technology is None and self._namer.owner(mention, frame.verb in self._lexicon["looseOwner"])
        thing = mention.kind == Kind.THING and frame.verb not in self._lexicon["looseOwner"]
        return mention.kind >= Kind.COMPONENT or thing

    def keeps(self, frame: Frame, clause: Clause, sentence: Sentence) -> Mention | None:
        """The known technology that is the subject of a clause: `Redis stores sessions` tells where they are."""
        if clause.subject is None or clause.attached or len(clause.subject.phrases) != 1:
            return None
        mention = self._namer.mention(sentence.tokens, clause.subject.phrases[0])
        technology = mention.technology if mention is not None else None
        return mention if technology is not None and technology.suggests == frame.relation else None

    def subjects(
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
        return [one.name for one in self._noted(mention, phrase, sentence)]

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
            return mention.name if self._namer.owner(mention, strict) else ""
        return self._component(frame, clause, mention, phrase, sentence, other)

    def _component(
        self, frame: Frame, clause: Clause, mention: Mention, phrase: Phrase, sentence: Sentence, other: Mention
    ) -> str:
        topic = sentence.setting.topic(other.name)
        labelled = self._is_label(mention, phrase, sentence)
        if mention.head in self._lexicon["artefact"] and not frame.owner and not (labelled and sentence.setting.first):
            return ""
        if self.is_topic(mention) or labelled or self._opens_fragment(mention, phrase, sentence):
            return topic or mention.name
        last = phrase.complement.last if phrase.complement is not None else phrase.last
        if any(token.low in _ITS for token in sentence.tokens[phrase.first : last]) and mention.kind <= Kind.COMPONENT:
            return self._pronoun(sentence, other)
        environment = mention.name.lower() in self._lexicon["environment"] and mention.kind < Kind.NAME
        if mention.kind == Kind.NEVER or environment:
            return ""
        moved = clause.passive and mention.kind == Kind.THING and frame.verb in self._lexicon["handling"]
        if mention.kind == Kind.DATA or moved:
            return self._data(frame, clause, mention, topic)
        if mention.kind == Kind.GENERIC and not mention.definite and not sentence.setting.listing:
            return ""
        everyday = frame.verb in self._lexicon["everyday"] | self._lexicon["weak"] and not frame.owner
        if mention.kind == Kind.THING and everyday:
            return mention.name if mention.definite and other.technology is not None else ""
        if mention.kind == other.kind == Kind.THING and (" " in mention.name or " " in other.name):
            return ""
        return mention.name

    def _data(self, frame: Frame, clause: Clause, mention: Mention, topic: str) -> str:
        """`sessions are stored in …`: what they belong to relies on the place."""
        if frame.verb in self._lexicon["weak"] and not clause.passive:
            return ""
        if frame.preposition == "by" and not clause.finite:
            return ""
        return topic or (mention.name if " " in mention.name else "")

    def is_topic(self, mention: Mention) -> bool:
        """`the service`, `this tool`: the thing the document is about."""
        return mention.definite and mention.name.lower() in self._lexicon["topicNoun"]

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

    def remembered(self, clause: Clause, sentence: Sentence, least: Kind) -> str:
        """The name of a clause's subject if a pronoun may refer to it, else nothing."""
        if clause.subject is None or clause.attached or len(clause.subject.phrases) > 1:
            return ""
        mention = self._namer.mention(sentence.tokens, clause.subject.phrases[0])
        if mention is None or mention.kind < least or self.is_topic(mention):
            return ""
        if self._is_label(mention, clause.subject.phrases[0], sentence):
            return ""
        if sentence.tokens[clause.subject.first].tag == t.PRONOUN:
            return ""
        return mention.name
