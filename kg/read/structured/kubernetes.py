"""Kubernetes manifests (https://kubernetes.io/docs/reference/kubernetes-api/).

A workload (Deployment, StatefulSet, DaemonSet, Job, CronJob …) depends on the services its environment, the ConfigMaps
of the file it takes settings from, and its arguments name by address. A Service depends on the workload its selector
picks, an Ingress or HTTPRoute on the services behind it, where the names differ. Labels and annotations `team` and
`owner` state the owner. Expressions of Helm templates are masked: names that contain one are not read. Names are names
of the project only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from kg.model import Polarity
from kg.read.structured.facts import Facts, Structured
from kg.read.structured.hosts import targets
from kg.read.structured.tree import NOTHING, Node
from kg.read.structured.yamls import load_yaml, mask_templates

_VERSION = re.compile(r"^apiVersion:\s*\S", re.MULTILINE)
_KIND = re.compile(r"^kind:\s*[A-Z]", re.MULTILINE)
_POD_SPECS = (
    ("spec", "template", "spec"),
    ("spec", "jobTemplate", "spec", "template", "spec"),
    ("spec",),
)
_FLAG = re.compile(r"--?([A-Za-z][\w.-]{0,60})[= ]([^\s'\"]{1,300})")
_OWNER_KEYS = ("team", "owner")


class Kubernetes(Structured):
    """Reads Kubernetes manifests, Helm templates among them."""

    name = "kubernetes"
    local = True

    def sniff(self, path: str, head: str) -> bool:
        """Both `apiVersion` and `kind` at the top level."""
        return bool(_VERSION.search(head) and _KIND.search(head))

    def state(self, facts: Facts) -> None:
        """The dependencies between workloads and services of the file."""
        documents = load_yaml(facts.path, mask_templates(facts.text))
        _Manifests([item for document in documents for item in _objects(document)], facts).state()


def _objects(document: Node) -> tuple[Node, ...]:
    return document["items"].items if document["kind"].text.endswith("List") else (document,)


class _Manifests:
    """The objects of one file."""

    def __init__(self, objects: list[Node], facts: Facts) -> None:
        self._objects, self._facts = objects, facts
        self._maps = {_name(one): one["data"].entries for one in objects if one["kind"].text in ("ConfigMap", "Secret")}

    @cached_property
    def _workloads(self) -> list[tuple[Node, Node]]:
        """Objects that run containers, with their pod specification."""
        found = []
        for one in self._objects:
            pods = (one.at(*path) for path in _POD_SPECS)
            pod = next((pod for pod in pods if pod["containers"].items), NOTHING)
            if pod is not NOTHING and _name(one):
                found.append((one, pod))
        return found

    @cached_property
    def _known(self) -> frozenset[str]:
        services = {_name(one) for one in self._objects if one["kind"].text == "Service"}
        return frozenset(services | {_name(one) for one, _ in self._workloads})

    def state(self) -> None:
        for one, pod in self._workloads:
            for span, setting, value, must in self._settings(pod):
                self._targets(one, span, setting, value, must)
        for one in self._objects:
            self._owner(one)
            self._behind(one)
            if one["kind"].text == "Service":
                self._selected(one)

    def _targets(self, one: Node, span: tuple[int, int], setting: str, value: str, must: bool) -> None:
        for target in targets(setting, value, self._known, bare=True):
            polarity = target.polarity if must else Polarity.OPTIONAL
            self._add(one, span, target.relation, target.name, polarity)

    def _add(
        self, one: Node, span: tuple[int, int], relation: str, obj: str, polarity: Polarity = Polarity.ASSERTED
    ) -> None:
        headings = (f"{one['kind'].text} {_name(one)}",)
        local = (True, relation != "owned_by")
        self._facts.add(span, _name(one), relation, obj, polarity=polarity, headings=headings, local=local)

    def _settings(self, pod: Node) -> Iterator[tuple[tuple[int, int], str, str, bool]]:
        """What configures a pod: span, name of the setting, value, and whether the pod needs it to start."""
        for container in (*pod["initContainers"].items, *pod["containers"].items):
            for variable in container["env"].items:
                yield from self._variable(variable)
            for source in container["envFrom"].items:
                for kind in ("configMapRef", "secretRef"):
                    must = source[kind]["optional"].text != "true"
                    for name, entry in self._maps.get(source[kind]["name"].text, {}).items():
                        yield entry.span, name, entry.value.text, must
            for node in (*container["command"].scalars(), *container["args"].scalars()):
                for flag, value in _FLAG.findall(node.text[:4000]):
                    yield (node.start, node.end), flag, value, True

    def _variable(self, variable: Node) -> Iterator[tuple[tuple[int, int], str, str, bool]]:
        name, value = variable["name"].text, variable["value"]
        if value.text:
            yield (variable.start, variable.end), name, value.text, True
        for kind in ("configMapKeyRef", "secretKeyRef"):
            reference = variable["valueFrom"][kind]
            entry = self._maps.get(reference["name"].text, {}).get(reference["key"].text)
            if entry is not None:
                yield entry.span, name, entry.value.text, reference["optional"].text != "true"

    def _owner(self, one: Node) -> None:
        if not any(one is workload for workload, _ in self._workloads):
            return
        for group in ("labels", "annotations"):
            for key, entry in one.at("metadata", group).entries.items():
                if key.rpartition("/")[2] in _OWNER_KEYS:
                    self._add(one, entry.span, "owned_by", entry.value.text)

    def _behind(self, one: Node) -> None:
        """What an Ingress or HTTPRoute leads to."""
        if one["kind"].text not in ("Ingress", "HTTPRoute", "GRPCRoute", "TCPRoute", "IngressRoute"):
            return
        for node in one["spec"].walk():
            for service in (node["backend"].at("service", "name"), node["backend"]["serviceName"]):
                self._route(one, service)
            for reference in (*node["backendRefs"].items, *node["services"].items):
                self._route(one, reference["name"])

    def _route(self, one: Node, service: Node) -> None:
        if service.text:
            self._add(one, (service.start, service.end), "depends_on", service.text)

    def _selected(self, service: Node) -> None:
        selector = service.at("spec", "selector")
        wanted = {key: entry.value.text for key, entry in selector.entries.items()}
        if not wanted or _name(service) in {_name(one) for one, _ in self._workloads}:
            return
        span = next(iter(selector.entries.values())).span
        for one, _ in self._workloads:
            labels = one.at("spec", "template", "metadata", "labels")
            if all(labels[key].text == value for key, value in wanted.items()):
                self._add(service, span, "depends_on", _name(one))


def _name(one: Node) -> str:
    return one.at("metadata", "name").text
