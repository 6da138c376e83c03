"""The stable Python API: everything the command line does, as methods of one graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path as File
from typing import TYPE_CHECKING, Unpack

from kg.answer import Session
from kg.errors import InputError, UnknownName
from kg.model import LimitOptions, Limits
from kg.rdf import DEFAULT_BASE, exists

if TYPE_CHECKING:
    from kg.build import Aliases, Build, Options
    from kg.model import (
        Diff,
        Direction,
        Documents,
        Entity,
        Gaps,
        Impact,
        Match,
        Needs,
        Neighbourhood,
        Profile,
        Stats,
        Weak,
        Why,
        Window,
    )
    from kg.rdf import Table, Triples
    from kg.resolve import Decision
    from kg.validate import StoreReport

MOST_LINKS_LOOKED_BEHIND = 20_000
"""Links of a graph up to which `impact` looks for sentences that were not understood where no build kept them."""


class Graph(Session):
    """A graph in a folder.

    Args:
        folder: Where it lies; `build` makes it when there is none.
    """

    def init(self, base: str = DEFAULT_BASE, ontology: Sequence[File] = ()) -> None:
        """Start an empty graph.

        Raises:
            GraphError: If there is one already or the base is no IRI.
            InputError: If an ontology file cannot be read.
        """
        from kg.ontology import load

        self.create(base, load(ontology))

    def build(
        self, paths: Sequence[str | File], *, wait: bool | float = False, options: Options | None = None
    ) -> Build:
        """Make the graph say what some documents say; what was done.

        Args:
            paths: Files and folders.
            wait: Wait for another build to end, for ever or for some seconds, instead of refusing.
            options: Aliases, ontology, scopes and the like.

        Raises:
            InputError: If something cannot be read; the stored graph stays as it was.
            GraphError: If the graph is being written or cannot be.
        """
        from kg.build import build
        from kg.ontology import load
        from kg.read import existing

        files = [File(path) for path in paths]
        for file in files:  # before a graph is started for nothing
            existing(file)
        if not exists(self.folder):
            self.create(DEFAULT_BASE, load(), wait=wait, anyway=True)
        with self.changing(wait) as store:
            return build(store, files, options)

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
        from kg.build import rebuild
        from kg.resolve import curation

        ends = [self._end(name, must_exist=denied) for name in (subject, obj)]
        key = curation.relation_of(self.store, relation).key
        (subject, subject_iri), (obj, obj_iri) = ends
        decision = curation.Decision(subject, key, obj, denied, reason, who, when, subject_iri, obj_iri)
        with self.changing() as store:
            curation.decide(store, decision)
            refused = curation.refusal(store, decision) if rebuild(store).rejected else ""
            if refused:
                raise InputError(f"this claim cannot be added: {refused}", hint="nothing was stored")

    def _end(self, name: str, must_exist: bool) -> tuple[str, str]:
        """A name and the IRI it means."""
        try:
            entity = self.resolve(name)
        except UnknownName:
            if must_exist:
                raise
            return name, self.store.names.entity(name)
        return (entity.label if name.startswith((":", "<", "http")) else name), entity.iri

    @property
    def aliases(self) -> Aliases:
        """What is one thing and what is not: `list`, `show`, `add`, `differ`, `remove`, `scope`, `suggest`."""
        from kg.build import Aliases

        return Aliases(self)

    def decisions(self) -> list[Decision]:
        """What people decided, sorted."""
        from kg.resolve import curation

        return curation.decisions(self.store)

    def resolve(self, name: str) -> Entity:
        """The entity of a label, alias, CURIE or IRI.

        Raises:
            UnknownName: If there is none; carries the nearest.
            AmbiguousName: If there are several; carries them.
        """
        return self.labels.resolve(name)

    def impact(self, *names: str, source_url: str | None = None, **limits: Unpack[LimitOptions]) -> Impact:
        """What breaks, degrades and survives when the named things fail.

        Args:
            names: What fails.
            source_url: Template that makes citations links: `{document}`, `{first}`, `{last}`.
            limits: Fields of `kg.model.limits.Limits`; `exclude` takes names.

        Raises:
            InputError: If a limit is none.
        """
        from kg.answer import impact

        failed = [self.resolve(name).iri for name in names]
        index = self.labels.index
        found = impact.impact(self.store, failed, self._limits(limits), source_url=source_url, index=index)
        return replace(found, unread=self._unread(failed))

    def _unread(self, failed: Sequence[str]) -> int | None:
        """How many sentences about some things were not understood; where no build kept them, not in large graphs."""
        from kg.answer import is_kept, unclaimed

        index = self.labels.index
        if len(index.links) > MOST_LINKS_LOOKED_BEHIND and not is_kept(self.store):
            return None
        return len(unclaimed(self.store, {name for iri in failed for name in index.spellings(index.number(iri))}))

    def needs(self, name: str, **limits: Unpack[LimitOptions]) -> Needs:
        """What a thing relies on, directly or through others; `limits` as for `impact`."""
        from kg.answer import impact

        return impact.needs(self.store, self.resolve(name).iri, self._limits(limits), index=self.labels.index)

    def why(self, source: str, target: str, **limits: Unpack[LimitOptions]) -> Why:
        """How one thing relies on another, by its three best paths or as many as `paths` says; `limits` as above."""
        from kg.answer import impact

        ends = self.resolve(source).iri, self.resolve(target).iri
        limits.setdefault("paths", 3)
        return impact.why(self.store, *ends, self._limits(limits), index=self.labels.index)

    def weak(self, name: str | None = None, *, top: int | None = 25, source_url: str | None = None) -> Weak:
        """Single points of failure, worst first, or those above one component, nearest first.

        Args:
            name: The component; None for the whole graph.
            top: How many to list; None for all, which takes long where there are very many.
            source_url: Template that makes citations links.
        """
        from kg.answer import weak

        target = None if name is None else self.resolve(name).iri
        return weak.weak(self.store, target, top=top, source_url=source_url, index=self.labels.index)

    def diff(self, new: Graph, *, impact: str | None = None, top: int | None = None) -> Diff:
        """What changed from this graph to another of the same base.

        Args:
            new: The other.
            impact: A name whose failure to compare, or `all`.
            top: How many failures, and things of each list, to detail.

        Raises:
            InputError: If the bases differ or neither graph knows the name.
        """
        from kg.answer import compare

        return compare(self.store, new.store, titles=(str(self.folder), str(new.folder)), failing=impact, top=top)

    def near(
        self, name: str, *, hops: int = 1, direction: Direction = "forward", **limits: Unpack[LimitOptions]
    ) -> Neighbourhood:
        """What lies within some hops of a thing; of `limits` those on links count, and `kind`."""
        from kg.answer import context

        iri, chosen = self.resolve(name).iri, self._limits(limits)
        return context.near(self.store, iri, hops, direction, limits=chosen, index=self.labels.index)

    def _limits(self, given: LimitOptions) -> Limits:
        """Limits whose excluded things are IRIs."""
        limits = Limits(**given)
        return replace(limits, exclude=tuple(self.resolve(name).iri for name in limits.exclude))

    def show(self, name: str) -> Profile:
        """All that is known of one thing."""
        from kg.answer import search

        return search.show(self.store, self.resolve(name).iri, index=self.labels.index)

    def documents(self) -> Documents:
        """All documents, each with its class, of what it speaks, why it is taken for that, and its claims."""
        from kg.answer import documents

        return documents.documents(self.store)

    def find(self, text: str, *, limit: int = 20) -> tuple[Match, ...]:
        """Things whose name fits a text."""
        return self.labels.find(text, limit)

    def gaps(self, about: str | None = None) -> Gaps:
        """What was not understood, of everything or of the thing that `about` names."""
        from kg.answer import gaps

        return gaps.gaps(self.store, None if about is None else self.resolve(about).iri)

    def query(self, query: str, parameters: Mapping[str, str] | None = None) -> Table | Triples:
        """Answer SPARQL: the name of a query that ships, or the text of one.

        Args:
            query: A name such as `impact`, or SPARQL 1.1. It sees this graph alone: nothing goes to the network.
            parameters: Of a named query; names of entities are resolved.

        Raises:
            QueryError: If it cannot be parsed or run, or would go out to the network.
            InputError: If a parameter does not exist or its name is unknown.
        """
        from kg.rdf import sparql

        return sparql.answer(self.store, query, parameters or {}, self.resolve)

    def check(self, shapes: Sequence[str | File] = ()) -> StoreReport:
        """Validate the graph against the shapes that ship and some of one's own.

        Raises:
            InputError: If a shapes file cannot be used.
        """
        from kg.validate import check_store

        return check_store(self.store, [File(shape) for shape in shapes])

    def export(
        self, format_name: str = "trig", *, only: Sequence[str] = (), merge: bool = False, inferred: bool = True
    ) -> bytes:
        """The graph as an RDF file, sorted, with or without what reasoning added.

        Raises:
            InputError: If there is no such format or graph, or graph names would be lost unasked.
        """
        from kg.rdf import export

        return export(self.store, format_name, only, merge, inferred)

    def load(self, data: bytes, name: str, *, format_name: str | None = None, base: str | None = None) -> int:
        """Replace the graph by an exported one; the number of quads that changed.

        Args:
            data: The file.
            name: Its name; its ending tells the format.
            format_name: The format, where the name does not tell.
            base: The base IRI, where the graph names do not tell.

        Raises:
            InputError: If it cannot be read or has another base than the graph here; nothing changes then.
        """
        from kg.ontology import Ontology
        from kg.rdf import serialize

        loaded = serialize.load(data, name, format_name, base)
        if not exists(self.folder):
            self.create(loaded.base, Ontology(()))
        if self.store.names.base != loaded.base:
            here = self.store.names.base
            raise InputError(f"its base is {loaded.base}, the graph's is {here}", file=name, hint="use a new folder")
        with self.changing() as store:
            return serialize.replace(store, loaded)

    def stats(self) -> Stats:
        """How much the graph holds."""
        from kg.answer import stats

        return stats.stats(self.store)

    def context(self, *names: str, max_tokens: int = 2000, hops: int = 2) -> Window:
        """The cited subgraph around some things, small enough for a language model."""
        from kg.answer import context

        centers = [self.resolve(name).iri for name in names]
        return context.window(self.store, centers, max_tokens, hops, index=self.labels.index)
