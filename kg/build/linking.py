"""Which names are one thing: of all names, or of those that a change can touch."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import pyoxigraph as ox

from kg.build.decided import decisions
from kg.build.state import Build, Linked, spelled
from kg.ontology import load_gazetteer
from kg.rdf import OWL, RDF, iri, value_of
from kg.resolve import Identity, Statement, alias_quads, curation, identify, load_curated, read_name, refused


class Linker:
    """Links the names of a graph.

    Args:
        state: The build.
    """

    def __init__(self, state: Build) -> None:
        self._state, self._ledger, self._names = state, state.ledger, state.store.names
        self._curated = load_curated(concepts=curation.aliases(state.store))
        self._gazetteer = load_gazetteer()
        self._verdicts = curation.verdicts(state.store)
        self._scopes = curation.by_letters(curation.scopings(state.store))

    def link(self) -> Linked:
        """Link all names when people decided something new, else those that changes touch; what changed is stored."""
        changed = self._ledger.spell(_difference(self._state.new, self._state.gone))
        decided = decisions(self._state.store)
        looked_at = None if self._ledger.noted("decisions") != decided else frozenset(self._together(changed))
        self._ledger.note("decisions", decided)
        linked = Linked(self.identity(looked_at), looked_at, self._ledger.canonicals(looked_at))
        self._remember(linked)
        self._store(linked)
        return linked

    def identity(self, names: Iterable[str] | None) -> Identity:
        """Which of some names, or of all, are one thing."""
        spelled = self._ledger.spellings(names)
        return identify(self._names, spelled, self._curated, self._gazetteer, self._verdicts, self._scopes)

    def _together(self, changed: Iterable[str]) -> set[str]:
        """Some names and all that share something with them, directly or not, now or before."""
        seen, todo = set(changed), list(changed)
        partners = self._partners()
        while todo:
            name = todo.pop()
            tags = {*self._ledger.tags(name), *self._tags(name, partners)}
            near = {other for tag in tags for other in self._ledger.tagged(tag)} | partners.get(name, {}).keys()
            todo += near - seen
            seen |= near
        return seen

    def _partners(self) -> dict[str, dict[str, str]]:
        """For each name that people said something of, the other names, each with the first one's spelling."""
        found: defaultdict[str, dict[str, str]] = defaultdict(dict)
        for verdict in self._verdicts:
            found[verdict.one][verdict.other] = verdict.one_text
            found[verdict.other][verdict.one] = verdict.other_text
        return found

    def _tags(self, name: str, partners: Mapping[str, Mapping[str, str]]) -> list[str]:
        spelled = self._ledger.spellings([name]).get(name) or tuple(sorted(set(partners.get(name, {}).values())))
        return self._read(name, spelled) if spelled else []

    def _read(self, name: str, spelled: Sequence[str]) -> list[str]:
        found = read_name(self._names, name, tuple(spelled), self._curated, self._gazetteer, self._scopes)
        return [tag for tag, _ in found.tags()]

    def _remember(self, linked: Linked) -> None:
        identity, names = linked.identity, linked.names
        spelled = {**self._ledger.spellings(names), **{name: (text,) for name, text in identity.coined.items()}}
        canonical = {name: one for one in identity.classes for name in identity.classes.members(one)}
        self._ledger.put_names(names, canonical)
        self._ledger.put_tags(
            names, ((name, tag) for name, texts in spelled.items() for tag in self._read(name, texts))
        )
        self._ledger.put_ambiguous(names, identity.ambiguous)
        self._state.ambiguous = self._ledger.ambiguous()

    def _store(self, linked: Linked) -> None:
        """The alias graph."""
        wanted = alias_quads(self._names, linked.identity.links, linked.identity.conflicts)
        self._state.replace(self._stored(linked.names), set(wanted))
        self._state.conflicts = refused(self._state.store)

    def _stored(self, names: frozenset[str] | None) -> set[ox.Quad]:
        store, graph = self._state.store, iri(self._names.aliases)
        if names is None:
            return set(store.quads(graph=graph))
        found: set[ox.Quad] = set()
        for name in map(iri, names):
            found.update(store.quads(name, graph=graph))
            for end in (OWL + "annotatedSource", RDF + "subject"):
                for quad in list(store.quads(None, iri(end), name, graph)):
                    found.update(store.quads(iri(value_of(quad.subject)), graph=graph))
        return found


def _difference(new: Iterable[Statement], gone: Iterable[Statement]) -> dict[tuple[str, str], int]:
    """How much more often each name is spelled each way."""
    times = spelled(new)
    times.subtract(spelled(gone))
    return {key: more for key, more in times.items() if more}
