"""`kg`: engineering documents in, cited answers out, open-standard RDF in between.

import kg
graph = kg.open(".kg")
graph.build(["docs"])
graph.impact("redis").breaks
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from kg.api import Graph

__version__ = "0.1.0"


def open(folder: str | Path = ".kg") -> Graph:
    """The graph in a folder."""
    from kg.api import Graph

    return Graph(folder)
