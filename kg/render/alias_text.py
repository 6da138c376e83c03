"""Answers about names as lines of text."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from kg.model import AliasClass, AliasOverview, Apart, Bond, Clash, Member, Suggestions


def one_class(answer: AliasClass) -> Iterator[str]:
    """An alias class, explained."""
    yield f"{answer.entity.label} <{answer.entity.iri}>"
    yield f"names ({len(answer.members)}):"
    for member in answer.members:
        yield f"  {member.name}" + _spellings(member)
        if member.citation is None:
            yield "    in no document"
        else:
            yield f'    "{" ".join(member.citation.quote.split())}" [{member.citation}]'
    yield f"links ({len(answer.links)}):"
    for link in answer.links:
        yield f"  {link.one.name} = {link.other.name}"
        yield f"    {_why(link)}"
        yield (
            f"    without it: {', '.join(link.splits)} would be apart"
            if link.splits
            else "    without it: still one thing"
        )
        yield "    to undo: " + _undo(link)
    yield from _apart(answer.apart)
    yield from _clashes(answer.conflicts)


def all_classes(answer: AliasOverview) -> Iterator[str]:
    """All classes, one a paragraph, and what people decided."""
    if not answer.classes:
        yield "no thing has several names"
    for one in answer.classes:
        yield f"{one.entity.label} ({len(one.members)} names)"
        for link in one.links:
            yield f"  {link.one.name} = {link.other.name}: {_why(link)}"
    yield from _apart(answer.apart)
    yield from _clashes(answer.conflicts)
    if answer.scopings:
        yield f"scoped ({len(answer.scopings)}):"
    for scoping in answer.scopings:
        yield f"  {scoping.name} in {scoping.place}{_by(scoping.who, scoping.when)}: {scoping.reason}"


def suggestions(answer: Suggestions) -> Iterator[str]:
    """Suggested merges, each with the command that accepts it."""
    if not answer.total:
        yield "nothing to suggest"
    for one in answer.best:
        yield f"{one.score:.2f}  {one.one} / {one.other}"
        yield from (f"      {reason}" for reason in one.reasons)
        yield f"      {one.command}"
    if answer.total > len(answer.best):
        yield f"not shown: {answer.total - len(answer.best)} of {answer.total} (--limit shows more)"


def _apart(pairs: tuple[Apart, ...]) -> Iterator[str]:
    if pairs:
        yield f"kept apart ({len(pairs)}):"
    for pair in pairs:
        yield f"  {pair.one.name} / {pair.other.name}{_by(pair.by, pair.when, pair.source)}: {pair.reason}"


def _clashes(clashes: tuple[Clash, ...]) -> Iterator[str]:
    if clashes:
        yield f"conflicts ({len(clashes)}):"
    for clash in clashes:
        yield f"  {clash}"


def _why(link: Bond) -> str:
    sure = f"{link.confidence:.3f}".rstrip("0").rstrip(".")
    about = (link.justification, sure, link.by, link.when, link.source)
    return f"{link.reason} ({', '.join(part for part in about if part)})"


def _by(who: str, when: str, source: str = "") -> str:
    about = ", ".join(part for part in (who, when, source) if part)
    return f" ({about})" if about else ""


def _spellings(member: Member) -> str:
    others = ", ".join(member.names[1:])
    return f" (also {others})" if others else ""


def _undo(link: Bond) -> str:
    ends = " ".join(shlex.quote(member.typed) for member in (link.one, link.other))
    return f"kg alias remove {ends}" if link.decided else f"kg alias differ {ends} --reason WHY"
