"""Commands that make graphs."""

from __future__ import annotations

import json
from pathlib import Path

import click

from kg.cli.base import format_option, graph_option, open_graph


@click.command()
@graph_option
@click.option("--base", default="https://example.org/kg/", show_default=True, help="IRI all data starts with.")
@click.option("--ontology", multiple=True, type=click.Path(path_type=Path), help="Turtle file; may be repeated.")
def init(folder: str, base: str, ontology: tuple[Path, ...]) -> None:
    """Start an empty graph."""
    open_graph(folder).init(base, ontology)


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@graph_option
@click.option("--wait", is_flag=True, help="Wait for another build to finish.")
def build(paths: tuple[Path, ...], folder: str, wait: bool) -> None:
    """Make the graph say what the documents under PATHS say."""
    changed = open_graph(folder).build(paths, wait=wait)
    click.echo(f"{changed} quads changed" if changed else "nothing changed", err=True)


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@format_option("jsonl", "text")
def extract(paths: tuple[Path, ...], format_name: str) -> None:
    """Print the claims of documents; nothing is stored."""
    from kg.build import claims
    from kg.render.data import as_data

    for claim in claims(paths):
        click.echo(json.dumps(as_data(claim), ensure_ascii=False) if format_name == "jsonl" else str(claim))
