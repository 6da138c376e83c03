"""One question to several engines on one graph, and what `kg` itself costs as a library and as a whole process.

    python benchmarks/compare.py                      10 thousand, 100 thousand and 1 million edges
    python benchmarks/compare.py --sizes 1k 10k       other sizes
    python benchmarks/compare.py --cache PLACE        keep the generated graphs there
    python benchmarks/compare.py --save figures.json  for report.py

The question: what breaks over hard links when one thing fails. Four things are asked about: the hub that most rely on
(`largest`), the end of a chain a fifth of all edges long (`chain`), a member of many joined rings (`cycle`), and one
that few rely on (`small`). Every answer is compared with that of a plain dictionary walk. `kg` answers more: it also
decides the choices between alternatives, and is compared with a walk that does so, too.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import pyoxigraph as ox
from engines import ENGINES, Case, Dictionary, Kg
from generate import edges_of, write_graph
from timing import process, timed
from workload import Workload

import kg
from kg.graph.index.index import Index
from kg.graph.index.publish import seal
from kg.rdf.store.folder import writing

TOP = 100
FEWER = 10
"""Edges that the graph lacks which `kg diff` compares with the one at hand."""


@dataclass(frozen=True)
class Figure:
    """One measurement.

    Args:
        edges: Size of the graph.
        topic: `reach`, `library` or `process`.
        question: What failed.
        name: Who answered, or what was run.
        milliseconds: Best of the runs; None where it was not run or did not end.
        busy: Milliseconds of processor time, of a process.
        mebibytes: Most memory of a process.
        count: Things in the answer.
        note: Why there is no time, or what else to say.
    """

    edges: int
    topic: str
    question: str
    name: str
    milliseconds: float | None = None
    busy: float | None = None
    mebibytes: float | None = None
    count: int | None = None
    note: str = ""


def prepared(edges: int, cache: Path, scratch: Path) -> Case:
    """The graph of a size, generated unless it is in the cache."""
    folder, workload = cache / f"{edges}", Workload.of(edges)
    if not folder.exists():
        print(f"generating {edges:,} edges", file=sys.stderr)
        write_graph(workload, folder)
    return Case(workload, folder, scratch)


def reach(case: Case) -> Iterator[Figure]:
    """The question to every engine; each is loaded, asked and dropped before the next.

    Raises:
        AssertionError: If two engines disagree.
    """
    walk = Dictionary(case)
    questions = {what: case.number[case.iri(name)] for what, name in case.workload.questions().items()}
    expected = {what: set(walk.hard(node)) | {node} for what, node in questions.items()}
    decided = {what: walk.decided(node) | {node} for what, node in questions.items()}
    for kind in ENGINES:
        skipped = {what: kind.skip(case.workload.edges, what) for what in questions}
        engine = None if all(skipped.values()) else kind(case)
        for what, node in questions.items():
            figure = partial(Figure, case.workload.edges, "reach", what, kind.name)
            if engine is None or skipped[what]:
                yield figure(note=skipped[what])
                continue
            ask = engine.ask(node)
            try:
                found = engine.numbers(ask()) | {node}
            except RuntimeError as error:
                yield figure(note=" ".join(str(error).split())[:60])
                continue
            assert found == (decided if kind is Kg else expected)[what], f"{kind.name} differs on {what}"
            yield figure(1000 * timed(kind.name, ask).seconds, count=len(found) - 1)


def library(case: Case) -> Iterator[Figure]:
    """A ranked, cited answer with the best path to each of the first hundred, in a process that has the graph open."""
    graph, edges = kg.open(case.folder), case.workload.edges
    for what, name in case.workload.questions().items():
        found = timed("", partial(graph.impact, name, top=TOP))
        yield Figure(edges, "library", what, f"impact, top {TOP}", 1000 * found.seconds)
    yield Figure(edges, "library", "all", "weak, top 25", 1000 * timed("", graph.weak).seconds)


def processes(case: Case) -> Iterator[Figure]:
    """Whole commands, interpreter start included."""
    edges, at = case.workload.edges, ("-g", str(case.folder), "-f", "json")
    commands = {what: ("impact", name, *at, "--top", str(TOP)) for what, name in case.workload.questions().items()} | {
        "": ("weak", *at)
    }
    for what, words in commands.items():
        runs = [process(words) for _ in range(3)]
        best = min(runs, key=lambda run: run.seconds)
        yield Figure(edges, "process", what, f"kg {words[0]}", 1000 * best.seconds, 1000 * best.busy, best.mebibytes)


def diffs(case: Case) -> Iterator[Figure]:
    """`kg diff` of a graph and itself, and of a graph and one of a few edges less, as a process."""
    other = case.scratch / "fewer"
    lacking(case.folder, other)
    few, largest = f"{FEWER} edges fewer", case.workload.questions()["largest"]
    for what, words in {
        "kg diff, nothing differs": (case.folder,),
        f"kg diff, {few}": (other,),
        f"kg diff, {few}, --impact": (other, "--impact", largest),
    }.items():
        best = min(
            (process(("diff", str(case.folder), *map(str, words))) for _ in range(3)), key=lambda run: run.seconds
        )
        yield Figure(case.workload.edges, "diff", "", what, 1000 * best.seconds, 1000 * best.busy, best.mebibytes)


def lacking(folder: Path, place: Path) -> None:
    """A copy of a graph without some edges from all over it; the files that both have lie on the disk once."""
    shutil.copytree(folder, place, copy_function=os.link)
    index = Index.load(kg.open(folder).store)
    with writing(place, seal=seal) as store:
        gone = []
        for number in range(0, len(index.links), -(-len(index.links) // FEWER)):
            link = index.links[number]
            subject, predicate, obj = map(
                ox.NamedNode, (index.iri(link.subject), link.predicate, index.iri(link.object))
            )
            gone += [*store.quads(subject, predicate, obj), *store.quads(ox.NamedNode(index.edge(number)))]
        store.change(gone, [])


def table(figures: list[Figure], topic: str) -> list[str]:
    """Figures of a topic: a row for each name, a column for each question, times the bare search where there is one."""
    mine = [figure for figure in figures if figure.topic == topic]
    questions = list(dict.fromkeys(figure.question for figure in mine))
    lines = ["".join([f"  {'':<36}", *(f"{question:>30}" for question in questions)])]
    base = {f.question: f.milliseconds for f in mine if f.name == ENGINES[0].name}
    for name in dict.fromkeys(figure.name for figure in mine):
        cells = {figure.question: cell(figure, base.get(figure.question)) for figure in mine if figure.name == name}
        lines.append("".join([f"  {name:<36}", *(f"{cells.get(question, ''):>30}" for question in questions)]))
    return [line.rstrip() for line in lines]


def cell(figure: Figure, base: float | None) -> str:
    """A time, and how many times the base it is; of a process wall and processor time, and memory."""
    if figure.milliseconds is None:
        return figure.note[:20]
    digits = 2 if figure.milliseconds < 100 else 0
    more = f" {figure.milliseconds / base:,.1f}x" if base else ""
    if figure.busy is not None and figure.mebibytes is not None:
        return f"{figure.milliseconds:,.0f}/{figure.busy:,.0f} ms {figure.mebibytes:,.0f} MiB"
    return f"{figure.milliseconds:,.{digits}f} ms{more}"


TITLES = {
    "reach": "what breaks over hard links, answers equal (and how many times the bare search)",
    "library": "kg as a library, graph open: ranked, cited",
    "diff": "two graphs compared, whole process, best of three: wall time / processor time, memory",
    "process": "whole process, best of three: wall time / processor time, memory",
}


TOPICS = (("process", processes), ("diff", diffs), ("library", library), ("reach", reach))


def measure(sizes: list[int], cache: Path) -> list[Figure]:
    """All figures, printed as they come."""
    figures: list[Figure] = []
    for edges in sizes:
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as scratch:
            case = prepared(edges, cache, Path(scratch))
            counts = f"{edges:,} edges, {case.workload.nodes:,} things, {case.workload.chunks:,} chunks"
            for topic, run in TOPICS:
                found = list(run(case))
                figures += found
                print(f"{counts}: {TITLES[topic]}", *table(found, topic), sep="\n", flush=True)
    return figures


def main() -> None:
    """Measure what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", nargs="+", type=edges_of, default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--save", type=Path)
    asked = parser.parse_args()
    conditions = {"date": time.strftime("%Y-%m-%d"), "cores": os.cpu_count(), "load": round(os.getloadavg()[0], 1)}
    with tempfile.TemporaryDirectory() as place:
        figures = measure(asked.sizes, asked.cache or Path(place))
    if asked.save:
        saved = {**conditions, "figures": [asdict(figure) for figure in figures]}
        asked.save.write_text(json.dumps(saved, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
