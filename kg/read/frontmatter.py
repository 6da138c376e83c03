"""The front matter of Markdown files: what it says of the document. It is no prose."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_FENCE = re.compile(r"\ufeff?(?P<mark>---|\+\+\+)[ \t]*(?:\r\n|\r|\n)")
_FIELD = re.compile(r"(?P<key>[A-Za-z_][\w-]*)[ \t]*[:=][ \t]*(?P<value>\S.*?)?[ \t]*\Z")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_DATES = ("last_reviewed_on", "last_updated", "date")
_QUOTES = "\"'"


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What the front matter of a document says.

    Args:
        end: Where the document goes on after it; 0 when there is none.
        title: Its title.
        date: ISO 8601; of several, when it was last reviewed, else updated, else its date.
        description: Where its description stands in the text, quotes left out; None without one.
        fields: All one-line fields, their keys in lower case.
    """

    end: int = 0
    title: str = ""
    date: str | None = None
    description: tuple[int, int] | None = None
    fields: Mapping[str, str] = field(default_factory=dict)


def front_matter(text: str) -> FrontMatter:
    r"""Read the front matter of a document, YAML or TOML, its one-line fields only.

    >>> front_matter("---\ntitle: Auth\ndate: 2026-01-31\n---\nProse").title
    'Auth'
    """
    opening = _FENCE.match(text)
    if opening is None:
        return FrontMatter()
    mark = re.escape(opening["mark"])
    closing = re.compile(rf"^(?:{mark}|\.\.\.)[ \t]*\r?$", re.MULTILINE).search(text, opening.end())
    if closing is None:
        return FrontMatter()
    fields = _fields(text, opening.end(), closing.start())
    values = {key: text[start:end] for key, (start, end) in fields.items()}
    dates = (_DATE.match(values.get(key, "")) for key in _DATES)
    date = next((match.group() for match in dates if match), None)
    title = " ".join(values.get("title", "").split())
    return FrontMatter(closing.end(), title, date, fields.get("description"), values)


def _fields(text: str, start: int, end: int) -> dict[str, tuple[int, int]]:
    """Where the value of each one-line field stands, without its quotes."""
    found: dict[str, tuple[int, int]] = {}
    for line in re.finditer(r"[^\r\n]+", text[start:end]):
        match = _FIELD.match(line.group())
        if match is None or match["value"] is None or match["value"][0] in "|>[{":
            continue
        first, last = (start + line.start() + at for at in match.span("value"))
        if last - first >= 2 and text[first] in _QUOTES and text[last - 1] == text[first]:
            first, last = first + 1, last - 1
        found.setdefault(match["key"].lower(), (first, last))
    return found
