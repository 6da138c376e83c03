"""`kg`: engineering documents in, cited answers out, open-standard RDF in between.

import kg
graph = kg.open(".kg")
graph.build(["docs"])
graph.impact("redis").breaks
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kg.model import __version__ as __version__

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from kg.api import Graph
    from kg.build import Options
    from kg.model import Diff


def open(folder: str | Path = ".kg") -> Graph:
    """The graph in a folder."""
    from kg.api import Graph

    return Graph(folder)


def diff(
    old: str | Path,
    new: str | Path | None = None,
    *,
    docs: Sequence[str | Path] = (),
    impact: str | None = None,
    top: int | None = None,
    options: Options | None = None,
) -> Diff:
    """What changed between two graphs, or two git revisions of documents; see `kg.build.revisions.diff`."""
    from kg.build import diff as compared

    return compared(old, new, docs=docs, impact=impact, top=top, options=options)
