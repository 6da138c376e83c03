"""The two sides of a comparison: graph folders, exported files, or documents at two revisions of a git repository."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path, PurePosixPath

from kg.answer import Session, compare
from kg.build.options import Options
from kg.build.pipeline import build
from kg.errors import InputError, NothingToRead
from kg.model import Diff
from kg.ontology import load as load_ontology
from kg.rdf import DEFAULT_BASE, FORMATS, SUFFIXES, OxigraphStore, exists, load
from kg.read import Repository

WORKING_TREE = "working tree"
"""What the documents as they lie there now are called."""


def diff(
    old: str | Path,
    new: str | Path | None = None,
    *,
    docs: Sequence[str | Path] = (),
    impact: str | None = None,
    top: int | None = None,
    options: Options | None = None,
) -> Diff:
    """What changed between two graphs, or two revisions of documents.

    Args:
        old: A graph folder or an exported file; with `docs`, a git revision.
        new: The same; left out, the graph in `.kg`; with `docs`, the documents as they are now. `A..B` as `old` names
            both revisions.
        docs: Files and folders of a git repository.
        impact: A name whose failure to compare, or `all`.
        top: How many failures, and things of each list, to detail.
        options: What the documents of revisions are built with.

    Raises:
        InputError: If a side cannot be read, the bases differ, or a revision or name is unknown.
    """
    titles = _titles(str(old), None if new is None else str(new), bool(docs))
    with ExitStack() as stack:
        if docs:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kg-diff-")))
            paths = [Path(path) for path in docs]
            stores = _revisions(paths, titles, folder, options or Options())
        else:
            stores = (_opened(titles[0]), _opened(titles[1]))
        return compare(*stores, titles=titles, failing=impact, top=top)


def _titles(old: str, new: str | None, revisions: bool) -> tuple[str, str]:
    if not revisions:
        return old, ".kg" if new is None else new
    if new is None and ".." in old:
        first, _, second = old.partition("..")
        return first or "HEAD", second.lstrip(".") or "HEAD"
    return old, WORKING_TREE if new is None else new


def _opened(name: str) -> OxigraphStore:
    """The graph of a folder or of an exported file."""
    path = Path(name)
    if path.is_dir() or exists(path):
        return Session(path).store
    if not path.exists():
        hint = "a graph folder, an exported file, or revisions with --docs PATH"
        raise InputError("no such graph or file", file=name, hint=hint)
    if path.suffix.lstrip(".").lower() not in SUFFIXES:
        hint = f"a file of {', '.join(FORMATS)}; revisions of documents need --docs PATH"
        raise InputError("not a graph", file=name, hint=hint)
    try:
        loaded = load(path.read_bytes(), name)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=name) from None
    store = OxigraphStore(base=loaded.base)
    store.change((), loaded.quads)
    return store


def _revisions(
    docs: Sequence[Path], titles: tuple[str, str], folder: Path, options: Options
) -> tuple[OxigraphStore, OxigraphStore]:
    """Graphs of documents at two revisions, in a folder that is removed when they were compared."""
    repository = Repository.of(docs)
    sides = [_Side(repository, title, folder / side) for side, title in zip("ab", titles, strict=True)]
    if not any(side.paths for side in sides):
        where = " or ".join(dict.fromkeys(titles))
        raise InputError(f"no such file or folder in {where}", file=", ".join(str(path) for path in docs))
    root = os.path.commonpath([_folder(name, sides) for name in repository.names]).lstrip("/")
    old, new = (side.built(root, options) for side in sides)
    return old, new


class _Side:
    """The documents of one side, and where they lie."""

    def __init__(self, repository: Repository, title: str, folder: Path) -> None:
        self._graph, self._top = folder / "graph", repository.top
        if title != WORKING_TREE:
            self._top = folder / "docs"
            self._top.mkdir(parents=True)
            repository.unpack(title, self._top)
        self.paths = {name: self._top / name for name in repository.names if (self._top / name).exists()}

    def built(self, root: str, options: Options) -> OxigraphStore:
        """Their graph; an empty one of none that can be read."""
        graph = Session(self._graph)
        graph.create(DEFAULT_BASE, load_ontology(options.ontology))
        with suppress(NothingToRead), graph.changing() as store:
            build(store, [*self.paths.values()], replace(options, ontology=(), root=self._top / root))
        return graph.store


def _folder(name: str, sides: Sequence[_Side]) -> str:
    """The folder a document lies in, or the folder of documents itself; the top is `.`."""
    is_file = any(name in side.paths and side.paths[name].is_file() for side in sides)
    return "/" + (str(PurePosixPath(name).parent) if is_file else name)
