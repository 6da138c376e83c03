"""What stands around a word of a sentence: the questions tagging asks."""

from __future__ import annotations

from collections.abc import Sequence

from kg.extract.text import tokens as t
from kg.extract.text.lexicon import BASE, PARTICIPLE, PAST
from kg.extract.text.tokens import AUXILIARIES, Token

BOUNDARIES = frozenset((t.CONJUNCTION, t.COMMA, t.STOP, t.RELATIVE, t.SUBORDINATOR, t.OPEN, t.CLOSE, ""))
"""Tags between which a clause, or a part of a list, stands."""


def previous(tokens: Sequence[Token], at: int) -> Token | None:
    """The token before, adverbs passed over."""
    while at > 0:
        at -= 1
        if tokens[at].tag != t.ADVERB:
            return tokens[at]
    return None


def following(tokens: Sequence[Token], at: int) -> Token | None:
    """The token after, adverbs passed over."""
    while at + 1 < len(tokens):
        at += 1
        if tokens[at].tag != t.ADVERB:
            return tokens[at]
    return None


def auxiliary_follows(tokens: Sequence[Token], at: int) -> bool:
    """Whether an auxiliary comes before the next boundary: what stands before it is its subject."""
    for token in tokens[at + 1 :]:
        if token.tag in BOUNDARIES:
            return False
        if token.tag in AUXILIARIES:
            return True
    return False


def verb_follows(tokens: Sequence[Token], at: int, form: str) -> bool:
    """Whether the word at a place may be a verb in some form."""
    return at < len(tokens) and form in tokens[at].forms


def verb_before(tokens: Sequence[Token], at: int, form: str) -> bool:
    """Whether a verb in some form stands anywhere before."""
    return any(token.tag == t.VERB and form in token.forms for token in tokens[:at])


def plural_before(tokens: Sequence[Token], at: int) -> bool:
    """Whether a plural or coordinated subject stands before."""
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    if after is not None and (after.tag == t.DETERMINER or after.name or after.text[:1].isupper()):
        start = max((i for i in range(at) if tokens[i].tag in BOUNDARIES), default=-1) + 1
        if any(token.tag == t.NOUN and is_plural(token.low) for token in tokens[start:at]):
            return True
    low = tokens[at - 1].low
    for back in range(at - 2, max(0, at - 7), -1):
        if tokens[back].low == "of" and tokens[back - 1].low.endswith("s"):
            return True
    return is_plural(low) or any(token.tag == t.CONJUNCTION for token in tokens[max(0, at - 6) : at])


def is_plural(low: str) -> bool:
    """Whether a noun in lower case looks like a plural."""
    return low.endswith("s") and not low.endswith(("ss", "us", "is"))


def past_so_far(tokens: Sequence[Token], at: int) -> bool:
    """Whether a verb before has the form of a past tense or participle."""
    return any(token.tag == t.VERB and token.forms & {PAST, PARTICIPLE} for token in tokens[:at])


def bare_so_far(tokens: Sequence[Token], at: int) -> bool:
    """Whether a verb before has the form of an infinitive, imperative or plural."""
    return any(token.tag == t.VERB and BASE in token.forms for token in tokens[:at])


def relative_before(tokens: Sequence[Token], at: int) -> bool:
    """Whether a relative pronoun opens the clause and waits for its verb: `which the portal uses`."""
    for token in reversed(tokens[:at]):
        if token.tag == t.RELATIVE:
            return True
        if token.tag == t.VERB or token.tag in BOUNDARIES or token.tag in AUXILIARIES:
            return False
    return False
