"""The lock of a graph: one process writes, and says who it is."""

from __future__ import annotations

import errno
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from kg.errors import GraphError
from kg.rdf.store.locks import take

Wait = bool | float
"""Whether to wait for another writer, or for how many seconds."""

_PAUSE = 0.1
"""Seconds between two attempts."""

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}

_REFUSED = {errno.EROFS, errno.EACCES, errno.EPERM, errno.EIO}

_held: set[int] = set()
"""Handles that a forked process must not keep: a lock lasts until the last of its copies is closed."""


@contextmanager
def locked(folder: Path, wait: Wait = False) -> Iterator[None]:
    """Be the one that writes a graph.

    Args:
        folder: Where the graph is, or will be.
        wait: Wait for another writer to end, for ever or for some seconds, instead of refusing.

    Raises:
        GraphError: If another writes it, or the folder cannot be written.
    """
    with writable(folder):
        folder.mkdir(parents=True, exist_ok=True)
        lock = open(folder / "lock", "a+b", buffering=0)  # noqa: SIM115, held for the whole block
    _held.add(lock.fileno())
    try:
        _take(lock, folder, wait)
        with suppress(OSError):  # a courtesy; on a full disk there are worse things to say
            lock.truncate(0)
            lock.write(json.dumps(_myself()).encode())
        yield
    finally:
        _held.discard(lock.fileno())
        lock.close()


@contextmanager
def writable(folder: Path) -> Iterator[None]:
    """Tell that a graph cannot be written where the system does.

    Raises:
        GraphError: In place of an OSError that is about writing.
    """
    try:
        yield
    except OSError as error:
        if not _concerns(error, folder):
            raise
        full = error.errno in _FULL or any(words in str(error) for words in ("No space left", "too large"))
        hint = "free some space; the graph is as it was" if full else "the graph is as it was"
        reason = error.strerror or str(error).rsplit(": ", 1)[-1]
        raise GraphError(f"cannot be written: {reason}", file=str(folder), hint=hint) from error


def _concerns(error: OSError, folder: Path) -> bool:
    """Whether a failure is about a folder's files; Oxigraph and temporary files name neither file nor number."""
    if error.filename is None:
        return error.errno is None or error.errno in _REFUSED | _FULL
    return Path(os.path.abspath(os.fsdecode(error.filename))).is_relative_to(os.path.abspath(folder))


def _take(lock: IO[bytes], folder: Path, wait: Wait) -> None:
    until = time.monotonic() + (float("inf") if wait is True else float(wait))
    while not take(lock.fileno()):
        if time.monotonic() >= until:
            raise GraphError(f"{_holder(lock)} is writing this graph", file=str(folder), hint=_hint(wait))
        time.sleep(_PAUSE)


def _hint(wait: Wait) -> str:
    return f"it did not end within {wait:g} seconds" if wait else "--wait waits for it to end"


def _myself() -> dict[str, Any]:
    name = Path(sys.argv[0]).name if sys.argv and sys.argv[0] else "python"
    since = datetime.now().astimezone().isoformat(" ", "seconds")
    return {"process": os.getpid(), "since": since, "command": " ".join([name, *sys.argv[1:]])}


def _holder(lock: IO[bytes]) -> str:
    lock.seek(0)
    try:
        found = json.loads(lock.read(10_000))
        return f"process {int(found['process'])} ({_shown(found['command'])}, since {_shown(found['since'])})"
    except (ValueError, TypeError, LookupError):
        return "another process"


def _shown(text: object) -> str:
    """Short, and without what would move a terminal's cursor."""
    line = "".join(c if c.isprintable() else " " for c in str(text))
    return line if len(line) <= 60 else line[:57] + "..."


def _let_go() -> None:
    for handle in _held:
        os.close(handle)
    _held.clear()


if sys.platform != "win32":  # where no process is a copy of another
    os.register_at_fork(after_in_child=_let_go)
