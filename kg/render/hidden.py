"""What an answer leaves out, and how to see it, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

_LIMITS = {
    "deeper": "farther away (--depth shows more)",
    "exclude": "through what is excluded (shown without --exclude)",
    "kind": "of other kinds (shown without --kind)",
    "min_support": "over links that fewer documents state (a lower --min-support shows more)",
    "together": "that several limits leave out together (shown without them)",
    "trust": "over links that a source denies (--trust all shows more)",
    "via": "over other relations (shown without --via)",
}


def hidden_lines(hidden: Mapping[str, int]) -> Iterator[str]:
    """One line for each limit that leaves something out.

    >>> list(hidden_lines({"breaks": 2, "via": 1}))
    ['not shown: 2 of breaks (--top shows more)', 'not shown: 1 over other relations (shown without --via)']
    """
    for name, count in sorted(hidden.items()):
        yield f"not shown: {count} {_LIMITS.get(name, f'of {name} (--top shows more)')}"
