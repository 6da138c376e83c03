"""The edges of a graph as arrays in compressed sparse rows, and the names of their ends.

Things are numbered by label, then IRI, so that comparing numbers compares names. Links are numbered by subject, then
by what they do with a failure (hard, any, soft, none), then by group, object and relation. The ranges of links a
question follows thus lie side by side: hard and any carry what is degraded, any and soft what begins to be.

| array | shape | holds |
|---|---|---|
| `subject`, `object`, `relation`, `status` | links | ends, place in `relations`, place in `STATUSES` |
| `level`, `weights` | links, supports | place in `weights`; documents · 2³² + chunks of every support, ascending |
| `out_start` | 4 things + 1 | where the links from a thing begin, one range for each of `PASSES` |
| `into_start`, `into_link`, `into_subject` | | the same of the links to a thing: their numbers and their subjects |
| `choice_first`, `choice_size`, `choice_group` | choices | a thing's options of one group: links side by side |
| `thing`, `kind`, `types`, `component` | things | label and IRI, places in `kinds` and `types` |
| `iri`, `iri_node` | IRIs | IRIs of all names, sorted, and what each stands for |
| `name`, `name_node` | names | spellings by what they share (`kg.rdf.iris.letters`), and what each means |
| `denied_…` | denials | links that a claim denies, by subject |
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kg.errors import GraphError, UnknownName
from kg.graph.arrays import file
from kg.graph.arrays.strings import Strings
from kg.graph.index.assemble import PASSES, SEPARATOR, STATUSES, assemble, name_text
from kg.graph.index.links import Link, View
from kg.graph.index.rows import Rows, rows_of
from kg.graph.index.runs import Runs
from kg.model import Entity
from kg.ontology import Ontology, in_force
from kg.rdf import Names, OxigraphStore, Store, reseal

Ints = npt.NDArray[Any]

log = logging.getLogger("kg")


class Index:
    """The canonical edges of one graph, and the names of their ends.

    Args:
        arrays: As the module says; texts as `…_text` and `…_start`.
        tables: `base`, `relations`, `kinds`, `types`, `denied_relations`.

    >>> from kg.rdf.store import OxigraphStore
    >>> index = Index.load(OxigraphStore())
    >>> len(index.entities), len(index.links)
    (0, 0)
    """

    def __init__(self, arrays: Mapping[str, Ints], tables: Mapping[str, Any]) -> None:
        self.arrays, self.tables = arrays, tables
        self.base: str = tables["base"]
        self.relations: Sequence[str] = tables["relations"]
        self.subject, self.object = arrays["subject"], arrays["object"]
        self.relation, self.status = arrays["relation"], arrays["status"]
        self.level, self.weights = arrays["level"], arrays["weights"]
        self.out_start, self.into_start = arrays["out_start"], arrays["into_start"]
        self.into_link, self.into_subject = arrays["into_link"], arrays["into_subject"]
        self.choice_first, self.choice_size = arrays["choice_first"], arrays["choice_size"]
        self.component = arrays["component"]
        self.entities: Sequence[Entity] = View(len(self.component), self._entity)
        self.found_runs: dict[bool, Runs] = {}
        self.links: Sequence[Link] = View(len(self.subject), self._link)
        self.out: Sequence[list[int]] = View(len(self.component), self._out)
        self.into: Sequence[list[int]] = View(len(self.component), self._into)

    @classmethod
    def made(cls, rows: Rows, ontology: Ontology) -> Index:
        """The index of some rows, where `ontology` tells what relations do with a failure."""
        return cls(*assemble(rows, ontology))

    @classmethod
    def of(cls, store: Store) -> Index:
        """The index of a store, made from what it holds."""
        return cls.made(rows_of(store), in_force(store))

    @classmethod
    def load(cls, store: Store) -> Index:
        """The index of a store: the file published with it, if that is what was written then, else made anew."""
        if not isinstance(store, OxigraphStore) or store.sealed is None:
            return cls.of(store)
        try:
            return cls(*file.read(store.sealed.index, store.sealed.checksum))
        except (OSError, ValueError) as problem:
            return cls._anew(store, problem)

    @classmethod
    def _anew(cls, store: OxigraphStore, problem: Exception) -> Index:
        index = cls.of(store)
        try:
            reseal(store, lambda _, path: index.write(path))
            where = "made anew"
        except GraphError as error:
            where = f"made anew for this answer only: {error.message}"
        reason = problem.strerror if isinstance(problem, OSError) else problem
        log.warning("kg: the index of the edges cannot be used (%s); %s", reason, where)
        return index

    def write(self, path: Path) -> int:
        """Write it to a file; the file's checksum.

        Raises:
            OSError: If it cannot be written.
        """
        return file.write(path, self.arrays, self.tables)

    # ------------------------------------------------------------ names

    def _texts(self, name: str) -> Strings:
        return Strings(self.arrays[name + "_text"], self.arrays[name + "_start"])

    @cached_property
    def things(self) -> Strings:
        """Label and IRI of each thing (`kg.graph.index.assemble.thing_text`), sorted."""
        return self._texts("thing")

    @cached_property
    def labels(self) -> Sequence[str]:
        """Preferred labels by number."""
        return View(len(self.things), lambda number: self.things[number].rpartition(SEPARATOR)[0])

    @cached_property
    def iris(self) -> Strings:
        """IRIs of all names, sorted."""
        return self._texts("iri")

    @cached_property
    def names(self) -> Strings:
        """All spellings (`kg.graph.index.assemble.name_text`), sorted."""
        return self._texts("name")

    def _entity(self, number: int) -> Entity:
        label, _, iri = self.things[number].rpartition(SEPARATOR)
        return Entity(label, iri, self.tables["kinds"][self.arrays["kind"][number]])

    def types(self, number: int) -> tuple[str, ...]:
        """Classes of a thing, sorted."""
        return tuple(self.tables["types"][self.arrays["types"][number]])

    def find(self, name: str) -> int | None:
        """Number of the thing an IRI, its representative's or an alias's, stands for; None when unknown."""
        place = self.iris.position(name)
        return None if place is None else int(self.arrays["iri_node"][place])

    def number(self, name: str) -> int:
        """Number of the thing an IRI stands for.

        Raises:
            UnknownName: If the graph has no such thing.
        """
        found = self.find(name)
        if found is None:
            raise UnknownName(name)
        return found

    def iri(self, number: int) -> str:
        """IRI of a thing."""
        return self.things[number].rpartition(SEPARATOR)[2]

    def aliases(self, number: int) -> list[str]:
        """IRIs of all names of a thing, sorted, its own included."""
        return [self.iris[int(n)] for n in np.flatnonzero(self.arrays["iri_node"] == number)]

    def called(self, name: str) -> list[tuple[str, int]]:
        """Spellings that share a name's letters, sorted, and the numbers of what they mean."""
        key, found = name_text(name).partition(SEPARATOR)[0] + SEPARATOR, []
        place = self.names.place(key)
        while place < len(self.names) and (text := self.names[place]).startswith(key):
            found.append((text[len(key) :], int(self.arrays["name_node"][place])))
            place += 1
        return found

    def spellings(self, number: int) -> list[str]:
        """All labels of a thing, the preferred one first, then sorted."""
        places = np.flatnonzero(self.arrays["name_node"] == number)
        found = {self.names[int(n)].partition(SEPARATOR)[2] for n in places}
        label = self.labels[number]
        return [label, *sorted(found - {label})]

    def every_name(self) -> Iterator[tuple[str, str, int]]:
        """What spellings share (`kg.rdf.iris.letters`), each spelling, and what it means; reads the whole table."""
        for text, node in zip(self.names, self.arrays["name_node"].tolist(), strict=True):
            key, _, spelling = text.partition(SEPARATOR)
            yield key, spelling, node

    def every_iri(self) -> Iterator[tuple[str, int]]:
        """The IRIs of all names and what they stand for; reads the whole table."""
        yield from zip(self.iris, self.arrays["iri_node"].tolist(), strict=True)

    # ------------------------------------------------------------ links

    @cached_property
    def origin(self) -> Ints:
        """Number of each link in the index this one is a part of; the numbers themselves in a whole one."""
        return self.arrays.get("origin", np.arange(len(self.subject)))

    def original(self, number: int) -> int:
        """Number of a link in the whole index."""
        return int(self.arrays["origin"][number]) if "origin" in self.arrays else number

    @cached_property
    def passes(self) -> Ints:
        """What each link passes on, as a place in `PASSES`."""
        return np.repeat(np.arange(len(self.out_start) - 1, dtype=np.int32) % 4, np.diff(self.out_start))

    @cached_property
    def groups(self) -> Strings:
        """IRIs of all groups of alternatives, sorted."""
        return self._texts("group")

    @cached_property
    def ends_of_denials(self) -> Strings:
        """IRIs of the ends of denied links as written."""
        return self._texts("denied_ends")

    @cached_property
    def claims_of_denials(self) -> Strings:
        """IRIs of the claims that deny links."""
        return self._texts("denied_claim")

    @cached_property
    def weight(self) -> Ints:
        """Support of each link: documents · 2³² + chunks, so that sums and comparisons go by documents, then chunks."""
        return self.weights[self.level]

    def _link(self, number: int) -> Link:
        weight, subject = int(self.weights[self.level[number]]), int(self.subject[number])
        starts = self.out_start[4 * subject : 4 * subject + 4]
        passes = PASSES[int(np.searchsorted(starts, number, "right")) - 1]
        return Link(
            subject,
            self.relations[self.relation[number]],
            int(self.object[number]),
            weight >> 32,
            weight & 0xFFFFFFFF,
            passes,  # type: ignore[arg-type]
            self._group(number) if passes == "any" else None,
            STATUSES[self.status[number] & 3],
            number,
        )

    def _group(self, number: int) -> str:
        return self.groups[int(self.arrays["choice_group"][self.choice(number)])]

    def choice(self, links: Any) -> Any:
        """Numbers of the choices that some links, all of them options, belong to."""
        return np.searchsorted(self.choice_first, links, "right") - 1

    def options(self, number: int) -> tuple[int, ...]:
        """Numbers of the links from the same subject to all options of the same group, this one included."""
        if self.links[number].group is None:
            return ()
        choice = self.choice(number)
        first = int(self.choice_first[choice])
        return tuple(range(first, first + int(self.choice_size[choice])))

    def contradicted(self) -> list[Link]:
        """Links that some source denies or calls past."""
        return [self.links[n] for n in np.flatnonzero(self.status).tolist()]

    def edge(self, number: int) -> str:
        """IRI of the `kg:Edge` of a link."""
        link = self.links[number]
        subject, obj = self.iri(link.subject), self.iri(link.object)
        return Names(self.base).edge(subject, link.predicate, obj, link.group or "")

    def runs(self, upward: bool = True) -> Runs:
        """Runs of things from each of which exactly one hard link leads on; found when first asked for."""
        if upward not in self.found_runs:
            self.found_runs[upward] = Runs(self, upward)
        return self.found_runs[upward]

    def _out(self, node: int) -> list[int]:
        return list(range(int(self.out_start[4 * node]), int(self.out_start[4 * node + 4])))

    def _into(self, node: int) -> list[int]:
        return sorted(self.into_link[self.into_start[4 * node] : self.into_start[4 * node + 4]].tolist())
