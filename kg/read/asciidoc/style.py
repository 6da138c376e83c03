"""What the lines before an AsciiDoc block say of it: `[source,mermaid]`, `[cols="1,2",options="header"]`, `.Title`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from kg.read.asciidoc.table import TableStyle
from kg.read.diagram import DIAGRAMS

_PART = re.compile(r"([\w-]+)=(?:\"([^\"]*)\"|([^,]*))|[^,]+")
_CODE = frozenset(("source", "listing", "literal", "stem", "latexmath", "asciimath", "pass", "comment"))


@dataclass(slots=True)
class Style:
    """Style of a block to come.

    Args:
        words: Positional attributes, lower case.
        named: Named ones; options are `%`.
        caption: Title of the block, plain.

    >>> style = Style()
    >>> style.add('source,mermaid'); style.diagram, style.code
    ('mermaid', True)
    """

    words: list[str] = field(default_factory=list)
    named: dict[str, str] = field(default_factory=dict)
    caption: str = ""
    pending: bool = False

    def add(self, listing: str) -> None:
        """Take a block attribute line."""
        self.pending = True
        for match in _PART.finditer(listing):
            if match.group(1):
                self.named[match.group(1)] = match.group(2) or match.group(3) or ""
                continue
            head, *options = match.group().strip().lower().split("%")
            self.words.append(re.split(r"[.#]", head)[0])
            self.named.update(dict.fromkeys(options, "%"))

    @property
    def code(self) -> bool:
        """Whether the block is code, a formula or a comment, whatever its delimiter."""
        return bool(self.words) and self.words[0] in _CODE

    @property
    def diagram(self) -> str:
        """The diagram language of the block, empty when it is none."""
        return next((DIAGRAMS[word] for word in self.words[:2] if word in DIAGRAMS), "")

    def table(self, delimiter: str) -> TableStyle:
        """What is said of a table."""
        options = {name for name, value in self.named.items() if value == "%"}
        options.update(*(self.named.get(name, "").split(",") for name in ("options", "opts")))
        header = False if "noheader" in options else True if "header" in options else None
        comma = delimiter[0] == "," or self.named.get("format") == "csv"
        return TableStyle(self.named.get("cols", ""), header, comma, "!" if delimiter[0] == "!" else "|")
