"""Locks of Windows, which locks ranges of bytes of a file, each for one holder, and opens no folders.

What is locked cannot be read by others, so the ranges lie far behind all that a file holds. A reader of a snapshot
locks one byte of many, whoever removes it all of them, as SQLite did where there were no shared locks. The file of a
snapshot's locks lies beside the snapshots: `locks/000007`.
"""

from __future__ import annotations

import msvcrt
import os
import sys
from contextlib import suppress
from pathlib import Path

assert sys.platform == "win32"  # mypy reads the rest for that system only

WRITER = 1 << 30
"""Place of the byte of whoever is the only one."""

READERS, MOST = WRITER + 1, 4096
"""Where the bytes of readers begin, and how many there are."""


def take(handle: int) -> bool:
    """Be the only one on an open file; False where another is."""
    return _lock(handle, WRITER, 1)


def share(snapshot: Path) -> int | None:
    """Keep a snapshot from being removed; None when it is gone."""
    handle = _opened(snapshot)
    if handle is None:
        return None
    first = os.getpid() % MOST  # others begin elsewhere, so that few attempts meet
    if any(_lock(handle, READERS + (first + at) % MOST, 1) for at in range(MOST)) and snapshot.is_dir():
        return handle
    os.close(handle)
    return None


def seize(snapshot: Path) -> int | None:
    """Be the only one on a snapshot; None when it is gone or held by another."""
    handle = _opened(snapshot)
    if handle is None or _lock(handle, READERS, MOST):
        return handle
    os.close(handle)
    return None


def release(snapshot: Path, held: int) -> None:
    """Let go of a snapshot that was seized; what told of its locks goes with it."""
    os.close(held)
    if not snapshot.exists():
        with suppress(OSError):  # another opened it meanwhile, and will find the snapshot gone
            _file(snapshot).unlink()


def _file(snapshot: Path) -> Path:
    return snapshot.parent.parent / "locks" / snapshot.name


def _opened(snapshot: Path) -> int | None:
    """A handle of the file of a snapshot's locks, made when first needed; None when the snapshot is gone."""
    if not snapshot.is_dir():
        return None
    file = _file(snapshot)
    try:
        file.parent.mkdir(exist_ok=True)
        return os.open(file, os.O_RDWR | os.O_CREAT | os.O_BINARY | os.O_NOINHERIT)
    except OSError:
        return None


def _lock(handle: int, start: int, length: int) -> bool:
    os.lseek(handle, start, os.SEEK_SET)
    try:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, length)
    except OSError:
        return False
    return True
