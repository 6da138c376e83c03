"""A file to read, wherever its bytes are."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from kg.errors import InputError


@dataclass(frozen=True, slots=True)
class Source:
    """A file to read. Small, and can be sent to another process.

    Args:
        path: Relative to the build root, `/` between segments.
        file: Where it lies, absolute; None for standard input.
        data: The bytes of standard input.
        named: Whether the caller named it: what is wrong with it is an error then, not one more file left out.
    """

    path: str
    file: Path | None
    data: bytes = b""
    named: bool = False

    def bytes(self) -> bytes:
        """Its content.

        Raises:
            InputError: If it can no longer be read.
        """
        if self.file is None:
            return self.data
        try:
            return self.file.read_bytes()
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", file=str(self.file)) from None

    def hash(self) -> str:
        """SHA-256 of its content, hexadecimal."""
        return hashlib.sha256(self.bytes()).hexdigest()
