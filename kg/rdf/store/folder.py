"""A graph in a folder: immutable snapshots, one writer, any number of readers.

    .kg/
      graph.json            format, base, current snapshot, checksum of its index; replaced in one step
      lock                  held by whoever writes
      snapshots/000007/     an Oxigraph store nobody ever writes to again
      indexes/000007        its edges as arrays (`kg.graph`)
      locks/000007          on Windows, who holds the snapshot (`kg.rdf.store.locks`)

A writer works on a copy of the current snapshot (Oxigraph's `backup`: hard links, milliseconds) and publishes it by
replacing `graph.json`. Killed at any moment it leaves the previous graph or the next one, never a mixture. A reader
holds a shared lock on its snapshot's folder; a writer removes old snapshots that nobody holds.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pyoxigraph as ox

from kg.errors import GraphError
from kg.rdf.atomic import replacing, sync_folder
from kg.rdf.iris import Names
from kg.rdf.store.journal import Journal
from kg.rdf.store.lock import Wait, locked, writable
from kg.rdf.store.locks import release, seize, share
from kg.rdf.store.memory import OxigraphStore, Sealed

FORMAT = 1
"""Version of the layout on disk and of the RDF inside; a reader refuses a newer one."""

_MANIFEST = "graph.json"
_ANEW = "restore it, or build anew in another folder"
_FIELDS = {"format": int, "base": str, "snapshot": str}


@dataclass(frozen=True, slots=True)
class Manifest:
    """The contents of `graph.json`."""

    base: str
    snapshot: str
    index: int | None = None


Seal = Callable[[OxigraphStore, Path], int]
"""Writes the index of a complete graph to a file and returns its checksum."""


def exists(folder: Path) -> bool:
    """Whether a graph was ever started there."""
    return (folder / _MANIFEST).is_file()


def read_manifest(folder: Path) -> Manifest:
    """Where the current snapshot is.

    Raises:
        GraphError: If there is no graph, or one this version cannot read.
    """
    file = folder / _MANIFEST
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise GraphError("no graph here", file=str(folder), hint="kg build PATH makes one") from None
    except OSError as error:
        raise GraphError(f"cannot be read: {error.strerror}", file=str(file)) from error
    except ValueError as error:
        line = getattr(error, "lineno", None)
        raise GraphError("not the JSON of a graph of kg", file=str(file), line=line, hint=_ANEW) from error
    if isinstance(data, dict) and isinstance(data.get("format"), int) and data["format"] > FORMAT:
        raise GraphError(
            f"made by a newer version of kg (format {data['format']}, this one reads {FORMAT})",
            file=str(folder),
            hint="pip install --upgrade kg-context-graph",
        )
    if not isinstance(data, dict) or any(not isinstance(data.get(k), t) for k, t in _FIELDS.items()):
        raise GraphError("not a graph of kg", file=str(file), hint=_ANEW)
    index = data.get("index")
    return Manifest(data["base"], data["snapshot"], index if isinstance(index, int) else None)


def open_folder(folder: Path) -> OxigraphStore:
    """Open the last complete graph for reading, whatever a writer is doing meanwhile.

    Raises:
        GraphError: If there is none that this version can read.
    """
    for _ in range(20):
        manifest = read_manifest(folder)
        path = folder / "snapshots" / manifest.snapshot
        held = share(path)
        if held is not None:
            store = OxigraphStore(_open(path, read_only=True), manifest.base)
            store.held = held
            store.sealed = Sealed(folder, manifest.snapshot, manifest.index)
            return store
    raise GraphError("the current snapshot is gone", file=str(folder / _MANIFEST), hint="kg build makes it anew")


def create(
    folder: Path,
    base: str,
    ontology: Iterable[ox.Triple],
    seal: Seal | None = None,
    *,
    wait: Wait = False,
    anyway: bool = False,
) -> None:
    """Start an empty graph.

    Args:
        folder: Where.
        base: IRI that all data starts with.
        ontology: Triples of the ontology in force.
        seal: As for `writing`.
        wait: As for `writing`.
        anyway: It is as well if another process did meanwhile.

    Raises:
        GraphError: If there is one already, the folder cannot be written, or the base is no IRI to start from.
    """
    _check_base(base)
    with locked(folder, wait):
        if exists(folder) and anyway:
            return
        if exists(folder):
            raise GraphError("there is a graph here already", file=str(folder), hint="kg build adds to it")
        with _fresh_snapshot(folder, None, base, seal) as store:
            graph = ox.NamedNode(store.names.ontology)
            store.change([], [ox.Quad(t.subject, t.predicate, t.object, graph) for t in ontology])


@contextmanager
def writing(folder: Path, wait: Wait = False, seal: Seal | None = None) -> Iterator[OxigraphStore]:
    """Change a graph: what the block did becomes visible when it ends well, and not at all otherwise.

    Args:
        folder: Where the graph is.
        wait: Wait for another writer to end, for ever or for some seconds, instead of refusing.
        seal: Writes the index of the graph as it is in the end.

    Raises:
        GraphError: If there is no graph, another writer holds it, or it cannot be written.
    """
    manifest = read_manifest(folder)
    with locked(folder, wait):
        manifest = read_manifest(folder)
        with _fresh_snapshot(folder, folder / "snapshots" / manifest.snapshot, manifest.base, seal) as store:
            yield store


def reseal(store: OxigraphStore, seal: Seal) -> None:
    """Write the index of an open snapshot anew, if that is still the current one and nobody is writing.

    Raises:
        GraphError: If it cannot be written.
    """
    assert store.sealed is not None
    folder, snapshot = store.sealed.folder, store.sealed.snapshot
    with locked(folder):
        if read_manifest(folder).snapshot == snapshot:
            _publish(folder, Manifest(store.names.base, snapshot, _sealed(folder, snapshot, store, seal)))


def _sealed(folder: Path, snapshot: str, store: OxigraphStore, seal: Seal | None) -> int | None:
    if seal is None:
        return None
    try:
        (folder / "indexes").mkdir(exist_ok=True)
        return seal(store, folder / "indexes" / snapshot)
    except OSError as error:
        raise GraphError(f"cannot be written: {error.strerror}", file=str(folder / "indexes")) from error


@contextmanager
def _fresh_snapshot(folder: Path, current: Path | None, base: str, seal: Seal | None) -> Iterator[OxigraphStore]:
    snapshots = folder / "snapshots"
    number = int(current.name) + 1 if current else 1
    path = snapshots / f"{number:06d}"
    store = None
    try:
        with writable(folder):
            store = OxigraphStore(_copied(current, path), base)
            store.beside, store.previous = path, current
            if seal is not None:
                _note(store, folder, current)
            yield store
            if not current or store.changed:
                _settle(store, path)
                _publish(folder, Manifest(base, path.name, _sealed(folder, path.name, store, seal)))
    finally:
        if store is not None:
            store.close()
        _sweep(snapshots, keep=snapshots / read_manifest(folder).snapshot if exists(folder) else None)


def _note(store: OxigraphStore, folder: Path, current: Path | None) -> None:
    """Have a store note its changes, and know the index of the snapshot it follows."""
    inferred = ox.NamedNode(store.names.inferred)
    store.journal = Journal(store.names, empty=not any(store.quads(graph=inferred)))
    store.before = Sealed(folder, current.name, read_manifest(folder).index) if current else None


def _copied(current: Path | None, path: Path) -> ox.Store:
    """A store that a snapshot may become, with all that the current one holds."""
    path.parent.mkdir(exist_ok=True)
    _sweep(path.parent, keep=current)
    if current:
        _open(current, read_only=True).backup(str(path))
    return ox.Store(str(path))


def _settle(store: OxigraphStore, path: Path) -> None:
    """Have all in its place, and no journal of it left where that is long: opening again drops what was flushed."""
    store.oxigraph.flush()
    sizes = {file: _size(file) for file in path.iterdir()}
    if 10 * sum(found for file, found in sizes.items() if file.suffix == ".log") > sum(sizes.values()):
        del store.oxigraph
        store.oxigraph = ox.Store(str(path))


def _size(file: Path) -> int:
    """Bytes of a file; none once it is gone, for Oxigraph removes files of its own in the background."""
    with suppress(FileNotFoundError):
        return file.stat().st_size
    return 0


def _publish(folder: Path, manifest: Manifest) -> None:
    content = {"format": FORMAT, "base": manifest.base, "snapshot": manifest.snapshot, "index": manifest.index}
    mode = (folder / "lock").stat().st_mode & 0o666  # whoever may read the graph
    with replacing(folder / _MANIFEST, mode) as file:
        file.write(json.dumps(content).encode())
    sync_folder(folder)


def _sweep(snapshots: Path, keep: Path | None) -> None:
    """Remove snapshots that are neither current nor held by a reader, and what a killed writer left."""
    if not snapshots.is_dir():
        return
    for leftover in snapshots.parent.glob(_MANIFEST + "?*"):
        leftover.unlink(missing_ok=True)
    for path in sorted(snapshots.iterdir()):
        held = None if path == keep else seize(path)
        if held is not None:
            shutil.rmtree(path, ignore_errors=True)
            release(path, held)
    for file in (snapshots.parent / "indexes").glob("*"):
        if not (snapshots / file.name).is_dir():
            with suppress(PermissionError):  # Windows keeps what a reader has mapped; the next writer removes it
                file.unlink(missing_ok=True)


def _open(path: Path, read_only: bool = False) -> ox.Store:
    try:
        return ox.Store.read_only(str(path)) if read_only else ox.Store(str(path))
    except (OSError, ValueError) as error:
        raise GraphError(f"cannot be opened: {error}", file=str(path)) from error


def _check_base(base: str) -> None:
    try:
        ox.NamedNode(base)
    except ValueError as error:
        raise GraphError(f"{base!r} is no IRI", hint="such as https://example.org/kg/") from error
    if not base.endswith(("/", "#")) or Names(base).expand(base) is None:
        raise GraphError(f"the base IRI {base!r} must be absolute and end in / or #")
