"""What changed between two graphs, as text: `+` for what came, `-` for what went, `~` for what is said otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from kg.model import Affected, Both, Changed, Citation, Diff, OtherName, Shift, Step, Thing

Hop = Callable[[Step], str]
Counts = tuple[int, int]
Tree = Callable[[Sequence[Affected], bool, str], Iterable[str]]


def diff_lines(answer: Diff, hop: Hop, tree: Tree) -> Iterator[str]:
    """The lines of a comparison.

    Args:
        answer: It.
        hop: A step on one line.
        tree: Affected things as a tree.
    """
    yield f"{answer.old} -> {answer.new}: " + ("what changed" if answer else "nothing changed")
    counts = answer.counts
    yield from _part("things", answer.entities, of(counts, "entities"), _thing)
    yield from _part("edges", answer.edges, of(counts, "edges"), lambda step: _step(step, hop))
    yield from _part("owners", answer.owners, of(counts, "owners"), lambda step: _step(step, hop))
    if answer.changed:
        yield f"edges said otherwise ({counts['edges_changed']}):"
        for one in answer.changed:
            yield from _changed(one, hop)
        yield from _more(counts["edges_changed"] - len(answer.changed), "  ~ ")
    yield from _part("names", answer.aliases, of(counts, "aliases"), _name)
    for shift in answer.impact or ():
        yield from _shift(shift, tree)
    if answer.impact is not None and not any(answer.impact):
        yield "no failure does anything else"
    yield from _more(answer.hidden.get("failures", 0), "failures that do something else: ")


def of(counts: Mapping[str, int], name: str) -> Counts:
    """How many came and how many went."""
    return counts[f"{name}_added"], counts[f"{name}_removed"]


def _part(title: str, both: Both, counts: Counts, lines: Callable[..., Iterable[str]]) -> Iterator[str]:  # type: ignore[type-arg]
    if both:
        yield f"{title} ({counts[0]} added, {counts[1]} removed):"
        for sign, items, count in zip("+-", (both.added, both.removed), counts, strict=True):
            for item in items:
                first, *others = lines(item)
                yield f"  {sign} {first}"
                yield from (f"    {line}" for line in others)
            yield from _more(count - len(items), f"  {sign} ")


def _more(count: int, lead: str) -> Iterator[str]:
    if count:
        yield f"{lead}{count} more (--top shows them)"


def _thing(thing: Thing) -> Iterator[str]:
    yield f"{thing.entity.label} ({thing.entity.kind}){_where(thing.citations)}"


def _name(one: OtherName) -> Iterator[str]:
    of = "" if one.name == one.entity.label else f" is a name of {one.entity.label}"
    yield f"{one.name}{of}{_where(one.citations)}"


def _where(citations: Sequence[Citation]) -> str:
    places = dict.fromkeys(str(citation) for citation in citations)
    return f" [{', '.join(places)}]" if places else ""


def _step(step: Step, hop: Hop) -> Iterator[str]:
    yield hop(step)
    yield f'"{" ".join(step.citations[0].quote.split())}"'


def _changed(one: Changed, hop: Hop) -> Iterator[str]:
    yield f"  ~ {hop(one.new)}"
    yield "    " + "; ".join(differences(one))
    if one.new.disputes:
        yield f'    "{" ".join(one.new.disputes[0].quote.split())}"'


def differences(one: Changed) -> Iterator[str]:
    """What is said otherwise of an edge, in words."""
    old, new = one.old, one.new
    if old.status is not new.status:
        yield f"was {old.status}, is {new.status}"
    if old.support != new.support:
        counts = (f"{s.documents} documents, {s.chunks} chunks" for s in (old.support, new.support))
        yield "support was {}, is {}".format(*counts)
    if old.alternatives != new.alternatives:
        options = (", ".join(step.alternatives) or "nothing" for step in (old, new))
        yield "instead of it did {}, does {}".format(*options)


def _shift(shift: Shift, tree: Tree) -> Iterator[str]:
    if not shift:
        yield f"if {shift.failed.label} fails: as before"
        return
    yield f"if {shift.failed.label} fails:"
    for title, items, count in said(shift):
        yield f"  {title} ({count}):"
        yield from tree(items, True, "    ")
        yield from _more(count - len(items), "    ")


def said(shift: Shift) -> Iterator[tuple[str, tuple[Affected, ...], int]]:
    """The lists of a shift that hold something, with their titles and totals."""
    for name in ("breaks", "degrades", "no_longer_breaks", "no_longer_degrades"):
        if shift.counts.get(name):
            title = name.replace("_", " ") if name.startswith("no_") else f"newly {name}"
            yield title, getattr(shift, name), shift.counts[name]
