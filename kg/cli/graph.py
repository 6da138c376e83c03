"""Commands that make graphs."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kg.cli.base import counted, format_option, graph_option, note, open_graph, progress_bar, say_text
from kg.errors import GateFailed, InputError
from kg.extract import DEFAULT_THRESHOLDS, Thresholds

if TYPE_CHECKING:
    from kg.build import Build

_F = TypeVar("_F", bound=Callable[..., Any])


@click.command()
@graph_option
@click.option("--base", default="https://example.org/kg/", show_default=True, help="IRI all data starts with.")
@click.option("--ontology", multiple=True, type=click.Path(path_type=Path), help="Turtle file; may be repeated.")
def init(folder: str, base: str, ontology: tuple[Path, ...]) -> None:
    """Start an empty graph."""
    open_graph(folder).init(base, ontology)


def _pairs(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """`FOLDER=SCOPE` pairs."""
    bad = next((value for value in values if "=" not in value), None)
    if bad is not None:
        raise InputError(f"{bad!r} is no scope", hint="--scope FOLDER=NAME")
    return dict(value.split("=", 1) for value in values)


def _thresholds(ctx: click.Context, param: click.Parameter, value: str | None) -> Thresholds:
    """Thresholds of confidence; of one number the second is the usual one, or the same where that is higher."""
    if value is None:
        return DEFAULT_THRESHOLDS
    try:
        asserted, _, tentative = value.partition(",")
        least = float(tentative) if tentative else min(float(asserted), DEFAULT_THRESHOLDS.tentative)
        return Thresholds(float(asserted), least)
    except ValueError:
        raise click.BadParameter(f"{value!r} is no number, nor two: 0.5 or 0.5,0.2", ctx, param) from None


def reading_options(command: _F) -> _F:
    """What is read, and what decides on how."""
    paths = click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
    return how_options(paths(command))


def how_options(command: _F) -> _F:
    """What decides on how documents are read."""
    file = click.Path(path_type=Path)
    options: tuple[Callable[[Any], Any], ...] = (
        click.option("--scope", "scopes", multiple=True, metavar="FOLDER=NAME", callback=_pairs, help="Set a scope."),
        click.option("--mapping", type=file, help="Mapping file of a service catalog."),
        click.option("--ontology", multiple=True, type=file, help="Turtle file to put in force; may be repeated."),
        click.option("--reader", type=file, help="Trained reader in place of the one that ships."),
        click.option(
            "--min-confidence",
            "thresholds",
            metavar="ASSERTED[,TENTATIVE]",
            callback=_thresholds,
            help="From which confidence on a claim of prose holds, and from which it is kept as a doubt. [default: "
            f"{DEFAULT_THRESHOLDS.asserted},{DEFAULT_THRESHOLDS.tentative}]",
        ),
    )
    for option in options:
        command = option(command)
    return command


@click.command()
@reading_options
@graph_option
@click.option("--aliases", multiple=True, type=click.Path(path_type=Path), help="Turtle file of curated aliases.")
@click.option("--shapes", multiple=True, type=click.Path(path_type=Path), help="SHACL file beside those that ship.")
@click.option("--wait", is_flag=True, help="Wait for another build to end.")
@click.option("--wait-at-most", type=click.FloatRange(min=0), metavar="SECONDS", help="The same, but not for ever.")
@click.option("--show-mapping", is_flag=True, help="Print the mapping inferred for files of records; build nothing.")
@click.option("--strict", is_flag=True, help="Exit 1 when a claim was rejected or a file not read.")
def build(
    paths: tuple[Path, ...],
    folder: str,
    wait: bool,
    wait_at_most: float | None,
    show_mapping: bool,
    strict: bool,
    aliases: tuple[Path, ...],
    shapes: tuple[Path, ...],
    ontology: tuple[Path, ...],
    mapping: Path | None,
    scopes: dict[str, str],
    reader: Path | None,
    thresholds: Thresholds,
) -> None:
    """Make the graph say what the documents under PATHS say; `-` is standard input."""
    from kg.build import Options

    files, stdin = _stdin(paths)
    if show_mapping:
        say_text(_inferred(files))
        return
    with progress_bar() as progress:
        options = Options(
            aliases, ontology, mapping, scopes, shapes, stdin, progress, thresholds=thresholds, reader=reader
        )
        state = open_graph(folder).build(files, wait=wait if wait_at_most is None else wait_at_most, options=options)
    for line in (*_missed(state), *_conflicts(state)):
        note(line)
    click.echo(_summary(state), err=True)
    if strict and state.rejected:
        raise GateFailed(f"{state.rejected} claims were rejected", hint="kg check says why")
    if strict and state.missed:
        raise GateFailed("not everything was read", hint="kg gaps says what and why")


def _inferred(files: list[Path]) -> str:
    """The mapping file that is inferred.

    Raises:
        InputError: If there is none to infer.
    """
    from kg.read import inferred_mappings, mapping_text, sources

    mappings = inferred_mappings(sources(files).items)
    if not mappings:
        raise InputError("no file of records is sure enough of what its keys say", hint="--mapping FILE says it")
    return mapping_text(mappings)


def _missed(state: Build) -> Iterator[str]:
    """One line on what was not read, with the reason where it is one thing."""
    places = [f"{one.path}:{one.line}" if one.line else one.path for one in state.missed]
    if len(places) == 1:
        yield f"kg: {places[0]}: {state.missed[0].reason}"
    elif places:
        more = f" and {len(places) - _NAMED} more" if len(places) > _NAMED else ""
        yield f"kg: {len(places)} files not read, or not whole: {', '.join(places[:_NAMED])}{more}; kg gaps says why"


_NAMED = 3
"""Places that are named before the others are counted."""


def _conflicts(state: Build) -> Iterator[str]:
    """Curated links that are not followed."""
    for ends in state.conflicts:
        one, other = map(state.store.names.curie, ends)
        yield f"kg: {one} = {other} is not followed, people keep such names apart: kg alias list says who and why"


def _summary(state: Build) -> str:
    if state.unchanged:
        return "nothing changed"
    parts = [
        f"{counted(state.documents, 'document')} ({state.read_anew} read anew)",
        f"{counted(state.found, 'claim')} found there",
        f"{state.rejected} rejected",
        f"{counted(state.added, 'quad')} added, {state.removed} removed",
    ]
    if state.ambiguous:
        parts.append("ambiguous: " + ", ".join(sorted(state.ambiguous)))
    return "; ".join(parts)


def _stdin(paths: tuple[Path, ...]) -> tuple[list[Path], str | None]:
    """The paths, and the text of standard input when one of them is `-`."""
    files = [path for path in paths if str(path) != "-"]
    if len(files) == len(paths):
        return files, None
    return files, sys.stdin.buffer.read().decode("utf-8", "replace")


@click.command()
@reading_options
@format_option("jsonl", "text")
def extract(
    paths: tuple[Path, ...],
    format_name: str,
    ontology: tuple[Path, ...],
    mapping: Path | None,
    scopes: dict[str, str],
    reader: Path | None,
    thresholds: Thresholds,
) -> None:
    """Print the claims of the documents under PATHS; nothing is stored."""
    from kg.build import Options, claims
    from kg.model import printable
    from kg.render import as_data

    files, stdin = _stdin(paths)
    state = claims(files, Options((), ontology, mapping, scopes, (), stdin, thresholds=thresholds, reader=reader))
    for skipped in state.skipped:
        note(f"kg: {skipped.path}: {skipped.reason}")
    found = (claim for claims in state.claims.values() for claim in claims)
    jsonl = format_name == "jsonl"
    lines = (json.dumps(as_data(c), ensure_ascii=False) if jsonl else printable(str(c)) for c in found)
    say_text("".join(f"{line}\n" for line in lines))
