"""From rows to the arrays of an index; see `kg.traverse.index` for what each array holds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from kg.model import Status
from kg.names import letters
from kg.ontology import Ontology
from kg.traverse.rows import Denied, Edge, Rows
from kg.traverse.strings import Strings

HARD, ANY, SOFT, NONE = range(4)
"""What a link does with a failure. Sorted like this, each question needs links that lie side by side."""

PASSES = ("hard", "any", "soft", None)

STATUSES = tuple(Status)
DENIED_LAST = 4
"""Added to the status of an edge that is denied later than it is asserted."""

Arrays = dict[str, npt.NDArray[Any]]
Tables = dict[str, Any]


def assemble(rows: Rows, ontology: Ontology) -> tuple[Arrays, Tables]:
    """The arrays and tables of an index.

    Args:
        rows: What the graph says.
        ontology: Decides what a relation does with a failure.
    """
    order = sorted(rows.things, key=lambda name: (rows.things[name].label, name))
    number = {name: n for n, name in enumerate(order)}
    aliases = {name: number[one] for name, one in rows.canonical.items() if one in number} | number
    arrays: Arrays = {}
    tables: Tables = {"base": rows.base}
    _things(rows, order, arrays, tables)
    _iris(aliases, order, arrays)
    _names(rows, order, arrays)
    _edges(rows.edges, number, ontology, arrays, tables)
    _denied(rows.denied, aliases, arrays, tables)
    return arrays, tables


def _put(arrays: Arrays, name: str, texts: Iterable[str]) -> None:
    packed = Strings.of(texts)
    arrays[name + "_text"], arrays[name + "_start"] = packed.blob, packed.offsets


def _things(rows: Rows, order: Sequence[str], arrays: Arrays, tables: Tables) -> None:
    things = [rows.things[name] for name in order]
    _put(arrays, "label", (thing.label for thing in things))
    arrays["kind"], tables["kinds"] = _coded([thing.kind for thing in things])
    arrays["types"], tables["types"] = _coded([thing.types for thing in things])
    arrays["component"] = np.fromiter((thing.component for thing in things), bool, len(things))


def _coded(values: Sequence[Any]) -> tuple[npt.NDArray[np.int32], list[Any]]:
    """Values as numbers of the distinct ones, which are sorted."""
    distinct = sorted(set(values))
    code = {value: n for n, value in enumerate(distinct)}
    return np.fromiter((code[value] for value in values), np.int32, len(values)), distinct


def _iris(aliases: dict[str, int], order: Sequence[str], arrays: Arrays) -> None:
    names = sorted(aliases)
    _put(arrays, "iri", names)
    arrays["iri_node"] = np.fromiter((aliases[name] for name in names), np.int32, len(names))
    place = {name: n for n, name in enumerate(names)}
    arrays["node_iri"] = np.fromiter((place[name] for name in order), np.int32, len(order))


def _names(rows: Rows, order: Sequence[str], arrays: Arrays) -> None:
    """All names of all things, by what spellings of one name share."""
    entries = sorted(
        (letters(name), name, node)
        for node, one in enumerate(order)
        for name in {rows.things[one].label, *rows.names.get(one, ())}
        if not any(kind.endswith("#Alternatives") for kind in rows.things[one].types)
    )
    _put(arrays, "name", (name for _, name, _ in entries))
    arrays["name_node"] = np.fromiter((node for *_, node in entries), np.int32, len(entries))
    keys = [key for key, _, _ in entries]
    first = [n for n, key in enumerate(keys) if not n or keys[n - 1] != key]
    _put(arrays, "key", (keys[n] for n in first))
    arrays["key_name"] = np.array([*first, len(keys)], np.int32)


def _edges(edges: Sequence[Edge], number: dict[str, int], ontology: Ontology, arrays: Arrays, tables: Tables) -> None:
    """Edges sorted by subject, then by what they pass on, groups of alternatives together; and the way back."""
    relations = sorted({edge.predicate for edge in edges})
    groups = sorted({edge.group for edge in edges} - {""})
    relation_of = {name: n for n, name in enumerate(relations)}
    group_of = {"": -1} | {name: n for n, name in enumerate(groups)}
    columns = {
        "subject": _column((number[edge.subject] for edge in edges), edges, np.int32),
        "object": _column((number[edge.object] for edge in edges), edges, np.int32),
        "relation": _column((relation_of[edge.predicate] for edge in edges), edges, np.int32),
        "status": _column((_status(edge) for edge in edges), edges, np.uint8),
    }
    weight = _column((edge.documents << 32 | edge.chunks for edge in edges), edges, np.int64)
    arrays["weights"], level = np.unique(weight, return_inverse=True)
    columns["level"] = level.astype(np.int32)
    group = _column((group_of[edge.group] for edge in edges), edges, np.int32)
    failures = [ontology.failure(name) for name in relations]
    passes = np.array([PASSES.index(failure) for failure in failures], np.int8)[columns["relation"]]
    passes[(passes == HARD) & (group >= 0)] = ANY
    group[passes != ANY] = -1
    order = np.lexsort((columns["relation"], columns["object"], group, passes, columns["subject"]))
    arrays |= {name: column[order] for name, column in columns.items()}
    place_edges(arrays, passes[order], group[order], len(number))
    _put(arrays, "group", groups)
    tables["relations"] = relations


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


def _denied(denied: Sequence[Denied], aliases: dict[str, int], arrays: Arrays, tables: Tables) -> None:
    """Denials between known things, by subject; the claims behind each."""
    known = [row for row in denied if row.subject in aliases and row.object in aliases]
    found: defaultdict[tuple[int, int, str, bool], set[str]] = defaultdict(set)
    for row in known:
        found[aliases[row.subject], aliases[row.object], row.predicate, row.past].add(row.claim)
    rows = [(*key, claim) for key in sorted(found) for claim in sorted(found[key])]
    arrays["denied_relation"], tables["denied_relations"] = _coded([row[2] for row in rows])
    for name, at in (("denied_subject", 0), ("denied_object", 1), ("denied_past", 3)):
        arrays[name] = np.array([row[at] for row in rows], np.int32)
    _put(arrays, "denied_claim", (row[4] for row in rows))
