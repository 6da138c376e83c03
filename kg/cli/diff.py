"""The command that compares."""

from __future__ import annotations

from pathlib import Path

import click

from kg.cli.base import format_option, graph_option, say
from kg.cli.graph import how_options
from kg.cli.limits import TOP_IN_TEXT
from kg.errors import GateFailed
from kg.extract import Thresholds


@click.command()
@click.argument("old")
@click.argument("new", required=False)
@click.option("--docs", multiple=True, type=click.Path(path_type=Path), help="Compare two git revisions of PATH.")
@click.option("--impact", metavar="NAME|all", help="Say what newly breaks and what no longer does.")
@click.option("--exit-code", is_flag=True, help="Exit 1 if anything changed; with --impact, if anything newly breaks.")
@click.option("--top", type=click.IntRange(min=0), help=f"Things to show in each list (text: {TOP_IN_TEXT}).")
@graph_option
@how_options
@format_option("text", "json", "markdown")
def diff(
    old: str,
    new: str | None,
    folder: str,
    docs: tuple[Path, ...],
    impact: str | None,
    exit_code: bool,
    top: int | None,
    format_name: str,
    ontology: tuple[Path, ...],
    mapping: Path | None,
    scopes: dict[str, str],
    reader: Path | None,
    thresholds: Thresholds,
) -> None:
    """Say what changed from OLD to NEW: graph folders, exported files, or git revisions with --docs.

    NEW left out is the graph of -g, with --docs the documents as they are now; OLD..NEW names two revisions.
    """
    from kg.build import Options
    from kg.build import revisions as versions

    options = Options(ontology=ontology, mapping=mapping, scopes=scopes, reader=reader, thresholds=thresholds)
    top = TOP_IN_TEXT if top is None and format_name != "json" else top
    found = versions.diff(
        old, new if new is not None or docs else folder, docs=docs, impact=impact, top=top, options=options
    )
    say(found, format_name)
    if exit_code and (found.worse if impact else bool(found)):
        raise GateFailed("something newly breaks" if impact else "something changed")
