"""Locks of Linux and macOS: `flock` takes files and folders as they are."""

from __future__ import annotations

import fcntl
import os
import sys
from pathlib import Path

assert sys.platform != "win32"  # mypy reads the rest for that system only


def take(handle: int) -> bool:
    """Be the only one on an open file; False where another is."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def share(snapshot: Path) -> int | None:
    """Keep a snapshot from being removed; None when it is gone."""
    return _hold(snapshot, fcntl.LOCK_SH)


def seize(snapshot: Path) -> int | None:
    """Be the only one on a snapshot; None when it is gone or held by another."""
    return _hold(snapshot, fcntl.LOCK_EX | fcntl.LOCK_NB)


def release(snapshot: Path, held: int) -> None:
    """Let go of a snapshot that was seized."""
    os.close(held)


def _hold(path: Path, how: int) -> int | None:
    try:
        handle = os.open(path, os.O_RDONLY)
    except OSError:
        return None
    try:
        fcntl.flock(handle, how)
        if os.fstat(handle).st_nlink and path.exists():
            return handle
    except OSError:
        pass
    os.close(handle)
    return None
