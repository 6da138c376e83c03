"""The mapping file of a service catalog: which fields of a CSV, YAML or JSON file state which facts.

```yaml
files: [services.csv, "catalog/*.yml"]   # what it is for: patterns on the name, with a / on the end of the path
records: services                        # where the list of records stands, keys joined by dots; else the whole file
name: id                                 # the field that names a record; $key where records are a mapping by name
facts:
  - field: team                          # a field, keys joined by dots; lists and keys of mappings count one by one
    relation: owned_by                   # key of a relation of the ontology
  - field: needs.services
    relation: depends_on
    split: ","                           # several values in one string
  - field: used_by
    relation: depends_on
    inverse: true                        # the value is what depends
  - field: reports_to
    relation: depends_on
    polarity: optional                   # asserted (as if left out), optional, negated, past or hypothetical
  - field: hosting
    relation: runs_on
    values: {k8s: Kubernetes, none: ""}  # other names for values; "" states nothing
  - field: calls.service
    relation: depends_on
    soft: {required: "false"}            # keys beside the value, with what makes it optional
local: false                             # whether the names are names of the project only
```

A file of several documents (`---`) has one mapping in each; a file that fits several is read by all of them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from dataclasses import field as member

from kg.errors import InputError
from kg.model import Polarity
from kg.read.base import LineIndex
from kg.read.structured.tree import NOTHING, Node
from kg.read.structured.yamls import load_yaml

KEY = "$key"
"""Name of the field that is the record's key in the mapping that holds it."""

_KEYS = frozenset(("files", "records", "name", "facts", "local"))
_FACT_KEYS = frozenset(("field", "relation", "split", "inverse", "polarity", "values", "soft"))


@dataclass(frozen=True, slots=True)
class Rule:
    """Which facts a field states.

    Args:
        field: Keys that lead to it from the record.
        relation: Key of a relation.
        split: What separates several values in one string; empty when nothing does.
        inverse: Whether the value is the subject.
        polarity: How it is stated.
        values: Other names for values; empty states nothing.
        soft: Keys beside the value, each with what it says where the fact is optional.
    """

    field: tuple[str, ...]
    relation: str
    split: str = ""
    inverse: bool = False
    polarity: Polarity = Polarity.ASSERTED
    values: Mapping[str, str] = member(default_factory=dict)
    soft: Mapping[str, str] = member(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CatalogMapping:
    """What a mapping file says.

    Args:
        files: Patterns of the files it is for.
        records: Keys that lead to the records.
        name: Keys that lead from a record to its name, or `(KEY,)`.
        rules: One a field.
        local: Whether the names are names of the project only.
    """

    files: tuple[str, ...]
    records: tuple[str, ...]
    name: tuple[str, ...]
    rules: tuple[Rule, ...]
    local: bool = False


def load_mappings(path: str, text: str, relations: Collection[str] = ()) -> tuple[CatalogMapping, ...]:
    r"""Read a mapping file of one document or more.

    Args:
        path: Names the file in errors.
        text: Its text.
        relations: Keys of the relations of the ontology in force; none accepts any.

    Raises:
        InputError: If it is not YAML, lacks what it needs, or has a key or a value that means nothing; tells the line.

    >>> (mapping,) = load_mappings("m.yml", "name: id\nfacts:\n  - {field: team, relation: owned_by}")
    >>> mapping.rules[0].field
    ('team',)
    """
    documents = load_yaml(path, text) or [NOTHING]
    return tuple(_Loader(path, text, document, frozenset(relations)).load() for document in documents)


def load_mapping(path: str, text: str, relations: Collection[str] = ()) -> CatalogMapping:
    """The first of them."""
    return load_mappings(path, text, relations)[0]


class _Loader:
    """Checks a mapping file as it is read, so that a slip of the pen does not pass in silence."""

    def __init__(self, path: str, text: str, root: Node, relations: frozenset[str]) -> None:
        self._path, self._relations, self._root = path, relations, root
        self._index = LineIndex(text)

    def load(self) -> CatalogMapping:
        self._known(self._root, _KEYS)
        name = self._keys(self._root["name"])
        if not name:
            raise self._error("names no field that names a record", self._root, hint="name: id")
        rules = tuple(self._rule(node) for node in self._root["facts"].items)
        if not rules:
            raise self._error("states no facts", self._root, hint="facts: [{field: team, relation: owned_by}]")
        files = tuple(node.text.lower() for node in self._root["files"].scalars())
        local = self._flag(self._root["local"])
        return CatalogMapping(files, self._keys(self._root["records"]), name, rules, local)

    def _rule(self, node: Node) -> Rule:
        self._known(node, _FACT_KEYS)
        path, relation = self._keys(node["field"]), node["relation"]
        if not path or not relation.text:
            raise self._error("a fact needs a field and a relation", node)
        if self._relations and relation.text not in self._relations:
            hint = "one of " + ", ".join(sorted(self._relations))
            raise self._error(f"no relation is called {relation.text!r}", relation, hint=hint)
        values = {key: entry.value.text for key, entry in node["values"].entries.items()}
        polarity = self._polarity(node["polarity"])
        soft = {key: entry.value.text for key, entry in node["soft"].entries.items()}
        return Rule(path, relation.text, node["split"].text, self._flag(node["inverse"]), polarity, values, soft)

    def _known(self, node: Node, keys: frozenset[str]) -> None:
        for key, entry in node.entries.items():
            if key not in keys:
                hint = "one of " + ", ".join(sorted(keys))
                raise self._error(f"{key!r} means nothing here", entry.key, hint=hint)

    def _keys(self, node: Node) -> tuple[str, ...]:
        return tuple(key for key in node.text.split(".") if key)

    def _flag(self, node: Node) -> bool:
        if node.text.lower() not in ("", "true", "false"):
            raise self._error(f"{node.text!r} is neither true nor false", node)
        return node.text.lower() == "true"

    def _polarity(self, node: Node) -> Polarity:
        try:
            return Polarity(node.text or Polarity.ASSERTED)
        except ValueError:
            hint = "one of " + ", ".join(Polarity)
            raise self._error(f"no polarity is called {node.text!r}", node, hint=hint) from None

    def _error(self, message: str, node: Node, *, hint: str | None = None) -> InputError:
        return InputError(message, file=self._path, line=self._index.line(node.start), hint=hint)
