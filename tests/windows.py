"""Windows, as far as Linux can play it: its locks, and the branches of the code that only it takes.

`msvcrt.locking` locks a range of bytes for one open file, so does Linux with locks of open file descriptions. Run as
a program (`python -m tests.windows WORDS…`) it is the command `kg` with the locks of Windows.
"""

from __future__ import annotations

import fcntl
import importlib
import os
import struct
import sys
from types import ModuleType

MODULE = "kg.rdf.store.locks.windows"


def _locking(handle: int, mode: int, length: int) -> None:
    """As the one of `msvcrt`: from where the file stands; raises when another open file has any of the bytes."""
    kind = {0: fcntl.F_UNLCK, 2: fcntl.F_WRLCK}[mode]
    start = os.lseek(handle, 0, os.SEEK_CUR)
    fcntl.fcntl(handle, fcntl.F_OFD_SETLK, struct.pack("hhqqi4x", kind, os.SEEK_SET, start, length, 0))


def locks() -> ModuleType:
    """The module of Windows' locks, loaded here."""
    if MODULE not in sys.modules:
        fake = ModuleType("msvcrt")
        fake.locking, fake.LK_UNLCK, fake.LK_NBLCK = _locking, 0, 2
        before, sys.platform = sys.platform, "win32"
        sys.modules["msvcrt"] = fake
        try:
            importlib.import_module(MODULE).os = _WindowsOs()
        finally:
            sys.platform = before
            del sys.modules["msvcrt"]
    return sys.modules[MODULE]


class _WindowsOs:
    """`os` with the two flags that only Windows has."""

    O_BINARY = O_NOINHERIT = 0

    def __getattr__(self, name: str) -> object:
        return getattr(os, name)


def main() -> None:
    """The command `kg` with the locks of Windows."""
    from kg.rdf.store import folder, lock

    found = locks()
    lock.take = found.take
    folder.share, folder.seize, folder.release = found.share, found.seize, found.release
    from kg.__main__ import main as command

    command()


if __name__ == "__main__":
    main()
