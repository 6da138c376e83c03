"""Turns the figures of compare.py into the table and the plot of benchmarks/README.md.

    python benchmarks/compare.py --save figures.json
    python benchmarks/report.py figures.json

`make bench-report` does both. The same figures give the same bytes.
"""

from __future__ import annotations

import argparse
import json
import platform
import textwrap
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from compare import ENGINES, Figure

HERE = Path(__file__).parent
BEGIN, END = "<!-- figures: make bench-report -->", "<!-- end of figures -->"
LIBRARIES = ("numpy", "pyoxigraph", "rdflib", "ladybug", "networkx", "scipy", "matplotlib")
QUESTIONS = {
    "largest": "the hub that most rely on",
    "chain": "the end of the chain",
    "cycle": "a member of the rings",
    "small": "one that few rely on",
}
COLORS = ("#000000", "#d62728", "#ff9896", "#9467bd", "#2ca02c", "#1f77b4", "#17becf", "#7f7f7f")


def load(file: Path) -> tuple[str, list[Figure]]:
    """What compare.py saved: a line on when and where it was measured, and the figures."""
    saved = json.loads(file.read_text(encoding="utf-8"))
    where = f"Measured {saved['date']} on {saved['cores']} cores with a load average of {saved['load']} to begin with"
    return where, [Figure(**row) for row in saved["figures"]]


def time(milliseconds: float) -> str:
    """A time in the unit that reads best.

    >>> time(0.034), time(12.3), time(4321)
    ('0.034 ms', '12 ms', '4.3 s')
    """
    if milliseconds >= 1000:
        return f"{milliseconds / 1000:.2g} s" if milliseconds < 100_000 else f"{milliseconds / 1000:.0f} s"
    return f"{milliseconds:.2g} ms" if milliseconds < 100 else f"{milliseconds:.0f} ms"


def block(where: str, figures: list[Figure]) -> Iterator[str]:
    """The generated part of the README."""
    yield BEGIN
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    yield from ("", *textwrap.wrap(f"{where}; Python {platform.python_version()}, {libraries}.", 118), "")
    sizes = list(dict.fromkeys(figure.edges for figure in figures))
    for edges in sizes:
        yield from _reach([figure for figure in figures if figure.edges == edges and figure.topic == "reach"])
    yield from _kg(figures, sizes)
    yield "![Cost curves](curves.svg)\n"
    yield END


def _reach(figures: list[Figure]) -> Iterator[str]:
    """One size: engines by questions, with how many times the bare search each takes."""
    found = {(figure.name, figure.question): figure for figure in figures}
    counts = {question: found[ENGINES[0].name, question].count for question in QUESTIONS}
    yield f"{figures[0].edges:,} edges:\n"
    yield "| | " + " | ".join(f"{question}: {counts[question]:,}" for question in QUESTIONS) + " |"
    yield "|---|" + "--:|" * len(QUESTIONS)
    for kind in ENGINES:
        cells = []
        for question in QUESTIONS:
            figure, base = found[kind.name, question], found[ENGINES[0].name, question].milliseconds
            if figure.milliseconds is None or not base:
                cells.append(figure.note)
            else:
                cells.append(f"{time(figure.milliseconds)}, {figure.milliseconds / base:,.1f}×")
        yield f"| {kind.name} | " + " | ".join(cells) + " |"
    yield ""


def _kg(figures: list[Figure], sizes: list[int]) -> Iterator[str]:
    """What kg costs as a library and as a process."""
    yield "| `kg` | " + " | ".join(f"{edges:,} edges" for edges in sizes) + " |"
    yield "|---|" + "--:|" * len(sizes)
    mine = [figure for figure in figures if figure.topic != "reach"]
    for topic, name, question in dict.fromkeys((f.topic, f.name, f.question) for f in mine):
        row = {f.edges: f for f in mine if (f.topic, f.name, f.question) == (topic, name, question)}
        what = f"{topic}: {name}" + (f", {question}" if question in QUESTIONS else "")
        yield f"| {what} | " + " | ".join(_cost(row[edges]) if edges in row else "" for edges in sizes) + " |"
    yield ""


def _cost(figure: Figure) -> str:
    if figure.milliseconds is None:
        return figure.note
    if figure.busy is None or figure.mebibytes is None:
        return time(figure.milliseconds)
    return f"{time(figure.milliseconds)} ({time(figure.busy)} busy), {figure.mebibytes:.0f} MiB"


def plot(figures: list[Figure], file: Path) -> None:
    """A panel for each question: time by size, both logarithmic, a line for each engine."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "kg", "svg.fonttype": "none", "font.size": 9})
    from matplotlib import pyplot

    canvas, panels = pyplot.subplots(2, 2, figsize=(9, 7.5), sharex=True, sharey=True, layout="constrained")
    for panel, (question, what) in zip(panels.flat, QUESTIONS.items(), strict=True):
        for kind, color in zip(ENGINES, COLORS, strict=True):
            mine = [f for f in figures if f.topic == "reach" and (f.name, f.question) == (kind.name, question)]
            points = [(f.edges, f.milliseconds) for f in mine if f.milliseconds is not None]
            wide = 2.5 if kind.name == "kg" else 1.2
            panel.plot(*zip(*points, strict=True) if points else ((), ()), marker="o", markersize=3.5, color=color,
                       linewidth=wide, label=kind.name)  # fmt: skip
        panel.set(xscale="log", yscale="log", title=f"{question}: {what}")
        panel.grid(visible=True, which="major", linewidth=0.4)
    for panel in panels[1]:
        panel.set_xlabel("edges in the graph")
    for panel in panels[:, 0]:
        panel.set_ylabel("milliseconds, best of up to 20")
    canvas.legend(*panels[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=3, frameon=False)
    canvas.savefig(file, metadata={"Date": None})


def main() -> None:
    """Write the block into the README, and the plot."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("figures", type=Path)
    parser.add_argument("--readme", type=Path, default=HERE / "README.md")
    asked = parser.parse_args()
    where, figures = load(asked.figures)
    text = asked.readme.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    asked.readme.write_text(before + "\n".join(block(where, figures)) + rest.split(END)[1], encoding="utf-8")
    plot(figures, asked.readme.parent / "curves.svg")


if __name__ == "__main__":
    main()
