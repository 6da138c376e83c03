"""What all commands share: error handling, options, rendering."""

from __future__ import annotations

import datetime
import getpass
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kg.errors import InputError, KgError, ending
from kg.rdf import replacing

if TYPE_CHECKING:
    from kg.api import Graph

_OUTPUT = "kg.output"
_BEFORE = "kg.before"

SHARED = (
    (("-g", "--graph"), "Folder of the graph"),
    (("-f", "--format"), "Format of the answer"),
    (("-o", "--output"), "File to write"),
)
"""Options of many commands, with what they say."""

_F = TypeVar("_F", bound=Callable[..., Any])


class Before(click.Group):
    """Commands whose shared options may stand before them as well, as with git: `kg -g DIR impact redis`.

    What stands there is handed to the command before its own arguments, so what is said twice is said last by these.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.params += [_shared(names, text) for names, text in SHARED]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command and its arguments."""
        name, command, rest = super().resolve_command(ctx, args)
        handed = ctx.meta.get(f"{_BEFORE} {ctx.command_path}", ())
        return name, command, [*handed, *rest]


class Group(Before):
    """Errors as one line on stderr with their exit code; a traceback only with --debug."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order they were added, which is the order they are used in."""
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result
        except KgError as error:
            self._fail(ctx, str(error), error.exit_code)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except BrokenPipeError:
            self._drop_output()  # whoever read the answer has enough of it
            ctx.exit(2)
        except OSError as error:
            if error.filename is None:
                self._drop_output()
            self._fail(ctx, f"{error.filename or 'the answer cannot be written'}: {error.strerror or error}", 2)
        except KeyboardInterrupt as stop:
            self._fail(ctx, *ending(stop))
        except Exception as error:
            self._fail(ctx, f"a fault of ours: {type(error).__name__}: {error} (--debug shows where)", 3)

    @staticmethod
    def _drop_output() -> None:
        """Nobody takes what is still to be written: let no complaint about it follow."""
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    @staticmethod
    def _fail(ctx: click.Context, message: str, code: int) -> None:
        if ctx.params.get("debug"):
            raise
        note(f"kg: {' '.join(message.split())}")
        ctx.exit(code)


def _shared(names: Sequence[str], text: str) -> click.Option:
    return click.Option(names, expose_value=False, callback=_handed_on, help=f"{text}; here or after the command.")


def _handed_on(ctx: click.Context, option: click.Parameter, value: str | None) -> None:
    """Keep an option given before a command for that command."""
    if value is not None:
        ctx.meta.setdefault(f"{_BEFORE} {ctx.command_path}", []).extend((option.opts[0], value))


def graph_option(command: _F) -> _F:
    """`-g/--graph`: where the graph is."""
    return click.option(
        "-g", "--graph", "folder", default=".kg", envvar="KG_GRAPH", show_default=True, help="Folder of the graph."
    )(command)


def format_option(*formats: str) -> Callable[[_F], _F]:
    """`-f/--format`, the first being the default, and `-o/--output`, which `say` heeds."""
    choose = click.option(
        "-f", "--format", "format_name", type=click.Choice(formats), default=formats[0], show_default=True
    )
    write = click.option(
        "-o", "--output", type=click.Path(path_type=Path), expose_value=False, callback=_remember, help="File to write."
    )
    return lambda command: choose(write(command))


def _remember(ctx: click.Context, _: click.Parameter, value: Path | None) -> None:
    ctx.meta[_OUTPUT] = value


def say(answer: object, format_name: str) -> None:
    """Print an answer to stdout, or write it to the file that was asked for."""
    from kg.render import render

    to_terminal = _output() is None and sys.stdout.isatty()
    say_text(render(answer, format_name, shutil.get_terminal_size().columns if to_terminal else None))


def say_text(text: str) -> None:
    """The same of an answer that is text already."""
    output = _output()
    if output is None:
        click.echo(text, nl=False)
    else:
        write_whole(output, text.encode())


def _output() -> Path | None:
    found: Path | None = click.get_current_context().meta.get(_OUTPUT)
    return found


def note(message: str) -> None:
    """Print a message to stderr, less what could drive a terminal: names and reasons come from files."""
    from kg.model import printable

    click.echo(printable(message), err=True)


def counted(number: int, noun: str) -> str:
    """A number of things, in the singular for one.

    >>> counted(1, "quad"), counted(0, "claim")
    ('1 quad', '0 claims')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def write_stdout(data: bytes) -> None:
    """Write all of some bytes: without a buffer (`PYTHONUNBUFFERED`) one call may take but a part of them."""
    left = memoryview(data)
    while left:
        left = left[sys.stdout.buffer.write(left) :]


def write_whole(output: Path, data: bytes) -> None:
    """Write a file whole or not at all; what is there and is no file, such as a device or a pipe, is written to.

    Raises:
        InputError: If it cannot be written.
    """
    device = output.parts[:2] in (("/", "dev"), ("/", "proc"))
    try:
        if device or (output.exists() and not output.is_file()):
            output.write_bytes(data)
            return
        output = Path(os.path.realpath(output))  # what a link leads to is written, not the link
        with replacing(output, output.stat().st_mode if output.exists() else None) as file:
            file.write(data)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", file=str(output)) from error


def decision_options(command: _F) -> _F:
    """`--reason`, `--by` and `--date` of what a person decides."""
    return click.option("--reason", required=True, help="Why; answers cite it.")(by_option(date_option(command)))


def by_option(command: _F) -> _F:
    """`--by`: who decides."""
    text = "Who says so; KG_USER, your name in git, or your login."
    return click.option("--by", "who", callback=_user, help=text)(command)


def date_option(command: _F) -> _F:
    """`--date`: when."""
    text = "ISO 8601 date; today, unless told otherwise."
    return click.option("--date", "when", callback=_today, help=text)(command)


def _today(_: click.Context, __: click.Parameter, value: str | None) -> str:
    if value is None:
        return datetime.date.today().isoformat()
    try:
        return datetime.date.fromisoformat(value).isoformat()
    except ValueError:
        raise InputError(f"{value!r} is no date", hint="such as 2026-02-03") from None


def _user(_: click.Context, __: click.Parameter, value: str | None) -> str:
    return value or os.environ.get("KG_USER") or _git_user() or getpass.getuser()


def _git_user() -> str:
    try:
        done = subprocess.run(["git", "config", "user.name"], capture_output=True, timeout=5, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.decode("utf-8", "replace").strip()


def open_graph(folder: str) -> Graph:
    """The graph the user named."""
    from kg.api import Graph

    return Graph(folder)


@contextmanager
def progress_bar() -> Iterator[Callable[[str, int, int], None]]:
    """A bar on stderr for what takes longer than a second, on a terminal only."""
    if not sys.stderr.isatty():
        yield lambda what, done, total: None
        return
    from rich.console import Console
    from rich.progress import Progress

    started = time.monotonic()
    with Progress(console=Console(stderr=True), transient=True, disable=False) as bars:
        tasks: dict[str, Any] = {}

        def show(what: str, done: int, total: int) -> None:
            if time.monotonic() - started > 1:
                if what not in tasks:
                    tasks[what] = bars.add_task(what, total=total)
                bars.update(tasks[what], completed=done)

        yield show
