"""From a noun phrase to the name of a thing, and how surely it is the name of a component or an owner."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from kg.extract.syntax.phrases import Phrase
from kg.extract.text import tokens as t
from kg.extract.text.lexicon import THIRD, Lexicon
from kg.extract.text.neighbours import following, is_plural
from kg.extract.text.tokens import Token
from kg.model import clean
from kg.ontology import Gazetteer, Technology

MOST_WORDS = 8
_IDENTIFIER = re.compile(r"[a-z0-9]+(?:[-_.][a-z0-9]+)+|\w*[a-z]\w*[A-Z]\w*|[A-Z]{2,}\w*|\w+/\w+")
_JUNK = re.compile(
    r"[\W\d_]+|v?\d[\w.]*|--?\w.*|/.*|.*[=<>{}$*|\\].*|.*\.(?:ya?ml|json|md|rb|py|js|ts|go|sh|conf|toml|xml)"
)
_VERSION = re.compile(r"\s+v?\d[\w.+]*$")
_OWNER_SIGN = re.compile(r"[@#]\w|[\w.+-]{1,60}@\w")


class Kind(IntEnum):
    """How surely a phrase names a component; higher is surer."""

    NEVER = 0
    DATA = 1
    THING = 2
    GENERIC = 3
    COMPONENT = 4
    NAME = 5
    KNOWN = 6


@dataclass(frozen=True, slots=True)
class Mention:
    """A name found in a sentence.

    Args:
        name: As written, cleaned.
        kind: How surely it is a component.
        head: Lower-case head noun.
        definite: A determiner opens the phrase.
        start: First character in the sentence.
        end: One past the last.
        technology: What the gazetteer knows of it.
    """

    name: str
    kind: Kind
    head: str
    definite: bool
    start: int
    end: int
    technology: Technology | None = None


class Namer:
    """Names phrases.

    Args:
        lexicon: Word classes.
        gazetteer: Known technologies.
    """

    def __init__(self, lexicon: Lexicon, gazetteer: Gazetteer) -> None:
        self.lexicon = lexicon
        self._portion = lexicon["quantity"] | lexicon["upkeep"]
        self._plain = lexicon["dataNoun"] | lexicon["notComponent"] | lexicon["person"] | lexicon["environment"]
        self.technology = lru_cache(20000)(gazetteer.within)
        self.exact = lru_cache(20000)(gazetteer.find)
        self._abstract = tuple(sorted(lexicon["abstractEnding"]))
        self._clean = lru_cache(20000)(clean)
        self._kinds: dict[tuple[int, int, int], Mention | None] = {}
        self._tokens: Sequence[Token] = ()

    def mention(self, tokens: Sequence[Token], phrase: Phrase) -> Mention | None:
        """The name in a phrase; None for pronouns and phrases without a noun. Remembers those of one sentence."""
        if tokens is not self._tokens:
            self._tokens, self._kinds = tokens, {}
        key = (phrase.first, phrase.last, id(phrase.complement))
        if key not in self._kinds:
            self._kinds[key] = self._mention(tokens, phrase)
        return self._kinds[key]

    def _mention(self, tokens: Sequence[Token], phrase: Phrase) -> Mention | None:
        if phrase.pronoun and phrase.complement is not None:
            return self.mention(tokens, phrase.complement.phrases[0])
        if phrase.pronoun or phrase.speaker:
            return None
        words = list(tokens[phrase.first : phrase.last])
        definite = words[0].tag == t.DETERMINER
        core = self._core(words)
        if not core:
            return None
        owner = next((at for at in range(phrase.first, phrase.last - 1) if tokens[at].tag == t.POSSESSIVE), 0)
        if owner > phrase.first and core[-1].low in self.lexicon["dataNoun"] and not core[-1].name:
            return self.mention(tokens, Phrase(phrase.first, owner))
        if self._opens_singular(tokens, phrase, core):
            return Mention(core[0].text, Kind.NAME, core[0].low, False, core[0].start, core[0].end)
        if core[-1].low in self._portion and phrase.complement is not None and not core[-1].name:
            return self.mention(tokens, phrase.complement.phrases[0])
        return self._named(core, definite, phrase.first == 0 or core[0].start == 0)

    def _opens_singular(self, tokens: Sequence[Token], phrase: Phrase, core: list[Token]) -> bool:
        """`Payments uses …`, `Billing calls …`: a plural with a singular verb is a name, so is a lone capability."""
        word = core[0]
        single = len(core) == 1 and core[0] is tokens[phrase.first] and word.text.istitle() and not word.name
        if not single or self.exact(word.text) is not None:
            return False
        verb = following(tokens, phrase.last - 1)
        singular = verb is not None and (THIRD in verb.forms or verb.low in ("is", "has", "does"))
        plural = is_plural(word.low) and word.low not in self.lexicon["genericHeading"]
        return singular and (plural or word.low in self.lexicon["capability"])

    def _core(self, words: list[Token]) -> list[Token]:
        """The phrase without what opens it: determiners, possessive pronouns, adjectives, numbers."""
        drop = self.lexicon["adjective"]
        while words and (words[0].tag in (t.DETERMINER, t.ADVERB, t.POSSESSIVE)):
            words = words[1:]
        while len(words) > 1 and not words[0].name and words[0].low in drop and not words[0].text[0].isupper():
            words = words[1:]
        while words and words[-1].tag == t.POSSESSIVE:
            words = words[:-1]
        return words

    def _named(self, core: list[Token], definite: bool, initial: bool) -> Mention | None:
        core = self._without_part(core)
        if len(core) > MOST_WORDS - 2:
            core = self._shortened(core)
        text = _joined(core)
        name = self._clean(text)
        if not name or len(name.split()) > MOST_WORDS:
            return None
        head = next((word.low for word in reversed(core) if any(c.isalpha() for c in word.low)), core[-1].low)
        technology = self._technology(name)
        kind = self._kind(core, name, head, technology, initial, not definite)
        name = self._without_tail(core) or name
        return Mention(name, kind, head, definite, core[0].start, core[-1].end, technology)

    def _without_tail(self, core: Sequence[Token]) -> str:
        """`a Redis cluster` is Redis: a technology with a noun that only says what it is."""
        at = len(core)
        while at > 1 and core[at - 1].low in self.lexicon["tailNoun"] and not core[at - 1].name:
            at -= 1
        name = self._clean(_joined(core[:at])) if at < len(core) else ""
        known = self.exact(name) if name else None
        return name if known is not None and known.component else ""

    def _without_part(self, core: list[Token]) -> list[Token]:
        """`Kafka topic order-events` is Kafka: what part of it is meant does not fail by itself."""
        for at in range(1, len(core) - 1):
            whole = self.exact(_joined(core[:at])) if core[at].low in self.lexicon["partNoun"] else None
            if whole is not None and whole.component:
                return core[:at]
        return core

    def _technology(self, name: str) -> Technology | None:
        return self.exact(name) or self.technology(name)

    def _shortened(self, core: list[Token]) -> list[Token]:
        """The last words, from the last name on where there is one."""
        names = [at for at, word in enumerate(core) if self.proper(word, at == 0)]
        return core[names[-1] :][: MOST_WORDS - 2] if names else core[-3:]

    def _kind(
        self, core: Sequence[Token], name: str, head: str, technology: Technology | None, initial: bool, bare: bool
    ) -> Kind:
        if _JUNK.fullmatch(name) or (technology is not None and not technology.component):
            return Kind.NEVER
        if any(word.low in self.lexicon["introducer"] for word in core[:-1]):
            return Kind.NEVER
        marked = core[-1].name
        acronym = core[-1].text.removesuffix("s").isupper() and head in self.lexicon["notComponent"]
        capital = core[-1].text[:1].isupper() and not acronym
        proper_head = marked or (capital and not (initial and len(core) == 1))
        made = len(core) > 1 and head in self.lexicon["componentNoun"]
        if head in self.lexicon["person"] and not marked and not made:
            return Kind.NEVER
        if not proper_head and (head in self.lexicon["abstract"] or head.endswith(self._abstract)):
            return Kind.NEVER
        if not proper_head and head in self.lexicon["notComponent"] and head not in self.lexicon["componentNoun"]:
            return Kind.DATA if head in self.lexicon["dataNoun"] else Kind.NEVER
        if technology is not None:
            return Kind.KNOWN
        if any(word.name for word in core):
            return Kind.KNOWN
        if any(self.proper(word, initial and at == 0) for at, word in enumerate(core)):
            return Kind.NAME
        if initial and bare and len(core) == 1 and self._opens_as_name(core[0], head):
            return Kind.NAME
        return self._common(core, head)

    def _opens_as_name(self, word: Token, head: str) -> bool:
        """`Warehouse stores …`: a singular noun without an article that opens a sentence is a name."""
        return word.text[:1].isupper() and head not in self._plain and not head.endswith(("s", "ing", "tion"))

    def _common(self, core: Sequence[Token], head: str) -> Kind:
        if head in self.lexicon["componentNoun"]:
            return Kind.COMPONENT if len(core) > 1 else Kind.GENERIC
        return Kind.DATA if head in self.lexicon["dataNoun"] else Kind.THING

    def proper(self, word: Token, initial: bool) -> bool:
        """Whether a word is a proper name by its look; a capital that opens a sentence says nothing."""
        if word.low in self.lexicon["componentNoun"] and word.text.isupper() and not word.name:
            return False
        if word.name or _IDENTIFIER.fullmatch(word.text):
            return True
        return word.text[:1].isupper() and not initial

    def is_topic(self, mention: Mention) -> bool:
        """`the service`, `this tool`: the thing the document is about."""
        return mention.definite and mention.name.lower() in self.lexicon["topicNoun"]

    def plausible(self, name: str) -> bool:
        """Whether a name that stands in a list or cell may be that of a component: not a language, a step, a number."""
        exact = self.exact(name) or self.exact(_VERSION.sub("", name))
        if _JUNK.fullmatch(name) or (exact is not None and not exact.component):
            return False
        last = name.split()[-1]
        common = last.islower() and last in self.lexicon["notComponent"] and last not in self.lexicon["componentNoun"]
        return (
            not common
            and last.lower() not in self.lexicon["person"]
            and name.lower() not in self.lexicon["environment"]
        )

    def owner(self, mention: Mention, strict: bool) -> bool:
        """Whether a name may be that of a team, person or organisation.

        Args:
            mention: The name.
            strict: Only what says so itself: a team, a handle, an address.
        """
        if mention.head in self.lexicon["ownerNoun"] or _OWNER_SIGN.match(mention.name):
            return mention.name.lower() not in self.lexicon["ownerNoun"]
        if strict or mention.head in self.lexicon["notOwner"] or mention.head in self.lexicon["componentNoun"]:
            return False
        technology = mention.technology
        return technology is None and mention.kind >= Kind.NAME


def _joined(core: Sequence[Token]) -> str:
    parts: list[str] = []
    for at, word in enumerate(core):
        glued = at > 0 and core[at - 1].end == word.start
        parts.append(word.text if glued or not parts else " " + word.text)
    return "".join(parts)
