"""Decides, from its neighbours, whether a word that may be a verb is one, and what `that`, `this` and `to` are.

`stores`, `uses`, `queues` and `logs` are nouns as often as verbs. A clause has one finite verb: what comes after
it without a boundary in between is a noun; what is followed by an auxiliary belongs to the subject.
"""

from __future__ import annotations

from collections.abc import Sequence

from kg.extract.text import tokens as t
from kg.extract.text.functionwords import FUNCTION_WORDS, function_word
from kg.extract.text.lexicon import BASE, GERUND, PARTICIPLE, PAST, THIRD, Lexicon
from kg.extract.text.neighbours import (
    BOUNDARIES,
    auxiliary_follows,
    bare_so_far,
    following,
    is_plural,
    past_so_far,
    plural_before,
    previous,
    relative_before,
    verb_before,
    verb_follows,
)
from kg.extract.text.tokens import AUXILIARIES, Token

_PHRASE_STARTS = frozenset((t.DETERMINER, t.NOUN, t.PRONOUN, t.SPEAKER))
_COUNTED = AUXILIARIES | {t.STOP, t.OPEN, t.CLOSE, t.RELATIVE, t.COMMA, t.CONJUNCTION, t.SUBORDINATOR, t.VERB}
"""Tags that change how many finite verbs may come."""


class Tagger:
    """Resolves the tags of a sentence, left to right.

    Args:
        lexicon: Knows which nouns head components and which gerunds are nouns by habit.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._components = lexicon["componentNoun"]
        self._naming = lexicon["apposition"]
        self._adjectives = lexicon["adjective"]
        self._capabilities = lexicon["capability"]
        self._failing = lexicon["failVerb"]
        self._habitual = lexicon["gerundNoun"]

    def tag(self, tokens: list[Token]) -> None:
        """Set the final tag of each token."""
        needed = 1
        for at, token in enumerate(tokens):
            if token.low in FUNCTION_WORDS:
                function_word(tokens, at)
            if token.text == "A":
                self._letter(tokens, at)
            if token.tag == t.NOUN and not token.name:
                _unknown(tokens, at)
            if token.tag == t.VERB:
                self._verb(tokens, at, needed)
            if token.tag in _COUNTED:
                needed = _needed(tokens, at, needed)

    def _letter(self, tokens: Sequence[Token], at: int) -> None:
        """`A depends on B`, `Service A`: a letter that is a name."""
        after = tokens[at + 1] if at + 1 < len(tokens) else None
        named = at and tokens[at - 1].low in self._components and tokens[at - 1].tag == t.NOUN
        acting = after is not None and THIRD in after.forms and _opens_object(tokens, at + 2)
        if named or acting:
            tokens[at].tag = t.NOUN

    def _verb(self, tokens: list[Token], at: int, needed: int) -> None:
        before = previous(tokens, at)
        if before is not None and before.tag == t.DETERMINER and _agrees(before, tokens[at]):
            before.tag = t.PRONOUN
        if self._part_of_name(tokens, at) or not self._is_verb(tokens, at, needed, before.tag if before else ""):
            tokens[at].tag = t.NOUN

    def _is_verb(self, tokens: list[Token], at: int, needed: int, tag: str) -> bool:
        """Whether the word is a verb, by the tag before it."""
        forms = tokens[at].forms
        if tag in (t.DETERMINER, t.POSSESSIVE):
            return False
        if tag == t.NOUN:
            return self._after_noun(tokens, at, needed)
        if tag in BOUNDARIES - {t.RELATIVE}:
            return self._after_boundary(tokens, at, tag)
        if tag == t.VERB:
            relative = at > 1 and tokens[at - 2].tag in (t.NOUN, t.PRONOUN, t.SPEAKER)
            return GERUND in forms or (THIRD in forms and needed > 0 and relative)
        return _after_function_word(tokens[at], tag, following(tokens, at))

    def _part_of_name(self, tokens: Sequence[Token], at: int) -> bool:
        """`Publishing API`: a capital within a sentence, or before a component noun with a capital."""
        token, after = tokens[at], tokens[at + 1] if at + 1 < len(tokens) else None
        if not token.text[:1].isupper():
            return False
        if at and tokens[at - 1].tag not in (t.STOP, t.OPEN):
            return True
        return after is not None and after.text[:1].isupper() and after.low in self._components

    def _after_noun(self, tokens: list[Token], at: int, needed: int) -> bool:
        token, after = tokens[at], tokens[at + 1] if at + 1 < len(tokens) else None
        tag = after.tag if after is not None else ""
        if GERUND in token.forms:
            return self._gerund(token, after)
        if token.low in self._naming:
            return True
        if PARTICIPLE in token.forms and (BASE not in token.forms or tag == t.PREPOSITION):
            return tag != t.NOUN or needed >= 1
        if needed < 1 or (needed == 1 and auxiliary_follows(tokens, at)):
            return False
        return self._finite_after_noun(tokens, at, tag)

    def _finite_after_noun(self, tokens: list[Token], at: int, tag: str) -> bool:
        """Whether a word in the present tense is the verb of the noun before it; `tag` is that of the word after it."""
        token, after = tokens[at], tokens[at + 1] if at + 1 < len(tokens) else None
        ends = tag in (t.STOP, t.SUBORDINATOR, "")
        if THIRD in token.forms and ends and token.verb in self._failing:
            return True
        if THIRD in token.forms and (ends or tag in AUXILIARIES) and relative_before(tokens, at):
            return True
        if tag in (t.COMMA, t.STOP, t.OPEN, "") or tag in AUXILIARIES:
            return False
        before_verb = after is not None and after.forms & {BASE, THIRD}
        if BASE in token.forms and before_verb and not is_plural(tokens[at - 1].low):
            return False
        if THIRD in token.forms:
            return tag != t.CONJUNCTION or verb_follows(tokens, at + 2, THIRD)
        if BASE in token.forms and (tokens[at - 1].low in self._adjectives or not plural_before(tokens, at)):
            return False
        return tag != t.CONJUNCTION or verb_follows(tokens, at + 2, BASE)

    def _after_boundary(self, tokens: list[Token], at: int, tag: str) -> bool:
        forms = tokens[at].forms
        after = tokens[at + 1] if at + 1 < len(tokens) else None
        next_tag = after.tag if after is not None else ""
        if self._capability(tokens, at):
            return False
        if GERUND in forms:
            return self._gerund(tokens[at], after) and not self._compound(tokens, at)
        if next_tag in AUXILIARIES:
            return False
        if PARTICIPLE in forms and BASE not in forms:
            return next_tag in (t.PREPOSITION, t.ADVERB, t.INFINITIVE) or past_so_far(tokens, at)
        if THIRD in forms:
            return _third_after_boundary(tokens, at, after)
        if tag in (t.CONJUNCTION, t.COMMA):
            return bare_so_far(tokens, at)
        return next_tag in _PHRASE_STARTS or next_tag in (t.PREPOSITION, t.VERB)

    def _capability(self, tokens: Sequence[Token], at: int) -> bool:
        """`Search uses …`: a verb that is the name of a capability before a verb of its own."""
        after = tokens[at + 1] if at + 1 < len(tokens) else None
        named = tokens[at].low in self._capabilities and after is not None and THIRD in after.forms
        return named and (_opens_object(tokens, at + 2) or tokens[at + 2 : at + 3] == [])

    def _gerund(self, token: Token, after: Token | None) -> bool:
        if after is None or after.tag in BOUNDARIES or after.tag in AUXILIARIES:
            return False
        if token.low in self._habitual:
            return after.tag == t.DETERMINER or after.name
        return not (after.tag == t.NOUN and after.low in self._components)

    def _compound(self, tokens: list[Token], at: int) -> bool:
        """`Logging service uses …`: the gerund belongs to a noun that a verb follows."""
        return (
            at + 2 < len(tokens)
            and tokens[at + 1].low in self._components
            and tokens[at + 2].tag in (t.VERB, *AUXILIARIES)
        )


def _opens_object(tokens: Sequence[Token], at: int) -> bool:
    """Whether what a verb may say something of stands at a place."""
    if at >= len(tokens):
        return False
    token = tokens[at]
    return token.tag in (t.PREPOSITION, t.DETERMINER) or token.name or token.text[:1].isupper()


def _third_after_boundary(tokens: Sequence[Token], at: int, after: Token | None) -> bool:
    """`Stores the orders`, `and polls (every minute) the queue`; but `runs fail` and `stores are`."""
    tag = after.tag if after is not None else ""
    chained = at > 0 and tokens[at - 1].tag in (t.CONJUNCTION, t.COMMA) and verb_before(tokens, at, THIRD)
    if after is not None and BASE in after.forms and PARTICIPLE not in after.forms and not chained:
        return False
    if tag == t.DETERMINER or (after is not None and after.low == "that"):
        return True
    if tag == t.OPEN and verb_before(tokens, at, THIRD):
        return True
    opens = tag in _PHRASE_STARTS or tag in (t.PREPOSITION, t.VERB, t.ADVERB)
    return (opens and not auxiliary_follows(tokens, at)) or verb_follows(tokens, at + 2, THIRD)


def _unknown(tokens: Sequence[Token], at: int) -> None:
    """A word no list knows is a verb where only a verb can stand: `which consolidates`, `is replicated to`."""
    token = tokens[at]
    if len(token.low) < 4 or not token.text.islower() or not token.text.isalpha():
        return
    before = previous(tokens, at)
    if before is None:
        return
    if before.tag == t.RELATIVE and token.low.endswith("s") and not token.low.endswith("ss"):
        token.tag, token.verb, token.forms = t.VERB, token.low[:-1], frozenset((THIRD,))
    elif before.tag == t.MODAL or (before.tag == t.DO and before.low != "do"):
        token.tag, token.verb, token.forms = t.VERB, token.low, frozenset((BASE,))
    elif before.tag == t.BE and token.low.endswith(("ed", "ing")):
        form = GERUND if token.low.endswith("ing") else PARTICIPLE
        token.tag, token.verb, token.forms = t.VERB, token.low, frozenset((form,))
    elif _stands_as_verb(tokens, at, before):
        token.tag, token.verb, token.forms = t.VERB, token.low[:-1], frozenset((THIRD,))
    elif token.low.endswith("ed") and at + 1 < len(tokens) and tokens[at + 1].tag == t.PREPOSITION:
        token.tag, token.verb, token.forms = t.VERB, token.low, frozenset((PARTICIPLE, PAST))


def _stands_as_verb(tokens: Sequence[Token], at: int, before: Token) -> bool:
    """`the worker acquires a lock`: no noun phrase goes on with a determiner."""
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    ends = tokens[at].low.endswith("s") and not tokens[at].low.endswith("ss")
    place = before.tag in (t.NOUN, t.COMMA, t.CONJUNCTION, t.CLOSE)
    if not ends or not place or after is None:
        return False
    continued = before.tag in (t.COMMA, t.CONJUNCTION) and after.text[:1].isupper() and verb_before(tokens, at, THIRD)
    return continued or after.low in ("a", "an", "the", "its", "their", "this", "all")


def _agrees(before: Token, verb: Token) -> bool:
    """`this requires`, `all use`: the word before is a pronoun."""
    if before.low in ("this", "that", "each", "one"):
        return THIRD in verb.forms
    return before.low in ("these", "those", "all", "both") and BASE in verb.forms and PARTICIPLE not in verb.forms


def _after_function_word(token: Token, tag: str, after: Token | None) -> bool:
    if tag == t.BE:
        return bool(token.forms & {PARTICIPLE, GERUND})
    if tag == t.HAVE:
        return PARTICIPLE in token.forms
    if tag in (t.MODAL, t.DO, t.INFINITIVE):
        return BASE in token.forms
    if tag in (t.PRONOUN, t.SPEAKER, t.RELATIVE):
        return bool(token.forms - {GERUND})
    if tag == t.PREPOSITION:
        return GERUND in token.forms and after is not None and after.tag not in BOUNDARIES
    return False


def _needed(tokens: Sequence[Token], at: int, needed: int) -> int:
    """How many finite verbs may still come before the next boundary."""
    token = tokens[at]
    if token.tag in (t.STOP, t.OPEN, t.CLOSE):
        return 1
    if token.tag == t.RELATIVE:
        return needed + 1
    if token.tag == t.SUBORDINATOR:
        return min(needed + 1, 2)
    if token.tag in (t.COMMA, t.CONJUNCTION):
        return max(needed, 1)
    if token.tag in AUXILIARIES or (token.tag == t.VERB and _is_finite(tokens, at)):
        return needed - (not (at and tokens[at - 1].tag in AUXILIARIES))
    return needed


def _is_finite(tokens: Sequence[Token], at: int) -> bool:
    before = previous(tokens, at)
    if before is not None and before.tag in (t.INFINITIVE, *AUXILIARIES):
        return False
    forms = tokens[at].forms
    after = tokens[at + 1].tag if at + 1 < len(tokens) else ""
    return THIRD in forms or BASE in forms or (PAST in forms and after not in (t.PREPOSITION, ""))
