"""What the documentation shows is what happens.

A page's blocks run in order in an empty folder that holds a copy of `examples/`:

    ```console            each `$ kg …` prints what follows it, exactly
    ```python             `>>>` examples, one namespace a page
    ```turtle file=x.ttl  is written to that file; any language will do

`python tests/test_docs.py` puts the real output into the console blocks.
"""

from __future__ import annotations

import contextlib
import doctest
import os
import re
import shlex
import shutil
import tempfile
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from kg.cli.main import main

ROOT = Path(__file__).resolve().parents[1]
SHOWN = (
    "tutorial",
    "howto-correct",
    "howto-share",
    "howto-sparql",
    "cli",
    "formats",
    "python",
    "ontology",
    "reading",
    "failure",
)
PAGES = ("README.md", *(f"docs/{name}.md" for name in SHOWN))
BLOCK = re.compile(r"^```(\w+)(?: file=(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?://|#)([^)#\s]+)")


@contextlib.contextmanager
def fresh_folder():
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as place:
        shutil.copytree(ROOT / "examples", Path(place) / "examples")
        os.chdir(place)
        try:
            yield
        finally:
            os.chdir(before)


def output(command):
    words = shlex.split(command)
    assert words[0] == "kg", command
    done = CliRunner().invoke(main, words[1:], terminal_width=80, prog_name="kg", env={"KG_GRAPH": None})
    assert done.exit_code in (0, 1, 2), f"{command}: {done.output}"
    return done.output


def console(block):
    """The block as it ought to be."""
    commands = [line.removeprefix("$ ") for line in block.splitlines() if line.startswith("$ ")]
    return "".join(f"$ {command}\n{output(command)}" for command in commands)


def run(text):
    """Pairs (block as written, block as it ought to be) of a page, each run in turn."""
    names = {}
    for language, file, block in BLOCK.findall(text):
        if file:
            Path(file).parent.mkdir(parents=True, exist_ok=True)
            Path(file).write_text(block, encoding="utf-8")
        elif language == "console" and "$ kg" in block:
            yield block, console(block)
        elif language == "python":
            test = doctest.DocTestParser().get_doctest(block, names, "page", None, 0)
            failures = []
            doctest.DocTestRunner(verbose=False).run(test, out=failures.append, clear_globs=False)
            assert not failures, "".join(failures)
            names = test.globs


def all_commands(group, prefix=()):
    for name, command in sorted(group.commands.items()):
        yield (*prefix, name), command
        if isinstance(command, click.Group):
            yield from all_commands(command, (*prefix, name))


COMMANDS = dict(all_commands(main))


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_shows_is_what_happens(page):
    with fresh_folder():
        for written, real in run((ROOT / page).read_text(encoding="utf-8")):
            assert written == real


@pytest.mark.parametrize("page", [*PAGES, "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"])
def test_links_lead_somewhere(page):
    file = ROOT / page
    for target in LINK.findall(file.read_text(encoding="utf-8")):
        assert (file.parent / target).exists(), target


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_and_option_has_help_and_a_place_in_the_documentation(words):
    command = COMMANDS[words]
    assert command.help
    assert all(one.help or one.name == "format_name" for one in command.params if isinstance(one, click.Option))
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    assert f"\n## kg {words[0]}\n" in page
    assert f"$ kg {' '.join(words)}" in page


def test_a_block_that_lies_is_noticed():
    with fresh_folder():
        ((written, real),) = run("```console\n$ kg --version\nkg, version 0\n```\n")
    assert written != real


def rewrite():
    for page in PAGES:
        file = ROOT / page
        text = file.read_text(encoding="utf-8")
        with fresh_folder():
            for written, real in run(text):
                text = text.replace(written, real, 1)
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    rewrite()
