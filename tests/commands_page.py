"""Writes docs/commands.md, the reference of the command line, from Click: `python -m tests.commands_page`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from kg.cli.main import main

PAGE = Path(__file__).parents[1] / "docs" / "commands.md"
FORMAT = "How to answer."
"""What `-f` says everywhere."""

_HEAD = """# Command reference

Every command with its options. This page is generated from the program (`make pages`); [commands by example](cli.md)
shows each at work, tells the exit codes and what a NAME is. `-h` or `--help` after any of them shows the same.
"""


def commands(group: click.Group, prefix: str = "kg") -> Iterator[tuple[str, click.Command]]:
    """All commands in the order of the help, each after the group it belongs to."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.commands[name]
        yield f"{prefix} {name}", command
        if isinstance(command, click.Group):
            yield from commands(command, f"{prefix} {name}")


def page() -> str:
    """The page as it ought to be."""
    shown = (("kg", main), *commands(main))
    return "\n".join((_HEAD, *(_section(name, command) for name, command in shown)))


def _section(name: str, command: click.Command) -> str:
    """A command: what it does, how it is called, what each option means."""
    assert command.help, f"{name} has no help"
    context = click.Context(command, info_name=name, **main.context_settings)
    usage = " ".join((name, *command.collect_usage_pieces(context)))
    rows = [_row(name, one) for one in command.params if isinstance(one, click.Option) and not one.hidden]
    table = ["| option | means | default |", "|---|---|---|", *rows] if rows else []
    text = "\n\n".join(" ".join(part.split()) for part in command.help.split("\n\n"))
    return "\n".join((f"## {name}\n", f"{_plain(text)}\n", f"    {usage}\n", *table, ""))


def _row(command: str, option: click.Option) -> str:
    said = option.help or (FORMAT if option.name == "format_name" else "")
    assert said, f"{command} {option.opts[-1]} has no help"
    names = ", ".join(f"`{name}`" for name in (*option.opts, *option.secondary_opts))
    return f"| {names}{_value(option)} | {_plain(said)}{_more(option)} | {_default(option)} |"


def _value(option: click.Option) -> str:
    """What follows the option."""
    if option.is_flag or option.count:
        return ""
    if isinstance(option.type, click.Choice):
        return " " + ", ".join(f"`{word}`" for word in option.type.choices)
    return f" `{option.metavar or option.type.name.upper().split(' ')[0]}`"


def _more(option: click.Option) -> str:
    again = " May be repeated." if option.multiple and "repeated" not in (option.help or "") else ""
    required = " Required." if option.required else ""
    variable = f" `{option.envvar}` sets it, too." if option.envvar else ""
    return f"{again}{required}{variable}"


def _default(option: click.Option) -> str:
    default = option.default
    shown = option.show_default and default is not None and not callable(default)
    if not shown:
        return ""
    if option.secondary_opts:
        return f"`{option.opts[0] if default else option.secondary_opts[0]}`"
    return f"`{default}`"


def _plain(text: str) -> str:
    """Text of a help as Markdown has it."""
    return text.replace("|", "\\|").replace("<", "&lt;")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
