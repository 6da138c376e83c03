"""Plain text for a terminal of 80 columns: what failed, the affected as a tree with citations, the survivors."""

from __future__ import annotations

import re
import shlex
import textwrap
from collections.abc import Iterator, Sequence
from functools import singledispatch

import pyoxigraph as ox

from kg.model import (
    Affected,
    AliasClass,
    AliasOverview,
    Citation,
    Decided,
    Diff,
    Documents,
    Effect,
    Gaps,
    Impact,
    Match,
    Needs,
    Neighbourhood,
    Path,
    Point,
    Profile,
    Stats,
    Step,
    Suggestions,
    Survivor,
    Weak,
    Why,
    Window,
    printable,
)
from kg.rdf import Table, Term, Triples, value_of
from kg.render.alias_text import all_classes, one_class, suggestions
from kg.render.diff_text import diff_lines
from kg.render.document_text import document_lines
from kg.render.hidden import hidden_lines
from kg.render.report_text import report_lines
from kg.render.tree import draw, grow
from kg.validate import StoreReport

LONGEST = 24
"""Steps of one path that are shown; of a longer one its two ends are."""

_QUOTE = re.compile(r'([ │]*)((?:decided by |seen )?".*)')


def render(answer: object, width: int | None = None) -> str:
    """An answer as text, its quotes wrapped to a terminal's width where one is given."""
    lines = map(printable, _lines(answer))  # documents are untrusted
    return "\n".join(lines if width is None else (part for line in lines for part in _wrapped(line, width)))


def _wrapped(line: str, width: int) -> list[str]:
    """A quote that is too long, continued under itself; other lines as they are."""
    match = _QUOTE.match(line)
    if match is None or len(line) <= width:
        return [line]
    lead = match[1]
    return textwrap.wrap(match[2], max(width, len(lead) + 20), initial_indent=lead, subsequent_indent=lead + " ")


@singledispatch
def _lines(answer: object) -> Iterator[str]:
    raise NotImplementedError(type(answer).__name__)


def _hop(step: Step) -> str:
    """One step as `auth service -depends_on-> token cache [c2,c3] ×2`."""
    chunks = ",".join(sorted(set(map(_place, step.citations))))
    text = f"{step.subject.label} -{step.relation}-> {step.object.label} [{chunks}]"
    if step.support.chunks > 1:
        text += f" ×{step.support.chunks}"
    if step.alternatives:
        text += f" (or {', '.join(step.alternatives)})"
    if _decided(step):
        text += f" ({'; '.join(dict.fromkeys(str(one.effect) for one in _decided(step)))})"
    if step.disputed:
        text += f" ({step.status}: {'; '.join(str(c) for c in step.disputes)})"
    return text


def _quotes(step: Step) -> Iterator[str]:
    """The first sentence that states a step, the first that decides how hard it is, and one that tells of a time."""
    stated, decided = step.citations[0], [one.citation for one in _decided(step)]
    yield _quoted(stated)
    if decided and stated not in decided:
        yield f"decided by {_quoted(decided[0])} [{_place(decided[0])}]"
    if step.observed:
        yield f"seen {_quoted(step.observed[0])} [{_place(step.observed[0])}]"


def _decided(step: Step) -> tuple[Decided, ...]:
    """What decides how hard a step is, unless it only says that the step is as hard as it is anyway."""
    anyway = not step.disputed and all(one.effect == Effect("breaks") for one in step.decided)
    return () if anyway else step.decided


def _place(citation: Citation) -> str:
    return _short(citation.chunk, citation.document, citation.lines[0])


def _quoted(citation: Citation) -> str:
    return f'"{" ".join(citation.quote.split())}"'


def _short(chunk: str, document: str, line: int) -> str:
    """A given id as it is; `document:line` for a chunk whose id was made from its path."""
    return f"{document}:{line}" if chunk.startswith(document + "/") else chunk


def _path(path: Path, indent: str) -> Iterator[str]:
    ends = LONGEST // 2
    for number, step in enumerate(path):
        if len(path) > LONGEST and number == ends:
            yield f"{indent}… {len(path) - 2 * ends} steps more (--format json shows them)"
        if ends <= number < len(path) - ends and len(path) > LONGEST:
            continue
        yield indent + _hop(step)
        yield from (f"{indent}  {quote}" for quote in _quotes(step))


def _affected(items: Sequence[Affected], from_the_end: bool, indent: str) -> Iterator[str]:
    """The paths of affected or needed things as one tree; whom to tell stands where a thing first appears."""
    owners = {item.entity.iri: ", ".join(owner.entity.label for owner in item.owners) for item in items}
    for first, more, step in draw(grow((path for item in items for path in item.paths), from_the_end), indent):
        end = step.subject if from_the_end else step.object
        whom = owners.pop(end.iri, "")
        yield first + _hop(step) + (f" (tell {whom})" if whom else "")
        yield from (more + quote for quote in _quotes(step))


def _survivors(items: Sequence[Survivor]) -> Iterator[str]:
    for item in items:
        yield f"  {item.entity.label}: {item.reason}"
        for citation in item.citations:
            quote = " ".join(citation.quote.split())
            yield f'    "{quote}" [{citation}]'


@_lines.register
def _(answer: Impact) -> Iterator[str]:
    yield "fails: " + ", ".join(one.label for one in answer.failed)
    for title, items in (("breaks", answer.breaks), ("degrades", answer.degrades)):
        if answer.counts[title] or title == "breaks":
            yield f"{title} ({answer.counts[title]}):"
            yield from _affected(items, True, "  ")
    yield f"survives ({answer.counts['survives']}):"
    yield from _survivors(answer.survives)
    yield from hidden_lines(answer.hidden)
    yield from _unread(answer)


def _unread(answer: Impact) -> Iterator[str]:
    """What the documents may say besides, and where to read it."""
    ways = " or ".join(f"kg gaps --about {shlex.quote(one.label)}" for one in answer.failed)
    if answer.unread is None:
        yield f"not looked for: sentences about it that were not understood ({ways})"
    elif answer.unread:
        told = "1 sentence" if answer.unread == 1 else f"{answer.unread} sentences"
        yield f"not understood: {told} about it ({ways})"


@_lines.register
def _(answer: Needs) -> Iterator[str]:
    yield f"{answer.entity.label} needs {answer.counts['hard']}, and softly {answer.counts['soft']}"
    yield from _affected(answer.hard, False, "  ")
    if answer.soft:
        yield "softly:"
        yield from _affected(answer.soft, False, "  ")
    yield from hidden_lines(answer.hidden)


@_lines.register
def _(answer: Weak) -> Iterator[str]:
    points, components = answer.counts["points"], answer.counts["components"]
    if answer.target is None:
        yield f"single points of failure: {points} of {components} components take others down alone"
        for number, point in enumerate(answer.points, 1):
            yield f"{number}. {point.entity.label}: {_takes_down(point)}"
            yield from _path(point.path, "   ")
    elif points:
        yield f"single points of failure above {answer.target.label} ({points}): each alone breaks it"
        yield from _above(answer.points)
    else:
        yield f"nothing breaks {answer.target.label} alone"
    yield from hidden_lines(answer.hidden)


def _above(points: Sequence[Point]) -> Iterator[str]:
    """The paths to the points as one tree; what a point takes down stands where it first appears."""
    about = {point.entity.iri: _takes_down(point) for point in points}
    for first, more, step in draw(grow((point.path for point in points), False), "  "):
        yield first + _hop(step)
        if step.object.iri in about:
            yield more + about.pop(step.object.iri)
        yield f'{more}"{" ".join(step.citations[0].quote.split())}"'


def _takes_down(point: Point) -> str:
    """What a point takes down, who owns it, whom to tell."""
    owners = ", ".join(owner.entity.label for owner in point.owners)
    told = ", ".join(f"{one.entity.label} ({one.breaks})" for one in point.tell)
    more = f" and {point.untold} more" if point.untold else ""
    parts = (f"takes down {point.breaks}", f"owned by {owners}" if owners else "", f"tell {told}{more}" if told else "")
    return "; ".join(part for part in parts if part)


@_lines.register
def _(answer: Why) -> Iterator[str]:
    if not answer.paths:
        yield f"no stated path between {answer.source.label} and {answer.target.label}"
    elif answer.reversed:
        yield f"{answer.source.label} does not rely on {answer.target.label}; the other way round:"
    for number, path in enumerate(answer.paths, 1):
        yield f"path {number}:"
        yield from _path(path, "  ")
    yield from _survivors(answer.denied)
    yield from hidden_lines(answer.hidden)


@_lines.register
def _(answer: Neighbourhood) -> Iterator[str]:
    yield f"{answer.center.label}: {len(answer.nodes) - 1} within {answer.hops} hops ({answer.direction})"
    for step in answer.steps:
        yield "  " + _hop(step)
    yield from hidden_lines(answer.hidden)


@_lines.register
def _(answer: tuple) -> Iterator[str]:  # type: ignore[type-arg]
    for item in answer:
        if not isinstance(item, Match):
            raise NotImplementedError(type(item).__name__)
        yield item.entity.label + (f"  (as {item.name})" if item.name != item.entity.label else "")


@_lines.register
def _(answer: Profile) -> Iterator[str]:
    yield f"{answer.entity.label} <{answer.entity.iri}>"
    yield "  kinds: " + ", ".join(answer.kinds)
    if len(answer.names) > 1:
        yield "  also called: " + ", ".join(answer.names[1:])
    for owner in answer.owners:
        yield f"  owned by {owner.entity.label} [{', '.join(str(c) for c in owner.citations)}]"
    for title, steps in (("relies on", answer.outgoing), ("relied on by", answer.incoming)):
        if steps:
            yield f"  {title}:"
            yield from ("    " + _hop(step) for step in steps)
    for claim in answer.claims:
        yield f"  {claim.polarity}: {claim.subject.label} -{claim.relation}-> {claim.object.label} [{claim.citation}]"


@_lines.register
def _(answer: Window) -> Iterator[str]:
    from kg.answer import lines

    yield from lines(answer.centers, answer.steps)


@_lines.register
def _(answer: Gaps) -> Iterator[str]:
    yield f"sentences with a cue and no claim ({len(answer.sentences)}):"
    for one in answer.sentences:
        yield f"  [{one.citation}] {one.cue}:"
        yield f'    "{" ".join(one.citation.quote.split())}"'
    yield f"not read ({len(answer.skipped)}):"
    for item in answer.skipped:
        yield f"  {item.path}{f':{item.line}' if item.line else ''}: {item.reason}"
    yield f"names that mean several things ({len(answer.ambiguous)}):"
    for name, things in answer.ambiguous:
        yield f"  {name}: " + ", ".join(f"{one.label} <{one.iri}>" for one in things)
    yield f"names that nearly touch ({len(answer.touching)}):"
    yield from (f"  {one.label} / {other.label}" for one, other in answer.touching)
    yield f"components nothing is stated about ({len(answer.silent)}):"
    yield from (f"  {one.label}" for one in answer.silent)
    if answer.classes:
        told = ", ".join(f"{name} {count}" for name, _, count in answer.classes)
        yield f"documents that do not speak of systems as they are: {told} (kg show --documents)"


_lines.register(Documents)(document_lines)


@_lines.register
def _(answer: Table) -> Iterator[str]:
    rows = [[_cell(row.get(name)) for name in answer.variables] for row in answer.rows]
    widths = [max(map(len, column)) for column in zip(answer.variables, *rows, strict=True)]
    yield "  ".join(name.ljust(width) for name, width in zip(answer.variables, widths, strict=True)).rstrip()
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
    yield f"({len(rows)} {'row' if len(rows) == 1 else 'rows'})"


def _cell(term: Term | None) -> str:
    """A term as people read it: literals bare, IRIs whole, nothing for an unbound variable."""
    if term is None:
        return ""
    return " ".join(value_of(term).split()) if not isinstance(term, ox.Triple) else str(term)


@_lines.register
def _(answer: Triples) -> Iterator[str]:
    from kg.rdf import turtle

    yield from turtle(answer.triples, answer.prefixes).splitlines()


@_lines.register
def _(answer: Stats) -> Iterator[str]:
    for name, count in answer.counts.items():
        yield f"{name:<12}{count:>8,}"
    for title, counts in (
        ("claims by polarity", answer.polarities),
        ("claims by relation", answer.relations),
        ("edges by status", answer.statuses),
    ):
        yield f"{title}: " + (", ".join(f"{name} {count:,}" for name, count in counts.items()) or "none")


_lines.register(StoreReport)(report_lines)


_lines.register(AliasClass)(one_class)
_lines.register(AliasOverview)(all_classes)
_lines.register(Suggestions)(suggestions)
_lines.register(Diff)(lambda answer: diff_lines(answer, _hop, _affected))
