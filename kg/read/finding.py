"""What a build reads: the files that arguments name, those below folders, standard input."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kg.errors import InputError, NothingToRead
from kg.model import Skipped
from kg.read.clashes import clashing
from kg.read.registry import STDIN, Registry, standard
from kg.read.source import Source
from kg.read.walk import Walk, unreadable


@dataclass(frozen=True, slots=True)
class Sources:
    """What a build reads.

    Args:
        root: The folder that paths are relative to.
        items: Sorted by path, each file once.
        skipped: Files left out, and why, sorted by path.
        unread: How many files no reader reads.
    """

    root: Path
    items: tuple[Source, ...]
    skipped: tuple[Skipped, ...]
    unread: int = 0


def sources(
    paths: Sequence[Path], *, stdin: str | None = None, registry: Registry | None = None, root: Path | None = None
) -> Sources:
    """Find the files to read.

    The build root is a single folder itself, the parent of a single file, else what all arguments share.

    Args:
        paths: Files and folders.
        stdin: Text of standard input, read as one document beside them.
        registry: The readers; the shipped ones by default.
        root: The build root, where it is another one.

    Raises:
        InputError: If a path does not exist or there is nothing to read.
    """
    registry = registry or standard()
    given = [existing(path) for path in paths]
    root = root or _root(given)
    skipped: list[Skipped] = []
    found: dict[str, Source] = {}
    unread = 0
    for path in given:
        walk = Walk(path, registry)
        named = not path.is_dir()
        files = _single(path, registry, skipped) if named else walk.files()
        for source in _sources(files, root, named):
            found[source.path] = found[source.path] if source.path in found and not named else source
        skipped += walk.skipped
        unread += walk.unread
    if stdin is not None:
        found[STDIN] = Source(STDIN, None, stdin.encode("utf-8", "surrogatepass"), named=True)
    items = [found[path] for path in sorted(found)]
    skipped = [*_relative(skipped, root), *clashing(items)]
    left_out = {item.path for item in skipped}
    items = [source for source in items if source.named or source.path not in left_out]
    if not items:
        where = ", ".join(str(path) for path in paths) or "no paths"
        raise NothingToRead(f"nothing to read in {where}", hint="these are read: " + " ".join(registry.suffixes()))
    return Sources(root, tuple(items), tuple(sorted(skipped, key=lambda item: (item.path, item.reason))), unread)


def _relative(skipped: Iterable[Skipped], root: Path) -> tuple[Skipped, ...]:
    """What was skipped, each once, its path relative to the build root, so that no machine shows in it."""
    return tuple({Skipped(os.path.relpath(item.path, root).replace(os.sep, "/"), item.reason) for item in skipped})


def existing(path: Path) -> Path:
    """A path that exists, absolute.

    Raises:
        InputError: If it does not.
    """
    if not path.exists():
        raise InputError("no such file or folder", file=str(path))
    return _as_listed(Path(os.path.abspath(path)))


def _as_listed(path: Path) -> Path:
    """A path as its folders spell it: a disk that folds case opens it under other spellings, and it is one file."""
    if path == path.parent:
        return path
    folder = _as_listed(path.parent)
    other = path.with_name(path.name.swapcase())
    if other.name == path.name or not (os.path.exists(other) and other.samefile(path)):
        return folder / path.name
    names = os.listdir(folder)
    same = (name for name in names if name.casefold() == path.name.casefold() and (folder / name).samefile(path))
    return folder / (path.name if path.name in names else next(same, path.name))


def _root(paths: Sequence[Path]) -> Path:
    folders = [path if path.is_dir() else path.parent for path in paths]
    try:
        return Path(os.path.commonpath(folders)) if folders else Path.cwd()
    except ValueError:  # Windows has several drives
        named = " and ".join(str(path) for path in paths[:2])
        raise InputError(f"no folder holds both {named}", hint="build them one after the other") from None


def _single(path: Path, registry: Registry, skipped: list[Skipped]) -> list[Path]:
    """A file the caller named: read, or skipped with the reason.

    Raises:
        InputError: If it cannot be opened.
    """
    reason = unreadable(path, registry)
    if reason:
        skipped.append(Skipped(str(path), reason))
    return [] if reason else [path]


def _sources(files: Iterable[Path], root: Path, named: bool) -> Iterator[Source]:
    above = root.as_posix().rstrip("/") + "/"
    return (Source(file.as_posix().removeprefix(above), file, named=named) for file in files)
