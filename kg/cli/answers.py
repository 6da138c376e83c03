"""Commands that answer questions about a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from kg.cli.base import format_option, graph_option, note, open_graph, say
from kg.cli.completion import complete_name
from kg.cli.limits import TOP_IN_TEXT, capped, limit_options

if TYPE_CHECKING:
    from kg.model import Direction


_LINKS = ("min_support", "via", "exclude", "trust")
"""Limits on what counts."""


@click.command()
@click.argument("names", nargs=-1, required=True, shell_complete=complete_name)
@graph_option
@format_option("text", "json", "csv", "mermaid", "dot")
@limit_options("paths", "order", "top", "depth", "kind", *_LINKS)
@click.option("--source-url", help="Template that makes citations links: {document} {first} {last}.")
def impact(names: tuple[str, ...], folder: str, format_name: str, source_url: str | None, **limits: Any) -> None:
    """What breaks, degrades and survives when NAMES fail."""
    found = open_graph(folder).impact(*names, source_url=source_url, **capped(format_name, limits))
    say(found, format_name)


@click.command()
@click.argument("name", shell_complete=complete_name)
@graph_option
@format_option("text", "json")
@limit_options("paths", "order", "top", "depth", "kind", *_LINKS)
def needs(name: str, folder: str, format_name: str, **limits: Any) -> None:
    """What NAME relies on, directly or through others."""
    say(open_graph(folder).needs(name, **capped(format_name, limits)), format_name)


@click.command()
@click.argument("source", shell_complete=complete_name)
@click.argument("target", shell_complete=complete_name)
@graph_option
@format_option("text", "json")
@click.option("--paths", default=3, show_default=True, help="How many paths.")
@limit_options("order")
@click.option("--depth", type=int, help="Hops a path has at most.")
@limit_options(*_LINKS)
def why(source: str, target: str, folder: str, format_name: str, **limits: Any) -> None:
    """How SOURCE relies on TARGET."""
    say(open_graph(folder).why(source, target, **limits), format_name)


@click.command()
@graph_option
@format_option("text", "json", "csv", "markdown")
@click.option("--for", "name", metavar="NAME", shell_complete=complete_name,
              help="Only what breaks NAME alone, the nearest first.")  # fmt: skip
@click.option("--top", type=int, default=TOP_IN_TEXT, show_default=True, help="Points to show.")
@click.option("--source-url", help="Template that makes citations links: {document} {first} {last}.")
def weak(folder: str, format_name: str, name: str | None, top: int, source_url: str | None) -> None:
    """Single points of failure: what takes most down alone, whom to tell, which sentence says so."""
    say(open_graph(folder).weak(name, top=top, source_url=source_url), format_name)


@click.command()
@click.argument("name", shell_complete=complete_name)
@graph_option
@format_option("text", "json")
@click.option("--hops", default=1, show_default=True, help="How far to walk.")
@click.option("--reverse", "direction", flag_value="reverse", help="What relies on it.")
@click.option("--both", "direction", flag_value="both", help="Both ways.")
@limit_options("kind", *_LINKS)
def near(name: str, folder: str, format_name: str, hops: int, direction: Direction | None, **limits: Any) -> None:
    """What lies within some hops of NAME: what it relies on, unless told otherwise."""
    say(open_graph(folder).near(name, hops=hops, direction=direction or "forward", **limits), format_name)


@click.command()
@click.argument("name", required=False, shell_complete=complete_name)
@graph_option
@format_option("text", "json")
@click.option("--documents", is_flag=True, help="All documents: their class, of what they speak, and why.")
def show(name: str | None, folder: str, format_name: str, documents: bool) -> None:
    """All that is known of NAME, or what the documents are."""
    if documents == (name is not None):
        raise click.UsageError("one of NAME and --documents is needed")
    graph = open_graph(folder)
    say(graph.documents() if name is None else graph.show(name), format_name)


@click.command()
@click.argument("text")
@graph_option
@format_option("text", "json")
@click.option("--top", type=click.IntRange(1), default=20, show_default=True, help="Things to show.")
def find(text: str, folder: str, format_name: str, top: int) -> None:
    """Things whose name fits TEXT."""
    found = open_graph(folder).find(text, limit=top + 1)
    say(found[:top], format_name)
    if len(found) > top:
        note("kg: more fit (--top shows more)")


@click.command()
@click.argument("names", nargs=-1, required=True, shell_complete=complete_name)
@graph_option
@format_option("markdown", "json")
@click.option("--max-tokens", default=2000, show_default=True, help="Budget: characters divided by four.")
@click.option("--hops", default=2, show_default=True, help="How far to walk.")
def context(names: tuple[str, ...], folder: str, format_name: str, max_tokens: int, hops: int) -> None:
    """The cited subgraph around NAMES, as a context window for a language model."""
    say(open_graph(folder).context(*names, max_tokens=max_tokens, hops=hops), format_name)


@click.command()
@click.option("--about", metavar="NAME", shell_complete=complete_name, help="Only what is about NAME.")
@graph_option
@format_option("text", "json")
def gaps(about: str | None, folder: str, format_name: str) -> None:
    """What was not understood: sentences, files, names that touch or mean several things."""
    say(open_graph(folder).gaps(about), format_name)
