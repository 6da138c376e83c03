"""Where in a Turtle file something is described: a search for its name as the file writes it."""

from __future__ import annotations

import re
from pathlib import Path

_PREFIX = re.compile(r"(?i)@?prefix\s+([\w.-]*):\s*<([^>]*)>")


def line_of(file: Path, name: str, *, anywhere: bool = False) -> int | None:
    """The line of a Turtle file in which the description of an IRI begins, counted from 1; None when unclear.

    Args:
        file: The file.
        name: The IRI.
        anywhere: The first mention will do.
    """
    try:
        text = file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    written = {f"<{name}>"}
    for prefix, namespace in _PREFIX.findall(text):
        if namespace and name.startswith(namespace):
            written.add(f"{prefix}:{name[len(namespace) :]}")
    names = "|".join(re.escape(one) for one in sorted(written, key=len, reverse=True))
    start = "" if anywhere else r"(?:^|(?<=\.)[ \t]+)[ \t]*"
    match = re.search(rf"{start}(?P<name>{names})(?![\w:-])", text, re.MULTILINE)
    if match is None:
        return None if anywhere else line_of(file, name, anywhere=True)
    return text.count("\n", 0, match.start("name")) + 1
