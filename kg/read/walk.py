"""Files below a folder, as a person would count them: no ignored, hidden, linked, binary or huge ones."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from kg.errors import InputError
from kg.model import Skipped
from kg.read.decode import HEAD, decode, is_binary
from kg.read.registry import Registry, standard

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

LARGEST = 8 * 1024 * 1024
"""Files found in a folder that are larger, in bytes, are skipped; a file the caller names is always read."""

ELSEWHERE = "a link; what it leads to is read at its own place"
"""Why a file is skipped of which nothing is missed."""

NEVER = frozenset(("node_modules", "__pycache__", "bower_components", "site-packages"))
"""Folders that are never entered; nor are hidden ones, `.github` apart, and those of graphs."""

_HIDDEN_READ = frozenset((".github", ".gitlab"))


@dataclass(slots=True)
class Walk:
    """Finds the files of a folder.

    Args:
        folder: Where to begin.
        registry: The readers.
        skipped: What was skipped, with the reason.
        unread: How many files no reader reads.
    """

    folder: Path
    registry: Registry = field(default_factory=standard)
    skipped: list[Skipped] = field(default_factory=list)
    unread: int = 0

    def files(self) -> Iterator[Path]:
        """The files some reader reads, sorted within their folder.

        Raises:
            InputError: If the folder itself cannot be opened.
        """
        yield from self._folder(self.folder, "", ())

    def _folder(self, folder: Path, below: str, ignores: tuple[tuple[Path, GitIgnoreSpec], ...]) -> Iterator[Path]:
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError as error:
            if folder == self.folder:
                raise InputError(f"cannot be opened: {error.strerror}", file=str(folder)) from None
            self._skip(folder, f"cannot be opened: {error.strerror}")
            return
        if any(entry.name == ".gitignore" for entry in entries):
            ignores = (*ignores, (folder, _spec(folder / ".gitignore")))
        for entry in entries:
            path = Path(entry.path)
            if entry.is_symlink():
                self._link(path, ignores)
            elif entry.is_dir(follow_symlinks=False):
                if _enterable(path) and not _ignored(path, True, ignores):
                    yield from self._folder(path, f"{below}{entry.name}/", ignores)
            elif entry.is_file(follow_symlinks=False) and not _ignored(path, False, ignores):
                yield from self._file(path, below + entry.name)

    def _file(self, path: Path, relative: str) -> Iterator[Path]:
        if not self.registry.named(relative):
            self.unread += not path.name.startswith(".")
            return
        head, reason = _head(path, LARGEST, self.registry.binary(relative))
        if reason:
            self._skip(path, reason)
        elif self.registry.reader_for(relative, _text(head)) is None:
            self.unread += 1
        else:
            yield path

    def _link(self, path: Path, ignores: tuple[tuple[Path, GitIgnoreSpec], ...]) -> None:
        if path.name.startswith(".") or _ignored(path, path.is_dir(), ignores):
            return
        try:
            target = path.resolve(strict=True)
        except (OSError, RuntimeError):
            self._skip(path, "a link that leads nowhere or in a circle")
            return
        root = self.folder.resolve()
        inside = target == root or root in target.parents
        self._skip(path, ELSEWHERE if inside else "a link out of the folder")

    def _skip(self, path: Path, reason: str) -> None:
        self.skipped.append(Skipped(str(path), reason))


def unreadable(path: Path, registry: Registry) -> str:
    """Why a file that was named cannot be read; empty when it can.

    Raises:
        InputError: If it cannot be opened.
    """
    try:
        return "a binary file" if is_binary(_start(path)) and not registry.binary(path.name) else ""
    except OSError as error:
        raise InputError(f"cannot be opened: {error.strerror}", file=str(path)) from None


def _head(path: Path, largest: int, binary: bool) -> tuple[bytes, str]:
    """The first bytes of a file, and why it cannot be read as text."""
    try:
        head, size = _start(path), path.stat().st_size
    except OSError as error:
        return b"", f"cannot be opened: {error.strerror}"
    if size > largest:
        return head, f"larger than {largest // 1024 // 1024} MiB"
    return head, "a binary file" if is_binary(head) and not binary else ""


def _start(path: Path) -> bytes:
    with path.open("rb", buffering=0) as file:
        return file.read(HEAD)


def _text(head: bytes) -> str:
    """The first characters of a file, for readers to recognise it by."""
    return decode(head[:4096] if head.isascii() else head[: head.rfind(b"\n") + 1] or head)[0][:4096]


def _enterable(path: Path) -> bool:
    name = path.name
    hidden = name.startswith(".") and name not in _HIDDEN_READ
    return name not in NEVER and not hidden and not _is_graph(path)


def _is_graph(path: Path) -> bool:
    """Whether `kg` keeps a graph in a folder."""
    return (path / "graph.json").is_file() and (path / "snapshots").is_dir()


def _spec(path: Path) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec

    try:
        return GitIgnoreSpec.from_lines(decode(path.read_bytes())[0].splitlines())
    except (OSError, ValueError):
        return GitIgnoreSpec.from_lines([])


def _ignored(path: Path, folder: bool, ignores: tuple[tuple[Path, GitIgnoreSpec], ...]) -> bool:
    """Whether the nearest `.gitignore` that speaks of a path excludes it."""
    for base, spec in reversed(ignores):
        verdict = spec.check_file(path.relative_to(base).as_posix() + ("/" if folder else "")).include
        if verdict is not None:
            return verdict
    return False
