"""`kg`: engineering documents in, cited answers out, open-standard RDF in between.

import kg
graph = kg.open(".kg")
graph.build(["docs"])
graph.impact("redis").breaks
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from kg.api import Graph
    from kg.build import Options
    from kg.differences import Diff

__version__ = "0.1.0"


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
    """What changed between two graphs, or two git revisions of documents; see `kg.versions.diff`."""
    from kg import versions

    return versions.diff(old, new, docs=docs, impact=impact, top=top, options=options)
