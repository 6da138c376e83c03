"""From rows to the arrays of an index; see `kg.graph.index.index` for what each array holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from kg.graph.arrays.distinct import distinct
from kg.graph.arrays.strings import Strings
from kg.graph.index.rows import Denied, Edge, Rows, Thing
from kg.model import Status, letters
from kg.ontology import Ontology

HARD, ANY, SOFT, NONE = range(4)
"""What a link does with a failure. Sorted like this, each question needs links that lie side by side."""

PASSES = ("hard", "any", "soft", None)

STATUSES = tuple(Status)
DENIED_LAST = 4
"""Added to the status of an edge that is denied later than it is asserted."""

SEPARATOR = "\0"
"""Between the parts of a text; it sorts before every other character."""

Arrays = dict[str, npt.NDArray[Any]]
Tables = dict[str, Any]


def assemble(rows: Rows, ontology: Ontology) -> tuple[Arrays, Tables]:
    """The arrays and tables of an index.

    Args:
        rows: What the graph says.
        ontology: Decides what a relation does with a failure.
    """
    order = sorted(rows.things, key=lambda name: thing_text(rows.things[name].label, name))
    number = {name: n for n, name in enumerate(order)}
    aliases = {name: number[one] for name, one in rows.canonical.items() if one in number} | number
    arrays: Arrays = {}
    tables: Tables = {"base": rows.base}
    _things(rows, order, arrays, tables)
    _iris(aliases, arrays)
    _names(rows, order, arrays)
    _edges(rows.edges, number, ontology, arrays, tables)
    put_denied(rows.denied, aliases.get, arrays, tables)
    return arrays, tables


def put(arrays: Arrays, name: str, texts: Iterable[str]) -> None:
    """Add a column of texts."""
    packed = Strings.of(texts)
    arrays[name + "_text"], arrays[name + "_start"] = packed.blob, packed.offsets


def _things(rows: Rows, order: Sequence[str], arrays: Arrays, tables: Tables) -> None:
    things = [rows.things[name] for name in order]
    put(arrays, "thing", (thing_text(thing.label, name) for thing, name in zip(things, order, strict=True)))
    arrays["kind"], tables["kinds"] = _coded([thing.kind for thing in things])
    arrays["types"], tables["types"] = _coded([thing.types for thing in things])
    arrays["component"] = np.fromiter((thing.component for thing in things), bool, len(things))


def thing_text(label: str, iri: str) -> str:
    """A thing as the table of things has it, so that it sorts by label, then IRI."""
    return f"{label.replace(SEPARATOR, ' ')}{SEPARATOR}{iri}"


def name_text(name: str) -> str:
    """A spelling as the table of names has it: what spellings of one name share, then the spelling."""
    return f"{letters(name).replace(SEPARATOR, ' ')}{SEPARATOR}{name}"


def names_of(thing: Thing, others: Iterable[str]) -> set[str]:
    """What a thing is called; a group of alternatives has no name."""
    is_group = any(kind.endswith("#Alternatives") for kind in thing.types)
    return set() if is_group else {name_text(name) for name in (thing.label, *others)}


def _coded(values: Sequence[Any]) -> tuple[npt.NDArray[np.int32], list[Any]]:
    """Values as numbers of the distinct ones, which are sorted."""
    distinct = sorted(set(values))
    code = {value: n for n, value in enumerate(distinct)}
    return np.fromiter((code[value] for value in values), np.int32, len(values)), distinct


def _iris(aliases: dict[str, int], arrays: Arrays) -> None:
    names = sorted(aliases)
    put(arrays, "iri", names)
    arrays["iri_node"] = np.fromiter((aliases[name] for name in names), np.int32, len(names))


def _names(rows: Rows, order: Sequence[str], arrays: Arrays) -> None:
    """All names of all things, by what spellings of one name share."""
    entries = sorted(
        (text, node) for node, one in enumerate(order) for text in names_of(rows.things[one], rows.names.get(one, ()))
    )
    put(arrays, "name", (text for text, _ in entries))
    arrays["name_node"] = np.fromiter((node for _, node in entries), np.int32, len(entries))


def _edges(edges: Sequence[Edge], number: dict[str, int], ontology: Ontology, arrays: Arrays, tables: Tables) -> None:
    groups = sorted({edge.group for edge in edges if ontology.failure(edge.predicate) == "hard"} - {""})
    tables["relations"] = sorted({edge.predicate for edge in edges})
    arrays |= arranged(columns_of(edges, number, tables["relations"], groups, ontology), len(number))
    put(arrays, "group", groups)


def columns_of(
    edges: Sequence[Edge],
    number: Mapping[str, int],
    relations: Sequence[str],
    groups: Sequence[str],
    ontology: Ontology,
) -> Arrays:
    """Edges as columns, in their order.

    Args:
        edges: The edges.
        number: Of things, by IRI.
        relations: All relations, sorted.
        groups: All groups of alternatives, sorted.
        ontology: Decides what a relation does with a failure.
    """
    relation_of = {name: n for n, name in enumerate(relations)}
    group_of = {name: n for n, name in enumerate(groups)}
    columns = {
        "subject": _column((number[edge.subject] for edge in edges), edges, np.int32),
        "object": _column((number[edge.object] for edge in edges), edges, np.int32),
        "relation": _column((relation_of[edge.predicate] for edge in edges), edges, np.int32),
        "status": _column((_status(edge) for edge in edges), edges, np.uint8),
        "weight": _column((edge.documents << 32 | edge.chunks for edge in edges), edges, np.int64),
        "group": _column((group_of.get(edge.group, -1) for edge in edges), edges, np.int32),
    }
    failures = [_passes(ontology, name) for name in relations]
    passes = np.array(failures, np.int32)[columns["relation"]]
    passes[(passes == HARD) & (columns["group"] >= 0)] = ANY
    columns["group"][passes != ANY] = -1
    return columns | {"passes": passes}


def _passes(ontology: Ontology, relation: str) -> int:
    """Place in `PASSES`; a link that its subject tolerates the loss of passes nothing on."""
    failure = ontology.failure(relation)
    return NONE if failure == "tolerant" else PASSES.index(failure)


def arranged(columns: Arrays, nodes: int) -> Arrays:
    """Edges sorted by subject, then by what they pass on, groups of alternatives together; and the way back."""
    order = np.lexsort([columns[name] for name in ("relation", "object", "group", "passes", "subject")])
    arrays = {name: columns[name][order] for name in ("subject", "object", "relation", "status")}
    arrays["weights"] = distinct(columns["weight"])
    arrays["level"] = np.searchsorted(arrays["weights"], columns["weight"][order]).astype(np.int32)
    place_edges(arrays, columns["passes"][order], columns["group"][order], nodes)
    return arrays


def _column(values: Iterable[int], edges: Sequence[Edge], dtype: Any) -> npt.NDArray[Any]:
    return np.fromiter(values, dtype, len(edges))


def _status(edge: Edge) -> int:
    return STATUSES.index(edge.status) + (DENIED_LAST if edge.denied_last else 0)


def place_edges(arrays: Arrays, passes: npt.NDArray[np.int8], group: npt.NDArray[np.int32], nodes: int) -> None:
    """Add where the links of each node begin, in both directions, and the choices between options.

    Args:
        arrays: Holds the columns of the edges, sorted by subject and `passes`.
        passes: What each passes on.
        group: Number of the group each is an option of; -1 for none.
        nodes: How many things there are.
    """
    subject, obj = arrays["subject"], arrays["object"]
    back = np.lexsort((subject, passes, obj))
    arrays["out_start"] = _starts(subject.astype(np.int64) * 4 + passes, nodes)
    arrays["into_start"] = _starts((obj.astype(np.int64) * 4 + passes)[back], nodes)
    arrays["into_link"] = back.astype(np.int32)
    arrays["into_subject"] = subject[back]
    options = np.flatnonzero(group >= 0)
    ends = np.stack((subject[options], group[options]))
    first = np.ones(len(options), bool)
    first[1:] = (ends[:, 1:] != ends[:, :-1]).any(axis=0)
    arrays["choice_first"] = options[first].astype(np.int32)
    arrays["choice_size"] = np.diff(np.append(np.flatnonzero(first), len(options))).astype(np.int32)
    arrays["choice_group"] = group[options[first]]


def _starts(keys: npt.NDArray[np.int64], nodes: int) -> npt.NDArray[np.int64]:
    """Where each of 4 ranges a node begins in sorted keys, and the end, shape (4 * nodes + 1,)."""
    starts = np.zeros(4 * nodes + 1, np.int64)
    np.cumsum(np.bincount(keys, minlength=4 * nodes), out=starts[1:])
    return starts


def put_denied(denied: Iterable[Denied], find: Callable[[str], int | None], arrays: Arrays, tables: Tables) -> None:
    """Add denials between known things, by subject, with their ends as written and the claims behind them.

    Args:
        denied: The denials.
        find: From an IRI to the number of what it stands for.
        arrays: Added to.
        tables: Added to.
    """
    placed = {(find(row.subject), find(row.object), row.predicate, row.past, row.claim): row for row in denied}
    keys = sorted(key for key in placed if key[0] is not None and key[1] is not None)
    arrays["denied_relation"], tables["denied_relations"] = _coded([key[2] for key in keys])
    for name, at in (("denied_subject", 0), ("denied_object", 1), ("denied_past", 3)):
        arrays[name] = np.array([key[at] for key in keys], np.int32)
    put(arrays, "denied_claim", (key[4] for key in keys))
    put(arrays, "denied_ends", (f"{placed[key].subject}{SEPARATOR}{placed[key].object}" for key in keys))
