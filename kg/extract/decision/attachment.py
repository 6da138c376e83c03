"""Features of how the ends of a statement hang together in its sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kg.extract.relations.forms import Frames
from kg.extract.syntax.phrases import Group, Phrase
from kg.extract.syntax.verbgroup import Clause
from kg.extract.text import tokens as t
from kg.extract.text.lexicon import Lexicon
from kg.extract.text.tokens import Token

VERBS = (
    "control",
    "everyday",
    "handling",
    "moving",
    "needing",
    "offering",
    "open",
    "personal",
    "setup",
    "standing",
    "storing",
    "weak",
)
"""Word classes of the lexicon that the verb of a clause is looked up in."""

_BOUNDS = (t.STOP, t.OPEN, t.CLOSE)
_NEAR = 10


def of_clause(
    clauses: Sequence[Clause], subject: Phrase | None, obj: Phrase, frames: Frames, lexicon: Lexicon
) -> Iterator[str]:
    """The clause that the object stands in, and where its subject stands.

    Args:
        clauses: Of the sentence.
        subject: Where the subject stands, if it does in this sentence.
        obj: Where the object stands.
        frames: Tell which verbs state relations.
        lexicon: Word classes.
    """
    place = next(((c, p, at) for c in clauses for at, (p, g) in enumerate(c.elements) if _in(obj, g)), None)
    if place is None:
        yield from _of_inverse(clauses, subject, obj, frames)
        return
    clause, preposition, at = place
    yield from (
        f"V:verb={clause.verb}",
        f"V:prep={preposition}",
        f"V:{clause.verb}+{preposition}",
        f"V:at={min(at, 2)}",
    )
    yield from (f"V:{key}" for key in ("passive", "finite", "past", "attached") if getattr(clause, key))
    if clause.condition:
        yield "V:condition"
    fitting = frames.by_verb.get(clause.verb, ())
    if fitting:
        yield "V:known"
    if any(frame.preposition == preposition for frame in fitting):
        yield "V:framed"
    yield from (f"V:class={key}" for key in VERBS if clause.verb in lexicon[key])
    yield from _of_subject(clause, subject)


def _in(phrase: Phrase, group: Group | None) -> bool:
    return group is not None and group.first <= phrase.first < group.last


def _of_subject(clause: Clause, subject: Phrase | None) -> Iterator[str]:
    if subject is None:
        first = clause.subject.phrases[0] if clause.subject is not None else None
        kind = "none" if first is None else "pronoun" if first.pronoun else "speaker" if first.speaker else "noun"
        yield f"A:context={kind}"
    elif _in(subject, clause.subject):
        yield "A:subject"
    else:
        beside = next((p for p, group in clause.elements if _in(subject, group)), None)
        yield "A:apart" if beside is None else "A:element"
        if beside is not None:
            yield f"A:element={beside}"


def _of_inverse(clauses: Sequence[Clause], subject: Phrase | None, obj: Phrase, frames: Frames) -> Iterator[str]:
    """The object of the relation is the grammatical subject, or stands in no clause."""
    clause = next((c for c in clauses if _in(obj, c.subject)), None)
    yield "A:outside" if clause is None else "A:inverse"
    if clause is None or subject is None:
        return
    for preposition, group in clause.elements:
        if _in(subject, group):
            yield f"V:inverse={clause.verb}+{preposition}"
            if any(frame.inverse and frame.preposition == preposition for frame in frames.by_verb.get(clause.verb, ())):
                yield "V:framed"


def between(tokens: Sequence[Token], subject: Phrase, obj: Phrase) -> Iterator[str]:
    """What stands between the two ends."""
    forward = subject.first < obj.first
    order = "forward" if forward else "backward"
    first, last = (subject.last, obj.first) if forward else (obj.last, subject.first)
    middle = tokens[first:last]
    verbs = [token.verb or token.low for token in middle if token.tag == t.VERB]
    yield f"M:{order}"
    yield f"M:distance={min(len(middle) // 3, 6)}"
    yield f"M:verbs={min(len(verbs), 3)}"
    yield f"M:bounds={min(sum(token.tag in _BOUNDS for token in middle), 2)}"
    if len(middle) <= _NEAR:
        yield from (f"M:{order}:{token.verb or token.low}" for token in middle if token.tag != t.NOUN)
    if verbs:
        yield f"M:first={order}:{verbs[0]}"
        yield f"M:last={order}:{verbs[-1]}"
    if subject.first == 0:
        yield "M:opens"
