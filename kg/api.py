"""The stable Python API: everything the command line does, as methods of one graph."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path as File

from kg import context, impact, search
from kg.answers import Direction, Match, Needs, Neighbourhood, Profile, Why, Window
from kg.model import Entity, Impact
from kg.store import OxigraphStore, create, exists, open_folder, writing
from kg.vocab import DEFAULT_BASE


class Graph:
    """A graph in a folder.

    Args:
        folder: Where it lies; `build` makes it when there is none.
    """

    def __init__(self, folder: str | File = ".kg") -> None:
        self.folder = File(folder)
        self._store: OxigraphStore | None = None

    @property
    def store(self) -> OxigraphStore:
        """The last complete graph, opened when first needed.

        Raises:
            GraphError: If there is none that this version can read.
        """
        if self._store is None:
            self._store = open_folder(self.folder)
        return self._store

    def init(self, base: str = DEFAULT_BASE, ontology: Sequence[File] = ()) -> None:
        """Start an empty graph.

        Raises:
            GraphError: If there is one already or the base is no IRI.
            InputError: If an ontology file cannot be read.
        """
        from kg.ontology import load

        create(self.folder, base, load(ontology))

    def build(self, paths: Sequence[str | File], *, wait: bool = False) -> int:
        """Make the graph say what some documents say; the number of quads that changed.

        Raises:
            InputError: If something cannot be read; the stored graph stays as it was.
        """
        from kg.build import build

        if not exists(self.folder):
            self.init()
        with writing(self.folder, wait) as store:
            state = build(store, [File(path) for path in paths])
        self._store = None
        return state.changed

    def resolve(self, name: str) -> Entity:
        """The entity of a label, alias, CURIE or IRI.

        Raises:
            UnknownName: If there is none; carries the nearest.
            AmbiguousName: If there are several; carries them.
        """
        return search.resolve(self.store, name)

    def impact(self, *names: str, paths: int = 1, top: int | None = None, source_url: str | None = None) -> Impact:
        """What breaks, degrades and survives when the named things fail."""
        failed = [self.resolve(name).iri for name in names]
        return impact.impact(self.store, failed, paths=paths, top=top, source_url=source_url)

    def needs(self, name: str, *, paths: int = 1, top: int | None = None) -> Needs:
        """What a thing relies on, directly or through others."""
        return impact.needs(self.store, self.resolve(name).iri, paths=paths, top=top)

    def why(self, source: str, target: str, *, paths: int = 3) -> Why:
        """How one thing relies on another."""
        return impact.why(self.store, self.resolve(source).iri, self.resolve(target).iri, paths=paths)

    def near(self, name: str, *, hops: int = 1, direction: Direction = "forward") -> Neighbourhood:
        """What lies within some hops of a thing."""
        return context.near(self.store, self.resolve(name).iri, hops, direction)

    def show(self, name: str) -> Profile:
        """All that is known of one thing."""
        return search.show(self.store, self.resolve(name).iri)

    def find(self, text: str, *, limit: int = 20) -> tuple[Match, ...]:
        """Things whose name fits a text."""
        return search.find(self.store, text, limit)

    def context(self, *names: str, max_tokens: int = 2000, hops: int = 2) -> Window:
        """The cited subgraph around some things, small enough for a language model."""
        return context.window(self.store, [self.resolve(name).iri for name in names], max_tokens, hops)
