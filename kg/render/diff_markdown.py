"""What changed between two graphs, as a comment on a pull request: counts first, details to unfold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from kg.model import Affected, Both, Changed, Citation, Diff, OtherName, Step, Thing
from kg.render.diff_text import differences, of, said
from kg.render.markdown_text import plain

MOST_ROWS = 40
"""Rows of a table; more are counted."""

LONGEST = 60_000
"""Characters of a comment; GitHub refuses more than 65,536."""

Row = tuple[str, ...]

_TITLES = {"entities": "things", "aliases": "names"}


def diff_lines(answer: Diff) -> Iterator[str]:
    """The lines of a comparison; what does not fit into a comment is said to be left out."""
    size = 0
    for part in _parts(answer):
        text = "\n".join(part)
        size += len(text) + 1
        if size > LONGEST:
            yield "\nThe rest does not fit into a comment; `kg diff` shows it."
            return
        yield text


def _parts(answer: Diff) -> Iterator[list[str]]:
    yield [f"### {_counts(answer)}", "", f"`kg diff`: {plain(answer.old)} → {plain(answer.new)}"]
    for shift in answer.impact or ():
        for title, items, count in said(shift):
            heading = f"If {plain(shift.failed.label)} fails: {title} ({count})"
            rows = [_affected(item) for item in items]
            yield list(_details(heading, ("", "because", "tell"), rows, count, unfolded=title == "newly breaks"))
    if answer.impact is not None and not any(answer.impact):
        yield ["", "No failure does anything else."]
    if answer.hidden.get("failures"):
        yield ["", f"{answer.hidden['failures']} more failures do something else."]
    yield from _both("Edges", answer.edges, answer, ("", "edge", "because"), _step)
    changed = [
        (_arrow(one.new), plain("; ".join(differences(one))), _because(one.new.disputes)) for one in answer.changed
    ]
    total = answer.counts.get("edges_changed", 0)
    yield list(_details(f"Edges said otherwise: {total}", ("edge", "how", "disputed by"), changed, total))
    yield from _both("Owners", answer.owners, answer, ("", "edge", "because"), _step)
    yield from _both("Entities", answer.entities, answer, ("", "thing", "kind", "where"), _thing)
    yield from _both("Aliases", answer.aliases, answer, ("", "name", "of", "where"), _name)


def _counts(answer: Diff) -> str:
    """The first line, which is all that many will read."""
    breaks = sum(shift.counts.get("breaks", 0) for shift in answer.impact or ())
    counts = answer.counts
    parts = [f"{breaks} newly break{'s' if breaks == 1 else ''}"] if breaks else []
    for name in ("edges", "owners", "entities", "aliases"):
        title = _TITLES.get(name, name)
        more, less = counts[f"{name}_added"], counts[f"{name}_removed"]
        if more or less:
            parts.append(f"{title} +{more} −{less}")
    if counts["edges_changed"]:
        parts.append(f"{counts['edges_changed']} said otherwise")
    return ", ".join(parts) or "Nothing changed"


def _both(title: str, both: Both, answer: Diff, heads: Row, row: Callable[..., Row]) -> Iterator[list[str]]:  # type: ignore[type-arg]
    rows = [(sign, *row(item)) for sign, items in (("+", both.added), ("−", both.removed)) for item in items]
    added, removed = of(answer.counts, title.lower()) if answer.counts else (0, 0)
    heading = f"{_TITLES.get(title.lower(), title).capitalize()}: {added} added, {removed} removed"
    yield list(_details(heading, heads, rows, added + removed))


def _details(heading: str, heads: Row, rows: Sequence[Row], total: int, unfolded: bool = False) -> Iterable[str]:
    """A table to unfold (GitHub Flavored Markdown, section 4.10); nothing without rows."""
    if not rows:
        return ()
    shown = rows[:MOST_ROWS]
    more = total - len(shown)
    return (
        "",
        f"<details{' open' if unfolded else ''}><summary>{heading}</summary>",
        "",
        f"| {' | '.join(heads)} |",
        f"|{'---|' * len(heads)}",
        *(f"| {' | '.join(row)} |" for row in shown),
        *(["", f"… and {more} more"] if more else []),
        "",
        "</details>",
    )


def _affected(item: Affected) -> Row:
    because = "<br>".join(f"{_arrow(step)} {_because(step.citations)}" for step in item.paths[0])
    return plain(item.entity.label), because, ", ".join(plain(owner.entity.label) for owner in item.owners)


def _changed(one: Changed) -> Row:
    return _arrow(one.new), plain("; ".join(differences(one))), _because(one.new.disputes)


def _step(step: Step) -> Row:
    return _arrow(step), _because(step.citations)


def _arrow(step: Step) -> str:
    return f"{plain(step.subject.label)} *{plain(step.relation)}* {plain(step.object.label)}"


def _because(citations: Sequence[Citation]) -> str:
    """The first sentence and where it stands."""
    return f"“{plain(citations[0].quote)}” ({plain(str(citations[0]))})" if citations else ""


def _thing(thing: Thing) -> Row:
    return plain(thing.entity.label), plain(thing.entity.kind), _places(thing.citations)


def _name(one: OtherName) -> Row:
    return plain(one.name), plain(one.entity.label), _places(one.citations)


def _places(citations: Sequence[Citation]) -> str:
    return ", ".join(dict.fromkeys(plain(str(citation)) for citation in citations))
