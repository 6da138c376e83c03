"""What a build is told besides its documents."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from kg.build.workers import Progress, silent
from kg.extract import DEFAULT_THRESHOLDS, Thresholds, Weights

SPREAD_FROM = 400_000
"""Bytes of documents from which on several processes pay."""


@dataclass(frozen=True)
class Options:
    """What a build is told besides its documents.

    Args:
        aliases: Turtle files of curated aliases; kept with the graph in place of those given before.
        ontology: Ontology files to put in force; none keeps the graph's.
        mapping: Mapping file of service catalogs.
        scopes: Scope by path prefix.
        shapes: SHACL files beside those that ship.
        stdin: Text of standard input, read as one document.
        progress: Told how far the build is.
        processes: How many read and extract; as many as there are processors, when there is enough to do, by default.
        thresholds: What the confidence of the reader makes of a claim.
        reader: File of a trained reader in place of the one that ships.
        root: Folder that paths are relative to; what the documents have in common by default.
    """

    aliases: tuple[Path, ...] = ()
    ontology: tuple[Path, ...] = ()
    mapping: Path | None = None
    scopes: dict[str, str] = field(default_factory=dict)
    shapes: tuple[Path, ...] = ()
    stdin: str | None = None
    progress: Progress = silent
    processes: int | None = None
    root: Path | None = None
    thresholds: Thresholds = DEFAULT_THRESHOLDS
    reader: Path | None = None

    @property
    def weights(self) -> Weights:
        """The reader in force.

        Raises:
            InputError: If its file is none.
        """
        return Weights.load(self.reader) if self.reader else Weights.load()

    def here(self, size: int) -> bool:
        """Whether work on a number of bytes is done by this process alone."""
        return self.processes is None and size < SPREAD_FROM

    def elsewhere(self) -> Options:
        """What another process is told: on macOS and Windows all of it has to be sent, and progress is shown here."""
        return replace(self, progress=silent)
