"""How a frame fits a clause: where its two ends stand, in the active, the passive and read backwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kg.extract.relations.forms import ANY_VERB, Frame
from kg.extract.relations.objects import EXAMPLES, INSTRUMENTS
from kg.extract.syntax.phrases import Group
from kg.extract.syntax.verbgroup import Clause
from kg.extract.text.tokens import Token

Fit = tuple[Frame, Group | None, Group, int]
"""The frame as it fits, the grammatical subject, the other end, and a key of the place that end stands at."""


def candidates(
    frames: Sequence[Frame], clause: Clause, tokens: Sequence[Token], moving: frozenset[str]
) -> Iterator[Fit]:
    """How frames fit a clause, those passed over at once whose preposition the clause does not have."""
    present = {"", "of", *(preposition for preposition, _ in clause.elements)}
    for frame in frames:
        if frame.preposition in present:
            yield from fits(frame, clause, tokens, moving)


def fits(frame: Frame, clause: Clause, tokens: Sequence[Token], moving: frozenset[str]) -> Iterator[Fit]:
    """How a frame fits a clause: as it stands, or an active form read backwards from a passive."""
    if frame.verb == ANY_VERB or frame.passive == clause.passive:
        for at, group in _others(frame, clause, tokens):
            mover = _mover(frame, clause, moving)
            subject = _direct(clause) if frame.moved else _receiver(frame, clause) or mover or clause.subject
            if subject is not None or not frame.moved:
                yield frame, subject, group, at
    elif clause.passive and frame.verb != "be":
        yield from _reversed(frame, clause, tokens, moving)


def _receiver(frame: Frame, clause: Clause) -> Group | None:
    """`data is fed into X via Y`: Y is what X gets it through."""
    if frame.preposition not in ("via", "through") or not clause.passive:
        return None
    return next((group for preposition, group in clause.elements if preposition == "into"), None)


def _mover(frame: Frame, clause: Clause, moving: frozenset[str]) -> Group | None:
    """`content is published to X via Y`: Y moves it there."""
    if not (clause.passive and clause.verb in moving and frame.preposition in ("to", "into", "onto")):
        return None
    return next((group for preposition, group in clause.elements if preposition == "via"), None)


def _direct(clause: Clause) -> Group | None:
    return next((group for preposition, group in clause.elements if not preposition), None)


def _others(frame: Frame, clause: Clause, tokens: Sequence[Token]) -> Iterator[tuple[int, Group]]:
    """Where in a clause the other end of a frame stands."""
    elements = clause.elements
    if not frame.preposition:
        if elements and not elements[0][0] and not frame.head:
            yield 0, elements[0][1]
            yield from ((at, elements[at][1]) for at in (1,) if len(elements) > 1 and elements[1][0] in EXAMPLES)
        return
    if frame.preposition == "of" and elements and (frame.head or not elements[0][0]):
        yield from _complements(frame, elements[0][1], tokens)
        return
    for at, (preposition, group) in enumerate(elements):
        if preposition != frame.preposition:
            continue
        before = [g for p, g in elements[:at] if not p]
        if frame.head and not (_beside(clause, frame.head, tokens) or _any_headed(frame.head, elements[:at], tokens)):
            continue
        if before and not frame.gap:
            continue
        yield at, group
        if at + 1 < len(elements) and elements[at + 1][0] in EXAMPLES:
            yield at + 1, elements[at + 1][1]


def _complements(frame: Frame, group: Group, tokens: Sequence[Token]) -> Iterator[tuple[int, Group]]:
    """`makes use of X`: the phrase after `of` belongs to its noun."""
    for phrase in group.phrases:
        if phrase.complement is not None and tokens[phrase.last - 1].low == frame.head:
            members = [*phrase.complement.phrases, *group.phrases[group.phrases.index(phrase) + 1 :]]
            yield 0, Group(members, group.first, group.last, group.alternatives, group.either)
            return


def _reversed(frame: Frame, clause: Clause, tokens: Sequence[Token], moving: frozenset[str]) -> Iterator[Fit]:
    """`X is used by Y` from `Y uses X`, `X is sent to Z by Y` from `Y sends X to Z`."""
    agents = [(at, group) for at, (preposition, group) in enumerate(clause.elements) if preposition == "by"]
    if frame.preposition in ("to", "into", "onto") and not agents and clause.verb in moving:
        agents = [(at, group) for at, (preposition, group) in enumerate(clause.elements) if preposition == "via"]
    if not frame.preposition:
        yield from _direct_reversed(frame, clause, agents, tokens)
        return
    if frame.head and not _headed(frame.head, clause.subject, tokens):
        return
    for at, (preposition, group) in enumerate(clause.elements):
        if preposition == frame.preposition:
            yield frame, agents[0][1] if agents and not frame.moved else clause.subject, group, at


def _direct_reversed(
    frame: Frame, clause: Clause, agents: Sequence[tuple[int, Group]], tokens: Sequence[Token]
) -> Iterator[Fit]:
    if clause.subject is None or frame.head:
        return
    if agents:
        flipped = replace(frame, inverse=not frame.inverse, preposition="by")
        yield flipped, clause.subject, agents[0][1], agents[0][0]
    elif frame.verb in INSTRUMENTS and not frame.inverse and _instrument(clause, tokens):
        yield replace(frame, preposition="as"), None, clause.subject, -1


def _instrument(clause: Clause, tokens: Sequence[Token]) -> bool:
    """`X is used as a cache`, `X is used to sign tokens`: whoever uses it is not said."""
    after = tokens[clause.at + 1].low if clause.at + 1 < len(tokens) else ""
    return clause.finite and not clause.attached and after in ("as", "to")


def _beside(clause: Clause, head: str, tokens: Sequence[Token]) -> bool:
    """`is optional for`: the head stands right after the verb."""
    return any(token.low == head for token in tokens[clause.at : clause.at + 2])


def _any_headed(head: str, elements: Sequence[tuple[str, Group]], tokens: Sequence[Token]) -> bool:
    return any(_headed(head, group, tokens) for _, group in elements)


def _headed(head: str, group: Group | None, tokens: Sequence[Token]) -> bool:
    """Whether a phrase of the group has this head noun, in whatever number."""
    if group is None:
        return False
    heads = {tokens[phrase.last - 1].low for phrase in group.phrases}
    return bool(heads & {head, head + "s", head.removesuffix("s"), head.removesuffix("y") + "ies"})
