"""Service catalogs and inventories in CSV, YAML, JSON or TOML, read as a mapping says.

The mapping is a file (`kg.read.structured.mapping`), else it is inferred (`kg.read.structured.infer`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from kg.model import Polarity
from kg.read.base import LineIndex
from kg.read.registry import fits
from kg.read.structured.facts import Facts, Structured
from kg.read.structured.infer import infer
from kg.read.structured.jsons import load_json
from kg.read.structured.mapping import KEY, CatalogMapping, Rule
from kg.read.structured.table import load_table
from kg.read.structured.tomls import load_toml
from kg.read.structured.tree import Node
from kg.read.structured.words import snake, words
from kg.read.structured.yamls import load_yaml, mask_templates

TABLES = (".csv", ".tsv")
_KEY = re.compile(r"""(?:^|[{,\s])["']?([A-Za-z][\w -]{0,40}?)["']?[ \t]*[:=]""", re.MULTILINE)
_CELL = re.compile(r"[^,;|\t\"]+")


class Catalog(Structured):
    r"""Reads the files that mappings are for.

    Args:
        mappings: What the fields state; one without files is for any.

    >>> from kg.read.structured.mapping import load_mapping
    >>> mapping = load_mapping("m.yml", "name: id\nfacts:\n  - {field: team, relation: owned_by}")
    >>> [chunk.source for chunk in Catalog(mapping).read("s.csv", "id,team\ncart,shop\n").chunks]
    ['cart,shop']
    """

    name = "catalog"

    def __init__(self, *mappings: CatalogMapping) -> None:
        self._mappings = mappings
        self.local = any(mapping.local for mapping in mappings)

    def state(self, facts: Facts) -> None:
        """What the records of the file say of what they name."""
        documents = trees(facts.path, facts.text)
        fitting = [one for one in self._mappings if any(fits(facts.path.lower(), pattern) for pattern in one.files)]
        for mapping in fitting or self._mappings[:1]:
            state(mapping, documents, facts)


class Records(Structured):
    r"""Reads files whose keys say what they are, by a mapping that it infers.

    >>> text = "services:\n  cart: {depends_on: [stock]}\n  stock: {owner: shop team}\n"
    >>> [chunk.source for chunk in Records().read("s.yml", text).chunks]
    ['cart: {depends_on: [stock]}', 'stock: {owner: shop team}']
    """

    name = "records"

    def sniff(self, path: str, head: str) -> bool:
        """A key that states a relation, in a file whose name does not say that it is something else."""
        if words().files.match(path.lower()):
            return False
        table = path.lower().endswith(TABLES)
        keys = _CELL.findall(head.partition("\n")[0]) if table else (found[1] for found in _KEY.finditer(head))
        return any(snake(key) in words().states for key in keys)

    def state(self, facts: Facts) -> None:
        """What the records of the file say, if it is sure what they are."""
        documents = trees(facts.path, facts.text)
        found = infer(facts.path, documents)
        for mapping in found.mappings:
            state(mapping, documents, facts)
        index = LineIndex(facts.text)
        for at, reason in () if found.mappings else found.doubts:
            facts.skip(reason, index.line(at))


def trees(path: str, text: str) -> Sequence[Node]:
    """The trees of a file of records, by its suffix.

    Raises:
        InputError: If it is broken.
    """
    lower = path.lower()
    if lower.endswith(TABLES):
        return [load_table(path, text)]
    if lower.endswith(".json"):
        return [load_json(path, text)]
    if lower.endswith(".toml"):
        return [load_toml(path, text)]
    return load_yaml(path, mask_templates(text))


def state(mapping: CatalogMapping, documents: Iterable[Node], facts: Facts) -> None:
    """Add what a mapping makes of the records of a file."""
    for document in documents:
        for record, name in _records(mapping, document):
            for rule in mapping.rules:
                _apply(rule, record, name, facts, mapping.local)


def _records(mapping: CatalogMapping, document: Node) -> Iterator[tuple[Node, str]]:
    """Records with their names."""
    for holder in _resolve(document, mapping.records):
        if mapping.name == (KEY,):
            yield from ((entry.value, key) for key, entry in holder.entries.items())
        else:
            for record in holder.items or (holder,):
                yield record, next((node.text for node in _resolve(record, mapping.name)), "")


def _apply(rule: Rule, record: Node, name: str, facts: Facts, local: bool) -> None:
    headings = (name, ".".join(rule.field))
    for node, value, soft in _values(rule, record):
        subject, obj = (value, name) if rule.inverse else (name, value)
        polarity = Polarity.OPTIONAL if soft else rule.polarity
        span = (node.start, node.end)
        facts.add(span, subject, rule.relation, obj, polarity=polarity, headings=headings, local=(local, local))


def _values(rule: Rule, record: Node) -> Iterator[tuple[Node, str, bool]]:
    """The values of a field, each with the node that holds it, and whether a key beside it makes it optional."""
    *above, last = rule.field
    for holder in _resolve(record, tuple(above)):
        for beside in holder.items or (holder,):
            soft = any(beside[key].text.lower() == wanted.lower() for key, wanted in rule.soft.items())
            found = beside[last]
            for node in (*found.scalars(), *(entry.key for entry in found.entries.values())):
                for value in node.text.split(rule.split) if rule.split else (node.text,):
                    yield node, rule.values.get(value.strip(), value.strip()), soft


def _resolve(node: Node, keys: tuple[str, ...]) -> Iterator[Node]:
    """The nodes a path of keys leads to, through every member of the sequences on its way."""
    if not keys:
        yield node
        return
    for one in node.items or (node,):
        below = one[keys[0]]
        if below.text or below.items or below.entries:
            yield from _resolve(below, keys[1:])
