"""The command line: each command parses its input, calls one function and renders the answer."""

from __future__ import annotations

import atexit
import gc

import click

from kg.cli import alias, answers, check, completion, curate, data, demo, diff, evaluate, graph
from kg.cli.base import Group
from kg.model import __version__


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="kg")
@click.option("--debug", is_flag=True, help="Show tracebacks.")
def main(debug: bool) -> None:
    """Engineering documents in, cited answers out: what breaks, what survives, and which sentence says so."""
    gc.set_threshold(MADE_BETWEEN_COLLECTIONS)


MADE_BETWEEN_COLLECTIONS = 50_000
"""Objects made before Python looks for cycles among them: at 700, its default, that takes a twentieth of a command."""

COMMANDS = (
    demo.demo,
    graph.init,
    graph.build,
    graph.extract,
    answers.impact,
    answers.needs,
    answers.why,
    answers.weak,
    answers.near,
    answers.show,
    answers.find,
    answers.context,
    answers.gaps,
    data.query,
    check.check,
    curate.claim,
    alias.alias,
    diff.diff,
    data.export,
    data.import_,
    data.stats,
    evaluate.evaluate,
    completion.completion,
)
"""All commands, in the order of the help."""

for _command in COMMANDS:
    main.add_command(_command)

atexit.register(gc.freeze)  # a process that ends need not look for cycles in all it knows: a tenth of a second
