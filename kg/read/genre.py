"""The class of a document: what people say, else the first sign of the table that its path, words or headings give."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from kg.model import OLDER, Block, BlockKind, Document, Genre, Manner
from kg.ontology import Sign, load_genres
from kg.read.settings import Settings, given

FIELD = "kg-document"
"""Field of front matter that names the class or manner of its document."""

_READER = re.compile(r"\b(?:you|your|yours|yourself)\b", re.IGNORECASE)
_OWN = re.compile(r"\b(?:we|our|ours|us)\b", re.IGNORECASE)
_JOINT = re.compile(r"(?<=[a-z])(?=[A-Z])|[_ ]")
_SENTENCE = re.compile(r"[^.!?\n]+")
ENOUGH = 5
"""Sentences to the reader, or headings of a kind, that tell of a whole document."""

OPENING = 400
"""Characters of a document in which its opening words stand."""


@dataclass(frozen=True)
class _Seen:
    """What signs look at."""

    document: Document

    @cached_property
    def folders(self) -> list[str]:
        return self.document.path.split("/")[:-1]

    @cached_property
    def name(self) -> str:
        return self.document.path.rpartition("/")[2]

    @cached_property
    def blocks(self) -> list[Block]:
        return [block for chunk in self.document.chunks for block in chunk.blocks]

    @cached_property
    def prose(self) -> bool:
        """Whether anything but the form of a structured file speaks here."""
        return any(block.kind is not BlockKind.FACT for block in self.blocks)

    def folder(self, sign: Sign) -> str:
        return next((folder for folder in self.folders if sign.fits(_spelled(folder))), "")

    def path(self, sign: Sign) -> str:
        parts = self.document.path.split("/")
        ends = ("/".join(parts[at:]) for at in range(len(parts)))
        return self.document.path if any(map(sign.fits, ends)) else ""

    def file(self, sign: Sign) -> str:
        name = _spelled(self.name)
        return self.name if sign.fits(name) or sign.fits(name.rpartition(".")[0] or name) else ""

    def title(self, sign: Sign) -> str:
        return self.document.title if sign.fits(self.document.title) else ""

    def opening(self, sign: Sign) -> str:
        text = " ".join(block.text for block in self.blocks[:3])[:OPENING]
        return text[:40] if sign.fits(" ".join(text.split())) else ""

    def headings(self, sign: Sign) -> str:
        """Whether half of the sections are called so, and some more than one."""
        found = {headings[-1] for block in self.blocks if (headings := block.headings[1:])}
        fitting = sorted(filter(sign.fits, found))
        return fitting[0] if len(fitting) > 2 and 2 * len(fitting) >= len(found) else ""

    def speech(self, sign: Sign) -> str:
        """Whether it speaks to the reader, more than of its own."""
        said = list(self._sentences())
        to_reader, own = (sum(1 for one in said if who.search(one)) for who in (_READER, _OWN))
        tells = to_reader >= max(ENOUGH, float(sign.patterns[0]) * len(said)) and to_reader > 2 * own
        return f"to the reader: {to_reader} of {len(said)} sentences" if tells else ""

    def _sentences(self) -> Iterator[str]:
        for block in self.blocks:
            yield from (one for one in _SENTENCE.findall(block.text) if len(one.split()) > 2)


_Look = Callable[[_Seen, Sign], str]

_ALWAYS: dict[str, _Look] = {"tree": _Seen.folder, "path": _Seen.path}
"""Signs that count in structured files, too."""

_IN_PROSE: dict[str, _Look] = {
    "folder": _Seen.folder,
    "file": _Seen.file,
    "title": _Seen.title,
    "opening": _Seen.opening,
    "headings": _Seen.headings,
    "speech": _Seen.speech,
}


def genre_of(document: Document, fields: Mapping[str, str], settings: Settings) -> Genre:
    """The class of a document.

    Args:
        document: After reading.
        fields: Its front matter.
        settings: What people say; wins over front matter, which wins over all signs.

    >>> genre_of(Document("docs/CHANGELOG.md", "markdown", "", ()), {}, Settings({})).name
    'changelog'
    """
    said = settings.genre(document.path) or given(fields.get(FIELD, ""), f"front matter {FIELD}")
    return said or _told(_Seen(document))


def aged(document: Document) -> Document:
    """A document that a newer version replaces: what it says is past, unless it says nothing current anyhow.

    >>> aged(Document("docs/1.2/desk.md", "markdown", "", ())).genre.name
    'older version'
    """
    genre = document.genre
    return document if genre.given or genre.manner is not Manner.CURRENT else replace(document, genre=OLDER)


def _spelled(name: str) -> str:
    """A name in a path with its words joined by hyphens, as the table has them.

    >>> _spelled("adminGuide"), _spelled("release_notes")
    ('admin-guide', 'release-notes')
    """
    return _JOINT.sub("-", name).lower()


def _told(seen: _Seen) -> Genre:
    looks = _ALWAYS | _IN_PROSE if seen.prose or not seen.blocks else _ALWAYS
    for sign in load_genres().signs:
        look = looks.get(sign.sign)
        if look is not None and (found := look(seen, sign)):
            return Genre(sign.genre, sign.manner, f"{sign.sign.replace('tree', 'folder')} {' '.join(found.split())}")
    return Genre()
