"""Losses: where a sentence says that something is gone (`when X is down`, `without X`, `an outage of X`)."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from kg.extract.syntax.phrases import Group, Phrase, group_at
from kg.extract.text import tokens as t
from kg.extract.text.inflect import forms_of
from kg.extract.text.lexicon import Lexicon
from kg.extract.text.tokens import AUXILIARIES, Token

_WORDS = r"(?P<np>(?:[^\s,;:!?()]{1,80}\s+){0,8}?[^\s,;:!?()]{1,80})"
_ADVERBS = r"(?:\s+(?:\w{2,20}ly|all|also|both|ever|itself|just|then|too))*"
_DATE = r"(?:(?:on|at|in|around) (?:\S{1,20} ){0,3}\S{1,20},? )?"
_BECOMES = (
    r"(?:is|are|was|were|be|been|being|goes|go|went|gone|becomes?|became|falls?|fell|stays?|stayed|remains?|remained)"
)
_DENIED = (
    r"(?:do|does|did|is|are|was|were|can|could|has|have)(?:\s+not|n't|n’t)|can't|can’t|cannot|not|fail(?:s|ed)? to|"
    r"no longer|stop(?:s|ped)?"
)
_LETTERS = re.compile(r"[a-z']+")
_PAST = re.compile(r"\b(?:was|were|went|became|fell|did|could|had|stayed|remained)(?:n[’']t)?\b", re.I)
_PREPOSITIONS = frozenset(("after", "at", "during", "following", "from", "in", "on", "through", "throughout", "upon"))
_PART = re.compile(
    r"(?:any |a |only )?(?:one|two|three|single|half|some)\b(?: or \w+)?(?: out)?(?: of (?:its |the |our )?\w+)?", re.I
)

_COUNT = re.compile(r"(?:an?|the|any|no|some|several|many|two|three|four|five|six|\d+|repeated|further)", re.I)


class How(Enum):
    """How a loss stands in its sentence."""

    CONDITION = "a clause of its own, or a phrase with a preposition"
    SUBJECT = "the subject of what is said"
    OBJECT = "the object of a verb before it"
    EVENT = "a clause that another one is joined to"


@dataclass(frozen=True, slots=True)
class Loss:
    """A place where a sentence says that something is gone.

    Args:
        first: Index of its first token, what opens it included.
        last: One past its last.
        cause: What is gone.
        how: How it stands in the sentence.
        past: It is told as having happened.
        extent: The part of the cause that is meant, as written; empty when it is the whole.
    """

    first: int
    last: int
    cause: Group
    how: How
    past: bool = False
    extent: str = ""


class Losses:
    """Finds losses.

    Args:
        lexicon: Word classes.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        down, up = lexicon["down"] | lexicon["lost"], lexicon["up"] | lexicon["responding"]
        verbs = [forms_of(base + ("es" if base.endswith("sh") else "s")) for base in lexicon["lossVerb"]]
        failing = {word for one in verbs for word in (one.base, one.third, *one.past, *one.gerund)} | {"broke"}
        self._forms = _clause_forms(down, up, failing, lexicon["lossOpener"])
        self._past = {word for one in verbs for word in one.past if word.endswith("ed")} | {"broke"}
        self._noun = lexicon["outage"] | {word + "s" for word in lexicon["outage"]}
        self._members = lexicon["member"]
        shown = frozenset(map(shown_by, down | up | self._noun))
        self.words: frozenset[str] = shown | failing | {"without", "losing"}

    def of(self, text: str, tokens: Sequence[Token]) -> list[Loss]:
        """Those of a sentence, by place; of two that share a word the first found counts."""
        kept: list[Loss] = []
        for loss in (*self._clauses(text, tokens), *self._phrases(text, tokens)):
            if all(loss.last <= other.first or loss.first >= other.last for other in kept):
                kept.append(loss)
        return sorted(kept, key=lambda loss: loss.first)

    def _clauses(self, text: str, tokens: Sequence[Token]) -> Iterator[Loss]:
        starts = [token.start for token in tokens]
        for form, how in self._forms:
            for match in form.finditer(text):
                first, begin, gone, last = (
                    bisect_left(starts, at)
                    for at in (match.start(), match.start("np"), match.start("gone"), match.end())
                )
                cause = _exactly(tokens, begin, gone)
                past = self._is_past(match["gone"])
                if cause is not None and (past or how is not How.EVENT):
                    yield Loss(first, last, cause, how, past)

    def _is_past(self, gone: str) -> bool:
        return _PAST.search(gone) is not None or gone.split()[0].lower() in self._past

    def _phrases(self, text: str, tokens: Sequence[Token]) -> Iterator[Loss]:
        for at, token in enumerate(tokens):
            if token.low == "without":
                cause = group_at(tokens[: _first_name(tokens, at + 1)], at + 1, True)
                if cause is not None:
                    yield Loss(at, cause.last, cause, How.CONDITION)
            elif token.low == "losing":
                cause = group_at(tokens, at + 1, True)
                if cause is not None:
                    yield _placed(tokens, at, cause.last, cause)
            elif token.low in self._noun:
                yield from self._outage(text, tokens, at)

    def _outage(self, text: str, tokens: Sequence[Token], at: int) -> Iterator[Loss]:
        """`an outage of X`, `a Redis outage`."""
        begin = at
        while begin > 0 and tokens[begin - 1].tag in (t.NOUN, t.DETERMINER, t.POSSESSIVE):
            begin -= 1
        if at + 1 < len(tokens) and tokens[at + 1].low == "of":
            cause = group_at(tokens, at + 2, True)
            if cause is not None:
                last = max(cause.last, *(_end(phrase) for phrase in cause.phrases))
                yield self._partly(text, tokens, _placed(tokens, begin, last, cause))
        elif at > begin and tokens[at - 1].tag in (t.NOUN, t.POSSESSIVE):
            cause = _exactly(tokens, begin, at - (tokens[at - 1].tag == t.POSSESSIVE))
            if cause is not None and _COUNT.fullmatch(text[tokens[begin].start : tokens[at - 1].end]) is None:
                yield _placed(tokens, begin, at + 1, cause)

    def _partly(self, text: str, tokens: Sequence[Token], loss: Loss) -> Loss:
        """`the failure of one of three Kafka brokers` is the loss of a part of Kafka."""
        begin = loss.cause.first
        head = tokens[loss.last - 1].low
        part = _PART.match(text[tokens[begin].start : tokens[loss.last - 1].end])
        if head not in self._members or part is None:
            return loss
        after = tokens[begin].start + part.end()
        names = [at for at in range(begin, loss.last - 1) if tokens[at].start >= after and tokens[at].tag == t.NOUN]
        cause = _exactly(tokens, names[0], loss.last - 1) if names else None
        shown = Group([Phrase(begin, begin)], begin, begin) if cause is None else cause
        return Loss(loss.first, loss.last, shown, loss.how, loss.past, " ".join(part[0].split()))


def _clause_forms(
    down: Iterable[str], up: Iterable[str], failing: Iterable[str], openers: Iterable[str]
) -> tuple[tuple[re.Pattern[str], How], ...]:
    """What finds clauses that tell of a loss: `when X is down`, `with X gone`, `until X is back`, `X crashed and`."""
    lost, working, verb = _either(down), _either(up), _either(failing)
    gone = rf"(?:{_BECOMES}{_ADVERBS}\s+{lost}|(?:{_DENIED}){_ADVERBS}\s+(?:be\s+|being\s+)?{working}|{verb})"
    forms = (
        (rf"(?<![\w-]){_either(openers)}\s+{_WORDS}{_ADVERBS}\s+(?P<gone>{gone})(?![\w-])", How.CONDITION),
        (rf"(?<![\w-])with\s+{_WORDS}\s+(?P<gone>{lost})(?![\w-])", How.CONDITION),
        (
            rf"(?<![\w-])(?:until|till|unless)\s+{_WORDS}\s+(?P<gone>(?:is|are|comes|gets)\s+{working})(?![\w-])",
            How.CONDITION,
        ),
        (rf"(?:^|(?<=, )|(?<=: ))after\s+{_WORDS}\s+(?P<gone>{gone})(?![\w-])", How.CONDITION),
        (rf"^{_DATE}{_WORDS}{_ADVERBS}\s+(?P<gone>{gone})(?=,? (?:and|so|which)\b)", How.EVENT),
    )
    return tuple((re.compile(form, re.I), how) for form, how in forms)


def shown_by(word: str) -> str:
    """The last run of letters of a phrase, by which a sentence shows that it may have it.

    >>> shown_by("out of action"), shown_by("read-only")
    ('action', 'only')
    """
    last: str = _LETTERS.findall(word)[-1]
    return last


def _either(words: Iterable[str]) -> str:
    return "(?:" + "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word)))) + ")"


def _end(phrase: Phrase) -> int:
    return phrase.complement.last if phrase.complement is not None else phrase.last


def _exactly(tokens: Sequence[Token], begin: int, end: int) -> Group | None:
    """The noun phrases that fill a range of tokens, adverbs at its end aside."""
    while end > begin and tokens[end - 1].tag == t.ADVERB:
        end -= 1
    found = group_at(tokens[:end], begin, True) if end > begin else None
    return found if found is not None and max(found.last, _end(found.phrases[-1])) == end else None


def _first_name(tokens: Sequence[Token], at: int) -> int:
    """`Without Redis orders cannot be placed`: where a name ends that a plural subject follows; else all tokens."""
    for end in range(at + 1, min(at + 4, len(tokens) - 1)):
        before, after = tokens[end - 1], tokens[end + 1]
        plain = tokens[end].tag == t.NOUN and tokens[end].low == tokens[end].text and tokens[end].low.endswith("s")
        if plain and before.text[:1].isupper() and after.tag in AUXILIARIES:
            return end
    return len(tokens)


def _placed(tokens: Sequence[Token], begin: int, end: int, cause: Group) -> Loss:
    """A noun phrase for a loss: with the preposition before it, as the subject of what follows, or as an object."""
    before = tokens[begin - 1] if begin else None
    if before is not None and before.tag == t.PREPOSITION and before.low in _PREPOSITIONS:
        return Loss(begin - 1, end, cause, How.CONDITION)
    opening = (t.STOP, t.COMMA, t.CONJUNCTION, t.SUBORDINATOR)
    opens = before is None or before.tag in opening or before.low in ("so", "that")
    return Loss(begin, end, cause, How.SUBJECT if opens else How.OBJECT)
