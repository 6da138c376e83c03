"""The stable Python API: everything the command line does, as methods of one graph."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path as File
from typing import TYPE_CHECKING

from kg import context, impact, search
from kg.answers import Direction, Gaps, Match, Needs, Neighbourhood, Profile, Why, Window
from kg.errors import UnknownName
from kg.model import Entity, Impact
from kg.store import OxigraphStore, create, exists, open_folder, writing
from kg.vocab import DEFAULT_BASE

if TYPE_CHECKING:
    from kg.build import Build, Options
    from kg.curation import Decision


class Graph:
    """A graph in a folder.

    Args:
        folder: Where it lies; `build` makes it when there is none.
    """

    def __init__(self, folder: str | File = ".kg") -> None:
        self.folder = File(folder)
        self._store: OxigraphStore | None = None
        self._labels: search.Labels | None = None

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
    def labels(self) -> search.Labels:
        """Names and edges of that graph, read once."""
        if self._labels is None:
            self._labels = search.Labels(self.store)
        return self._labels

    def _reopen(self) -> None:
        """Forget the snapshot that was read: the next question sees the newest."""
        self._store = self._labels = None

    def init(self, base: str = DEFAULT_BASE, ontology: Sequence[File] = ()) -> None:
        """Start an empty graph.

        Raises:
            GraphError: If there is one already or the base is no IRI.
            InputError: If an ontology file cannot be read.
        """
        from kg.ontology import load

        create(self.folder, base, load(ontology))

    def build(self, paths: Sequence[str | File], *, wait: bool = False, options: Options | None = None) -> Build:
        """Make the graph say what some documents say; what was done.

        Args:
            paths: Files and folders.
            wait: Wait for another build to finish instead of refusing.
            options: Aliases, ontology, scopes and the like.

        Raises:
            InputError: If something cannot be read; the stored graph stays as it was.
            GraphError: If the graph is being written or cannot be.
        """
        from kg.build import build

        if not exists(self.folder):
            self.init()
        with writing(self.folder, wait) as store:
            state = build(store, [File(path) for path in paths], options)
        self._reopen()
        return state

    def decide(self, subject: str, relation: str, obj: str, *, denied: bool, reason: str, who: str, when: str) -> None:
        """Strike out or add a claim by a person's word, kept across builds.

        Args:
            subject: Name; one the graph does not know yet is taken as written when a claim is added.
            relation: Key of the relation.
            obj: Name, likewise.
            denied: Strike out instead of adding.
            reason: Why; cited by answers.
            who: Who says so.
            when: ISO 8601 date.

        Raises:
            InputError: If a name, the relation or the reason does not do.
        """
        from kg import curation
        from kg.build import rebuild

        ends = [self._end(name, must_exist=denied) for name in (subject, obj)]
        key = curation.relation_of(self.store, relation).key
        (subject, subject_iri), (obj, obj_iri) = ends
        decision = curation.Decision(subject, key, obj, denied, reason, who, when, subject_iri, obj_iri)
        with writing(self.folder) as store:
            curation.decide(store, decision)
            rebuild(store)
        self._reopen()

    def _end(self, name: str, must_exist: bool) -> tuple[str, str]:
        """A name and the IRI it means."""
        try:
            entity = self.resolve(name)
        except UnknownName:
            if must_exist:
                raise
            return name, self.store.names.entity(name)
        return (entity.label if name.startswith((":", "<", "http")) else name), entity.iri

    def decisions(self) -> list[Decision]:
        """What people decided, sorted."""
        from kg import curation

        return curation.decisions(self.store)

    def resolve(self, name: str) -> Entity:
        """The entity of a label, alias, CURIE or IRI.

        Raises:
            UnknownName: If there is none; carries the nearest.
            AmbiguousName: If there are several; carries them.
        """
        return self.labels.resolve(name)

    def impact(self, *names: str, paths: int = 1, top: int | None = None, source_url: str | None = None) -> Impact:
        """What breaks, degrades and survives when the named things fail."""
        failed = [self.resolve(name).iri for name in names]
        return impact.impact(self.store, failed, paths=paths, top=top, source_url=source_url, index=self.labels.index)

    def needs(self, name: str, *, paths: int = 1, top: int | None = None) -> Needs:
        """What a thing relies on, directly or through others."""
        return impact.needs(self.store, self.resolve(name).iri, paths=paths, top=top, index=self.labels.index)

    def why(self, source: str, target: str, *, paths: int = 3) -> Why:
        """How one thing relies on another."""
        ends = self.resolve(source).iri, self.resolve(target).iri
        return impact.why(self.store, *ends, paths=paths, index=self.labels.index)

    def near(self, name: str, *, hops: int = 1, direction: Direction = "forward") -> Neighbourhood:
        """What lies within some hops of a thing."""
        return context.near(self.store, self.resolve(name).iri, hops, direction, index=self.labels.index)

    def show(self, name: str) -> Profile:
        """All that is known of one thing."""
        return search.show(self.store, self.resolve(name).iri, index=self.labels.index)

    def find(self, text: str, *, limit: int = 20) -> tuple[Match, ...]:
        """Things whose name fits a text."""
        return self.labels.find(text, limit)

    def gaps(self) -> Gaps:
        """What was not understood."""
        from kg.gaps import gaps

        return gaps(self.store)

    def context(self, *names: str, max_tokens: int = 2000, hops: int = 2) -> Window:
        """The cited subgraph around some things, small enough for a language model."""
        centers = [self.resolve(name).iri for name in names]
        return context.window(self.store, centers, max_tokens, hops, index=self.labels.index)
