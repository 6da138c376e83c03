"""Backstage catalog files (https://backstage.io/docs/features/software-catalog/descriptor-format).

| field | states |
|---|---|
| `owner` | the entity is owned by it |
| `dependsOn`, `consumesApis` | the entity depends on each |
| `dependencyOf`, `apiConsumedBy` | each depends on the entity |
| `providesApis`, `apiProvidedBy` | the API depends on what provides it |

`system`, `domain`, `subcomponentOf` and `partOf` order things and state no failure: they are not read. Names are
those of the whole catalog; the kind of a reference and the namespace `default` are dropped.
"""

from __future__ import annotations

import re

from kg.read.structured.facts import Facts, Structured
from kg.read.structured.tree import Node
from kg.read.structured.yamls import load_yaml, mask_templates

_API = re.compile(r"^[\"']?apiVersion[\"']?:\s*[\"']?backstage\.io/", re.MULTILINE)
_NO_COMPONENTS = frozenset(("Group", "User", "Location", "Template"))
_FIELDS: tuple[tuple[str, str, bool], ...] = (
    ("owner", "owned_by", False),
    ("dependsOn", "depends_on", False),
    ("consumesApis", "depends_on", False),
    ("dependencyOf", "depends_on", True),
    ("apiConsumedBy", "depends_on", True),
    ("providesApis", "depends_on", True),
    ("apiProvidedBy", "depends_on", False),
)
"""Field of `spec`, relation, and whether the value is the relation's subject."""


class Backstage(Structured):
    """Reads entities of a Backstage catalog."""

    name = "backstage"

    def sniff(self, path: str, head: str) -> bool:
        """An `apiVersion` of `backstage.io`."""
        return bool(_API.search(head))

    def state(self, facts: Facts) -> None:
        """Owners and dependencies of the entities of the file."""
        for document in load_yaml(facts.path, mask_templates(facts.text)):
            if document["kind"].text and document["kind"].text not in _NO_COMPONENTS:
                _state(document, facts)


def _state(entity: Node, facts: Facts) -> None:
    metadata, spec = entity["metadata"], entity["spec"]
    name = entity_name(metadata["name"].text, metadata["namespace"].text)
    for field, relation, inverse in _FIELDS:
        for node in spec[field].scalars():
            other = entity_name(node.text, metadata["namespace"].text)
            subject, obj = (other, name) if inverse else (name, other)
            headings = (f"{entity['kind'].text} {name}", field)
            facts.add((node.start, node.end), subject, relation, obj, headings=headings)


def entity_name(reference: str, namespace: str = "") -> str:
    """The name in a reference `[kind:][namespace/]name`, with its namespace unless that is `default`.

    Args:
        reference: As written.
        namespace: Where a reference without one looks.

    >>> entity_name("component:default/cart"), entity_name("group:shop/team"), entity_name("db", "shop")
    ('cart', 'shop/team', 'shop/db')
    """
    plain = reference.rpartition(":")[2]
    given, slash, name = plain.rpartition("/")
    space = given if slash else namespace
    return name if space in ("", "default") else f"{space}/{name}"
