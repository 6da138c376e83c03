"""SSSOM/TSV as verdicts on names. A file is untrusted: what cannot be used is said with its line."""

from __future__ import annotations

import csv
import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from urllib.parse import unquote

import pyoxigraph as ox

from kg.errors import InputError
from kg.model import clean
from kg.ontology import local_name
from kg.rdf import OWL, PREFIXES, SEMAPV, Names
from kg.resolve.link.links import Verdict

REQUIRED = ("subject_id", "predicate_id", "object_id", "mapping_justification")
"""Columns without which a row says nothing about identity."""

LARGEST = 50_000_000
"""Bytes of the largest file that is read."""

_SAME, _DIFFERENT = OWL + "sameAs", OWL + "differentFrom"

Row = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _File:
    """A file being read.

    Args:
        name: Its name, for messages and citations.
        names: The graph's IRIs.
        prefixes: Namespace by prefix.
        author: Who stands for rows without an author.
        date: The date of rows without one.
    """

    name: str
    names: Names
    prefixes: Mapping[str, str]
    author: str
    date: str

    @property
    def short(self) -> str:
        """Its name without the folders of this machine."""
        return PurePath(self.name).name

    def fail(self, message: str, line: int, hint: str | None = None) -> InputError:
        """The error of a line."""
        return InputError(message, file=self.name, line=line, hint=hint)


def read(data: bytes, name: str, names: Names, who: str = "", when: str = "") -> list[Verdict]:
    """The verdicts of a file, in its order, each cited by file and line.

    Args:
        data: The file.
        name: Its name.
        names: The graph's IRIs.
        who: Who stands for mappings that name no author.
        when: ISO 8601 date of mappings that have none.

    Raises:
        InputError: If it is no SSSOM/TSV, lacks a column, or a row cannot be used; with its line.
    """
    lines = _decoded(data, name)
    head = next((at for at, line in enumerate(lines) if not line.startswith("#")), len(lines))
    metadata = _metadata(lines[:head], name)
    file = _File(name, names, _prefixes(metadata, name), _author(metadata) or who, _date(metadata) or when)
    found: dict[tuple[str, str], tuple[Verdict, int]] = {}
    for line, row in _rows(lines[head:], head, file):
        verdict = _verdict(row, line, file)
        first, at = found.setdefault(verdict.pair, (verdict, line))
        if first.same != verdict.same:
            raise file.fail(f"says the contrary of line {at} about {row['subject_id']} and {row['object_id']}", line)
    return [verdict for verdict, _ in found.values()]


def _decoded(data: bytes, name: str) -> list[str]:
    if len(data) > LARGEST:
        raise InputError(f"larger than {LARGEST // 1_000_000} MB", file=name)
    try:
        return data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise InputError("not UTF-8", file=name, line=line) from error


def _metadata(lines: list[str], name: str) -> Mapping[str, object]:
    """The YAML behind `#` above the table."""
    import yaml

    try:
        found = yaml.safe_load("\n".join(line[1:] for line in lines))
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        raise InputError(f"its metadata is no YAML: {error.problem}", file=name, line=line) from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise InputError("its metadata is no YAML", file=name) from error
    if found is not None and not isinstance(found, dict):
        raise InputError("its metadata is no YAML mapping", file=name, line=1)
    return found or {}


def _prefixes(metadata: Mapping[str, object], name: str) -> Mapping[str, str]:
    stated = metadata.get("curie_map") or {}
    if not isinstance(stated, dict) or not all(isinstance(v, str) for pair in stated.items() for v in pair):
        raise InputError("its curie_map is no table of prefixes and namespaces", file=name)
    return {**PREFIXES, **stated}


def _author(metadata: Mapping[str, object]) -> str:
    stated = metadata.get("author_label") or metadata.get("creator_label") or ""
    return ", ".join(map(str, stated)) if isinstance(stated, list) else str(stated)


def _date(metadata: Mapping[str, object]) -> str:
    return str(metadata.get("mapping_date") or metadata.get("publication_date") or "")


def _rows(lines: list[str], above: int, file: _File) -> Iterator[tuple[int, Row]]:
    table = csv.reader(lines, delimiter="\t", strict=True)
    try:
        header = next(table, [])
        missing = [column for column in REQUIRED if column not in header]
        if missing:
            hint = "SSSOM is a table with tabs between its columns"
            raise file.fail(f"has no column {', '.join(missing)}", above + 1, hint)
        for cells in table:
            line = above + table.line_num
            if len(cells) > len(header):
                raise file.fail(f"has {len(cells)} cells, the table {len(header)} columns", line)
            if any(cells):
                yield line, dict(zip(header, cells, strict=False))
    except csv.Error as error:
        raise file.fail(f"no table with tabs: {error}", above + table.line_num) from error


def _verdict(row: Row, line: int, file: _File) -> Verdict:
    empty = [column for column in REQUIRED if not row.get(column, "").strip()]
    if empty:
        raise file.fail(f"has no {empty[0]}", line)
    one, other = _entity(row, "subject", line, file), _entity(row, "object", line, file)
    ends = sorted(((one, _label(row, "subject", one)), (other, _label(row, "object", other))))
    (first, first_text), (second, second_text) = ends
    try:
        return Verdict(
            first,
            second,
            _is_same(row, line, file),
            first_text,
            second_text,
            reason=row.get("comment", "").strip() or f"imported from {file.short}",
            who=(row.get("author_label") or row.get("author_id") or "").strip() or file.author,
            when=_day(row, line, file),
            source=f"{file.short}:{line}",
            term=_justification(row, line, file),
            confidence=_confidence(row, line, file),
            iri=file.names.verdict(first, second),
        )
    except InputError as error:
        raise error if error.file else file.fail(error.message, line) from error


def _entity(row: Row, side: str, line: int, file: _File) -> str:
    written = row[f"{side}_id"].strip()
    found = _expanded(written, line, file)
    if not found.startswith(file.names.entities) or found == file.names.entities:
        hint = f"names of it start with {file.names.entities}"
        raise file.fail(f"{side}_id {written!r} is no name of this graph", line, hint)
    return found


def _expanded(written: str, line: int, file: _File) -> str:
    prefix, colon, local = written.partition(":")
    if not colon:
        raise file.fail(f"{written!r} is no CURIE", line)
    if local.startswith("//") or prefix == "urn":
        found = written
    elif prefix in file.prefixes:
        found = file.prefixes[prefix] + local
    else:
        raise file.fail(f"the prefix of {written!r} is not in the curie_map", line)
    try:
        return ox.NamedNode(found).value
    except ValueError as error:
        raise file.fail(f"{written!r} makes no IRI", line) from error


def _label(row: Row, side: str, iri: str) -> str:
    """The name as written; else what its IRI was made from."""
    return clean(row.get(f"{side}_label", "")) or unquote(local_name(iri)).replace("-", " ")


def _is_same(row: Row, line: int, file: _File) -> bool:
    written = row["predicate_id"].strip()
    predicate, modifier = _expanded(written, line, file), row.get("predicate_modifier", "").strip()
    if modifier not in ("", "Not") or predicate not in (_SAME, _DIFFERENT) or (modifier and predicate == _DIFFERENT):
        said = " ".join(part for part in (modifier, written) if part)
        raise file.fail(f"{said!r} says nothing about identity", line, "owl:sameAs or owl:differentFrom")
    return predicate == _SAME and not modifier


def _justification(row: Row, line: int, file: _File) -> str:
    written = row["mapping_justification"].strip()
    found = _expanded(written, line, file)
    if not found.startswith(SEMAPV) or found == SEMAPV:
        raise file.fail(f"mapping_justification {written!r} is no SEMAPV term", line, "semapv:ManualMappingCuration …")
    return found


def _confidence(row: Row, line: int, file: _File) -> float:
    written = row.get("confidence", "").strip()
    try:
        return round(float(written), 3) if written else 1.0
    except (ValueError, OverflowError) as error:
        raise file.fail(f"confidence {written!r} is no number", line) from error


def _day(row: Row, line: int, file: _File) -> str:
    written = row.get("mapping_date", "").strip() or file.date
    try:
        return datetime.date.fromisoformat(written).isoformat() if written else ""
    except ValueError as error:
        raise file.fail(f"mapping_date {written!r} is no date", line, "such as 2026-02-03") from error
