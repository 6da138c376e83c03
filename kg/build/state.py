"""What the steps of a build share: what it was told, and how far it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pyoxigraph as ox

from kg import curation
from kg.link import Identity
from kg.model import Claim, Document, Skipped
from kg.read import Sources
from kg.store import OxigraphStore
from kg.workers import Progress, silent


@dataclass(frozen=True)
class Options:
    """What a build is told besides its documents.

    Args:
        aliases: Turtle files of curated aliases; kept with the graph in place of those given before.
        ontology: Ontology files to put in force; none keeps the graph's.
        mapping: Mapping file of a service catalog.
        scopes: Scope by path prefix.
        shapes: SHACL files beside those that ship.
        stdin: Text of standard input, read as one document.
        progress: Told how far the build is.
    """

    aliases: tuple[Path, ...] = ()
    ontology: tuple[Path, ...] = ()
    mapping: Path | None = None
    scopes: dict[str, str] = field(default_factory=dict)
    shapes: tuple[Path, ...] = ()
    stdin: str | None = None
    progress: Progress = silent


@dataclass
class Build:
    """The state the steps share, and in the end the report.

    Args:
        store: The graph, open for writing.
        sources: What to read.
        options: What else was given.
        documents: Documents, by path, sorted.
        configurations: Of each document, the hash of all that decided on its claims besides its text.
        claims: Claims of each document that was extracted anew.
        skipped: What was not read, and why.
        identity: Which names are one thing.
        rejected: Claims that validation kept out, of those extracted anew.
        added: Quads that came.
        removed: Quads that went.
        unchanged: Nothing that decides on the graph changed since the last build.
        run: The quads of the extraction activity.
    """

    store: OxigraphStore
    sources: Sources
    options: Options = field(default_factory=Options)
    documents: dict[str, Document] = field(default_factory=dict)
    configurations: dict[str, str] = field(default_factory=dict)
    claims: dict[str, tuple[Claim, ...]] = field(default_factory=dict)
    skipped: list[Skipped] = field(default_factory=list)
    decisions: list[curation.Decision] = field(default_factory=list)
    identity: Identity | None = None
    rejected: int = 0
    added: int = 0
    removed: int = 0
    unchanged: bool = False
    run: list[ox.Quad] = field(default_factory=list)

    def replace(self, stored: set[ox.Quad], wanted: set[ox.Quad]) -> None:
        """Write a difference."""
        gone, new = stored - wanted, wanted - stored
        self.removed += len(gone)
        self.added += len(new)
        self.store.change(gone, new)
