"""Commands that decide which names are one thing."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kg.cli.base import (
    Before,
    by_option,
    date_option,
    decision_options,
    format_option,
    graph_option,
    note,
    open_graph,
    say,
    write_whole,
)
from kg.cli.completion import complete_name
from kg.errors import InputError

if TYPE_CHECKING:
    from kg.build import Outcome
    from kg.resolve import Verdict


@click.group(cls=Before)
def alias() -> None:
    """Say which names are one thing and which are not; kept across builds."""


@alias.command("list")
@graph_option
@format_option("text", "json")
@click.option("--decided", is_flag=True, help="Only what people decided.")
def list_aliases(folder: str, format_name: str, decided: bool) -> None:
    """Things with several names, names kept apart, conflicts, scopes."""
    say(open_graph(folder).aliases.list(decided=decided), format_name)


@alias.command()
@click.argument("name", shell_complete=complete_name)
@graph_option
@format_option("text", "json")
def show(name: str, folder: str, format_name: str) -> None:
    """Why the names of NAME are names of one thing, and what each link holds together."""
    say(open_graph(folder).aliases.show(name), format_name)


@alias.command()
@click.argument("one", shell_complete=complete_name)
@click.argument("other", shell_complete=complete_name)
@graph_option
@decision_options
@click.option("--confidence", default=1.0, show_default=True, help="From 0 to 1; the surer goes first.")
def add(one: str, other: str, folder: str, reason: str, who: str, when: str, confidence: float) -> None:
    """ONE and OTHER are one thing."""
    found = open_graph(folder).aliases.add(one, other, reason=reason, who=who, when=when, confidence=confidence)
    _report(found)


@alias.command()
@click.argument("one", shell_complete=complete_name)
@click.argument("other", shell_complete=complete_name)
@graph_option
@decision_options
def differ(one: str, other: str, folder: str, reason: str, who: str, when: str) -> None:
    """ONE and OTHER are two things, whatever any rule says."""
    _report(open_graph(folder).aliases.differ(one, other, reason=reason, who=who, when=when))


@alias.command()
@click.argument("names", nargs=-1, metavar="ONE OTHER")
@graph_option
@click.option("--source", help="Take back all that was imported from this file instead.")
def remove(names: tuple[str, ...], folder: str, source: str | None) -> None:
    """Take back what was decided on ONE and OTHER."""
    aliases = open_graph(folder).aliases
    if source is not None and not names:
        note(f"taken back: {aliases.remove_source(source)} decisions of {source}")
        return
    if len(names) != 2 or source is not None:
        raise click.UsageError("name two things, or a file with --source")
    note(f"taken back: {_said(aliases.remove(*names))}")


@alias.command()
@click.argument("name", shell_complete=complete_name)
@graph_option
@decision_options
@click.option("--in", "place", required=True, metavar="DOCUMENT|FOLDER", help="Where; relative to the build root.")
def scope(name: str, folder: str, reason: str, who: str, when: str, place: str) -> None:
    """NAME means a thing of its own in a document or folder."""
    made = open_graph(folder).aliases.scope(name, place, reason=reason, who=who, when=when)
    note(f"scoped: {made.name} in {made.place}; the next build applies it")


@alias.command()
@click.argument("name")
@graph_option
@click.option("--in", "place", required=True, metavar="DOCUMENT|FOLDER", help="The place that was given.")
def unscope(name: str, folder: str, place: str) -> None:
    """Take back that NAME means a thing of its own in a document or folder."""
    gone = open_graph(folder).aliases.unscope(name, place)
    note(f"taken back: {gone.name} in {gone.place}; the next build applies it")


@alias.command()
@graph_option
@format_option("text", "json")
@click.option("--limit", default=20, show_default=True, help="How many at most.")
@click.option("--min-score", "minimum", default=0.5, show_default=True, help="Least score, from 0 to 1.")
def suggest(folder: str, format_name: str, limit: int, minimum: float) -> None:
    """Names that may be one thing, with reasons; nothing is merged."""
    say(open_graph(folder).aliases.suggest(limit=limit, minimum=minimum), format_name)


@alias.command()
@graph_option
@click.option("-f", "--format", "format_name", type=click.Choice(["sssom"]), default="sssom", show_default=True)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="File to write; stdout otherwise.")
@click.option("--license", help="IRI of the licence of the mappings; unspecified, unless told.")
def export(folder: str, format_name: str, output: Path | None, license: str | None) -> None:
    """Write all links and decisions as a table that other tools read (SSSOM/TSV)."""
    table = open_graph(folder).aliases.export(license)
    if output is None:
        click.echo(table, nl=False)
    else:
        write_whole(output, table.encode())


@alias.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@graph_option
@date_option
@by_option
def import_(file: Path, folder: str, who: str, when: str) -> None:
    """Take the mappings of a SSSOM/TSV FILE as decisions."""
    try:
        data = file.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=str(file)) from error
    found = open_graph(folder).aliases.load(data, str(file), who=who, when=when)
    undo = f"; kg alias remove --source {shlex.quote(file.name)} takes them back" if found.new else ""
    note(f"{len(found.new)} decisions came, {found.known} mappings were known{undo}")


def _report(outcome: Outcome) -> None:
    note(_said(outcome.verdict))
    if outcome.replaced is not None:
        note(f"in place of: {_said(outcome.replaced)}")
    for name, nearest in outcome.unknown.items():
        hint = f" (did you mean {', '.join(nearest)}?)" if nearest else ""
        note(f"kg: no document uses the name {name!r} yet{hint}")
    for clash in outcome.conflicts:
        note(f"kg: {clash}")


def _said(verdict: Verdict) -> str:
    word = "one thing" if verdict.same else "kept apart"
    about = ", ".join(part for part in (verdict.who, verdict.when) if part)
    return (
        f"{word}: {verdict.one_text} / {verdict.other_text}" + (f" ({about})" if about else "") + f": {verdict.reason}"
    )
