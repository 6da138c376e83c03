"""Links and verdicts as SSSOM/TSV: metadata in YAML behind `#`, then a table sorted by names."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping

from kg.graph import Index
from kg.rdf import OWL, PROV, RDFS, SEMAPV, SSSOM, Names, Store
from kg.resolve.explanation.reading import Facts, Reader
from kg.resolve.link.links import Verdict

COLUMNS = (
    "subject_id",
    "subject_label",
    "predicate_id",
    "object_id",
    "object_label",
    "mapping_justification",
    "author_label",
    "mapping_date",
    "mapping_tool",
    "confidence",
    "comment",
)
"""The slots that are written, in SSSOM's order."""

UNSPECIFIED = "https://w3id.org/sssom/license/unspecified"
"""What SSSOM says where nobody chose a licence."""

TOOL = "kg"
"""What is written as the tool of links that rules make."""

_SAME, _DIFFERENT = "owl:sameAs", "owl:differentFrom"

Row = dict[str, str]


def write(store: Store, index: Index | None = None, license: str = UNSPECIFIED) -> str:
    """All links of a graph and all verdicts on its names, those that are not followed too.

    Args:
        store: The graph.
        index: Its edges, where they are loaded already.
        license: IRI of the licence of the mappings.
    """
    reader = Reader(store, Index.load(store) if index is None else index)
    by_verdict = {facts.get(PROV + "wasDerivedFrom") for _, _, facts in reader.links()}
    rows = [_link(reader, *link) for link in reader.links()]
    rows += [_verdict(reader, one) for one in reader.verdicts.values() if one.iri not in by_verdict]
    rows.sort(key=lambda row: (row["subject_id"], row["object_id"], row["predicate_id"]))
    out = io.StringIO()
    out.writelines(_header(store.names, license))
    table = csv.DictWriter(out, COLUMNS, delimiter="\t", lineterminator="\n")
    table.writeheader()
    table.writerows({column: _cell(row.get(column, "")) for column in COLUMNS} for row in rows)
    return out.getvalue()


def _header(names: Names, license: str) -> Iterator[str]:
    yield "#curie_map:\n"
    for prefix, namespace in prefixes(names).items():
        yield f'#  {prefix}: "{namespace}"\n'
    yield f'#license: "{license}"\n'
    yield f'#mapping_set_id: "{names.aliases}"\n'
    yield '#mapping_set_title: "Names of one thing"\n'


def prefixes(names: Names) -> Mapping[str, str]:
    """The prefixes of what is written."""
    return {"entity": names.entities, "owl": OWL, "semapv": SEMAPV}


def _cell(value: str) -> str:
    """A value on one line: tabs and line feeds would end a cell."""
    return " ".join("".join(c if c.isprintable() else " " for c in value).split())


def _row(reader: Reader, one: str, other: str, predicate: str) -> Row:
    entities = reader.store.names.entities
    return {
        "subject_id": "entity:" + one.removeprefix(entities),
        "subject_label": reader.member(one).names[0],
        "predicate_id": predicate,
        "object_id": "entity:" + other.removeprefix(entities),
        "object_label": reader.member(other).names[0],
    }


def _link(reader: Reader, one: str, other: str, facts: Facts) -> Row:
    verdict = reader.verdicts.get(facts.get(PROV + "wasDerivedFrom", ""))
    if verdict is not None:
        return _verdict(reader, verdict)
    first, second = sorted((one, other))
    return {
        **_row(reader, first, second, _SAME),
        "mapping_justification": _term(facts[SSSOM + "mapping_justification"]),
        "mapping_tool": TOOL,
        "confidence": facts[SSSOM + "confidence"],
        "comment": facts.get(RDFS + "comment", ""),
    }


def _verdict(reader: Reader, verdict: Verdict) -> Row:
    return {
        **_row(reader, verdict.one, verdict.other, _SAME if verdict.same else _DIFFERENT),
        "subject_label": verdict.one_text,
        "object_label": verdict.other_text,
        "mapping_justification": _term(verdict.term),
        "author_label": verdict.who,
        "mapping_date": verdict.when,
        "confidence": f"{verdict.confidence:.3f}".rstrip("0").rstrip("."),
        "comment": verdict.reason,
    }


def _term(term: str) -> str:
    return "semapv:" + term.removeprefix(SEMAPV)
