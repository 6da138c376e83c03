"""The command that validates."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kg.cli.base import format_option, graph_option, open_graph, say, say_text
from kg.errors import GateFailed, InputError

if TYPE_CHECKING:
    from kg.validate import StoreReport

_FILE = click.Path(path_type=Path)


@click.command()
@click.argument("paths", nargs=-1, type=_FILE)
@graph_option
@format_option("text", "json", "csv", "turtle", "html", "sarif", "junit", "github")
@click.option("--shapes", multiple=True, type=_FILE, help="SHACL file beside those that ship; may be repeated.")
@click.option("--ontology", multiple=True, type=_FILE, help="Ontology file for relations of one's own in claims files.")
@click.option("--fail-on", type=click.Choice(["violation", "warning", "info", "none"]), default="violation",
              show_default=True, help="Exit 1 from this severity on.")  # fmt: skip
@click.option("--rejected", is_flag=True, help="Only the claims that were kept out of the graph, with the reason.")
@click.option("--stats", is_flag=True, help="Say how many nodes each shape was checked on.")
@click.option("--source-root", default="", metavar="DIR", help="Put before the paths of documents in reports.")
@click.option("--list", "list_them", is_flag=True, help="List the rules; nothing is checked.")
def check(
    paths: tuple[Path, ...],
    folder: str,
    format_name: str,
    shapes: tuple[Path, ...],
    ontology: tuple[Path, ...],
    fail_on: str,
    rejected: bool,
    stats: bool,
    source_root: str,
    list_them: bool,
) -> None:
    """Validate a graph, or the files under PATHS: RDF, or claims as kg extract prints them."""
    from kg.validate import Severity

    if list_them:
        _list(shapes)
        return
    gate = None if fail_on == "none" else Severity(fail_on)
    report = replace(_report(paths, folder, shapes, ontology), gate=gate, root=source_root, stats=stats)
    if rejected:
        report = report.rejected
    say(report, format_name)
    if gate is not None and report.fails(gate):
        raise GateFailed(f"there are findings of severity {fail_on} or worse", hint="--fail-on sets the limit")


def _report(paths: tuple[Path, ...], folder: str, shapes: tuple[Path, ...], ontology: tuple[Path, ...]) -> StoreReport:
    from kg.rdf import exists
    from kg.validate import check_files

    graphs = [path for path in paths if path.is_dir() and exists(path)]
    if graphs and len(paths) > 1:
        raise InputError(
            "a graph is checked by itself", file=str(graphs[0]), hint="one graph, or files and folders of RDF"
        )
    if paths and not graphs:
        return check_files(paths, shapes, ontology)
    return open_graph(str(graphs[0]) if graphs else folder).check(shapes)


def _list(shapes: tuple[Path, ...]) -> None:
    from kg.validate import load, rule_catalogue

    lines: list[str] = []
    for pack, rules in groupby(rule_catalogue(load(shapes)), key=lambda rule: rule.pack):
        lines += [f"{pack}:", *(f"  {rule.id:<18} {rule.severity:<10} {rule.title}" for rule in rules)]
    say_text("".join(f"{line}\n" for line in lines))
