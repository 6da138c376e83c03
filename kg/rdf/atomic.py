"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


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
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name[:100] + ".", delete=False) as file:
        try:
            yield file
            file.flush()
            os.fsync(file.fileno())
            os.fchmod(file.fileno(), 0o666 & ~_umask() if mode is None else mode)
            os.replace(file.name, path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise


def _umask() -> int:
    """What this process takes from the permissions of new files; there is no way to ask but to set it."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
