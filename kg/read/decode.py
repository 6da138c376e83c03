"""Bytes to text: UTF-8, UTF-16 with a byte order mark, else Windows-1252, which is said."""

from __future__ import annotations

import codecs

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_CONTROL = bytes(set(range(32)) - {7, 8, 9, 10, 11, 12, 13, 27})
_MOST_CONTROL = 0.02
HEAD = 8192
"""How many bytes tell a binary file from a text."""


def is_binary(head: bytes) -> bool:
    r"""Whether the first bytes of a file are no text.

    >>> is_binary(b"GIF89a\x00\x01"), is_binary("naïve".encode("latin-1"))
    (True, False)
    """
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return False
    if b"\0" in head:
        return True
    return len(head) - len(head.translate(None, _CONTROL)) > _MOST_CONTROL * len(head)


def decode(data: bytes) -> tuple[str, str]:
    r"""The text of a file, and what must be said of its encoding (mostly nothing).

    Args:
        data: The file's bytes; a byte order mark is dropped.

    Returns:
        The text, line ends as they are, and a message or an empty string.

    >>> decode(b"caf\xe9")
    ('café', 'not UTF-8: read as Windows-1252')
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            text = data[len(mark) :].decode(encoding, "replace")
            return text, f"broken {encoding}: some characters are lost" if "\ufffd" in text else ""
    try:
        return data.decode("utf-8"), ""
    except UnicodeDecodeError:
        pass
    try:
        return data.decode("cp1252"), "not UTF-8: read as Windows-1252"
    except UnicodeDecodeError:
        return data.decode("latin-1"), "not UTF-8: read as Latin-1"
