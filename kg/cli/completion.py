"""Shell completion: commands, options, and the names of the graph at hand."""

from __future__ import annotations

from pathlib import Path

import click
from click.shell_completion import CompletionItem, get_completion_class

from kg.errors import InputError

MOST = 50
"""Names offered at once."""


def complete_name(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Labels of the graph that begin with what was typed; none when there is no graph."""
    from kg.api import Graph
    from kg.errors import KgError

    try:
        folder = Path(str(ctx.params.get("folder") or ".kg"))
        labels = sorted({entity.label for entity in Graph(folder).labels.index.entities})
    except (KgError, OSError):
        return []
    begins = [label for label in labels if label.lower().startswith(incomplete.lower())]
    return [CompletionItem(label) for label in begins[:MOST]]


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the completion script of SHELL: eval "$(kg completion bash)"."""
    found = get_completion_class(shell)
    if found is None:
        raise InputError(f"no completion for {shell}")
    click.echo(found(ctx.find_root().command, {}, "kg", "_KG_COMPLETE").source())
