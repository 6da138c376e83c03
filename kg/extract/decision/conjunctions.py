"""Conjunctions: what features say together that none says alone; a table of which."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import product

TABLE: tuple[tuple[str, ...], ...] = (
    ("P:source", "mood", "S:you"),
    ("P:source", "mood"),
    ("P:source", "s.opens"),
    ("s.kind", "o.kind"),
    ("s.shape", "o.shape"),
    ("o.technology", "s.technology"),
    ("frame", "A:"),
    ("frame", "o.kind"),
    ("frame", "o.technology"),
    ("frame", "P:source"),
    ("frame", "mood", "P:source"),
    ("frame", "A:", "M:verbs"),
    ("s.kind", "s.definite"),
    ("o.kind", "o.definite"),
    ("P:source", "s.kind", "A:"),
    ("P:source", "o.kind"),
    ("P:source", "S:cue"),
    ("V:class", "o.kind"),
    ("V:class", "o.technology"),
    ("o.head", "o.definite"),
    ("s.head", "s.definite"),
    ("M:verbs", "M:bounds"),
    ("B:kind", "P:source"),
    ("P:extractor", "s.kind"),
    ("P:extractor", "o.kind"),
    ("P:extractor", "P:source"),
    ("P:source", "H0:opens"),
    ("P:source", "B:orders"),
    ("P:source", "B:you"),
    ("frame", "H0:opens"),
    ("frame", "B:orders"),
    ("V:verb", "A:"),
    ("P:source", "S:order"),
    ("mood", "B:command", "P:source"),
    ("frame", "B:kind"),
)
"""Families of features that are joined; a family that a statement lacks takes part as `-`."""

_CUES = ("S:you", "S:we", "S:if", "S:example", "S:can", "S:should", "S:will", "S:negation", "S:ends:")


def conjunctions(features: Collection[str]) -> Iterator[str]:
    """The joined features of a statement.

    >>> found = ["P:source=text", "S:finite", "s.kind=NAME", "o.kind=KNOWN", "V:framed", "A:subject"]
    >>> "V:framed&A:subject" in set(conjunctions(found))
    True
    """
    families = {key: _family(key, features) for row in TABLE for key in row}
    for row in TABLE:
        for joined in product(*(families[key] for key in row)):
            yield "&".join(joined)


def _family(key: str, features: Collection[str]) -> list[str]:
    if key == "mood":
        moods = (("S:order", "order"), ("S:base", "order"), ("S:gerund", "gerund"), ("S:finite", "finite"))
        return [next((name for feature, name in moods if feature in features), "fragment")]
    if key == "frame":
        return [next((one for one in ("V:framed", "V:known") if one in features), "V:other")]
    if key == "S:cue":
        return [one for one in _CUES if one in features] or ["-"]
    if key.endswith(":"):
        return sorted(one for one in features if one.startswith(key) and "=" not in one) or ["-"]
    return sorted(one for one in features if one == key or one.startswith(key + "=")) or ["-"]
