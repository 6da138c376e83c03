"""What is one source though it stands in several places: versions of a page, translations, copied sentences."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from kg.model.naming import digest

_NAMED = {"stable": 3, "latest": 3, "current": 3} | dict.fromkeys(
    ("master", "main", "head", "trunk", "dev", "next", "edge", "nightly", "unreleased"), 2
)
"""Names of versions that are newer than all numbered ones, and how much."""

_NUMBERED = re.compile(r"(?:v|version-?|release-?)\d+(?:[._-][0-9a-z]+)*|\d+(?:\.[0-9x]+)+(?:[._+-]?[0-9a-z]+)*"
                       rf"|\d+-(?:{'|'.join(_NAMED)})")  # fmt: skip
_LANGUAGES = "ar|bg|ca|cs|da|de|el|es|fa|fi|fr|he|hi|hr|hu|id|it|ja|ko|ms|nl|no|pl|pt|ro|ru|sk|sr|sv|th|tr|uk|ur|vi|zh"
_LANGUAGE = rf"(?:{_LANGUAGES})(?:[-_](?:[a-z]{{2}}|hans|hant))?"
_FOLDER_OF_LANGUAGE = re.compile(rf"{_LANGUAGE}|en(?:[-_][a-z]{{2}})?")
_FILE_OF_LANGUAGE = re.compile(rf"(?P<stem>.+)[._-]{_LANGUAGE}(?P<suffix>\.[a-z]+)", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")
_TARGET = re.compile(r"\]\([^)\s]*\)")

_HOLDERS = {"versions": "", "versioned_docs": "docs", "versioned-docs": "docs"}
"""Folders that hold versions, and the folder beside them that holds the newest; empty for the one above."""

LONG = 12
"""Words from which on one sentence in two places is a copy, not chance."""

SHARED = 3
"""Pages that versions of a folder have in common at the least."""


class Place(NamedTuple):
    """Where something is stated.

    Args:
        document: Path or IRI of the document.
        chunk: Id or IRI of the chunk.
        passage: What `passage` makes of the words.
    """

    document: str
    chunk: str
    passage: str


def passage(words: str) -> str:
    """What near-equal passages share: letters alone, without case, marks, link targets and numbers.

    >>> passage("The desk uses **Redis 6**.") == passage("the desk uses redis 7")
    True
    """
    text = unicodedata.normalize("NFKC", _TARGET.sub(" ", words)).lower()
    found = _WORD.findall(text)
    return ("=" if len(found) >= LONG else "~") + digest(" ".join(found), length=16)


@lru_cache(1 << 14)
def family(path: str) -> str:
    """What the versions and translations of a page share: its path without version and language.

    >>> {family(path) for path in ("docs/1.2/de/desk.md", "versioned_docs/version-3/desk.md", "docs/desk.zh-CN.md")}
    {'docs/desk.md'}
    """
    *folders, file = path.split("/")
    kept = _above([folder for folder in folders if not (_is_version(folder) or _is_language(folder))])
    match = _FILE_OF_LANGUAGE.fullmatch(file)
    return "/".join([*kept, match["stem"] + match["suffix"] if match else file])


def older(paths: Iterable[str]) -> frozenset[str]:
    """Pages of versions that a newer version beside them replaces.

    Folders are versions of one thing when they are called so and most of the pages of the one are in a newer one, too.

    >>> pages = [f"docs/{version}/{page}.md" for version in ("1.9", "1.10") for page in "abc"]
    >>> sorted(older([*pages, "docs/1.9/gone.md"]))
    ['docs/1.9/a.md', 'docs/1.9/b.md', 'docs/1.9/c.md', 'docs/1.9/gone.md']
    """
    known = set(paths)
    versions: defaultdict[tuple[str, ...], defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for path in known:
        folders = path.split("/")[:-1]
        at = next((at for at, folder in enumerate(folders) if _is_version(folder)), None)
        if at is not None:
            versions[tuple(folders[:at])][folders[at]].add(path.split("/", at + 1)[at + 1])
    replaced = ((above, *old) for above, many in versions.items() for old in _replaced(above, many, known))
    return frozenset("/".join((*above, name, page)) for above, name, pages in replaced for page in pages)


def _replaced(
    above: Sequence[str], versions: Mapping[str, set[str]], known: Collection[str]
) -> Iterator[tuple[str, set[str]]]:
    """The versions, each with its pages, most of which are in a newer one; pages of no version are the newest."""
    beside = _above(above)
    enough = SHARED if beside == list(above) else 1
    newer = {page for pages in versions.values() for page in pages if "/".join((*beside, page)) in known}
    for name in sorted(versions, key=_rank, reverse=True):
        pages = versions[name]
        shared = len(pages & newer)
        if shared >= enough and 2 * shared >= len(pages):
            yield name, pages
        newer |= pages


def _above(folders: Sequence[str]) -> list[str]:
    """Folders without those that only hold versions (`versions`), or as what holds the newest is called (`docs`)."""
    found = (_HOLDERS.get(folder.lower(), folder) for folder in folders)
    return [folder for folder in found if folder]


def origins(places: Sequence[Place], whole: bool = False) -> list[list[int]]:
    """Groups of places that are one source, by their numbers; each in order, in the order of their first.

    Args:
        places: Where something is stated.
        whole: Passages of one document are one source, too, as are all pages of a family.

    >>> origins([Place("a.md", "a/1", "~x"), Place("v1.2/b.md", "b/1", "~x"), Place("v1.3/b.md", "b/2", "~x")])
    [[0], [1, 2]]
    """
    groups: dict[int, list[int]] = {}
    of_key: dict[Hashable, int] = {}
    at = list(range(len(places)))
    for number, place in enumerate(places):
        for key in _keys(place, whole):
            one, other = _root(at, of_key.setdefault(key, number)), _root(at, number)
            at[max(one, other)] = min(one, other)
    for number in range(len(places)):
        groups.setdefault(_root(at, number), []).append(number)
    return list(groups.values())


def _keys(place: Place, whole: bool) -> list[Hashable]:
    document, chunk, words = place
    same = family(document)
    found: list[Hashable] = [("chunk", chunk)]
    if words:
        found.append(("pages", same, words))
    folder, _, last = chunk.rpartition("/")
    if folder.rpartition("/")[2] == (file := document.rpartition("/")[2]):
        found.append(("copied", file, last))
    if words.startswith("="):
        found.append(("words", words))
    return [*found, ("document", document), ("family", same)] if whole else found


def _root(at: list[int], number: int) -> int:
    while at[number] != number:
        at[number] = at[at[number]]
        number = at[number]
    return number


@lru_cache(1 << 12)
def _is_version(folder: str) -> bool:
    name = folder.lower()
    return name in _NAMED or _NUMBERED.fullmatch(name) is not None


@lru_cache(1 << 12)
def _is_language(folder: str) -> bool:
    return _FOLDER_OF_LANGUAGE.fullmatch(folder.lower()) is not None


def _rank(version: str) -> tuple[int, tuple[int, ...], bool, str]:
    """Versions in the order of their age, the newest last; one that is not final before the final one."""
    name = version.lower()
    words = set(_WORD.findall(name)) - {"v", "version", "release", "x"}
    named = max((_NAMED[word] for word in words if word in _NAMED), default=0)
    numbers = re.match(r"[^\d]*((?:\d+[._]?)*)", name)
    parts = tuple(map(int, re.findall(r"\d+", numbers[1]))) if numbers else ()
    return named, parts, not words, name
