"""JSON Lines files of a folder whose chunk ids another one has: copies, mostly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kg.errors import InputError
from kg.model import Skipped
from kg.read.decode import decode
from kg.read.source import Source

_SUFFIXES = (".jsonl", ".ndjson")


def clashing(found: Sequence[Source]) -> Iterator[Skipped]:
    """Files that give an id which a file before them gives, each with the reason; never one the caller named.

    Args:
        found: Sorted by path.
    """
    files = [source for source in found if source.path.lower().endswith(_SUFFIXES)]
    if len(files) < 2:
        return
    owners: dict[str, str] = {}
    for source in sorted(files, key=lambda one: not one.named):
        own = _ids(source)
        taken = sorted(own & owners.keys())
        if taken and not source.named:
            yield Skipped(source.path, f"chunk id {taken[0]!r} comes twice, also in {owners[taken[0]]}")
        else:
            owners.update((one, source.path) for one in own)


def _ids(source: Source) -> set[str]:
    """Its ids; none of a file that is broken, which is said when it is read."""
    try:
        from kg.read.jsonl import ids

        return set(ids(source.path, decode(source.bytes())[0]))
    except InputError:
        return set()
