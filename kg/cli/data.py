"""Commands that see the graph as data: SPARQL, validation, files out and in, counts."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from kg.cli.base import counted, format_option, graph_option, open_graph, say, say_text, write_stdout, write_whole
from kg.errors import InputError

_FORMATS = click.Choice(["trig", "turtle", "nquads", "ntriples", "jsonld", "rdfxml"])


def _parameters(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    bad = next((value for value in values if "=" not in value), None)
    if bad is not None:
        raise InputError(f"{bad!r} is no parameter", hint="-p KEY=VALUE")
    return dict(value.split("=", 1) for value in values)


@click.command()
@click.argument("query", required=False)
@graph_option
@format_option("text", "json", "csv", "tsv", "turtle")
@click.option("-p", "--parameter", "parameters", multiple=True, metavar="KEY=VALUE", callback=_parameters,
              help="Parameter of a named query; names of entities will do.")  # fmt: skip
@click.option("--list", "list_them", is_flag=True, help="List the named queries.")
def query(query: str | None, folder: str, format_name: str, parameters: dict[str, str], list_them: bool) -> None:
    """Ask SPARQL 1.1: QUERY is a named query, a file, or `-` for standard input."""
    from kg.rdf import named

    if list_them:
        say_text("".join(f"{one.name:<20}{one.summary}\n" for one in named().values()))
        return
    if query is None:
        raise InputError("no query", hint="kg query --list lists the named ones")
    text = query if query in named() else _text(query)
    say(open_graph(folder).query(text, parameters), format_name)


def _text(query: str) -> str:
    """A query from standard input or a file."""
    if query == "-":
        return sys.stdin.buffer.read().decode("utf-8", "replace")
    try:
        return Path(query).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        hint = "kg query --list lists the named ones"
        raise InputError("neither a named query nor a file that can be read", file=query, hint=hint) from error


@click.command()
@graph_option
@click.option("-f", "--format", "format_name", type=_FORMATS, help="Else the ending of the file tells, else trig.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="File to write; stdout otherwise.")
@click.option("--only", multiple=True, metavar="GRAPH", help="provenance, inferred, chunks …, a CURIE or an IRI.")
@click.option("--merge", is_flag=True, help="Give up graph names in a format that has none.")
@click.option("--with-inferred/--without-inferred", "inferred", default=True, show_default=True,
              help="Also what reasoning added.")  # fmt: skip
@click.option("--canonical", is_flag=True, help="Canonical N-Quads (RDFC-1.0).")
def export(
    folder: str,
    format_name: str | None,
    output: Path | None,
    only: tuple[str, ...],
    merge: bool,
    inferred: bool,
    canonical: bool,
) -> None:
    """Write the graph as RDF, sorted, so that two exports can be compared line by line."""
    from kg.rdf import SUFFIXES

    ending = output.suffix[1:].lower() if output else ""
    chosen = format_name or ("nquads" if canonical else SUFFIXES.get(ending, "trig"))
    if canonical and chosen != "nquads":
        raise InputError("only N-Quads have a canonical form", hint="--format nquads --canonical")
    data = open_graph(folder).export(chosen, only=only, merge=merge, inferred=inferred)
    if output is None:
        write_stdout(data)
    else:
        write_whole(output, data)


@click.command("import")
@click.argument("file", default="-")
@graph_option
@click.option("-f", "--format", "format_name", type=_FORMATS, help="Else the ending of the file tells.")
@click.option("--base", help="IRI all its data starts with, where its graph names do not tell.")
def import_(file: str, folder: str, format_name: str | None, base: str | None) -> None:
    """Replace the graph by an exported one: FILE, or `-` for standard input."""
    if file == "-":
        data, name = sys.stdin.buffer.read(), "standard input"
        format_name = format_name or "trig"
    else:
        try:
            data, name = Path(file).read_bytes(), file
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", file=file) from error
    changed = open_graph(folder).load(data, name, format_name=format_name, base=base)
    click.echo(f"{counted(changed, 'quad')} changed", err=True)


@click.command()
@graph_option
@format_option("text", "json")
def stats(folder: str, format_name: str) -> None:
    """How much the graph holds."""
    say(open_graph(folder).stats(), format_name)
