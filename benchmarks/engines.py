"""Ways to answer one question, what breaks over hard links when a thing fails, on one graph.

Each engine is loaded once and asked many times. What it answers is checked against the plain dictionary walk.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import pyoxigraph as ox
from workload import EITHER, RUNS, Numbers, Workload

import kg
from kg.rdf.iris import Names
from kg.rdf.vocab import DEFAULT_BASE, KG

RELIES_ON = KG + "relies_on"
SECONDS = 60
"""How long a question may take where an engine can be stopped."""

Answer = Callable[[], Sequence[int]]
"""Gives the numbers of what breaks, in any order."""


@dataclass
class Case:
    """A graph in the forms that engines load.

    Args:
        workload: Its statements.
        folder: The graph folder of the same workload.
        scratch: Where an engine may write.
    """

    workload: Workload
    folder: Path
    scratch: Path

    @cached_property
    def hard(self) -> tuple[Numbers, Numbers]:
        """Subjects and objects of the hard links."""
        chosen = self.workload.forms <= RUNS
        return self.workload.subjects[chosen], self.workload.objects[chosen]

    def iri(self, name: str) -> str:
        """IRI of a thing."""
        return Names(DEFAULT_BASE).entities + name

    @cached_property
    def iris(self) -> list[str]:
        """IRI of every node."""
        return [self.iri(label) for label in self.workload.labels()]

    @cached_property
    def number(self) -> dict[str, int]:
        """Number of every IRI."""
        return {iri: n for n, iri in enumerate(self.iris)}

    def query(self, node: int, graph: str = "") -> str:
        """The property path, within a named graph where one is given."""
        pattern = f"?x <{RELIES_ON}>+ <{self.iris[node]}>"
        return f"SELECT DISTINCT ?x WHERE {{ {f'GRAPH <{graph}> {{ {pattern} }}' if graph else pattern} }}"


class Engine:
    """A way to answer; loading is building one.

    Args:
        case: The graph.
    """

    name = ""

    def __init__(self, case: Case) -> None:
        raise NotImplementedError

    def ask(self, node: int) -> Answer:
        """The question about one node, ready to be asked."""
        raise NotImplementedError

    def numbers(self, found: Sequence[int]) -> set[int]:
        """An answer as numbers of the workload."""
        return {int(n) for n in found}

    @classmethod
    def skip(cls, edges: int, question: str) -> str:
        """Why a question is not asked of a graph of a size; empty when it is."""
        return ""


class Dictionary(Engine):
    """A plain walk over a dictionary of lists."""

    name = "dictionary walk"

    def __init__(self, case: Case) -> None:
        self.into: dict[int, list[int]] = {}
        for subject, obj in zip(*(column.tolist() for column in case.hard), strict=True):
            self.into.setdefault(obj, []).append(subject)
        work = case.workload
        choice = work.forms == EITHER
        self.options = dict(
            zip(
                work.subjects[choice].tolist(),
                zip(work.objects[choice].tolist(), work.others[choice].tolist(), strict=True),
                strict=True,
            )
        )

    def ask(self, node: int) -> Answer:
        """See `Engine`."""
        return lambda: self.hard(node)

    def hard(self, *nodes: int) -> list[int]:
        """What breaks over hard links."""
        into, seen, queue = self.into, set(nodes), list(nodes)
        for one in queue:
            for other in into.get(one, ()):
                if other not in seen:
                    seen.add(other)
                    queue.append(other)
        return queue

    def decided(self, node: int) -> set[int]:
        """What breaks over hard links and because no option is left, by repeating the walk until nothing changes."""
        broken = {node}
        while True:
            lost = [subject for subject, options in self.options.items() if broken.issuperset(options)]
            found = set(self.hard(*broken, *lost))
            if found == broken:
                return found
            broken = found


class Scipy(Engine):
    """Breadth-first search on a bare CSR matrix: the practical limit."""

    name = "scipy, bare CSR"

    def __init__(self, case: Case) -> None:
        from scipy.sparse import csr_matrix

        subjects, objects = case.hard
        shape = (case.workload.nodes, case.workload.nodes)
        self.matrix = csr_matrix((np.ones(len(subjects), np.int8), (objects, subjects)), shape)

    def ask(self, node: int) -> Answer:
        """See `Engine`."""
        from scipy.sparse.csgraph import breadth_first_order

        found: Answer = lambda: breadth_first_order(self.matrix, node, return_predecessors=False)  # noqa: E731
        return found


class Networkx(Engine):
    """`networkx.descendants`."""

    name = "networkx"

    def __init__(self, case: Case) -> None:
        import networkx

        self.graph = networkx.DiGraph(zip(case.hard[1].tolist(), case.hard[0].tolist(), strict=True))

    def ask(self, node: int) -> Answer:
        """See `Engine`."""
        import networkx

        return lambda: list(networkx.descendants(self.graph, node))


class OxigraphMemory(Engine):
    """A SPARQL property path over the hard links alone, in memory."""

    name = "property path, pyoxigraph in memory"

    def __init__(self, case: Case) -> None:
        self.case, self.store = case, ox.Store()
        self.store.bulk_extend(self._quads())

    def _quads(self) -> Iterator[ox.Quad]:
        nodes, relation = [ox.NamedNode(iri) for iri in self.case.iris], ox.NamedNode(RELIES_ON)
        for subject, obj in zip(*(column.tolist() for column in self.case.hard), strict=True):
            yield ox.Quad(nodes[subject], relation, nodes[obj])

    def ask(self, node: int) -> Answer:
        """See `Engine`."""
        query = self.case.query(node)
        return lambda: self._rows(query)

    def _rows(self, query: str) -> list[int]:
        number, found = self.case.number, self.store.query(query)
        assert isinstance(found, ox.QuerySolutions)
        return [number[row[0].value] for row in found]  # type: ignore[union-attr]


class OxigraphDisk(OxigraphMemory):
    """The same on the graph folder, all of its quads, on disk."""

    name = "property path, pyoxigraph on disk"

    def __init__(self, case: Case) -> None:
        self.case, self.graph = case, kg.open(case.folder)
        self.store = self.graph.store.oxigraph

    def ask(self, node: int) -> Answer:
        """See `Engine`."""
        query = self.case.query(node, Names(DEFAULT_BASE).inferred)
        return lambda: self._rows(query)


class Rdflib(Engine):
    """A SPARQL property path in rdflib. It recurses, so long chains are beyond it, and is slow: small graphs only."""

    name = "property path, rdflib"

    def __init__(self, case: Case) -> None:
        from rdflib import Graph, URIRef

        self.case, self.graph, relation = case, Graph(), URIRef(RELIES_ON)
        nodes = [URIRef(iri) for iri in case.iris]
        for subject, obj in zip(*(column.tolist() for column in case.hard), strict=True):
            self.graph.add((nodes[subject], relation, nodes[obj]))

    @classmethod
    def skip(cls, edges: int, question: str) -> str:
        """See `Engine`."""
        if edges > 10_000:
            return "too slow"
        return "recursion error" if question == "chain" else ""

    def ask(self, node: int) -> Answer:
        """See `Engine`."""
        query, number = self.case.query(node), self.case.number
        return lambda: [number[str(row[0])] for row in self.graph.query(query)]  # type: ignore[index]


class Ladybug(Engine):
    """Embedded Cypher, a recursive match over shortest paths."""

    name = "ladybug, SHORTEST"

    def __init__(self, case: Case) -> None:
        import ladybug

        self.longest = case.workload.edges
        nodes, links = case.scratch / "nodes.csv", case.scratch / "links.csv"
        with nodes.open("w", newline="") as file:
            csv.writer(file).writerows([n] for n in range(case.workload.nodes))
        with links.open("w", newline="") as file:
            csv.writer(file).writerows(zip(*(column.tolist() for column in case.hard), strict=True))
        self.connection = ladybug.Connection(ladybug.Database(str(case.scratch / "ladybug")))
        for statement in (
            "CREATE NODE TABLE Thing(id INT64, PRIMARY KEY(id))",
            "CREATE REL TABLE Relies(FROM Thing TO Thing)",
            f"COPY Thing FROM '{nodes}'",
            f"COPY Relies FROM '{links}'",
            f"CALL var_length_extend_max_depth={self.longest}",
        ):
            self.connection.execute(statement)
        self.connection.set_query_timeout(SECONDS * 1000)

    @classmethod
    def skip(cls, edges: int, question: str) -> str:
        """See `Engine`."""
        return "quadratic" if question == "chain" and edges > 100_000 else ""

    def ask(self, node: int) -> Answer:
        """See `Engine`."""
        match = f"MATCH (b:Thing)<-[:Relies* SHORTEST 1..{self.longest}]-(a:Thing) WHERE b.id = {node} RETURN a.id"
        return lambda: [row[0] for row in self.connection.execute(match).get_all()]


class Kg(Engine):
    """The index of `kg`, as `kg impact` asks it."""

    name = "kg"

    def __init__(self, case: Case) -> None:
        graph = kg.open(case.folder)
        self.index = graph.labels.index
        self.node = [self.index.number(iri) for iri in case.iris]
        self.back = {node: number for number, node in enumerate(self.node)}

    def ask(self, node: int) -> Answer:
        """See `Engine`."""
        from kg.graph.failure.states import broken

        start = [self.node[node]]
        return lambda: broken(self.index, start)

    def numbers(self, found: Sequence[int]) -> set[int]:
        """See `Engine`."""
        return {self.back[int(n)] for n in found}


ENGINES: tuple[type[Engine], ...] = (
    Scipy, Kg, Dictionary, Networkx, Ladybug, OxigraphMemory, OxigraphDisk, Rdflib
)  # fmt: skip
"""In the order of the tables; the first is what the others are compared with."""
