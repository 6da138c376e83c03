"""Whether values can be names of components and teams, or are versions, addresses and sentences."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

_NAME = re.compile(r"[@#]?[^\W_][\w .&()'’/+:@-]{0,79}\Z")
_NO_NAME = re.compile(
    r"://|\A[\d.,:/ -]+\Z|\A\d{4}-\d\d|[.:]\Z|\A(?:true|false|yes|no)\Z"
    r"|\.(?:md|ya?ml|json|py|js|ts|go|java|rb|sh|html?|css|png|svg|txt)\Z",
    re.IGNORECASE,
)
_VERSION = re.compile(r"(?:\A|[\s@:=<>~^!v-])[v=<>~^!]*\d+\.\d+(?:\.[\dx*]+)?|[<>=~^]=?\s*\d|:[\w.-]+:|\A\*\Z|\A\^")
_MOST_WORDS = 5
MOST = 0.8
"""Share of values that must be names."""
SEPARATORS = (";", ",", "|", "\n")


def is_name(value: str) -> bool:
    """Whether a value can be the name of a component or a team.

    >>> [is_name(value) for value in ("orders-db", "login service", "https://x.example", "It stores orders.", "3")]
    [True, True, False, False, False]
    """
    return bool(_NAME.match(value)) and not _NO_NAME.search(value) and len(value.split()) <= _MOST_WORDS


def is_version(value: str) -> bool:
    """Whether a value is, or ends with, the version of a library, or has the form of its coordinates.

    >>> [is_version(value) for value in ("^4.1", "lodash@4.17.1", "com.example:cart:1.0", "Postgres", "stage-2")]
    [True, True, True, False, False]
    """
    return bool(_VERSION.search(value))


def mostly_names(values: Sequence[str]) -> bool:
    """Whether values are names but for a few, and none of them a version."""
    names = sum(map(is_name, values))
    return bool(values) and names >= MOST * len(values) and not any(map(is_version, values))


def separator(values: Collection[str]) -> str:
    """What parts the names in values of several; empty when nothing does.

    >>> separator(["mail worker; PostgreSQL", "Kafka"]), separator(["Kafka"])
    (';', '')
    """
    for mark in SEPARATORS:
        parted = [value.split(mark) for value in values if mark in value]
        parts = [part.strip() for value in parted for part in value if part.strip()]
        if parts and sum(map(is_name, parts)) >= MOST * len(parts):
            return mark
    return ""
