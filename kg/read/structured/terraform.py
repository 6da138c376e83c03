"""Terraform and OpenTofu configurations (https://developer.hashicorp.com/terraform/language).

A resource or module depends on the resources, data sources and modules its arguments refer to, as far as both ends
are things that run or hold data: roles, rules, networks, keys and other wiring name no components. A resource is
named by its address (`aws_db_instance.orders`), a module by its name. Names are names of the project only.

The syntax is judged by python-hcl2 (the extra `terraform`); without it such files are skipped, with a message.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from kg.errors import InputError
from kg.read.base import has_suffix
from kg.read.structured.facts import Facts, Structured

LARGEST = 500_000
"""Files with more characters are skipped."""

_BLOCK = re.compile(r'^(resource|data|module)[ \t]+"([\w-]{1,100})"(?:[ \t]+"([\w-]{1,100})")?[ \t]*\{', re.MULTILINE)
_TOP = re.compile(r"^[a-z][\w-]*\b[^\n=]{0,300}\{", re.MULTILINE)
_REFERENCE = re.compile(r"(?<![\w.\"/-])(?:data\.)?(?:module|[a-z][a-z0-9]*_[a-z0-9_]+)\.[A-Za-z_][\w-]*")
_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|(/\*.{0,20000}?\*/|(?:#|//)[^\n]*)', re.DOTALL)
_WIRING = re.compile(
    r"_(?:role|policy|policies|policy_document|attachment|permission|permissions|rule|rules|group|groups|subnet|subnets|vpc"
    r"|network|route|route_table|key|key_pair|certificate|alarm|association|version|member|binding|user|users|secret"
    r"|password|id|record|zone|zones|listener|identity|caller_identity|region|ami|image|template|file|account|acl"
    r"|encryption|notification|configuration|setting|settings|endpoint|eip|address|gateway_attachment|logging|tag|tags)"
    r"(?:_v2|_v1)?$"
)


class Terraform(Structured):
    """Reads Terraform files."""

    name = "terraform"
    local = True

    def sniff(self, path: str, head: str) -> bool:
        """The suffix, or a block of a resource, data source or module."""
        return has_suffix(path) or bool(_BLOCK.search(head))

    def state(self, facts: Facts) -> None:
        """What the resources and modules of the file refer to."""
        if not _BLOCK.search(facts.text):
            return
        parsed = _parsed(facts)
        text = _COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]) if found[1] else found[0], facts.text)
        for block in _blocks(text):
            stated = set(_references(block.body(parsed)))
            for found in _REFERENCE.finditer(text, block.start, block.end):
                if found[0] in stated and _component(found[0]) and _component(block.address):
                    heading = (block.address,)
                    facts.add(found.span(), _name(block.address), "depends_on", _name(found[0]), headings=heading)


@dataclass(frozen=True, slots=True)
class _Block:
    """A resource, data source or module and where it stands."""

    kind: str
    labels: tuple[str, ...]
    start: int
    end: int

    @property
    def address(self) -> str:
        if self.kind == "resource":
            return ".".join(self.labels)
        return ".".join((self.kind, *self.labels))

    def body(self, parsed: dict[str, Any]) -> list[Any]:
        """What the parser found for it."""
        found: list[Any] = parsed.get(self.kind, [])
        for label in self.labels:
            found = [one[key] for one in found if isinstance(one, dict) for key in one if key.strip('"') == label]
        return found


def _parsed(facts: Facts) -> dict[str, Any]:
    if len(facts.text) > LARGEST:
        raise InputError(f"larger than {LARGEST:,} characters", file=facts.path)
    try:
        import hcl2
    except ImportError:
        raise InputError("Terraform is not read: python-hcl2 is missing", file=facts.path) from None
    try:
        return dict(hcl2.loads(facts.text.replace("\r\n", "\n") + "\n"))  # not every version knows CRLF
    except Exception as error:  # the parser raises what its library and the interpreter raise
        line = getattr(error, "line", None)
        known = line if isinstance(line, int) and line > 0 else None
        raise InputError("not valid Terraform", file=facts.path, line=known) from error


def _blocks(text: str) -> Iterator[_Block]:
    starts = [found.start() for found in _TOP.finditer(text)] + [len(text)]
    ends = dict(pairwise(starts))
    for found in _BLOCK.finditer(text):
        labels = tuple(label for label in (found[2], found[3]) if label)
        yield _Block(found[1], labels, found.end(), ends.get(found.start(), len(text)))


def _references(value: Any) -> Iterator[str]:
    """What the expressions of a parsed value refer to."""
    stack = [value]
    while stack:
        one = stack.pop()
        if isinstance(one, dict):
            stack.extend(one.values())
        elif isinstance(one, list):
            stack.extend(one)
        elif isinstance(one, str) and "${" in one:
            yield from _REFERENCE.findall(one)


def _component(address: str) -> bool:
    kind = address.removeprefix("data.").partition(".")[0]
    return kind == "module" or _WIRING.search(kind) is None


def _name(address: str) -> str:
    return address.removeprefix("data.").removeprefix("module.")
