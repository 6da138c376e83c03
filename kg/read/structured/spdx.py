"""SPDX bills of materials in JSON, versions 2 (https://spdx.github.io/spdx-spec/v2.3/) and 3 (JSON-LD).

Relationships of run time state dependencies: `DEPENDS_ON`, `DEPENDENCY_OF`, `RUNTIME_DEPENDENCY_OF`, `DYNAMIC_LINK`,
`STATIC_LINK` (version 3: `dependsOn`, `hasDynamicLink`, `hasStaticLink`), softly the optional ones. Those of
building, development and testing state nothing about running. Packages are named by package URL where one is given.
"""

from __future__ import annotations

import re

from kg.model import Polarity
from kg.read.structured.facts import Facts, Structured
from kg.read.structured.jsons import load_json
from kg.read.structured.sbom import package_name
from kg.read.structured.tree import Node

_ASSERTED, _OPTIONAL = Polarity.ASSERTED, Polarity.OPTIONAL
_TYPES: dict[str, tuple[bool, Polarity]] = {
    "DEPENDS_ON": (False, _ASSERTED),
    "DYNAMIC_LINK": (False, _ASSERTED),
    "STATIC_LINK": (False, _ASSERTED),
    "DEPENDENCY_OF": (True, _ASSERTED),
    "RUNTIME_DEPENDENCY_OF": (True, _ASSERTED),
    "OPTIONAL_DEPENDENCY_OF": (True, _OPTIONAL),
    "dependsOn": (False, _ASSERTED),
    "hasDynamicLink": (False, _ASSERTED),
    "hasStaticLink": (False, _ASSERTED),
    "hasOptionalDependency": (False, _OPTIONAL),
}
"""Type of a relationship: whether it reads from the object, and how it is stated."""


class Spdx(Structured):
    """Reads SPDX JSON."""

    name = "spdx"

    def sniff(self, path: str, head: str) -> bool:
        """`spdxVersion`, or a context of spdx.org."""
        return bool(re.search(r'"spdxVersion"\s*:|"https://spdx\.org/rdf/3', head))

    def state(self, facts: Facts) -> None:
        """The dependencies between the packages of the file."""
        root = load_json(facts.path, facts.text)
        elements = (*root["packages"].items, *root["@graph"].items)
        names = {(node["SPDXID"].text or node["spdxId"].text): _name(node) for node in elements}
        for node in (*root["relationships"].items, *root["@graph"].items):
            rule = _TYPES.get(node["relationshipType"].text)
            if rule:
                _relationship(node, names, rule, facts)


def _relationship(node: Node, names: dict[str, str], rule: tuple[bool, Polarity], facts: Facts) -> None:
    inverse, polarity = rule
    scope = node["scope"].text
    if scope in ("build", "development", "test", "design"):
        return
    one = names.get(node["spdxElementId"].text or node["from"].text, "")
    for other in (*node["relatedSpdxElement"].scalars(), *node["to"].scalars()):
        subject, obj = one, names.get(other.text, "")
        if inverse:
            subject, obj = obj, subject
        facts.add((node.start, node.end), subject, "depends_on", obj, polarity=polarity, headings=("relationships",))


def _name(node: Node) -> str:
    purls = [one["referenceLocator"].text for one in node["externalRefs"].items if one["referenceType"].text == "purl"]
    return package_name(next(iter(purls), node["software_packageUrl"].text), node["name"].text)
