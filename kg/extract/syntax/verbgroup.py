"""A clause and its verb group: tense, voice, auxiliaries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kg.extract.syntax.phrases import Group, closing
from kg.extract.text import tokens as t
from kg.extract.text.lexicon import BASE, GERUND, PARTICIPLE, PAST, THIRD
from kg.extract.text.tokens import AUXILIARIES, Token

_PERFECT = frozenset(("have", "has", "had", "'ve", "haven't", "hasn't"))
REMARK = "*"
"""Verb of a clause that a remark in parentheses stands for."""


@dataclass(slots=True)
class Clause:
    """A verb with its subject and what follows it.

    Args:
        verb: Dictionary form, `be` for a copula.
        first: Index of the first token of the verb group, auxiliaries included.
        at: Index of the verb.
        subject: Who does it; None when elided.
        elements: What follows: pairs (preposition or "", phrases).
        passive: The subject suffers it.
        finite: It has tense.
        past: Its tense is past.
        auxiliaries: Lower-case auxiliaries and adverbs of the verb group, in order.
        condition: The subordinator that opens it, such as `if`.
        attached: It is a relative or participial clause: `subject` is what it modifies.
        gerund: Its verb is a present participle.
        done: It tells of what has been done: past tense, perfect or a participle without auxiliary.
        conditional: It holds only when something is switched on.
        under: The verb that a gerund completes: `stopped using X`.
        antecedent: What a relative clause with a subject of its own is about: the object of its verb.
        headless: Without a subject it is about nobody in particular: `the point of sending it to …`.
        governor: The clause of the phrase that a participial clause modifies.
    """

    verb: str
    first: int
    at: int
    subject: Group | None = None
    elements: list[tuple[str, Group]] = field(default_factory=list)
    passive: bool = False
    finite: bool = True
    past: bool = False
    auxiliaries: tuple[str, ...] = ()
    condition: str = ""
    attached: bool = False
    headless: bool = False
    governor: Clause | None = None
    antecedent: Group | None = None
    gerund: bool = False
    done: bool = False
    conditional: bool = False
    under: str = ""


def verb_group(tokens: Sequence[Token], at: int) -> tuple[Clause, int]:
    """The verb group that begins at a token, as a clause without its surroundings, and where it ends."""
    first = at
    at, words, be, have = _auxiliaries(tokens, at)
    if at < len(tokens) and tokens[at].tag == t.VERB:
        return _with_verb(tokens, first, at, words, be), at + 1
    verb = "be" if be else ("have" if have else "do")
    past = bool({"was", "were", "had"} & set(words))
    return Clause(verb, first, max(first, at - 1), auxiliaries=words, past=past), max(at, first + 1)


def finite_at(tokens: Sequence[Token], at: int) -> bool:
    """Whether a finite verb group begins at a token."""
    token = tokens[at]
    return token.tag in AUXILIARIES or (token.tag == t.VERB and bool(token.forms & {THIRD, BASE}))


def _auxiliaries(tokens: Sequence[Token], at: int) -> tuple[int, tuple[str, ...], bool, bool]:
    """Where the verb stands, the words before it, whether the last auxiliary is `be`, whether one is `have`."""
    words: list[str] = []
    be = have = False
    while at < len(tokens):
        token = tokens[at]
        if token.tag == t.OPEN and be:
            at = closing(tokens, at) + 1
            continue
        if _used_to(tokens, at):
            words.append("used to")
            at += 2
            continue
        if token.tag in AUXILIARIES:
            be, have = token.tag == t.BE, have or token.tag == t.HAVE
        elif token.tag not in (t.ADVERB, t.INFINITIVE):
            break
        words.append(token.low)
        at += 1
    return at, tuple(words), be, have


def _with_verb(tokens: Sequence[Token], first: int, at: int, words: tuple[str, ...], be: bool) -> Clause:
    forms = tokens[at].forms
    bare = not any(token.tag in AUXILIARIES for token in tokens[first:at])
    object_follows = at + 1 < len(tokens) and tokens[at + 1].tag in (t.DETERMINER, t.NOUN, t.PRONOUN)
    active_past = bare and PAST in forms and (object_follows or PARTICIPLE not in forms)
    passive = PARTICIPLE in forms and (be or bare) and not active_past and GERUND not in forms
    passive = passive and (be or not (forms & {BASE, THIRD}) or _reduced(tokens, first))
    habit = "used to" in words
    tensed = not bare or habit or active_past or (bool(forms & {THIRD, BASE}) and not passive)
    past = habit or active_past or bool({"was", "were"} & set(words))
    clause = Clause(tokens[at].verb, first, at, passive=passive, finite=tensed, past=past, auxiliaries=words)
    clause.gerund = GERUND in forms
    perfect = bool(_PERFECT & set(words)) and "to" not in words
    clause.done = (past or perfect or (passive and bare)) and "being" not in words
    return clause


def _used_to(tokens: Sequence[Token], at: int) -> bool:
    """`used to run`, the past habit; `is used to run` is an instrument and comes here after its auxiliary."""
    if tokens[at].low != "used" or at + 2 >= len(tokens) or tokens[at + 1].tag != t.INFINITIVE:
        return False
    return (
        not any(token.tag in (t.BE, t.HAVE) for token in tokens[max(0, at - 3) : at]) and BASE in tokens[at + 2].forms
    )


def _reduced(tokens: Sequence[Token], first: int) -> bool:
    """`a service run by AWS`: a form that may be a base stands right after a noun, before `by`."""
    after = tokens[first + 1].low if first + 1 < len(tokens) else ""
    return after == "by" and first > 0 and tokens[first - 1].tag == t.NOUN
