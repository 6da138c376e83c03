"""Noun phrases and their coordination: `the draft and live stores`, `A, B or C`, `both A and B`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kg.extract.text import tokens as t
from kg.extract.text.tokens import Token

_MEMBERS = frozenset((t.NOUN, t.POSSESSIVE))
_PLAIN = frozenset(("it", "they", "them", "itself", "themselves"))
_FINITE = frozenset((t.BE, t.HAVE, t.MODAL, t.DO))


@dataclass(slots=True)
class Phrase:
    """A noun phrase: tokens `first` to `last` (excluded) of its sentence.

    Args:
        first: Index of the first token, determiner included.
        last: One past the last.
        pronoun: It is a bare pronoun.
        speaker: It is `we`, `you` or `I`.
        notes: What stands in parentheses after it, token ranges.
        complement: The phrase after `of`, if any.
    """

    first: int
    last: int
    pronoun: bool = False
    speaker: bool = False
    notes: list[tuple[int, int]] = field(default_factory=list)
    complement: Group | None = None


@dataclass(slots=True)
class Group:
    """Coordinated noun phrases.

    Args:
        phrases: In order.
        alternatives: They are joined by `or`.
        either: They are opened by `either` or `one of`.
        first: Index of the first token.
        last: One past the last.
    """

    phrases: list[Phrase]
    first: int
    last: int
    alternatives: bool = False
    either: bool = False


def closing(tokens: Sequence[Token], at: int) -> int:
    """Index of the parenthesis that closes the one at `at`, or of the last token."""
    depth = 0
    for index in range(at, len(tokens)):
        depth += (tokens[index].tag == t.OPEN) - (tokens[index].tag == t.CLOSE)
        if depth == 0:
            return index
    return len(tokens) - 1


def phrase_at(tokens: Sequence[Token], at: int) -> Phrase | None:
    """The noun phrase that begins at a token, if one does."""
    start = at
    if at < len(tokens) and tokens[at].tag in (t.PRONOUN, t.SPEAKER):
        return Phrase(at, at + 1, tokens[at].tag == t.PRONOUN, tokens[at].tag == t.SPEAKER)
    if at < len(tokens) and tokens[at].tag == t.ADDRESS:
        return Phrase(at, at + 1)
    while at < len(tokens) and tokens[at].tag == t.DETERMINER:
        at += 1
    while at < len(tokens) and (
        tokens[at].tag in _MEMBERS or (tokens[at].tag == t.ADVERB and _inner(tokens, at, start))
    ):
        at += 1
    if at == start:
        return None
    if all(token.tag == t.DETERMINER for token in tokens[start:at]):
        return Phrase(start, at, pronoun=True)
    return Phrase(start, at)


def _inner(tokens: Sequence[Token], at: int, start: int) -> bool:
    """Whether an adverb stands inside, `the newly created queue`, or a participle: `each deployed app`."""
    if at + 1 >= len(tokens) or tokens[at + 1].tag != t.NOUN or at == start:
        return False
    return tokens[at - 1].tag == t.DETERMINER


def group_at(tokens: Sequence[Token], at: int, after_verb: bool) -> Group | None:
    """The coordinated noun phrases that begin at a token.

    Args:
        tokens: The sentence.
        at: Where.
        after_verb: The clause has its verb already; then a last member that a finite verb follows opens a
            new clause and is left out.
    """
    either = at < len(tokens) and tokens[at].low in ("either", "both")
    first = _with_notes(tokens, at + 1 if either and at + 1 < len(tokens) else at)
    if first is None:
        return None
    group = Group([first[0]], at, first[1], either=either and tokens[at].low == "either")
    while True:
        joint = _joint(tokens, group.last)
        more = _with_notes(tokens, joint[0]) if joint else None
        if joint is None or more is None or not _belongs(tokens, group, joint, more, after_verb):
            return group
        group.phrases.append(more[0])
        group.last = more[1]
        group.alternatives |= joint[1] == "or"


def _with_notes(tokens: Sequence[Token], at: int) -> tuple[Phrase, int] | None:
    """A phrase with its parentheses and its `of`, and where it ends."""
    phrase = phrase_at(tokens, at)
    if phrase is None:
        return None
    end = phrase.last
    while end < len(tokens) and tokens[end].tag == t.OPEN:
        close = closing(tokens, end)
        phrase.notes.append((end + 1, close))
        end = close + 1
    if (
        end < len(tokens)
        and tokens[end].low == "of"
        and not (phrase.pronoun and tokens[at].tag == t.PRONOUN and tokens[at].low in _PLAIN)
    ):
        inner = _with_notes(tokens, end + 1)
        if inner is not None:
            phrase.complement = Group([inner[0]], end + 1, inner[1])
            end = inner[1]
    return phrase, end


def _joint(tokens: Sequence[Token], at: int) -> tuple[int, str] | None:
    """What joins the phrase that ends at `at` to another: where that begins, and `and`, `or` or `,`."""
    kind = ""
    if at < len(tokens) and tokens[at].tag == t.COMMA:
        at, kind = at + 1, ","
    if at < len(tokens) and tokens[at].tag == t.CONJUNCTION and tokens[at].low not in ("but", "then", "yet"):
        kind = "or" if tokens[at].low in ("or", "/", "or else") else "and"
        at += 1
    while kind and at < len(tokens) and tokens[at].tag == t.ADVERB:
        at += 1
    if kind and at < len(tokens) and tokens[at].low in ("both", "either"):
        at += 1
    return (at, kind) if kind else None


def _belongs(
    tokens: Sequence[Token], group: Group, joint: tuple[int, str], more: tuple[Phrase, int], after_verb: bool
) -> bool:
    """Whether the next phrase is a member of the group and not an apposition or the subject of a new clause."""
    phrase, end = more
    if phrase.speaker or (phrase.pronoun and joint[1] == ","):
        return False
    if joint[1] == "," and not _list_goes_on(tokens, end):
        return False
    if after_verb and joint[1] != "," and tokens[group.last].tag == t.COMMA:
        end = _chain_end(tokens, end)
    return not (after_verb and _finite_follows(tokens, end))


def _chain_end(tokens: Sequence[Token], end: int) -> int:
    """Where the phrases end that are joined to one by conjunctions: `…, and the A and the B call it`."""
    for _ in range(4):
        joint = _joint(tokens, end)
        more = _with_notes(tokens, joint[0]) if joint is not None and joint[1] != "," else None
        if more is None:
            return end
        end = more[1]
    return end


def _list_goes_on(tokens: Sequence[Token], at: int) -> bool:
    """After `A, B`: whether `, C …` or `and C` makes it a list rather than an apposition."""
    for size in range(12):
        joint = _joint(tokens, at)
        if joint is None:
            closed = at < len(tokens) and (tokens[at].tag == t.CLOSE or tokens[at].low.startswith("etc"))
            return closed or size > 0
        if joint[1] != ",":
            return True
        more = _with_notes(tokens, joint[0])
        if more is None:
            return False
        at = more[1]
    return True


def _finite_follows(tokens: Sequence[Token], at: int) -> bool:
    while at < len(tokens) and tokens[at].tag == t.ADVERB:
        at += 1
    if at >= len(tokens):
        return False
    token = tokens[at]
    return token.tag in _FINITE or (token.tag == t.VERB and bool(token.forms & {"third", "base"}))
