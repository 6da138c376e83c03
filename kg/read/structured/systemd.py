"""systemd units (https://www.freedesktop.org/software/systemd/man/latest/systemd.unit.html).

`Requires`, `Requisite` and `BindsTo` state what the unit depends on, `Wants` and `Upholds` what it depends on
softly, `RequiredBy` and `WantedBy` the same seen from the other unit. `After` and `Before` only order the start and
state nothing. Targets and slices are no components. Names lose suffix and instance (`redis@6379.service` is `redis`)
and are names of the project only.
"""

from __future__ import annotations

import re

from kg.model import Polarity
from kg.read.structured.facts import Facts, Structured

_KEYS: dict[str, tuple[bool, Polarity]] = {
    "Requires": (False, Polarity.ASSERTED),
    "Requisite": (False, Polarity.ASSERTED),
    "BindsTo": (False, Polarity.ASSERTED),
    "Wants": (False, Polarity.OPTIONAL),
    "Upholds": (False, Polarity.OPTIONAL),
    "RequiredBy": (True, Polarity.ASSERTED),
    "WantedBy": (True, Polarity.OPTIONAL),
}
"""Directive: whether the named unit is the one that depends, and how it is stated."""

_SUFFIXES = ("service", "socket", "mount", "automount", "timer", "path", "device", "swap", "scope", "container")
_SUFFIX = "(?:" + "|".join(_SUFFIXES) + ")"
_UNIT = re.compile(rf"([^\s/@]{{1,200}}?)(?:@[^\s/]{{0,100}})?\.{_SUFFIX}")
_DIRECTIVE = re.compile(r"^[ \t]*([A-Z][A-Za-z]{1,40})[ \t]*=((?:[^\n\\]|\\(?:\r?\n|.)){0,4000})", re.MULTILINE)


class Systemd(Structured):
    """Reads systemd unit files and their drop-ins."""

    name = "systemd"
    local = True

    def sniff(self, path: str, head: str) -> bool:
        """A `[Unit]` section, or one of the sections beside it."""
        return bool(re.search(r"^\[(?:Unit|Service|Install|Socket|Timer)\]", head, re.MULTILINE))

    def state(self, facts: Facts) -> None:
        """What the unit needs and what needs it."""
        own = unit_name(_own(facts.path))
        for found in _DIRECTIVE.finditer(facts.text):
            if found[1] in _KEYS:
                inverse, polarity = _KEYS[found[1]]
                for word in re.sub(r"\\\r?\n", " ", found[2]).split():
                    subject, obj = (unit_name(word), own) if inverse else (own, unit_name(word))
                    facts.add(found.span(), subject, "depends_on", obj, polarity=polarity, headings=(own,))


def _own(path: str) -> str:
    """The unit a file is about: a drop-in stands in a folder named after it."""
    *folders, name = path.split("/")
    return folders[-1].removesuffix(".d") if name.endswith(".conf") and folders else name


def unit_name(unit: str) -> str:
    """What a unit is called without suffix and instance; empty for targets, slices and specifiers.

    >>> unit_name("redis@6379.service"), unit_name("network-online.target"), unit_name("%i.service")
    ('redis', '', '')
    """
    found = _UNIT.fullmatch(unit)
    return found[1] if found and "%" not in found[1] and found[1] != "-" else ""
