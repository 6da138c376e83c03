"""Observed calls: what tracing back ends export as their dependency or service graph.

| form | example |
|---|---|
| Jaeger, Zipkin dependencies | `[{"parent": "cart", "child": "stock", "callCount": 3}]`, also under `data` |
| Prometheus service graph metrics (OpenTelemetry, Tempo) | `{"metric": {"client": "cart", "server": "stock"}}` |
| node and edge lists (Kiali, Grafana) | `{"nodes": [{"id": 1, "name": "a"}], "edges": [{"source": 1, "target": 2}]}` |
| AWS X-Ray service graph | `{"Services": [{"ReferenceId": 0, "Name": "cart", "Edges": [{"ReferenceId": 1}]}]}` |

A call that was seen is a dependency; an edge counted zero times is none. Names are those of the whole organisation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.read.structured.facts import Facts, Structured
from kg.read.structured.jsons import load_json
from kg.read.structured.tree import Node

_ENDS = (("parent", "child"), ("client", "server"), ("source", "target"), ("from", "to"))
_COUNTS = ("callCount", "calls", "count")
_NAMES = ("name", "Name", "label", "title", "app", "service", "workload", "mainStat")
_IDS = ("id", "ReferenceId", "key")
_KEYS = re.compile(
    r'"callCount"|"child"[^{}]{0,300}"parent"|"parent"[^{}]{0,300}"child"|traces_service_graph|"client"[^{}]{0,300}"server"'
    r'|"(?:nodes|edges)"\s*:\s*\[[^\]]{0,400}"(?:id|source|target|data)"|"ReferenceId"'
)


class Traces(Structured):
    """Reads dependency graphs of tracing back ends."""

    name = "trace-dependencies"

    def sniff(self, path: str, head: str) -> bool:
        """The keys that one of the forms uses."""
        return head.lstrip("\ufeff \t\r\n")[:1] in ("[", "{") and bool(_KEYS.search(head))

    def state(self, facts: Facts) -> None:
        """Who calls whom."""
        objects = [node for node in load_json(facts.path, facts.text).walk() if node.entries]
        names = dict(_names(objects))
        for node in objects:
            if not any(node[key].text == "0" for key in _COUNTS):
                for caller, called in _calls(node):
                    span = (node.start, node.end)
                    facts.add(span, names.get(caller, caller), "depends_on", names.get(called, called))


def _names(objects: list[Node]) -> Iterator[tuple[str, str]]:
    """What the ids of nodes stand for."""
    for node in objects:
        name = next((node[key].text for key in _NAMES if node[key].text), "")
        if name and not any(node[first].text for first, _ in _ENDS):
            yield from ((node[key].text, name) for key in _IDS if node[key].text)


def _calls(node: Node) -> Iterator[tuple[str, str]]:
    for first, second in _ENDS:
        if node[first].text and node[second].text:
            yield node[first].text, node[second].text
            return
    for edge in node["Edges"].items:
        if node["ReferenceId"].text and edge["ReferenceId"].text:
            yield node["ReferenceId"].text, edge["ReferenceId"].text
