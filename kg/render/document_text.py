"""The documents of a graph by class, as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kg.model import Documents, Listed

MOST = 10
"""Documents that are listed of one class."""


def document_lines(answer: Documents) -> Iterator[str]:
    """A line for each class, and below it one for each of its first documents."""
    for (name, manner), found in answer.by_class.items():
        yield f"{name or 'description'} ({manner}): {_counts(found)}"
        for one in found[:MOST]:
            why = f" ({one.genre.why})" if one.genre.why else ""
            yield f"  {one.path}{why}: {_few(one.chunks, 'chunk')}, {_few(one.claims, 'claim')}"
        if len(found) > MOST:
            yield f"  and {len(found) - MOST} more (-f json lists all)"


def _counts(found: Sequence[Listed]) -> str:
    chunks, claims = sum(one.chunks for one in found), sum(one.claims for one in found)
    return f"{_few(len(found), 'document')}, {_few(chunks, 'chunk')}, {_few(claims, 'claim')}"


def _few(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
