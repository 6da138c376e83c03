"""Scores whole answers: builds document sets, fails their components, compares what breaks and what survives.

    python benchmarks/endtoend.py SETS.json [--show]

SETS.json is a list of document sets, each an object with

    id            its name
    docs          files and folders, relative to SETS.json
    hand_graph    {"hard": [["order desk", "stock keeper"], ...]}: what directly relies on what, by the documents
    aliases       {"Redis": ["session cache"], ...}: other names that are right, may be left out
    questions     [{"fails": "Redis", "breaks": [names], "survives": [names]}, ...], worked out by hand

A reported name answers for one expected name only, equal names first (`same_name` of `kg.evaluate.score` says what
is the same loosely). A failing component that the graph does not know counts as an answer of no names. Per set and all:

    breaks found        share of the expected breaks that are reported to break, mean over the sets
    deep found          the same of breaks two or more hops away, over all questions
    degraded instead    expected breaks that are reported to degrade only
    survivors broken    expected survivors that are reported to break
    survivors degraded  expected survivors that are reported to degrade
    exact               questions with every break found and no survivor broken

`benchmarks/endtoend.json` is an example.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import kg
from kg.errors import InputError, KgError
from kg.evaluate.score import same_name, words

Aliases = Mapping[str, Sequence[str]]


@dataclass(slots=True)
class Tally:
    """Counts of a document set: how many of how many."""

    breaks: int = 0
    found: int = 0
    softened: int = 0
    deep: int = 0
    deep_found: int = 0
    survivors: int = 0
    broken: int = 0
    degraded: int = 0
    questions: int = 0
    exact: int = 0


def paired(expected: Iterable[str], reported: Iterable[str], aliases: Aliases) -> set[str]:
    """The expected names that reported ones answer for, one each; equal names are paired before similar ones.

    >>> sorted(paired(["Redis", "Redis cache"], ["redis-cache", "the Redis"], {}))
    ['Redis', 'Redis cache']
    """
    found: set[str] = set()
    left = list(reported)
    for same in (_equal, same_name):
        for name in expected:
            forms = (name, *aliases.get(name, ()))
            match = next((other for other in left if any(same(other, form) for form in forms)), None)
            if name not in found and match is not None:
                found.add(name)
                left.remove(match)
    return found


def _equal(one: str, other: str) -> bool:
    return "".join(words(one)) == "".join(words(other))


def answer(graph: kg.Graph, failing: str, aliases: Aliases) -> tuple[list[str], list[str]]:
    """What the graph says breaks and degrades when a component fails; nothing when it does not know it."""
    for name in (failing, *aliases.get(failing, ())):
        try:
            impact = graph.impact(name)
        except InputError:
            continue
        return [one.entity.label for one in impact.breaks], [one.entity.label for one in impact.degrades]
    return [], []


def score(item: Mapping[str, Any], root: Path, show: bool) -> Tally:
    """Build a set's graph and put its questions to it."""
    aliases: Aliases = item.get("aliases", {})
    direct = {(subject, obj) for subject, obj in item["hand_graph"]["hard"]}
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        graph = kg.open(Path(folder) / "graph")
        graph.build([root / path for path in item["docs"] if (root / path).exists()])
        for question in item["questions"]:
            _ask(graph, question, direct, aliases, tally, f"{item['id']}: " if show else "")
    return tally


def _ask(
    graph: kg.Graph,
    question: Mapping[str, Any],
    direct: set[tuple[str, str]],
    aliases: Aliases,
    tally: Tally,
    show: str,
) -> None:
    breaks, degrades = answer(graph, question["fails"], aliases)
    found = paired(question["breaks"], breaks, aliases)
    missed = [name for name in question["breaks"] if name not in found]
    wrong = paired(question["survives"], breaks, aliases)
    deep = [name for name in question["breaks"] if (name, question["fails"]) not in direct]
    tally.breaks += len(question["breaks"])
    tally.found += len(found)
    tally.softened += len(paired(missed, degrades, aliases))
    tally.deep += len(deep)
    tally.deep_found += sum(name in found for name in deep)
    tally.survivors += len(question["survives"])
    tally.broken += len(wrong)
    tally.degraded += len(paired(question["survives"], degrades, aliases))
    tally.questions += 1
    tally.exact += not missed and not wrong
    if show:
        print(f"{show}{question['fails']}: missed {missed}; survivors broken {sorted(wrong)}", file=sys.stderr)


def share(top: int, bottom: int) -> float | None:
    """A share, None of nothing."""
    return round(top / bottom, 3) if bottom else None


def figures(tally: Tally) -> dict[str, float | None]:
    """The figures of one set."""
    return {
        "breaks found": share(tally.found, tally.breaks),
        "deep found": share(tally.deep_found, tally.deep),
        "degraded instead": share(tally.softened, tally.breaks),
        "survivors broken": share(tally.broken, tally.survivors),
        "survivors degraded": share(tally.degraded, tally.survivors),
        "exact": share(tally.exact, tally.questions),
    }


def overall(tallies: Sequence[Tally]) -> dict[str, float | None]:
    """The figures of all sets: means over the sets, but over the questions where it is said."""
    rows = [
        ("breaks found", "found", "breaks"),
        ("degraded instead", "softened", "breaks"),
        ("survivors broken", "broken", "survivors"),
        ("survivors degraded", "degraded", "survivors"),
    ]
    means = {name: _mean(tallies, top, bottom) for name, top, bottom in rows}
    total = {name: sum(getattr(tally, name) for tally in tallies) for name in Tally.__slots__}
    return {
        "breaks found": means["breaks found"],
        "deep found": share(total["deep_found"], total["deep"]),
        **{name: means[name] for name in ("degraded instead", "survivors broken", "survivors degraded")},
        "exact": share(total["exact"], total["questions"]),
    }


def _mean(tallies: Sequence[Tally], top: str, bottom: str) -> float | None:
    shares = [getattr(tally, top) / getattr(tally, bottom) for tally in tallies if getattr(tally, bottom)]
    return round(sum(shares) / len(shares), 3) if shares else None


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures as a table; exit code 2 when the sets cannot be read."""
    parser = argparse.ArgumentParser(description="Score what breaks and what survives, on document sets.")
    parser.add_argument("sets", type=Path, help="a list of document sets, JSON")
    parser.add_argument("--show", action="store_true", help="what each question missed, on standard error")
    given = parser.parse_args(arguments)
    try:
        items = json.loads(given.sets.read_text(encoding="utf-8"))
        tallies = {item["id"]: score(item, given.sets.parent, given.show) for item in items}
    except (OSError, ValueError, KeyError, TypeError, KgError) as error:
        reason = f"no {error}" if isinstance(error, KeyError) else error
        print(f"{given.sets}: not a list of document sets: {reason}", file=sys.stderr)
        return 2
    rows = {**{name: figures(tally) for name, tally in tallies.items()}, "all": overall(list(tallies.values()))}
    width = max(map(len, rows))
    print(" " * width, *overall([]), sep="  ")
    for name, row in rows.items():
        cells = ("-" if value is None else f"{value:.3f}" for value in row.values())
        print(name.ljust(width), *(cell.rjust(len(head)) for cell, head in zip(cells, row, strict=True)), sep="  ")
    return 0


if __name__ == "__main__":
    sys.exit(main())
