"""The mapping of a file of records that nobody wrote one for, inferred from its keys and values.

A table is read when its records have distinct names and a relation whose values are names, and something says that
the records are components: the relation means nothing else, they have owners, or a word calls them so. Otherwise
nothing is claimed, and what was looked at and why it was left is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kg.model import Polarity
from kg.read.structured.mapping import KEY, CatalogMapping, Rule
from kg.read.structured.naming import MOST, is_name, is_version, mostly_names, separator
from kg.read.structured.tables import Table, tables
from kg.read.structured.tree import Node
from kg.read.structured.words import OPTIONAL, Stated, snake, words

_OWNED = "owned_by"


@dataclass(slots=True)
class Inferred:
    """What was found in a file.

    Args:
        mappings: One a table.
        doubts: Offset of a table that looks like records of components and is not read, with the reason.
    """

    mappings: list[CatalogMapping] = field(default_factory=list)
    doubts: list[tuple[int, str]] = field(default_factory=list)


def infer(path: str, documents: Sequence[Node]) -> Inferred:
    r"""Infer the mappings of a file.

    Args:
        path: Its path.
        documents: Its trees.

    >>> from kg.read.structured.yamls import load_yaml
    >>> text = "- {name: cart, dependsOn: [stock]}\n- {name: stock, owner: shop team}"
    >>> [rule.relation for rule in infer("f.yml", load_yaml("f.yml", text)).mappings[0].rules]
    ['depends_on', 'owned_by']
    """
    found = Inferred()
    for table in tables(documents):
        columns = tuple(_columns(table))
        if columns and not _against(table):
            _judge(path, table, columns, found)
    return found


@dataclass(frozen=True, slots=True)
class _Column:
    rule: Rule
    stated: Stated
    libraries: bool
    names: bool


def _judge(path: str, table: Table, columns: Sequence[_Column], found: Inferred) -> None:
    """Take a table, or say why not."""
    libraries = any(column.libraries for column in columns)
    kept = [column for column in columns if column.names and not (libraries and not column.stated.certain)]
    relying = any(column.stated.relation != _OWNED for column in kept)
    if not kept:
        return
    name = _name(table)
    if not name:
        if relying and not table.single:
            found.doubts.append((table.line_at, "not read as a catalog: its records have no distinct names"))
    elif _confident(path, table, name, kept):
        found.mappings.append(CatalogMapping((path,), table.path, name, tuple(column.rule for column in kept)))
    elif relying and not table.single:
        reason = "not read as a catalog: nothing says that its records are components (a --mapping file would)"
        found.doubts.append((table.line_at, reason))


def _confident(path: str, table: Table, name: tuple[str, ...], kept: Sequence[_Column]) -> bool:
    """Whether the records are components."""
    owned = any(column.stated.relation == _OWNED for column in kept)
    relying = [column for column in kept if column.stated.relation != _OWNED]
    called = _called(path, table, name)
    if any(column.stated.certain for column in relying):
        return True
    return (bool(relying) and (owned or (called and not table.single))) or (owned and called)


def _called(path: str, table: Table, name: tuple[str, ...]) -> bool:
    """Whether a word calls the records components: of the file, of what holds or names them, of their kind."""
    told = words()
    stem = path.rpartition("/")[2].partition(".")[0]
    spoken = {word for key in (stem, *table.path[-1:], *name) for word in snake(key).split("_")}
    kinds = [snake(node.text) for one in table.records for key, node in _scalars(one) if snake(key) in told.kinds]
    called = sum(not told.things.isdisjoint(kind.split("_")) for kind in kinds)
    return not told.things.isdisjoint(spoken) or called * 2 > len(table.records)


def _against(table: Table) -> bool:
    """Whether most records have a key of something else."""
    against = sum(any(snake(key) in words().against for key in one.entries) for one in table.records)
    return against * 2 >= len(table.records)


def _scalars(record: Node) -> Iterator[tuple[str, Node]]:
    return ((key, entry.value) for key, entry in record.entries.items() if entry.value.text)


def _name(table: Table) -> tuple[str, ...]:
    """The field that names the records: the first of those that may whose values are distinct names."""
    if table.keys:
        return (KEY,) if _distinct(table.keys, len(table.keys)) else ()
    keys = dict.fromkeys(key for one in table.records for key in one.entries)
    rank = {word: number for number, word in enumerate(words().names)}
    fitting = sorted((key for key in keys if _names(snake(key))), key=lambda key: rank.get(_names(snake(key)), 0))
    columns = ([one[key].text for one in table.records if one[key].text] for key in (*fitting, *list(keys)[:1]))
    for key, values in zip((*fitting, *list(keys)[:1]), columns, strict=True):
        if snake(key) not in words().states and _distinct(values, len(table.records)):
            return (key,)
    return ()


def _names(key: str) -> str:
    """The word by which a key may name a record; empty when it may not.

    >>> _names("service_name"), _names("tier")
    ('service', '')
    """
    stem = key.removesuffix("_name").removesuffix("_id")
    return next((word for word in (key, stem) if word in words().names), "")


def _distinct(values: Sequence[str], records: int) -> bool:
    """Whether nearly every record has a value, all differ, and they are names."""
    enough = len(values) >= MOST * records
    return enough and len(set(values)) == len(values) and sum(map(is_name, values)) >= MOST * len(values)


def _columns(table: Table) -> Iterator[_Column]:
    """The fields of the records that state a relation, whatever their values."""
    keys = dict.fromkeys(key for one in table.records for key in one.entries)
    for key in keys:
        stated = words().states.get(snake(key))
        if stated is not None:
            yield from _fields((key,), stated, [one[key] for one in table.records if key in one.entries])


def _fields(path: tuple[str, ...], stated: Stated, nodes: Sequence[Node]) -> Iterator[_Column]:
    """The columns of a field: itself, or what stands below it."""
    listed = [item for node in nodes for item in (node.items or (node,)) if item.entries]
    if not listed:
        yield _column(path, stated, [value.text for node in nodes for value in node.scalars()], ())
        return
    named = _naming(listed)
    if named:
        values = [one[named].text for one in listed]
        versions = [node.text for one in listed for key, node in _scalars(one) if snake(key) == "version"]
        yield _column((*path, named), stated, values, versions, _softening(listed))
    elif all(entry.value.text for one in listed for entry in one.entries.values()):
        versions = [entry.value.text for one in listed for entry in one.entries.values()]
        yield _column(path, stated, [key for one in listed for key in one.entries], versions)
    else:
        for key in dict.fromkeys(key for one in listed for key in one.entries) if len(path) == 1 else ():
            below = words().states.get(snake(key), stated)
            yield from _fields((*path, key), below, [one[key] for one in listed if key in one.entries])


def _naming(listed: Sequence[Node]) -> str:
    """The key that names what mappings in a field stand for: `{service: redis, optional: true}`."""
    keys = dict.fromkeys(key for one in listed for key in one.entries)
    fitting = (key for key in keys if _names(snake(key)) or snake(key) == "team")
    return next((key for key in fitting if all(one[key].text for one in listed)), "")


def _softening(listed: Sequence[Node]) -> dict[str, str]:
    """The keys beside values that make some of them optional."""
    keys = dict.fromkeys(key for one in listed for key in one.entries)
    softens = ((key, value) for key in keys for word, value in words().softens if snake(key) == word)
    return {key: value for key, value in softens if any(one[key].text.lower() == value for one in listed)}


def _column(
    path: tuple[str, ...],
    stated: Stated,
    values: Sequence[str],
    versions: Sequence[str],
    soft: dict[str, str] | None = None,
) -> _Column:
    """What values say of a field."""
    nothing = {value: "" for value in sorted(set(values)) if value.lower() in words().nothing}
    given = [value for value in values if value not in nothing]
    split = separator(given)
    parts = [part.strip() for value in given for part in (value.split(split) if split else [value]) if part.strip()]
    optional = stated.relation == OPTIONAL
    polarity = Polarity.OPTIONAL if optional else Polarity.ASSERTED
    relation = "depends_on" if optional else stated.relation
    rule = Rule(path, relation, split, stated.inverse, polarity, nothing, soft or {})
    libraries = any(map(is_version, (*parts, *versions)))
    return _Column(rule, stated, libraries, mostly_names(parts))
