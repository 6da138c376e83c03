"""The command line: each command parses its input, calls one function and renders the answer."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kg import __version__
from kg.errors import KgError

if TYPE_CHECKING:
    from kg.api import Graph


_F = TypeVar("_F", bound=Callable[..., Any])


class _Group(click.Group):
    """Errors as one line on stderr with their exit code; a traceback only with --debug."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KgError as error:
            if ctx.params.get("debug"):
                raise
            click.echo(f"kg: {error}", err=True)
            ctx.exit(error.exit_code)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except Exception as error:
            if ctx.params.get("debug"):
                raise
            click.echo(f"kg: a fault of ours: {type(error).__name__}: {error} (--debug shows where)", err=True)
            ctx.exit(3)


def _graph_option(command: _F) -> _F:
    return click.option(
        "-g", "--graph", "folder", default=".kg", envvar="KG_GRAPH", show_default=True, help="Folder of the graph."
    )(command)


def _format_option(*formats: str) -> Callable[[_F], _F]:
    return click.option(
        "-f", "--format", "format_name", type=click.Choice(formats), default=formats[0], show_default=True
    )


def _say(answer: object, format_name: str) -> None:
    from kg.render import render

    click.echo(render(answer, format_name), nl=False)


def _open(folder: str) -> Graph:
    from kg.api import Graph

    return Graph(folder)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="kg")
@click.option("--debug", is_flag=True, help="Show tracebacks.")
def main(debug: bool) -> None:
    """Engineering documents in, cited answers out: what breaks, what survives, and which sentence says so."""


@main.command()
@_graph_option
@click.option("--base", default="https://example.org/kg/", show_default=True, help="IRI all data starts with.")
@click.option("--ontology", multiple=True, type=click.Path(path_type=Path), help="Turtle file; may be repeated.")
def init(folder: str, base: str, ontology: tuple[Path, ...]) -> None:
    """Start an empty graph."""
    _open(folder).init(base, ontology)


@main.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@_graph_option
@click.option("--wait", is_flag=True, help="Wait for another build to finish.")
def build(paths: tuple[Path, ...], folder: str, wait: bool) -> None:
    """Make the graph say what the documents under PATHS say."""
    changed = _open(folder).build(paths, wait=wait)
    click.echo(f"{changed} quads changed" if changed else "nothing changed", err=True)


@main.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@_format_option("jsonl", "text")
def extract(paths: tuple[Path, ...], format_name: str) -> None:
    """Print the claims of documents; nothing is stored."""
    from kg.build import claims
    from kg.render.data import as_data

    for claim in claims(paths):
        click.echo(json.dumps(as_data(claim), ensure_ascii=False) if format_name == "jsonl" else str(claim))


@main.command()
@click.argument("names", nargs=-1, required=True)
@_graph_option
@_format_option("text", "json", "csv", "mermaid", "dot")
@click.option("--paths", default=1, show_default=True, help="Paths to show for each affected thing.")
@click.option("--top", type=int, help="Things to show in each list.")
@click.option("--source-url", help="Template that makes citations links: {document} {first} {last}.")
def impact(
    names: tuple[str, ...], folder: str, format_name: str, paths: int, top: int | None, source_url: str | None
) -> None:
    """What breaks, degrades and survives when NAMES fail."""
    _say(_open(folder).impact(*names, paths=paths, top=top, source_url=source_url), format_name)


@main.command()
@click.argument("name")
@_graph_option
@_format_option("text", "json")
@click.option("--top", type=int, help="Things to show in each list.")
def needs(name: str, folder: str, format_name: str, top: int | None) -> None:
    """What NAME relies on, directly or through others."""
    _say(_open(folder).needs(name, top=top), format_name)


@main.command()
@click.argument("source")
@click.argument("target")
@_graph_option
@_format_option("text", "json")
@click.option("--paths", default=3, show_default=True, help="How many paths.")
def why(source: str, target: str, folder: str, format_name: str, paths: int) -> None:
    """How SOURCE relies on TARGET."""
    _say(_open(folder).why(source, target, paths=paths), format_name)


@main.command()
@click.argument("name")
@_graph_option
@_format_option("text", "json")
@click.option("--hops", default=1, show_default=True, help="How far to walk.")
@click.option("--reverse", "direction", flag_value="reverse", help="What relies on it.")
@click.option("--both", "direction", flag_value="both", help="Both ways.")
def near(name: str, folder: str, format_name: str, hops: int, direction: str | None) -> None:
    """What lies within some hops of NAME: what it relies on, unless told otherwise."""
    _say(_open(folder).near(name, hops=hops, direction=direction or "forward"), format_name)


@main.command()
@click.argument("name")
@_graph_option
@_format_option("text", "json")
def show(name: str, folder: str, format_name: str) -> None:
    """All that is known of NAME."""
    _say(_open(folder).show(name), format_name)


@main.command()
@click.argument("text")
@_graph_option
@_format_option("text", "json")
def find(text: str, folder: str, format_name: str) -> None:
    """Things whose name fits TEXT."""
    _say(_open(folder).find(text), format_name)


@main.command()
@click.argument("names", nargs=-1, required=True)
@_graph_option
@_format_option("text", "json")
@click.option("--max-tokens", default=2000, show_default=True, help="Budget: characters divided by four.")
@click.option("--hops", default=2, show_default=True, help="How far to walk.")
def context(names: tuple[str, ...], folder: str, format_name: str, max_tokens: int, hops: int) -> None:
    """The cited subgraph around NAMES, as a context window for a language model."""
    _say(_open(folder).context(*names, max_tokens=max_tokens, hops=hops), format_name)


if __name__ == "__main__":
    sys.exit(main())
