"""Draws what the documentation shows, with Graphviz: `python -m tests.pictures`.

docs/impact.svg is `kg impact redis postgresql -f dot` on examples/shop, drawn; docs/rooms.svg are the rooms of the
package and what imports what, which docs/architecture.md has in Mermaid, too.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

import grimp
from click.testing import CliRunner

from kg.cli.main import main

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
FAILED = ("redis", "postgresql")
EXAMPLE = "examples/shop"
ROOMS = re.compile(r"```mermaid\n(flowchart TD\n.*?)```", re.DOTALL)
Imports = Mapping[str, frozenset[str]]


def imports() -> Imports:
    """Which room imports which, without what follows: where a imports b and b imports c, a to c is left out."""
    graph = grimp.build_graph("kg", cache_dir=None)
    direct: dict[str, set[str]] = {}
    for module in graph.modules:
        for used in graph.find_modules_directly_imported_by(module):
            one, other = _room(module), _room(used)
            if one != other and "kg" not in (one, other):
                direct.setdefault(one, set()).add(other)
    reached = {room: _below(room, direct) for room in direct}
    return {
        room: frozenset(one for one in used if not any(one in reached.get(other, ()) for other in used - {one}))
        for room, used in direct.items()
    }


def _room(module: str) -> str:
    return module.split(".")[1] if "." in module else module


def _below(room: str, direct: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    todo = list(direct.get(room, ()))
    while todo:
        one = todo.pop()
        if one not in found:
            found.add(one)
            todo += direct.get(one, ())
    return found


def rooms_in_mermaid() -> str:
    """The rooms as docs/architecture.md has them."""
    lines = [f"  {room} --> {one}" for room, used in sorted(imports().items()) for one in sorted(used)]
    return "\n".join(("flowchart TD", *lines, ""))


def rooms_in_dot() -> str:
    """The same for Graphviz."""
    lines = [f'  "{room}" -> "{one}";' for room, used in sorted(imports().items()) for one in sorted(used)]
    head = "  node [shape=box, style=filled, fillcolor=white, fontname=Helvetica];"
    return "\n".join(("digraph rooms {", head, *lines, "}", ""))


def impact_in_dot() -> str:
    """What `kg impact` says of an example, for Graphviz."""
    with tempfile.TemporaryDirectory() as place:
        graph = str(Path(place) / "graph")
        for words in (("build", str(ROOT / EXAMPLE)), ("impact", *FAILED, "-f", "dot")):
            done = CliRunner().invoke(main, [*words, "-g", graph])
            assert done.exit_code == 0, done.output
    return done.stdout


def edges(text: str) -> set[tuple[str, str]]:
    """Pairs of labels that a DOT text, or the SVG Graphviz made of it, has arrows between."""
    if "<svg" in text:
        drawn = re.findall(r'<g id="node\d+".*?<title>(.*?)</title>.*?<text[^>]*>(.*?)</text>', text, re.DOTALL)
        arrows = re.findall(r"<title>(.*?)&#45;&gt;(.*?)</title>", text)
    else:
        drawn = re.findall(r'^  (\w+) \[label="([^"]*)"', text, re.MULTILINE)
        arrows = re.findall(r'^  "?(\w+)"? -> "?(\w+)"?', text, re.MULTILINE)
    labels = dict(drawn)
    return {(labels.get(one, one), labels.get(other, other)) for one, other in arrows}


def draw(dot: str) -> str:
    """An SVG of a DOT text."""
    if shutil.which("dot") is None:
        sys.exit("pictures are drawn with Graphviz: apt-get install graphviz, brew install graphviz")
    words = ["dot", "-Tsvg", "-Nfontname=Helvetica", "-Efontname=Helvetica", "-Efontsize=11", "-Gpad=0.2"]
    done = subprocess.run(words, input=dot, capture_output=True, text=True, check=True)
    return re.sub(r"<!--.*?-->\n?", "", done.stdout, flags=re.DOTALL)  # what names the version of Graphviz


if __name__ == "__main__":
    page = DOCS / "architecture.md"
    text = page.read_text(encoding="utf-8")
    page.write_text(ROOMS.sub(lambda _: f"```mermaid\n{rooms_in_mermaid()}```", text), encoding="utf-8")
    (DOCS / "rooms.svg").write_text(draw(rooms_in_dot()), encoding="utf-8")
    (DOCS / "impact.svg").write_text(draw(impact_in_dot()), encoding="utf-8")
