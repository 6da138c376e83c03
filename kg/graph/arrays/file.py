"""Named arrays in one file that is mapped into memory, never parsed: a header in JSON, then the arrays, aligned."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kg.model import __version__
from kg.rdf import replacing

Arrays = Mapping[str, npt.NDArray[Any]]

LAYOUT = 2
"""Counted up whenever the arrays or tables change, so that no file of another layout is read."""

_MAGIC = b"kg-index"
_WRITER = f"{__version__}/{LAYOUT}"
_ALIGNED = 64
_BLOCK = 1 << 20


def write(path: Path, arrays: Arrays, tables: Mapping[str, Any]) -> int:
    """Write a file whole or not at all; its `checksum`.

    Args:
        path: Where to write it.
        arrays: Arrays of one dimension.
        tables: What else to keep, as JSON can hold it.

    Raises:
        OSError: If it cannot be written.
    """
    places, at = {}, 0
    arrays = dict(sorted(arrays.items()))
    for name, array in arrays.items():
        places[name] = (array.dtype.str, len(array), at)
        at += -(-array.nbytes // _ALIGNED) * _ALIGNED
    head = json.dumps({"version": _WRITER, "arrays": places, "tables": tables}, sort_keys=True).encode()
    start = len(_MAGIC) + 8 + len(head)
    with replacing(path) as file:
        file.write(_MAGIC + len(head).to_bytes(8, "little") + head + bytes(-start % _ALIGNED))
        for array in arrays.values():
            file.write(np.ascontiguousarray(array).data)
            file.write(bytes(-array.nbytes % _ALIGNED))
    return checksum(path)


def checksum(path: Path) -> int:
    """CRC-32 of a file, read in blocks so that it does not count as memory used."""
    value, block = 0, bytearray(_BLOCK)
    with path.open("rb", buffering=0) as file:
        while size := file.readinto(block):
            value = zlib.crc32(memoryview(block)[:size], value)
    return value


def read(path: Path, expected: int | None) -> tuple[dict[str, npt.NDArray[Any]], dict[str, Any]]:
    """Map a file into memory.

    Args:
        path: Where it is.
        expected: Its checksum.

    Raises:
        OSError: If it cannot be read.
        ValueError: If it is not the file that was written, or of another version.
    """
    if expected is None:
        raise ValueError("there is none")
    if checksum(path) != expected:
        raise ValueError("its checksum differs")
    mapped = np.memmap(path, np.uint8, "r").view(np.ndarray)
    size = int.from_bytes(mapped[len(_MAGIC) : len(_MAGIC) + 8].tobytes(), "little")
    start = len(_MAGIC) + 8 + size
    head = json.loads(mapped[len(_MAGIC) + 8 : start].tobytes())
    if mapped[: len(_MAGIC)].tobytes() != _MAGIC or head["version"] != _WRITER:
        raise ValueError("another version wrote it")
    start += -start % _ALIGNED
    arrays = {}
    for name, (dtype, length, at) in head["arrays"].items():
        data = mapped[start + at : start + at + length * np.dtype(dtype).itemsize]
        arrays[name] = data.view(dtype)
    return arrays, head["tables"]
