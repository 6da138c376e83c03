"""What MkDocs is told about these pages."""

import re

_FILE = re.compile(r"^```(\w+) file=(\S+)$", re.MULTILINE)


def on_page_markdown(markdown: str, **_: object) -> str:
    """A block that stands for a file has the file's name as its title."""
    return _FILE.sub(r'```\1 title="\2"', markdown)
