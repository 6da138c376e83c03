"""The eight-sentence story: one question, put to a passage retriever and to the graph.

Both read `examples/demo.jsonl`. The graph is built in a temporary folder by what `kg build` and `kg impact` call.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from kg.answer import Passages
from kg.api import Graph
from kg.errors import InputError
from kg.model import FAILED, QUESTION, Demo, Impact
from kg.rdf import folder
from kg.read import read_paths


def demo(chunks: Path | None = None) -> Demo:
    """Ask both.

    Args:
        chunks: JSON Lines to read instead of those that ship; something in it must rely on `redis`.

    Raises:
        InputError: If it cannot be read or nothing in it does.

    >>> demo().impact.counts
    {'breaks': 3, 'degrades': 0, 'survives': 4}
    """
    with TemporaryDirectory(prefix="kg-demo-") as place:
        graph = Graph(Path(place) / "graph")
        file = chunks or folder("examples") / "demo.jsonl"
        graph.build([file])
        read = [chunk for document in read_paths([file])[0] for chunk in document.chunks]
        impact = graph.impact(FAILED)
        why = graph.why(_farthest(impact), FAILED, paths=1)
        return Demo(QUESTION, len(read), Passages(read).search(QUESTION), impact, why)


def _farthest(answer: Impact) -> str:
    if not answer.breaks:
        raise InputError(f"nothing breaks with {FAILED}", hint="the demo needs something that does")
    return max(answer.breaks, key=lambda item: item.hops).entity.iri
