"""Docker Compose files (https://github.com/compose-spec/compose-spec/blob/main/spec.md).

A service depends on what `depends_on` (list or mapping), `links`, `external_links`, `volumes_from` and the `service:`
forms of `network_mode`, `ipc` and `pid` name, and on the services its environment and its command line name by address.
A service whose image is a known store is backed by that technology, whose name is no project's own.
Anchors, merges and `extends` within the file are followed; what they bring is cited where it is written. Other
names are names of the project only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.model import Polarity
from kg.read.structured.facts import Facts, Structured
from kg.read.structured.hosts import targets
from kg.read.structured.images import technology
from kg.read.structured.tree import Node
from kg.read.structured.yamls import load_yaml

_SERVICES = re.compile(r"^services:\s*(?:#.*)?$", re.MULTILINE)
_MEMBER = re.compile(r"^[ \t]+(?:image|build|depends_on|extends|container_name):", re.MULTILINE)
_JOINED = ("network_mode", "ipc", "pid")


class Compose(Structured):
    """Reads Docker Compose files."""

    name = "docker-compose"
    local = True

    def sniff(self, path: str, head: str) -> bool:
        """Top-level `services:` whose members have an image or a build."""
        return bool(_SERVICES.search(head) and _MEMBER.search(head))

    def state(self, facts: Facts) -> None:
        """The dependencies between the services of the file."""
        for document in load_yaml(facts.path, facts.text):
            _Services(document["services"], facts).state()


class _Services:
    """The services of one document, by name, with what else they are known as."""

    def __init__(self, services: Node, facts: Facts) -> None:
        self._services, self._facts = services, facts
        self._names = {name: name for name in services.entries}
        for name, entry in services.entries.items():
            for alias in _aliases(entry.value):
                self._names.setdefault(alias, name)
        for entry in services.entries.values():
            for _, target, _ in _declared(entry.value):
                self._names.setdefault(target, target)

    def state(self) -> None:
        for name in self._services.entries:
            for part in self._inherited(name):
                self._declared(name, part)
                self._configured(name, part)
                self._image(name, part["image"])

    def _image(self, name: str, image: Node) -> None:
        """The store that a service is run as; what else an image is called says nothing that fails by itself."""
        found = technology(image.text)
        if found is not None and found.suggests == "backed_by":
            span, headings = (image.start, image.end), ("services", name, "image")
            self._facts.add(span, name, "backed_by", found.label, headings=headings, local=(True, False))

    def _inherited(self, name: str) -> Iterator[Node]:
        """A service and those of the file it extends, each once."""
        seen: set[str] = set()
        while name in self._services.entries and name not in seen:
            seen.add(name)
            service = self._services[name]
            yield service
            base = service["extends"]
            name = "" if base["file"].text else base["service"].text or base.text

    def _declared(self, name: str, service: Node) -> None:
        for (key, node), target, polarity in _declared(service):
            known = self._names.get(target, target)
            headings = ("services", name, key)
            self._facts.add(node, name, "depends_on", known, polarity=polarity, headings=headings)

    def _configured(self, name: str, service: Node) -> None:
        for key, span, setting, value in _settings(service):
            for target in targets(setting, value, self._names):
                known = self._names.get(target.name, target.name)
                headings = ("services", name, key)
                self._facts.add(span, name, target.relation, known, polarity=target.polarity, headings=headings)


def _aliases(service: Node) -> Iterator[str]:
    """Names other services may reach it by."""
    yield from (service[key].text for key in ("container_name", "hostname") if service[key].text)
    for entry in service["networks"].entries.values():
        yield from (alias.text for alias in entry.value["aliases"].scalars())


def _declared(service: Node) -> Iterator[tuple[tuple[str, tuple[int, int]], str, Polarity]]:
    """What the dependencies of a service say: key and span, name, polarity."""
    for node in service["depends_on"].scalars():
        yield ("depends_on", (node.start, node.end)), node.text, Polarity.ASSERTED
    for name, entry in service["depends_on"].entries.items():
        yield ("depends_on", entry.span), name, _required(entry.value)
    for key in ("links", "external_links", "volumes_from"):
        for node in service[key].scalars():
            target = node.text.removeprefix("container:").partition(":")[0]
            yield (key, (node.start, node.end)), target, Polarity.ASSERTED
    for key in _JOINED:
        node = service[key]
        if node.text.startswith("service:"):
            yield (key, (node.start, node.end)), node.text.removeprefix("service:"), Polarity.ASSERTED


def _required(condition: Node) -> Polarity:
    no = condition["required"].text.lower() in ("false", "no", "off")
    return Polarity.OPTIONAL if no else Polarity.ASSERTED


def _settings(service: Node) -> Iterator[tuple[str, tuple[int, int], str, str]]:
    """What configures a service: key, span, name of the setting, its value."""
    for name, entry in service["environment"].entries.items():
        yield "environment", entry.span, name, entry.value.text
    for node in service["environment"].scalars():
        name, _, value = node.text.partition("=")
        yield "environment", (node.start, node.end), name, value
    for key in ("command", "entrypoint"):
        for node in service[key].scalars():
            for flag, value in re.findall(r"--?([A-Za-z][\w.-]{0,60})[= ]([^\s'\"]{1,300})", node.text[:4000]):
                yield key, (node.start, node.end), flag, value
