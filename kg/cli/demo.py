"""The command that shows what `kg` does."""

from __future__ import annotations

import click


@click.command()
def demo() -> None:
    """Eight sentences, one question: a passage retriever and the graph side by side."""
    from kg.evaluate import demo as ask
    from kg.render import demo_text

    click.echo(demo_text(ask()), nl=False)
