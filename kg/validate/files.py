"""Checks files that are no stored graph: RDF of any kind, exported graphs, and claims as `kg extract` prints them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pyoxigraph as ox

from kg.errors import InputError
from kg.model import Chunk, Claim, Document, Polarity
from kg.ontology import Ontology, put_in_force
from kg.ontology import load as load_ontology
from kg.rdf import DEFAULT_BASE, SUFFIXES, Names, OxigraphStore, iri, load, parse
from kg.resolve import Recorder
from kg.validate.audit import check_graph, check_store
from kg.validate.locate import line_of
from kg.validate.report import Finding, StoreReport

_CLAIMS = "jsonl"
_IN_FOLDERS = (*(suffix for suffix in SUFFIXES if suffix not in ("json", "xml")), _CLAIMS)
"""Endings of what is read from a folder; a file that is named is read whatever else it may be."""
_LINES_UP_TO = 1000
"""Findings whose line in a Turtle file is searched for."""
_TEXTS = ("document", "chunk", "quote", "subject", "relation", "object", "extractor")


def check_files(paths: Sequence[Path], shapes: Sequence[Path] = (), ontology: Sequence[Path] = ()) -> StoreReport:
    """Check files together, as one graph. One file that is an exported graph is checked as that graph is.

    Args:
        paths: RDF files, files of claims (`.jsonl`), and folders of these.
        shapes: Turtle files with further shapes.
        ontology: Ontology files, where claims use relations that the one that ships has not.

    Raises:
        InputError: If a file cannot be read, with its line, or a folder holds none.
    """
    files = [file for path in paths for file in _files(path)]
    loaded = load_ontology(ontology)
    if len(files) == 1 and files[0].suffix[1:].lower() not in ("", _CLAIMS):
        exported = _exported(files[0])
        if exported is not None:
            return check_store(exported, shapes)
    store, origin, warnings = OxigraphStore(), _Origin(), []
    put_in_force(store, loaded)
    for number, file in enumerate(files):
        claims = file.suffix[1:].lower() == _CLAIMS
        quads = list(_claims(file, loaded, store.names) if claims else _rdf(file, number))
        if claims:
            warnings.append(
                f"{file}: quotes were not compared with their documents, which a file of claims does not hold"
            )
        origin.add(file, quads)
        store.change([], quads)
    report = check_graph(store, shapes)
    return replace(report, findings=origin.told(report.findings), warnings=(*report.warnings, *warnings))


def _files(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    found = sorted(file for file in path.rglob("*") if file.is_file() and file.suffix[1:].lower() in _IN_FOLDERS)
    if not found:
        raise InputError(
            "holds neither a graph nor RDF files nor claims", file=str(path), hint="kg build makes a graph"
        )
    yield from found


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise InputError(error.strerror or "cannot be read", file=str(file)) from error


def _exported(file: Path) -> OxigraphStore | None:
    """The graph an RDF file is an export of; None when it is none."""
    try:
        loaded = load(_read(file), str(file))
    except InputError:
        return None
    store = OxigraphStore(base=loaded.base)
    store.change([], loaded.quads)
    return store


def _rdf(file: Path, number: int) -> Iterator[ox.Quad]:
    """The triples of an RDF file, its graphs merged, blank nodes numbered by first appearance."""
    graph, known = iri(Names(DEFAULT_BASE).provenance), dict[str, ox.BlankNode]()

    def own(term: Any) -> Any:
        if isinstance(term, ox.BlankNode):
            return known.setdefault(term.value, ox.BlankNode(f"f{number}b{len(known)}"))
        return term

    for quad in parse(_read(file), str(file)):
        yield ox.Quad(own(quad.subject), quad.predicate, own(quad.object), graph)


# ---------------------------------------------------------------- claims


def _claims(file: Path, ontology: Ontology, names: Names) -> Iterator[ox.Quad]:
    """The claims of a file as a build would record them, a chunk being what its claims quote of it."""
    recorder = Recorder(names, ontology)
    by_document: defaultdict[str, list[Claim]] = defaultdict(list)
    for claim in _lines(file, ontology):
        by_document[claim.document].append(claim)
    yield from recorder.run("")
    for path, stated in sorted(by_document.items()):
        yield from recorder.everything(Document(path, "claims", "-", tuple(_chunks(path, stated))), stated)


def _chunks(path: str, stated: Sequence[Claim]) -> Iterator[Chunk]:
    by_chunk: defaultdict[str, list[Claim]] = defaultdict(list)
    for claim in stated:
        by_chunk[claim.chunk].append(claim)
    for name, claims in sorted(by_chunk.items()):
        lines = min(claim.lines[0] for claim in claims), max(claim.lines[1] for claim in claims)
        yield Chunk(name, path, lines, 0, "\n".join(dict.fromkeys(claim.quote for claim in claims)), ())


def _lines(file: Path, ontology: Ontology) -> Iterator[Claim]:
    for number, line in enumerate(_read(file).decode("utf-8", "replace").splitlines(), 1):
        if line.strip():
            try:
                yield _claim(json.loads(line), ontology)
            except (ValueError, TypeError, RecursionError) as error:
                reason = "not valid JSON" if isinstance(error, json.JSONDecodeError) else str(error)
                hint = "one claim a line, as kg extract prints them"
                raise InputError(f"no claim: {reason}", file=str(file), line=number, hint=hint) from error


def _claim(row: Any, ontology: Ontology) -> Claim:
    if not isinstance(row, Mapping):
        raise ValueError("not an object")
    for name in _TEXTS:
        if not isinstance(row.get(name), str):
            raise ValueError(f"{name!r} is no text")
    if row["relation"] not in ontology.relations:
        raise ValueError(f"no relation is called {row['relation']!r}")
    lines = row.get("lines")
    if not (isinstance(lines, list) and len(lines) == 2 and all(type(line) is int for line in lines)):
        raise ValueError("'lines' is no pair of numbers")
    group = row.get("alternatives")
    return Claim(
        row["chunk"], row["document"], (lines[0], lines[1]), row["quote"], 0, row["subject"], row["relation"],
        row["object"], Polarity(str(row.get("polarity"))), row["extractor"], group if isinstance(group, str) else None,
    )  # fmt: skip


# ---------------------------------------------------------------- which file a finding is in


@dataclass(slots=True)
class _Origin:
    """Remembers the file that describes each subject, the first of several."""

    files: dict[str, Path] = field(default_factory=dict)

    def add(self, file: Path, quads: Sequence[ox.Quad]) -> None:
        for quad in quads:
            if not isinstance(quad.subject, ox.Triple):
                blank = isinstance(quad.subject, ox.BlankNode)
                self.files.setdefault(("_:" if blank else "") + quad.subject.value, file)

    def told(self, findings: Sequence[Finding]) -> tuple[Finding, ...]:
        return tuple(self._told(finding, number < _LINES_UP_TO) for number, finding in enumerate(findings))

    def _told(self, finding: Finding, search: bool) -> Finding:
        file = self.files.get(finding.result.focus)
        if file is None:
            return finding
        written = search and file.suffix[1:].lower() in ("ttl", "trig", "nt", "nq")
        return replace(finding, file=str(file), line=line_of(file, finding.result.focus) if written else None)
