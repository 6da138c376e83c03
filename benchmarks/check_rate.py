"""How long validation takes: our queries, pyshacl, pyshacl with the shapes spread over two processes, and rudof.

python benchmarks/check_rate.py              all four on the same claims, 1 000 and 4 000 of them
python benchmarks/check_rate.py --claims N   the same on N claims
python benchmarks/check_rate.py --chunks N   kg check, a whole process, on a graph of N chunks that it builds first

All engines run the shapes in SHACL Core that ship; the results are checked to be the same.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pyoxigraph as ox
from timing import ENV, KG

from kg.model.documents import Chunk, Claim, Document, Polarity
from kg.ontology.relations import load as load_ontology
from kg.rdf.iris import Names
from kg.rdf.vocab import RDFS, SH
from kg.resolve.record import Recorder
from kg.validate.compile import compiled
from kg.validate.data import Data
from kg.validate.shapes import load
from kg.validate.validate import _answered, _run, pyshacl_results

Found = set[tuple[str, str, str]]


def quads(number: int) -> Iterator[ox.Quad]:
    """Claims of one-sentence chunks, fifty to a document; every fiftieth subject is a pronoun."""
    ontology = load_ontology()
    recorder = Recorder(Names("https://example.org/kg/"), ontology)
    yield from recorder.run("")
    hierarchy = (t for t in ontology.triples if t.predicate.value == RDFS + "subPropertyOf")
    yield from (ox.Quad(t.subject, t.predicate, t.object) for t in hierarchy)
    for start in range(0, number, 50):
        path = f"notes-{start}.md"
        claims = [_claim(path, start + at, at + 1) for at in range(50)]
        chunks = tuple(Chunk(one.chunk, path, one.lines, 0, one.quote, ()) for one in claims)
        yield from recorder.everything(Document(path, "markdown", "-", chunks), claims)


def _claim(path: str, number: int, line: int) -> Claim:
    subject = "it" if number % 50 == 0 else f"service {number % 997}"
    relation, obj = ("owned_by", f"team {number % 83}") if number % 3 == 0 else ("depends_on", f"store {number % 311}")
    quote = f"{subject} {relation} {obj}"
    place = f"{path}/{line}", path, (line, line), quote, 0
    return Claim(*place, subject, relation, obj, Polarity.ASSERTED, "benchmark")


def core() -> list[str]:
    """Shapes in SHACL Core. Those in SPARQL compare claims with claims: going node by node takes its square."""
    shapes = load()
    return [root for root in shapes.roots if not shapes.terms(root, SH + "sparql")]


def ours(made: list[ox.Quad]) -> Found:
    shapes, data, roots = load(), Data(made), set(core())
    units = [unit for unit in compiled(shapes, data.subclasses) if unit.shape in roots]
    return {(r.shape, r.focus, r.component) for r in _answered(units, data, shapes)}


def with_pyshacl(made: list[ox.Quad], roots: list[str] | None = None) -> Found:
    shapes, data = load(), Data(made)
    report = _run(data.graph(), shapes, core() if roots is None else roots)
    return {(r.shape, r.focus, r.component) for r in pyshacl_results(report, data, shapes)}


def _half(arguments: tuple[int, list[str]]) -> Found:
    number, roots = arguments
    return with_pyshacl(list(quads(number)), roots)


def in_two_processes(number: int) -> Found:
    """Every other shape; each process makes the claims itself, as it would read them from the store itself."""
    roots = core()
    with ProcessPoolExecutor(2) as pool:
        one, other = pool.map(_half, [(number, roots[::2]), (number, roots[1::2])])
    return one | other


def with_rudof(made: list[ox.Quad]) -> Found:
    import pyrudof

    engine = pyrudof.Rudof(pyrudof.RudofConfig())
    triples = ox.serialize((quad.triple for quad in made), format=ox.RdfFormat.N_TRIPLES)
    assert triples is not None
    engine.read_data(triples.decode(), format=pyrudof.RDFFormat.NTriples)
    engine.read_shacl(load().graph(core()).serialize(format="turtle"))
    return {(r.source_shape, r.focus_node, r.constraint_component) for r in engine.validate_shacl()}


def timed(what: Callable[[], Found]) -> tuple[float, Found]:
    started = time.perf_counter()
    found = what()
    return time.perf_counter() - started, found


def compare(number: int) -> None:
    """Print a line for each engine."""
    made = list(quads(number))
    best, expected = min((timed(lambda: ours(made)) for _ in range(3)), key=lambda pair: pair[0])
    engines: dict[str, Callable[[], Found]] = {
        "pyshacl": lambda: with_pyshacl(made),
        "pyshacl, two processes": lambda: in_two_processes(number),
        "rudof": lambda: with_rudof(made),
    }
    print(f"{number:>6,} claims   {'queries in Oxigraph':<24}{best:8.2f} s      1.0")
    for name, run in engines.items():
        seconds, found = timed(run)
        same = "" if found == expected else f"   {len(found ^ expected)} results differ"
        print(f"{'':>15} {name:<24}{seconds:8.2f} s {seconds / best:8.1f}{same}", flush=True)


def whole(chunks: int) -> None:
    """Print what kg check takes as a process."""
    from build_rate import fact

    with tempfile.TemporaryDirectory() as place:
        rows = ({"id": f"c{n}", "text": fact(n), "source": f"notes-{n // 50}.md"} for n in range(chunks))
        Path(place, "chunks.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        subprocess.run([KG, "build", "chunks.jsonl"], cwd=place, env=ENV, capture_output=True, check=True)
        started = time.perf_counter()
        subprocess.run([KG, "check"], cwd=place, env=ENV, capture_output=True, check=True)
        print(f"kg check, {chunks:,} chunks   {time.perf_counter() - started:.1f} s")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chunks", type=int)
    parser.add_argument("--claims", nargs="+", type=int, default=[1_000, 4_000])
    chosen = parser.parse_args()
    if chosen.chunks:
        whole(chosen.chunks)
    else:
        for size in chosen.claims:
            compare(size)
