"""Writes the workload of `workload.py` as documents, as N-Quads or as a graph that `kg impact` can open.

    python benchmarks/generate.py jsonl    PLACE --edges 10k    chunks of one fact, in files of 10,000
    python benchmarks/generate.py markdown PLACE --edges 10k    the same as paragraphs, 50 a file
    python benchmarks/generate.py nquads   PLACE --edges 100k   the file `kg import` reads
    python benchmarks/generate.py graph    PLACE --edges 1m     a graph folder: kg impact service-000000 -g PLACE

All four say the same. N-Quads and graph hold what a build of the JSON Lines stores, hashes of contents aside.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pyoxigraph as ox
from templates import Aliases, Templates
from workload import CHUNKS_PER_DOCUMENT, FORMS, Fact, Workload, spelling

from kg.graph.index.index import Index
from kg.graph.index.rows import Edge, Rows, Thing
from kg.model.naming import digest
from kg.ontology.relations import Ontology, load
from kg.rdf.iris import Names
from kg.rdf.store.folder import create, writing
from kg.rdf.vocab import DEFAULT_BASE, KG, PROV

CHUNKS_PER_FILE = 10_000
_BATCH = 2_000


def edges_of(text: str) -> int:
    """A number of edges: `10k`, `1m`, `25000`.

    >>> edges_of("10k"), edges_of("1m")
    (10000, 1000000)
    """
    scale = {"k": 1_000, "m": 1_000_000}.get(text[-1:].lower(), 1)
    return int(text[:-1] if scale > 1 else text) * scale


def chunk_id(chunk: int) -> str:
    """Id of a chunk."""
    return f"c{chunk:07d}"


def sentence(workload: Workload, fact: Fact) -> str:
    """The text of a chunk."""
    return FORMS[workload.forms[fact.statement]].format(*fact.names)


def write_jsonl(workload: Workload, folder: Path) -> None:
    """Chunks as JSON Lines."""
    folder.mkdir(parents=True)
    facts = workload.facts()
    for number in range(0, workload.chunks, CHUNKS_PER_FILE):
        rows = (
            {
                "id": chunk_id(fact.chunk),
                "text": sentence(workload, fact),
                "source": f"notes/{fact.chunk // CHUNKS_PER_DOCUMENT:06d}.md",
            }
            for fact in islice(facts, CHUNKS_PER_FILE)
        )
        file = folder / f"facts-{number // CHUNKS_PER_FILE:04d}.jsonl"
        file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def write_markdown(workload: Workload, folder: Path) -> None:
    """Chunks as paragraphs."""
    (folder / "notes").mkdir(parents=True)
    facts = workload.facts()
    for number in range(0, workload.chunks, CHUNKS_PER_DOCUMENT):
        text = "\n\n".join(sentence(workload, fact) for fact in islice(facts, CHUNKS_PER_DOCUMENT))
        file = folder / "notes" / f"{number // CHUNKS_PER_DOCUMENT:06d}.md"
        file.write_text(text + "\n", encoding="utf-8")


class Quads:
    """The workload as N-Quads.

    Args:
        workload: What to write.
        names: The graph's IRIs.
        ontology: The ontology in force.
    """

    def __init__(self, workload: Workload, names: Names, ontology: Ontology) -> None:
        self.workload, self.names = workload, names
        self.labels = workload.labels()
        self.forms = [Templates(names, ontology, form) for form in range(len(FORMS))]
        self.aliases = Aliases(names, ontology)

    def lines(self) -> Iterator[str]:
        """Everything but the ontology, some lines at a time."""
        yield "".join(f"{quad} .\n" for quad in self.forms[0].recorder.run("-", "-"))
        for number in range(-(-self.workload.chunks // CHUNKS_PER_DOCUMENT)):
            document = f"{number:06d}"
            yield self.forms[0].document % {"document": document, "hash": digest(document, length=64)}
        yield from self._statements()
        yield from self._entities()

    def _statements(self) -> Iterator[str]:
        """The chunks of each statement, its canonical edges, and the classes of their ends, each once."""
        typed: set[str] = set()
        workload = self.workload
        columns = (workload.forms, workload.subjects, workload.objects, workload.others, workload.places())
        for number, *ends, places in zip(*(column.tolist() for column in columns), strict=True):
            form, nodes = self.forms[number], [n for n in ends if n >= 0]
            told = [place for place in places if place >= 0]
            claims = []
            for turn, chunk in enumerate(told):
                names = [spelling(self.labels[n], n, turn) for n in nodes]
                blanks = self._blanks(form, names)
                found = form.claims(chunk_id(chunk), blanks["subject_iri"], blanks["options"])
                claims.append(found)
                yield form.fact % {**blanks, **self._place(chunk, number, names), **_named("claim", found)}
            blanks = self._blanks(form, [self.labels[n] for n in nodes])
            options = blanks["options"]
            edges = [form.edge(blanks["subject_iri"], option, options) for option in options]
            blanks |= _named("edge", edges)
            documents = len({chunk // CHUNKS_PER_DOCUMENT for chunk in told})
            blanks |= {"documents": documents, "chunks": documents}  # what one document repeats is one source
            yield form.edges % blanks
            for found in claims:
                for line, claim in zip(form.support, found, strict=True):
                    yield line % {**blanks, "claim": claim}
            lines = {form.types[0] % {"iri": blanks["subject_iri"]}, *(form.types[1] % {"iri": o} for o in options)}
            yield from sorted(lines - typed)
            typed |= lines

    def _blanks(self, form: Templates, names: Sequence[str]) -> dict[str, Any]:
        """What the names of a statement fill in."""
        iris = [self.iri(name) for name in names]
        options = tuple(iris[1:])
        ends = zip(("subject", "object", "other"), names, iris, strict=False)
        blanks: dict[str, Any] = {"group": form.group(options), "options": options}
        for end, name, iri in ends:
            blanks[end], blanks[end + "_iri"] = name, iri
        return blanks

    def iri(self, name: str) -> str:
        """IRI of a name that folding only puts in lower case."""
        return self.names.entities + name.lower()

    def _place(self, chunk: int, form: int, names: Sequence[str]) -> dict[str, Any]:
        """What the place of a chunk fills in."""
        text = FORMS[form].format(*names)
        document, line = f"{chunk // CHUNKS_PER_DOCUMENT:06d}", chunk % CHUNKS_PER_FILE + 1
        return {
            "chunk": chunk_id(chunk), "document": document, "line": line, "text": text, "start": 0, "end": len(text)
        }  # fmt: skip

    def _entities(self) -> Iterator[str]:
        """Labels, spellings and representatives of all things."""
        aliased = set(self.workload.aliased().tolist())
        for number, label in enumerate(self.labels):
            iri = self.iri(label)
            if number not in aliased:
                yield self.forms[0].entity % {"iri": iri, "label": f'"{label}"'}
                continue
            other = spelling(label, number, 1)
            found = {"iri": iri, "label": f'"{label}"', "alias_label": f'"{other}"'}
            found["alias_iri"] = self.iri(other)
            found["link"] = self.names.alias(iri, found["alias_iri"])
            yield self.aliases.link % found + self.aliases.entity % found


def _named(name: str, values: Sequence[str]) -> dict[str, str]:
    return dict(zip((name, "other_" + name), values, strict=False))


def rows_of(quads: Quads) -> Rows:
    """What the index of the edges is made of, without reading a store."""
    work, iris = quads.workload, [quads.iri(label) for label in quads.labels]
    teams = work.starts["team"]
    component, team = (
        Thing("", "component", (KG + "Component",)),
        Thing("", "owner", (PROV + "Agent", KG + "Owner"), False),
    )
    things = {
        iri: (component if n < teams else team)._replace(label=label)
        for n, (iri, label) in enumerate(zip(iris, quads.labels, strict=True))
    }
    others = {n: spelling(quads.labels[n], n, 1) for n in work.aliased().tolist()}
    canonical = {iri: iri for iri in iris} | {quads.iri(other): iris[n] for n, other in others.items()}
    names = {iris[n]: {other} for n, other in others.items()}
    return Rows(quads.names.base, things, list(_edge_rows(quads, iris)), canonical, names)


def _edge_rows(quads: Quads, iris: Sequence[str]) -> Iterator[Edge]:
    work = quads.workload
    columns = (work.forms, work.subjects, work.objects, work.others, work.places())
    for number, subject, obj, other, places in zip(*(column.tolist() for column in columns), strict=True):
        form, options = quads.forms[number], tuple(iris[n] for n in (obj, other) if n >= 0)
        told = [place for place in places if place >= 0]
        documents = len({place // CHUNKS_PER_DOCUMENT for place in told})
        for option in options:
            yield Edge(iris[subject], form.stated, option, form.group(options), documents, documents)


class Stream(io.RawIOBase):
    """Text that is made while it is read."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines, self._left = lines, b""

    def readable(self) -> bool:
        """It is."""
        return True

    def read(self, size: int = -1) -> bytes:
        """About a batch of lines, at most `size` bytes."""
        if not self._left:
            self._left = "".join(islice(self._lines, _BATCH)).encode()
        size = len(self._left) if size < 0 else size
        taken, self._left = self._left[:size], self._left[size:]
        return taken


def write_nquads(workload: Workload, file: Path) -> None:
    """The file that `kg import` reads, the ontology in it."""
    names, ontology = Names(DEFAULT_BASE), load()
    with file.open("w", encoding="utf-8") as out:
        for triple in ontology.triples:
            out.write(f"{ox.Quad(triple.subject, triple.predicate, triple.object, ox.NamedNode(names.ontology))} .\n")
        out.writelines(Quads(workload, names, ontology).lines())


def write_graph(workload: Workload, folder: Path) -> None:
    """A graph folder, through Oxigraph's bulk loader and no file in between."""
    ontology = load()
    create(folder, DEFAULT_BASE, ontology.triples)
    quads = Quads(workload, Names(DEFAULT_BASE), ontology)
    with writing(folder, seal=lambda _, path: Index.made(rows_of(quads), ontology).write(path)) as store:
        store.oxigraph.bulk_load(Stream(quads.lines()), ox.RdfFormat.N_QUADS, lenient=True)
        store.changed = True


WRITERS = {"jsonl": write_jsonl, "markdown": write_markdown, "nquads": write_nquads, "graph": write_graph}


def main() -> None:
    """Write what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("form", choices=WRITERS)
    parser.add_argument("place", type=Path)
    parser.add_argument("--edges", type=edges_of, default=10_000)
    asked = parser.parse_args()
    if asked.place.exists():
        sys.exit(f"{asked.place} is there already")
    workload, started = Workload.of(asked.edges), time.perf_counter()
    WRITERS[asked.form](workload, asked.place)
    seconds = time.perf_counter() - started
    print(f"{workload.edges:,} edges, {workload.nodes:,} things, {workload.chunks:,} chunks in {seconds:.1f} s")
    print("ask about: " + ", ".join(f"{name} ({what})" for what, name in workload.questions().items()))


if __name__ == "__main__":
    main()
