"""Documents as they were at a revision of a git repository, copied into a folder.

Blobs are read from the object database: no checkout, filter, hook or attribute of the repository takes part, and
nothing is fetched. Links and submodules are left out, as a build leaves them out.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from kg.errors import InputError

_REVISION = re.compile(r"[^-\s\x00-\x1f\x7f][^\s\x00-\x1f\x7f]{0,250}")
_COMMIT = re.compile(r"[0-9a-f]{40,64}")
_FILES = (b"100644", b"100755", b"100664")
_QUIET = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_PROTOCOL_FROM_USER": "0",
}


@dataclass(frozen=True, slots=True)
class Repository:
    """Documents of a git repository.

    Args:
        top: The repository's top folder.
        names: The documents' paths from there, `/` between segments; the top itself is `.`.
    """

    top: Path
    names: tuple[str, ...]

    @classmethod
    def of(cls, paths: Sequence[Path]) -> Repository:
        """The repository of some files and folders as they are called now; they need not exist now.

        Raises:
            InputError: If there is no git repository or a path lies outside that of the first.
        """
        top = _top(paths)
        return cls(top, tuple(dict.fromkeys(_inside(path, top) for path in paths)))

    def unpack(self, revision: str, into: Path) -> None:
        """Copy the documents as a revision has them, by their path from the top.

        Args:
            revision: A commit, branch, tag or what git takes for one (`HEAD~2`).
            into: Where to.

        Raises:
            InputError: If there is no such revision, or it holds paths that lead out of a folder.
        """
        commit = _commit(self.top, revision)
        for name, blob in _blobs(self.top, commit, self.names):
            file = into / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(blob)


def _top(paths: Sequence[Path]) -> Path:
    """The top folder of the repository of the first path."""
    here = Path(os.path.abspath(paths[0]))
    folder = next(parent for parent in (here, *here.parents) if parent.is_dir())
    done = _git(folder, "rev-parse", "--show-toplevel")
    if done.returncode:
        raise InputError("not in a git repository", file=str(paths[0]), hint="--docs is for documents kept in git")
    return Path(os.fsdecode(done.stdout.rstrip(b"\n")))


def _inside(path: Path, top: Path) -> str:
    """A path from the top of a repository, `/` between segments."""
    absolute = Path(os.path.abspath(path))
    whole = Path(os.path.realpath(absolute.parent)) / absolute.name
    try:
        return whole.relative_to(os.path.realpath(top)).as_posix()
    except ValueError:
        raise InputError(f"lies outside the repository {top}", file=str(path)) from None


def _commit(top: Path, revision: str) -> str:
    """The hash of a revision; what looks like an option never reaches git."""
    if not _REVISION.fullmatch(revision):
        raise InputError(f"{revision!r} is no git revision", hint="a commit, a branch, a tag")
    done = _git(top, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    commit = done.stdout.decode("ascii", "replace").strip()
    if done.returncode or not _COMMIT.fullmatch(commit):
        raise InputError(f"no git revision is called {revision!r}", file=str(top), hint="git log --oneline shows some")
    return commit


def _blobs(top: Path, commit: str, paths: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Names and contents of the plain files below some paths."""
    listed = _git(top, "ls-tree", "-r", "-z", "--full-tree", commit, "--", *paths)
    if listed.returncode:
        raise InputError(_message(listed), file=str(top))
    found: dict[str, bytes] = {}
    for line in listed.stdout.split(b"\0"):
        about, _, name = line.partition(b"\t")
        fields = about.split()
        if len(fields) == 3 and fields[0] in _FILES and fields[1] == b"blob":
            found[_safe(name)] = fields[2]
    yield from zip(found, _contents(top, list(found.values())), strict=True)


def _safe(name: bytes) -> str:
    """The path of a file in a tree, refused when it would lead out of the folder it is put in."""
    text = os.fsdecode(name)
    parts = PurePosixPath(text).parts
    if text.startswith("/") or not parts or any(part in ("..", ".git") for part in parts) or "\\" in text:
        raise InputError(f"the revision holds a file called {text!r}, which is refused")
    return text


def _contents(top: Path, blobs: Sequence[bytes]) -> Iterator[bytes]:
    """Contents of blobs, in order."""
    done = _git(top, "cat-file", "--batch", stdin=b"".join(blob + b"\n" for blob in blobs))
    data, at = done.stdout, 0
    for blob in blobs:
        end = data.find(b"\n", at)
        fields = data[at:end].split()
        if end < 0 or len(fields) != 3:
            raise InputError(f"git cannot read {blob.decode()}: {_message(done)}", file=str(top))
        at = end + 1 + int(fields[2]) + 1
        yield data[end + 1 : at - 1]


def _message(done: subprocess.CompletedProcess[bytes]) -> str:
    return " ".join(done.stderr.decode("utf-8", "replace").split())[:300] or "no message"


def _git(folder: Path, *words: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = ["git", "--no-pager", "--literal-pathspecs", "-C", str(folder), *words]
    try:
        return subprocess.run(command, input=stdin, capture_output=True, env={**os.environ, **_QUIET}, check=False)
    except FileNotFoundError:
        raise InputError("git is not installed", hint="compare two graphs instead: kg diff OLD NEW") from None
