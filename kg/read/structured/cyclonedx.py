"""CycloneDX bills of materials in JSON (https://cyclonedx.org/docs/latest/json/).

Each entry of `dependencies` states that what it is about depends on each member of `dependsOn`, softly where the
component's `scope` is `optional`; one with scope `excluded` is no dependency. Libraries are named by package URL,
the described application, services and containers by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.model import Polarity
from kg.read.structured.facts import Facts, Structured
from kg.read.structured.jsons import load_json
from kg.read.structured.sbom import package_name
from kg.read.structured.tree import Node

_PACKAGES = ("library", "framework", "file", "data", "firmware", "")


class CycloneDx(Structured):
    """Reads CycloneDX JSON."""

    name = "cyclonedx"

    def sniff(self, path: str, head: str) -> bool:
        """`bomFormat` is `CycloneDX`."""
        return bool(re.search(r'"bomFormat"\s*:\s*"CycloneDX"', head))

    def state(self, facts: Facts) -> None:
        """The dependency graph of the file."""
        root = load_json(facts.path, facts.text)
        described = root["metadata"]["component"]
        names = {ref: _name(node, described) for ref, node in _described(root)}
        scopes = {ref: node["scope"].text for ref, node in _described(root)}
        for entry in root["dependencies"].items:
            subject = names.get(entry["ref"].text, "")
            for node in entry["dependsOn"].scalars():
                if scopes.get(node.text) != "excluded":
                    soft = scopes.get(node.text) == "optional"
                    polarity = Polarity.OPTIONAL if soft else Polarity.ASSERTED
                    obj, headings = names.get(node.text, ""), ("dependencies", subject)
                    facts.add((node.start, node.end), subject, "depends_on", obj, polarity=polarity, headings=headings)


def _described(root: Node) -> Iterator[tuple[str, Node]]:
    """Components and services, nested ones too, by reference."""
    stack = [root["metadata"]["component"], *root["components"].items, *root["services"].items]
    while stack:
        node = stack.pop()
        yield node["bom-ref"].text or node["purl"].text, node
        stack += (*node["components"].items, *node["services"].items)


def _name(node: Node, described: Node) -> str:
    if node is described or node["type"].text not in _PACKAGES or node["endpoints"].items:
        return node["name"].text
    return package_name(node["purl"].text, node["name"].text, node["group"].text)
