"""The command that shows what `kg` does."""

from __future__ import annotations

import click


@click.command()
def demo() -> None:
    """Eight sentences, one question: a passage retriever and the graph side by side."""
    from kg.demo import demo as ask
    from kg.render.demo_format import render

    click.echo(render(ask()), nl=False)
