"""The far end of a statement: which phrases may stand there, and what they are called."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kg.extract.entities.mentions import Kind, Mention, Namer
from kg.extract.relations.forms import ANY_VERB, Frame
from kg.extract.relations.statement import Sentence
from kg.extract.syntax.phrases import Group, Phrase, group_at, phrase_at
from kg.extract.syntax.verbgroup import Clause
from kg.extract.text import tokens as t
from kg.extract.text.lexicon import Lexicon
from kg.ontology import Technology

MEANS = ("over", "through", "using", "via")
"""Prepositions of what something goes through."""
PLACES = ("across", "at", "from", "in", "inside", "on", "onto", "under", "with", "within")
"""Prepositions of place: of two places that one verb gives, the first is where a thing is."""
INSTRUMENTS = ("use", "call", "invoke")
"""Verbs whose passive tells of a component that the one who uses it is not named with."""
POINTING = frozenset(("this", "that", "these", "those"))
POSSESSIVES = frozenset(("its", "their"))
EXAMPLES = ("such as", "like", "including", ":")
"""What may open the names of a phrase that has none: `a queue such as X`, `the following: X`."""
_FIELD = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)+|[a-z]+[A-Z]\w*|\w+\(\)|/.*")
"""Names of fields and functions rather than of components: `backend_id`, `cacheKey`."""


class Objects:
    """Accepts and names the far ends of statements.

    Args:
        namer: Names phrases.
        lexicon: Word classes.
    """

    def __init__(self, namer: Namer, lexicon: Lexicon) -> None:
        self._namer = namer
        self._lexicon = lexicon
        self._everyday = lexicon["everyday"] | lexicon["weak"]

    def exact(self, name: str) -> Technology | None:
        """What the gazetteer knows of exactly this name."""
        return self._namer.exact(name)

    def named(self, frame: Frame, group: Group, sentence: Sentence) -> Iterator[tuple[Mention, bool]]:
        """Named phrases of the far end, and whether their determiner denies them."""
        for phrase in group.phrases:
            for mention in self._mentions(phrase, sentence):
                if self._accepts(frame, mention, sentence, phrase):
                    yield mention, self._denied(phrase, group, sentence)

    def _denied(self, phrase: Phrase, group: Group, sentence: Sentence) -> bool:
        """`no database`, `neither A nor B`."""
        opening = {sentence.tokens[phrase.first].low, sentence.tokens[phrase.first - 1].low}
        denied = sentence.tokens[phrase.first].low in self._lexicon["negativeDeterminer"]
        return denied or (sentence.tokens[group.first].low == "neither" and "nor" in opening)

    def _mentions(self, phrase: Phrase, sentence: Sentence) -> list[Mention]:
        if phrase.pronoun and phrase.complement is None and sentence.tokens[phrase.first].low == "it":
            return self._meant(phrase, sentence)
        mention = self._namer.mention(sentence.tokens, phrase)
        if mention is not None and mention.name.lower() in self._lexicon["ownerNoun"]:
            return [self.beside(mention, phrase, sentence)]
        if mention is not None and phrase.notes and (mention.technology is None or self._plural(mention)):
            return self.noted(mention, phrase, sentence) or [mention]
        if mention is not None and mention.kind is Kind.GENERIC and sentence.tokens[phrase.first].low in POINTING:
            return self._pointed(mention, sentence)
        return [mention] if mention is not None else []

    def _meant(self, phrase: Phrase, sentence: Sentence) -> list[Mention]:
        """`reads from it`: what the sentence before named besides its subject, else that subject."""
        before, after = sentence.tokens[phrase.first - 1 : phrase.first], sentence.tokens[phrase.last : phrase.last + 1]
        moved = bool(before) and before[0].tag != t.PREPOSITION and bool(after) and after[0].tag == t.PREPOSITION
        memory = sentence.setting.memory
        name = "" if moved else (memory.other if memory.other and not memory.unread else self._told(sentence))
        place = sentence.tokens[phrase.first]
        known = self._namer.exact(name) if name else None
        return [Mention(name, Kind.NAME, "", True, place.start, place.end, known)] if name else []

    def _told(self, sentence: Sentence) -> str:
        return sentence.setting.last or sentence.setting.topic()

    def besides(self, clauses: Sequence[Clause], sentence: Sentence) -> str:
        """The one component that clauses name besides their subjects; nothing when there are more, or none."""
        said = [clause for clause in clauses if clause.verb != "be"]
        phrases = [p for clause in said for _, group in clause.elements for p in group.phrases if not p.pronoun]
        mentions = (self._namer.mention(sentence.tokens, phrase) for phrase in phrases)
        names = {mention.name for mention in mentions if mention is not None and mention.kind >= Kind.COMPONENT}
        return names.pop() if len(names) == 1 else ""

    def _pointed(self, mention: Mention, sentence: Sentence) -> list[Mention]:
        """`use this proxy`: what the text is about, if that is what it points to."""
        name = sentence.setting.label or sentence.setting.last
        return [replace(mention, name=name, kind=Kind.NAME)] if name else [mention]

    def noted(self, mention: Mention, phrase: Phrase, sentence: Sentence) -> list[Mention]:
        """`a message queue (RabbitMQ)`: the names in parentheses, unless they only shorten the phrase."""
        found: list[Mention] = []
        common = mention.kind <= Kind.COMPONENT
        initials = "".join(word[0] for word in mention.name.upper().split())
        for first, last in phrase.notes:
            while first < last and (sentence.tokens[first].tag == t.ADVERB or sentence.tokens[first].low in EXAMPLES):
                first += 1
            group = group_at(sentence.tokens, first, True)
            if group is None:
                continue
            named = [self._namer.mention(sentence.tokens, one) for one in group.phrases]
            listed = len(named) > 1 and self._plural(mention)
            for one in named:
                if one is None or one.name in initials:
                    continue
                if one.kind >= Kind.NAME and (common or one.technology):
                    found.append(one)
                elif listed and one.kind >= Kind.THING and not one.definite:
                    found.append(replace(one, kind=Kind.NAME))
        return found

    def _plural(self, mention: Mention) -> bool:
        return mention.head.endswith("s") and mention.head in self._lexicon["componentNoun"]

    def beside(self, mention: Mention, phrase: Phrase, sentence: Sentence) -> Mention:
        """`the team at crew@example.org`: the address names the team."""
        at = phrase.last
        if mention.name.lower() not in self._lexicon["ownerNoun"]:
            return mention
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
        its = sentence.tokens[phrase.first].low in POSSESSIVES or (phrase.pronoun and phrase.complement is None)
        if mention is not None and not (its or self._namer.is_topic(mention)):
            return ""
        return (sentence.setting.topic() or sentence.setting.last) if its or mention is not None else ""

    def _accepts(self, frame: Frame, mention: Mention, sentence: Sentence, phrase: Phrase) -> bool:
        """Whether a mention may be the far end, given how much the verb alone says."""
        words = [token.low for token in sentence.tokens[phrase.first : phrase.last]]
        if frame.owner:
            return self._accepts_owned(frame, mention)
        if mention.name.startswith(("http://", "https://")) or self._is_environment(mention):
            return False
        if frame.preposition == "by" and frame.verb in self._lexicon["ownerVerb"]:
            return mention.technology is not None and mention.technology.component
        if frame.verb == ANY_VERB:
            component = mention.technology is not None or mention.head in self._lexicon["componentNoun"]
            return mention.kind is Kind.KNOWN and component
        if frame.preposition in MEANS and mention.kind <= Kind.COMPONENT and mention.head in self._lexicon["interface"]:
            return False
        if frame.preposition == "as" and frame.verb in INSTRUMENTS:
            return mention.kind >= Kind.NAME
        if mention.kind <= Kind.COMPONENT and self._lexicon["vague"].intersection(words):
            return False
        if frame.verb in self._lexicon["weak"] and _FIELD.fullmatch(mention.name):
            return False
        return self._common(frame, mention, words[0] in POINTING)

    def _is_environment(self, mention: Mention) -> bool:
        common = mention.kind <= Kind.COMPONENT and mention.head in self._lexicon["environment"]
        return common or mention.name.lower() in self._lexicon["environment"]

    def _common(self, frame: Frame, mention: Mention, pointing: bool) -> bool:
        """Names and components pass; bare and common nouns only beside a verb that is plain enough."""
        weak = frame.verb in self._lexicon["weak"]
        if mention.kind is Kind.GENERIC and frame.inverse:
            return mention.definite and not pointing
        if mention.kind is Kind.GENERIC:
            return mention.head in self._lexicon["strongNoun"] and not pointing
        if mention.kind is Kind.THING:
            hosted = frame.inverse and mention.definite and not weak
            bare = frame.inverse and not mention.definite and frame.verb in self._lexicon["ownerVerb"]
            named = mention.definite and " " in mention.name
            return hosted or named or (frame.verb not in self._everyday and not bare)
        return mention.kind >= Kind.COMPONENT

    def _accepts_owned(self, frame: Frame, mention: Mention) -> bool:
        if not frame.inverse:
            return mention.technology is None and self._namer.owner(mention, frame.verb in self._lexicon["looseOwner"])
        thing = mention.kind == Kind.THING and frame.verb not in self._lexicon["looseOwner"]
        return mention.kind >= Kind.COMPONENT or thing

    def shortened(self, phrase: Phrase, sentence: Sentence, known: Iterable[str]) -> Mention | None:
        """`the bus` after `the event bus`: what a definite common noun is short for, if something known ends so."""
        mention = None if phrase.pronoun else self._namer.mention(sentence.tokens, phrase)
        pointing = sentence.tokens[phrase.first].low in ("the", "our", *POINTING)
        if mention is None or mention.kind > Kind.COMPONENT or not pointing or " " in mention.name:
            return None
        found = {name for name in known if name.lower().split()[-1:] == [mention.head] and " " in name}
        return replace(mention, name=found.pop(), kind=Kind.NAME) if len(found) == 1 else None

    def whose(self, data: Group, sentence: Sentence) -> str:
        """`the sessions of the portal`, `the portal's sessions`: whose data that is, if it is said."""
        phrase = data.phrases[0]
        possessed = any(token.tag == t.POSSESSIVE for token in sentence.tokens[phrase.first : phrase.last])
        if phrase.complement is None and not possessed:
            return ""
        inner = phrase.complement.phrases[0] if phrase.complement is not None else phrase
        mention = self._namer.mention(sentence.tokens, inner)
        return mention.name if mention is not None and mention.kind >= Kind.COMPONENT else ""

    def keeps(self, frame: Frame, clause: Clause, sentence: Sentence) -> Mention | None:
        """The known technology that is the subject of a clause: `Redis stores sessions` tells where they are."""
        if clause.subject is None or clause.attached or len(clause.subject.phrases) != 1:
            return None
        mention = self._namer.mention(sentence.tokens, clause.subject.phrases[0])
        technology = mention.technology if mention is not None else None
        return mention if technology is not None and technology.suggests == frame.relation else None
