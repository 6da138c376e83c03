"""Decides what small words are by what stands beside them: `to`, `that`, `this`, `using`, `gets`, `all`."""

from __future__ import annotations

from kg.extract.text import tokens as t
from kg.extract.text.lexicon import BASE, GERUND, PARTICIPLE, PAST, THIRD
from kg.extract.text.neighbours import following, previous
from kg.extract.text.tokens import AUXILIARIES, Token

_FLOATING = frozenset(("all", "both", "each"))
_ASPECTS = frozenset(("avoid", "begin", "cease", "consider", "continue", "keep", "prefer", "quit", "start", "stop"))
_GET = frozenset(("get", "gets", "got"))
_DEMONSTRATIVES = frozenset(("this", "that", "these", "those", "all", "both", "each", "one", "some", "any"))
FUNCTION_WORDS = _DEMONSTRATIVES | _GET | _FLOATING | {"to", "that", "using"}


def function_word(tokens: list[Token], at: int) -> None:
    """Set the tag of a word if it is one of these."""
    token = tokens[at]
    if token.low in ("to", "that", "using") or token.low in _DEMONSTRATIVES:
        _ambiguous(tokens, at)
    if token.low in _GET:
        _get(tokens, at)
    if token.low in _FLOATING and token.tag != t.ADVERB:
        _float(tokens, at)


def _ambiguous(tokens: list[Token], at: int) -> None:
    token, after = tokens[at], following(tokens, at)
    if after is None:
        if token.low in _DEMONSTRATIVES:
            token.tag = t.PRONOUN
    elif token.low == "using":
        before = previous(tokens, at)
        if before is not None and (before.tag == t.BE or before.verb in _ASPECTS):
            token.tag, token.verb, token.forms = t.VERB, "use", frozenset((GERUND,))
    elif token.low == "to":
        token.tag = t.INFINITIVE if BASE in after.forms or after.low in ("be", "have", "do") else t.PREPOSITION
    elif token.low == "that":
        _that(tokens, at, after)
    elif token.low in _DEMONSTRATIVES and after.tag not in (t.NOUN, t.VERB, t.DETERMINER):
        token.tag = t.PRONOUN


def _get(tokens: list[Token], at: int) -> None:
    """`gets notified` is a passive, `gets its data from` a verb of its own."""
    after = following(tokens, at)
    if after is None or PARTICIPLE not in after.forms:
        form = {"get": BASE, "gets": THIRD, "got": PAST}[tokens[at].low]
        tokens[at].tag, tokens[at].verb, tokens[at].forms = t.VERB, "get", frozenset((form,))


def _that(tokens: list[Token], at: int, after: Token) -> None:
    before = tokens[at - 1] if at else None
    if before is not None and before.tag in (t.NOUN, t.CLOSE, t.COMMA):
        tokens[at].tag = t.RELATIVE
    elif before is not None and before.tag == t.VERB:
        tokens[at].tag = t.SUBORDINATOR
    else:
        tokens[at].tag = t.DETERMINER if after.tag in (t.NOUN, t.VERB) else t.PRONOUN


def _float(tokens: list[Token], at: int) -> None:
    """`A, B and C all depend on …`: the quantifier adds nothing to the subject before it."""
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    verbal = after is not None and (after.tag in AUXILIARIES or (after.tag == t.VERB and BASE in after.forms))
    if at and tokens[at - 1].tag in (t.NOUN, t.CLOSE, t.PRONOUN, t.SPEAKER) and verbal:
        tokens[at].tag = t.ADVERB
