"""Service catalogs of one's own in CSV, YAML or JSON, read as a mapping file says (`kg.read.structured.mapping`)."""

from __future__ import annotations

from collections.abc import Iterator

from kg.read.structured.facts import Facts, Structured
from kg.read.structured.jsons import load_json
from kg.read.structured.mapping import KEY, CatalogMapping, Rule
from kg.read.structured.table import load_table
from kg.read.structured.tree import Node
from kg.read.structured.yamls import load_yaml

_TABLES = (".csv", ".tsv")


class Catalog(Structured):
    r"""Reads the files a mapping is for.

    Args:
        mapping: What its fields state.

    >>> from kg.read.structured.mapping import load_mapping
    >>> mapping = load_mapping("m.yml", "name: id\nfacts:\n  - {field: team, relation: owned_by}")
    >>> [chunk.source for chunk in Catalog(mapping).read("s.csv", "id,team\ncart,shop\n").chunks]
    ['cart,shop']
    """

    name = "catalog"

    def __init__(self, mapping: CatalogMapping) -> None:
        self._mapping = mapping
        self.local = mapping.local

    def state(self, facts: Facts) -> None:
        """What the records of the file say of what they name."""
        for document in _documents(facts):
            for record, name in self._records(document):
                for rule in self._mapping.rules:
                    _apply(rule, record, name, facts)

    def _records(self, document: Node) -> Iterator[tuple[Node, str]]:
        """Records with their names."""
        keyed = self._mapping.name == (KEY,)
        for holder in _resolve(document, self._mapping.records):
            if keyed:
                yield from ((entry.value, key) for key, entry in holder.entries.items())
            else:
                for record in holder.items or (holder,):
                    name = next((node.text for node in _resolve(record, self._mapping.name)), "")
                    yield record, name


def _documents(facts: Facts) -> list[Node]:
    path = facts.path.lower()
    if path.endswith(_TABLES):
        return [load_table(facts.path, facts.text)]
    if path.endswith(".json"):
        return [load_json(facts.path, facts.text)]
    return load_yaml(facts.path, facts.text)


def _apply(rule: Rule, record: Node, name: str, facts: Facts) -> None:
    headings = (name, ".".join(rule.field))
    for node, value in _values(rule, record):
        subject, obj = (value, name) if rule.inverse else (name, value)
        span = (node.start, node.end)
        facts.add(span, subject, rule.relation, obj, polarity=rule.polarity, headings=headings)


def _values(rule: Rule, record: Node) -> Iterator[tuple[Node, str]]:
    """The values of a field, each with the node that holds it."""
    for found in _resolve(record, rule.field):
        for node in (*found.scalars(), *(entry.key for entry in found.entries.values())):
            for value in node.text.split(rule.split) if rule.split else (node.text,):
                value = value.strip()
                yield node, rule.values.get(value, value)


def _resolve(node: Node, keys: tuple[str, ...]) -> Iterator[Node]:
    """The nodes a path of keys leads to, through every member of the sequences on its way."""
    if not keys:
        yield node
        return
    for one in node.items or (node,):
        below = one[keys[0]]
        if below.text or below.items or below.entries:
            yield from _resolve(below, keys[1:])
