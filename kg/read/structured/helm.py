"""Helm charts (https://helm.sh/docs/topics/charts/): `Chart.yaml` and value files.

A chart depends on its `dependencies`, softly where a condition or tag can switch one off. In value files, addresses
state what the nearest enclosing workload (a mapping with an image or a number of replicas), else the chart, depends on.
The chart of a value file is the folder it stands in. Names are names of the project only.
"""

from __future__ import annotations

from collections.abc import Iterator

from kg.model import Polarity
from kg.read.structured.facts import Facts, Structured
from kg.read.structured.hosts import targets
from kg.read.structured.tree import Node
from kg.read.structured.yamls import load_yaml, mask_templates

_WORKLOAD_KEYS = ("image", "replicas", "replicaCount")


class Helm(Structured):
    """Reads `Chart.yaml` and value files of Helm charts."""

    name = "helm"
    local = True

    def state(self, facts: Facts) -> None:
        """What the chart depends on."""
        chart_file = facts.path.rpartition("/")[2].lower() == "chart.yaml"
        for document in load_yaml(facts.path, mask_templates(facts.text)):
            (_chart if chart_file else _values)(document, facts)


def _chart(document: Node, facts: Facts) -> None:
    name = document["name"].text
    for one in document["dependencies"].items:
        soft = one["condition"].text or one["tags"].items
        polarity = Polarity.OPTIONAL if soft else Polarity.ASSERTED
        span = (one.start, one.end)
        facts.add(span, name, "depends_on", one["name"].text, polarity=polarity, headings=(name, "dependencies"))


def _values(document: Node, facts: Facts) -> None:
    folders = facts.path.split("/")[:-1]
    chart = folders[-1] if folders else ""
    for span, subject, setting, value in _settings(document, chart):
        for target in targets(setting, value, ()):
            facts.add(span, subject, target.relation, target.name, polarity=target.polarity, headings=(subject,))


def _settings(document: Node, chart: str) -> Iterator[tuple[tuple[int, int], str, str, str]]:
    """Scalars of the file in its order: span, nearest workload, path of keys, value."""
    stack = [(document, chart, "")]
    while stack:
        node, subject, path = stack.pop()
        if node.text:
            yield (node.start, node.end), subject, path, node.text
        elif node["name"].text and node["value"].text:
            yield (node.start, node.end), subject, node["name"].text, node["value"].text
        else:
            below = [(item, subject, path) for item in node.items]
            below += [
                (entry.value, key if _workload(entry.value) else subject, f"{path[-100:]}_{key}")
                for key, entry in node.entries.items()
            ]
            stack.extend(reversed(below))


def _workload(node: Node) -> bool:
    return any(key in node.entries for key in _WORKLOAD_KEYS)
