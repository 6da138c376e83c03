"""Commands that correct a graph by hand."""

from __future__ import annotations

import click

from kg.cli.base import Before, decision_options, format_option, graph_option, note, open_graph, say, say_text
from kg.errors import short
from kg.model import printable


@click.group(cls=Before)
def claim() -> None:
    """Strike out or add claims by hand, with a reason; kept across builds."""


def _decide(name: str, denied: bool, help_text: str) -> click.Command:
    @click.argument("subject")
    @click.argument("relation")
    @click.argument("object")
    @graph_option
    @decision_options
    def command(subject: str, relation: str, object: str, folder: str, reason: str, who: str, when: str) -> None:
        graph = open_graph(folder)
        graph.decide(subject, relation, object, denied=denied, reason=reason, who=who, when=when)
        note(f"{'denied' if denied else 'added'}: {short(subject)} -{relation}-> {short(object)}")

    return click.command(name, help=help_text)(command)


claim.add_command(_decide("deny", True, "SUBJECT RELATION OBJECT does not hold, whatever the documents say."))
claim.add_command(_decide("add", False, "SUBJECT RELATION OBJECT holds, though no document says so."))


@claim.command("list")
@graph_option
@format_option("text", "json")
def list_decisions(folder: str, format_name: str) -> None:
    """What people decided."""
    made = open_graph(folder).decisions()
    if format_name == "json":
        say(tuple(made), format_name)
        return
    lines = (
        f"{'denied' if one.denied else 'added'}: {one.subject} -{one.relation}-> {one.object} "
        f"({one.who}, {one.when}): {one.reason}"
        for one in made
    )
    say_text("".join(f"{printable(line)}\n" for line in lines))
