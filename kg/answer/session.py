"""A graph in a folder, opened for questions when the first is asked, and for one change at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from kg.rdf import OxigraphStore, create, open_folder, writing

if TYPE_CHECKING:
    from kg.answer.search import Labels
    from kg.ontology import Ontology


def _seal(store: OxigraphStore, path: Path) -> int:
    """Write the index beside a graph; NumPy is loaded only then."""
    from kg.graph import seal

    return seal(store, path)


class Session:
    """A graph in a folder.

    Args:
        folder: Where it lies.
    """

    def __init__(self, folder: str | Path = ".kg") -> None:
        self.folder = Path(folder)
        self._store: OxigraphStore | None = None
        self._labels: Labels | None = None

    @property
    def store(self) -> OxigraphStore:
        """The last complete graph, opened when first needed.

        Raises:
            GraphError: If there is none that this version can read.
        """
        if self._store is None:
            self._store = open_folder(self.folder)
        return self._store

    @property
    def labels(self) -> Labels:
        """Names and edges of that graph, read once."""
        from kg.answer.search import Labels

        if self._labels is None:
            self._labels = Labels(self.store)
        return self._labels

    def reopen(self) -> None:
        """Forget the snapshot that was read: the next question sees the newest."""
        self._store = self._labels = None

    def create(self, base: str, ontology: Ontology, *, wait: bool | float = False, anyway: bool = False) -> None:
        """Start an empty graph.

        Args:
            base: IRI that all its data starts with.
            ontology: The ontology in force.
            wait: Wait for another process that writes there, for ever or for some seconds, instead of refusing.
            anyway: It is as well if there is one already.

        Raises:
            GraphError: If there is one already or the base is no IRI.
        """
        create(self.folder, base, ontology.triples, _seal, wait=wait, anyway=anyway)

    @contextmanager
    def changing(self, wait: bool | float = False) -> Iterator[OxigraphStore]:
        """The graph, open for one change, which is seen when the block ends well.

        Args:
            wait: Wait for another change to end, for ever or for some seconds, instead of refusing.

        Raises:
            GraphError: If it is being written or cannot be.
        """
        with writing(self.folder, wait, _seal) as store:
            yield store
        self.reopen()
