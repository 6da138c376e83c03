"""Work spread over processes, its results in order, so that they do not depend on how many there are."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from kg.errors import KgError

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is."""

MOST = 61
"""Processes that Windows can wait for at once."""

AHEAD = 3
"""Items given to each process beyond those whose results were taken: what is in memory does not grow with the work."""


def silent(what: str, done: int, total: int) -> None:
    """Progress nobody watches."""


class Crew:
    """Processes that do the same kinds of work; a context, started when first needed.

    Args:
        prepare: Run once in every process before its first item.
        processes: How many; the processors this process may use by default.

    >>> with Crew(lambda: None) as crew:
    ...     list(crew.map(abs, [-1, 2], here=True))
    [1, 2]
    """

    def __init__(self, prepare: Callable[[], object], processes: int | None = None) -> None:
        self._prepare = prepare
        self._processes = processors() if processes is None else processes
        self._pool: ProcessPoolExecutor | None = None
        self._prepared = False

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._pool is not None:
            if kind is not None:  # nobody needs what they are at; Python would wait for it
                for process in (self._pool._processes or {}).values():
                    process.terminate()
            self._pool.shutdown(wait=kind is None, cancel_futures=True)

    def map(
        self, function: Callable[[_Item], _Result], items: Iterable[_Item], here: bool = False
    ) -> Iterator[_Result]:
        """`function` of every item, in order; items are taken only as results are.

        Args:
            function: A module-level function.
            items: What to apply it to.
            here: Do it in this process, as there is too little of it for others to pay.
        """
        if here or self._processes < 2:
            self.prepare()
            yield from map(function, items)
            return
        from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor

        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._processes, initializer=_begin, initargs=(self._prepare,))
        waiting: deque[Future[_Result]] = deque()
        try:
            for item in items:
                waiting.append(self._pool.submit(function, item))
                if len(waiting) > AHEAD * self._processes:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenProcessPool as error:
            raise KgError("a process of the build ended before its work did", hint="was memory short?") from error

    def rest(self) -> None:
        """End the processes; they start again when there is more to do."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def prepare(self) -> None:
        """Make this process ready for what the others do."""
        if not self._prepared:
            self._prepare()
            self._prepared = True


def processors() -> int:
    """How many processors this process may use."""
    if sys.platform == "win32":
        return min(os.cpu_count() or 1, MOST)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def batches(items: Iterable[_Item], size: Callable[[_Item], int], most: int) -> Iterator[tuple[_Item, ...]]:
    """Items in groups of about a size, an item larger than that alone.

    >>> list(batches([3, 3, 9, 1], lambda item: item, 5))
    [(3,), (3,), (9,), (1,)]
    """
    group: list[_Item] = []
    total = 0
    for item in items:
        if group and total + size(item) > most:
            yield tuple(group)
            group, total = [], 0
        group.append(item)
        total += size(item)
    if group:
        yield tuple(group)


def _begin(prepare: Callable[[], object]) -> None:
    """A worker leaves Ctrl-C to its parent, and ends when the parent is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    prepare()


def _end_with_parent() -> None:
    import multiprocessing as mp

    parent = mp.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
