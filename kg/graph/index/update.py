"""An index brought up to date: what a change touched is read anew, the rest is copied."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from kg.graph.arrays.distinct import distinct
from kg.graph.arrays.splice import Splice, recoded
from kg.graph.arrays.strings import Strings
from kg.graph.index.assemble import (
    ANY,
    DENIED_LAST,
    SEPARATOR,
    Arrays,
    Tables,
    arranged,
    columns_of,
    names_of,
    put,
    put_denied,
    thing_text,
)
from kg.graph.index.index import Index
from kg.graph.index.rows import Denied, Edge, Loader, Thing
from kg.ontology import in_force
from kg.rdf import EDGE, KG, RDF, SKOS, Journal, OxigraphStore

Ints = npt.NDArray[Any]


def updated(old: Index, store: OxigraphStore, journal: Journal) -> Index | None:
    """The index of a changed graph; None when it has to be made from the beginning.

    Args:
        old: The index of the graph before.
        store: The graph as it is now.
        journal: What changed.
    """
    if not journal.known or journal.columns is not None:
        return None
    try:
        return _Update(old, store, journal).index()
    except LookupError:
        return None


class _Update:
    """Raises LookupError where the change is none that can be made piece by piece."""

    def __init__(self, old: Index, store: OxigraphStore, journal: Journal) -> None:
        self.old, self.store, self.journal = old, store, journal
        self.loader = Loader(store)
        self.arrays: Arrays = {}
        self.tables: Tables = {"base": old.base}
        self.claims = journal.claims
        self.edges = sorted(name for name in journal.touched if self._is_edge(name))
        self.names = sorted(journal.touched.difference(self.edges))

    def index(self) -> Index:
        self._things()
        self._iris()
        self._spellings()
        self._links()
        self._denials()
        return Index(self.arrays, self.tables)

    def _is_edge(self, name: str) -> bool:
        return name in self.journal.gone or bool(self.loader.values(name, RDF + "subject"))

    # ------------------------------------------------------------ things

    @cached_property
    def touched(self) -> list[str]:
        """IRIs of the things with other names, classes or kinds than before, sorted."""
        before = (self.old.find(name) for name in self.names)
        found = {self.old.iri(number) for number in before if number is not None}
        return sorted(found.union(*(self.loader.values(name, KG + "canonical") for name in self.names), self.names))

    @cached_property
    def things(self) -> list[tuple[str, str, Thing, list[str]]]:
        """Text, IRI and facts of those that are there now, and the IRIs of their names; sorted."""
        found = []
        for name in self.touched:
            if aliases := self.loader.aliases(name):
                thing = self.loader.thing(name)
                found.append((thing_text(thing.label, name), name, thing, aliases))
        return sorted(found)

    def _dropped(self) -> Ints:
        numbers = ((name, self.old.find(name)) for name in self.touched)
        return np.array(sorted(n for name, n in numbers if n is not None and self.old.iri(n) == name), np.int64)

    def _things(self) -> None:
        old, texts = self.old, [text for text, *_ in self.things]
        splice = Splice(len(old.things), self._dropped(), [old.things.place(text) for text in texts])
        self._put("thing", splice.texts(old.things, texts))
        found = [thing for _, _, thing, _ in self.things]
        types = [tuple(one) for one in old.tables["types"]]
        self.arrays["kind"], self.tables["kinds"] = recoded(
            splice, old.arrays["kind"], old.tables["kinds"], [thing.kind for thing in found]
        )
        self.arrays["types"], self.tables["types"] = recoded(
            splice, old.arrays["types"], types, [thing.types for thing in found]
        )
        self.arrays["component"] = splice.array(old.component, [thing.component for thing in found])
        self.number = {name: int(at) for (_, name, _, _), at in zip(self.things, splice.new_at, strict=True)}
        self.gone = splice.moved() < 0
        self.moved = splice.moved()
        for name, number in self.number.items():
            before = self.old.find(name)
            if before is not None and self.old.iri(before) == name:
                self.moved[before] = number

    def _put(self, name: str, texts: Strings) -> None:
        self.arrays[name + "_text"], self.arrays[name + "_start"] = texts.blob, texts.offsets

    def _iris(self) -> None:
        rows = sorted((alias, self.number[name]) for _, name, _, aliases in self.things for alias in {*aliases, name})
        nodes, texts = self.old.arrays["iri_node"], [alias for alias, _ in rows]
        splice = Splice(len(nodes), np.flatnonzero(self.gone[nodes]), [self.old.iris.place(text) for text in texts])
        self._put("iri", splice.texts(self.old.iris, texts))
        self.arrays["iri_node"] = splice.array(self.moved[nodes].astype(np.int32), [node for _, node in rows])
        self.iris = Strings(self.arrays["iri_text"], self.arrays["iri_start"])

    def _spellings(self) -> None:
        rows = sorted(
            (text, self.number[name])
            for _, name, thing, _ in self.things
            for text in names_of(thing, self.loader.values(name, SKOS + "altLabel"))
        )
        nodes = self.old.arrays["name_node"]
        splice = Splice(len(nodes), np.flatnonzero(self.gone[nodes]), [self._place(*row) for row in rows])
        self._put("name", splice.texts(self.old.names, [text for text, _ in rows]))
        self.arrays["name_node"] = splice.array(self.moved[nodes].astype(np.int32), [node for _, node in rows])

    def _place(self, text: str, node: int) -> int:
        """Where a spelling goes: equal ones are sorted by what they mean."""
        place, names = self.old.names.place(text), self.old.names
        nodes = self.old.arrays["name_node"]
        while place < len(names) and names[place] == text and self.moved[nodes[place]] < node:
            place += 1
        return place

    def _find(self, name: str) -> int | None:
        place = self.iris.position(name)
        return None if place is None else int(self.arrays["iri_node"][place])

    # ------------------------------------------------------------ links

    def _links(self) -> None:
        old, now = self.old, {name: self.loader.edge(name) for name in self.edges}
        keep = np.ones(len(old.subject), bool)
        keep[[n for name in self.edges if (n := self._link(name, now[name])) is not None]] = False
        columns = {name: getattr(old, name)[keep] for name in ("relation", "status", "weight", "passes")}
        columns |= {end: self.moved[getattr(old, end)[keep]].astype(np.int32) for end in ("subject", "object")}
        if any((columns[end] < 0).any() for end in ("subject", "object")):
            raise LookupError("a link to nothing")
        if self.journal.dated:
            self._date(columns, keep)
        new = [edge for edge in now.values() if edge is not None]
        columns["group"], groups = self._groups(keep, new)
        self._add(columns, new, groups)

    def _add(self, columns: Arrays, new: list[Edge], groups: list[str]) -> None:
        relations = list(self.old.relations)
        number = {end: self._number(end) for edge in new for end in (edge.subject, edge.object)}
        if not {edge.predicate for edge in new} <= set(relations):
            raise LookupError("a relation that had no link")
        added = columns_of(new, number, relations, groups, in_force(self.store))
        columns = {name: np.concatenate((column, added[name])) for name, column in columns.items()}
        if len(distinct(columns["relation"])) < len(relations):
            raise LookupError("a relation that has no link any more")
        self.arrays |= arranged(columns, len(self.arrays["component"]))
        self.tables["relations"] = relations
        put(self.arrays, "group", groups)

    def _number(self, name: str) -> int:
        found = self._find(name)
        if found is None:
            raise LookupError(name)
        return found

    def _link(self, name: str, now: Edge | None) -> int | None:
        """Number of an edge in the old index; None when it had none."""
        gone = self.journal.gone.get(name, {})
        said = dict(zip(EDGE, (now.subject, now.predicate, now.object, now.group), strict=False)) if now else {}
        subject, predicate, obj, group = ((said | gone).get(key, "") for key in EDGE[:4])
        ends = self.old.find(subject), self.old.find(obj)
        for number in self.old.out[ends[0]] if None not in ends and ends[0] is not None else ():
            link = self.old.links[number]
            if (link.object, link.predicate, link.group or "") == (ends[1], predicate, group):
                return number
        if now is None and gone.get(RDF + "subject"):
            raise LookupError(name)
        return None

    def _groups(self, keep: Ints, new: list[Edge]) -> tuple[Ints, list[str]]:
        """Place of the group of each link that is kept, and all groups, sorted."""
        old = self.old
        group = np.full(len(keep), -1, np.int32)
        options = np.flatnonzero(old.passes == ANY)
        group[options] = old.arrays["choice_group"][old.choice(options)]
        names, group = old.groups, group[keep]
        used = np.flatnonzero(np.bincount(group[group >= 0], minlength=len(names))).tolist()
        is_hard = {edge.predicate: in_force(self.store).failure(edge.predicate) == "hard" for edge in new}
        found = sorted({*(names[n] for n in used), *(e.group for e in new if e.group and is_hard[e.predicate])})
        moved = np.full(len(names) + 1, -1, np.int32)
        moved[used] = [bisect_left(found, names[n]) for n in used]
        return moved[group], found

    def _date(self, columns: Arrays, keep: Ints) -> None:
        """Whether contradicted links are denied last, where documents have other dates than before."""
        kept = np.flatnonzero(keep)
        for at in np.flatnonzero(columns["status"]).tolist():
            edge = self.old.edge(int(kept[at]))
            last = self.loader.is_denied_last(edge, self.loader.values(edge, KG + "contradictedBy"))
            columns["status"][at] = (columns["status"][at] & 3) + (DENIED_LAST if last else 0)

    # ------------------------------------------------------------ denials

    def _denials(self) -> None:
        fresh = (self.loader.denial(claim) for claim in self.claims)
        rows = [*self._known_denials(), *(row for row in fresh if row is not None)]
        put_denied(rows, self._find, self.arrays, self.tables)

    def _known_denials(self) -> Iterable[Denied]:
        arrays, relations = self.old.arrays, self.old.tables["denied_relations"]
        ends, claims = self.old.ends_of_denials, self.old.claims_of_denials
        for at in range(len(claims)):
            if claims[at] not in self.claims:
                subject, _, obj = ends[at].partition(SEPARATOR)
                relation = relations[arrays["denied_relation"][at]]
                yield Denied(subject, relation, obj, bool(arrays["denied_past"][at]), claims[at])
