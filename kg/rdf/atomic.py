"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

_PAUSES = (0.01, 0.05, 0.2, 0.5, 1.0) if sys.platform == "win32" else ()
"""Seconds to wait where a file cannot be replaced while another reads it, which takes that one a moment."""


@contextmanager
def replacing(path: Path, mode: int | None = None) -> Iterator[IO[bytes]]:
    """A file to write that takes the place of another once it is complete; it goes where it does not get there.

    Args:
        path: Where it is to be.
        mode: Its permissions; those of new files unless told otherwise.

    Raises:
        OSError: If it cannot be written.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with replacing(Path(folder) / "answer") as file:
    ...         _ = file.write(b"whole")
    ...     (Path(folder) / "answer").read_bytes()
    b'whole'
    """
    made = tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name[:100] + ".", delete=False)  # noqa: SIM115, closed before it moves
    try:
        with made as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(made.name, 0o666 & ~_umask() if mode is None else mode)
        _put(made.name, path)
    except BaseException:
        Path(made.name).unlink(missing_ok=True)
        raise


def sync_folder(folder: Path) -> None:
    """Have the names of a folder's files on disk; Windows, which opens no folders, sees to it itself."""
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        os.fsync(handle)
        os.close(handle)


def _put(made: str, path: Path) -> None:
    """Put a closed file, for Windows moves no open ones, in the place of another."""
    for pause in _PAUSES:
        try:
            os.replace(made, path)
            return
        except PermissionError:
            time.sleep(pause)
    os.replace(made, path)


def _umask() -> int:
    """What this process takes from the permissions of new files; there is no way to ask but to set it."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
