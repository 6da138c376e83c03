"""Writes technologies.ttl, the gazetteer as SKOS, from the reviewed tables kinds.tsv and technologies.tsv.

    python ontology/generate_technologies.py            write ontology/technologies.ttl
    python ontology/generate_technologies.py --check    exit 1 when it is not what the tables give

The tables are for people, the Turtle is for programs; `docs/gazetteer.md` describes both.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from kg.model.naming import fold, letters  # noqa: E402

OUTPUT = HERE / "technologies.ttl"
HEADER = HERE / "technologies.header"
CASED = "="
"""Before a name in the table: it counts only in exactly this case ("=Vault", but "a vault of records")."""


class Kind(NamedTuple):
    """A row of kinds.tsv."""

    key: str
    label: str
    broader: str
    suggests: str
    soft: str
    not_component: str
    definition: str


class Row(NamedTuple):
    """A row of technologies.tsv, its aliases split at `;`."""

    kind: str
    name: str
    aliases: tuple[str, ...]
    dbpedia: str


def kinds() -> list[Kind]:
    """The kinds in the order of the table, broader ones first."""
    return [Kind(*row) for row in _table("kinds.tsv")]


def rows() -> list[Row]:
    """The technologies in the order of the table."""
    return [
        Row(kind, name, tuple(a.strip() for a in aliases.split(";") if a.strip()), dbpedia)
        for kind, name, aliases, dbpedia in _table("technologies.tsv")
    ]


def problems() -> list[str]:
    """What is wrong with the tables, in the order of their rows; empty when they can be used."""
    keys = [kind.key for kind in kinds()]
    found = [f"kinds.tsv: {k.key}: no broader kind {k.broader!r} above" for k in kinds() if not _is_above(k, keys)]
    found += [f"technologies.tsv: {r.name}: unknown kind {r.kind!r}" for r in rows() if r.kind not in keys]
    owner: dict[str, tuple[str, bool]] = {}
    for row in rows():
        for name in (row.name, *row.aliases):
            this = row.name, name.startswith(CASED)
            other = owner.setdefault(letters(name.removeprefix(CASED)), this)
            if other[0] != this[0]:
                found.append(f"technologies.tsv: {name!r} names both {other[0]} and {row.name}")
            elif other[1] != this[1]:
                found.append(f"technologies.tsv: {name!r} has the letters of a name with another rule of case")
    return found


def turtle() -> str:
    """The whole of technologies.ttl."""
    technologies = sorted(rows(), key=lambda row: fold(row.name.removeprefix(CASED)))
    blocks = [HEADER.read_text(encoding="utf-8"), *map(_kind, kinds()), *map(_technology, technologies)]
    return "\n".join(blocks)


def main(arguments: list[str]) -> int:
    """Write the file, or compare it under `--check`."""
    wrong = problems()
    if wrong:
        print("\n".join(wrong), file=sys.stderr)
        return 1
    if "--check" in arguments:
        return int(OUTPUT.read_text(encoding="utf-8") != turtle())
    OUTPUT.write_text(turtle(), encoding="utf-8", newline="\n")
    return 0


def _table(name: str) -> Iterator[list[str]]:
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        next(reader)
        yield from reader


def _is_above(kind: Kind, keys: list[str]) -> bool:
    return not kind.broader or kind.broader in keys[: keys.index(kind.key)]


def _kind(kind: Kind) -> str:
    lines = [f'skos:prefLabel "{kind.label}"@en', f'skos:definition "{kind.definition}"@en']
    lines.append(f"skos:broader <kind/{kind.broader}>" if kind.broader else "skos:topConceptOf <kind/>")
    if kind.suggests:
        lines.append(f"kg:suggestsRelation kg:{kind.suggests}")
    if kind.soft:
        lines.append("kg:softByNature true")
    if kind.not_component:
        lines.append("kg:notComponent true")
    return _block(f"kind/{kind.key}", "kg:Kind", [*lines, "skos:inScheme <kind/>"])


def _technology(row: Row) -> str:
    name = row.name.removeprefix(CASED)
    names = sorted({alias.removeprefix(CASED) for alias in row.aliases})
    cased = sorted(n.removeprefix(CASED) for n in (row.name, *row.aliases) if n.startswith(CASED))
    lines = [f"skos:prefLabel {_text(name)}"]
    lines += [f"skos:altLabel {' , '.join(map(_text, names))}"] * bool(names)
    lines += [f"kg:casedName {' , '.join(map(_text, cased))}"] * bool(cased)
    lines.append(f"kg:kind <kind/{row.kind}>")
    lines += [f"skos:exactMatch <http://dbpedia.org/resource/{row.dbpedia}>"] * bool(row.dbpedia)
    return _block(f"technology/{fold(name)}", "kg:Technology", [*lines, "skos:inScheme <technology/>"])


def _block(iri: str, type_: str, lines: list[str]) -> str:
    return f"<{iri}> a {type_} ;\n    " + " ;\n    ".join(lines) + " .\n"


def _text(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
