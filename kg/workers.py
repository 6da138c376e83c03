"""Work spread over processes, its results in order, so that they do not depend on how many there are."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is."""


def silent(what: str, done: int, total: int) -> None:
    """Progress nobody watches."""


def mapped(
    function: Callable[[_Item], _Result],
    items: Sequence[_Item],
    *,
    what: str,
    worth_it: bool,
    prepare: Callable[[], object],
    progress: Progress = silent,
) -> Iterator[_Result]:
    """`function` of every item, in order.

    Args:
        function: A module-level function.
        items: What to apply it to.
        what: What is being done, for the progress.
        worth_it: Whether there is enough to do for processes to pay.
        prepare: Run once in every process before the first item.
        progress: Told after every item.

    >>> list(mapped(abs, [-1, 2], what="test", worth_it=False, prepare=lambda: None))
    [1, 2]
    """
    workers = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not worth_it or workers == 1:
        prepare()
        yield from _counted(map(function, items), what, len(items), progress)
        return
    with ProcessPoolExecutor(workers, initializer=prepare) as pool:
        size = max(1, min(64, len(items) // (4 * workers)))
        yield from _counted(pool.map(function, items, chunksize=size), what, len(items), progress)


def _counted(results: Iterable[_Result], what: str, total: int, progress: Progress) -> Iterator[_Result]:
    for done, result in enumerate(results, 1):
        progress(what, done, total)
        yield result
