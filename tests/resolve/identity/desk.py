"""A small office of documents, and the commands of a user who looks after its names."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

from click.testing import CliRunner, Result

from kg.cli.main import main

CHECKOUT = """# Checkout

The order desk depends on the cart service.

The basket service depends on the session cache.

The session cache is backed by Redis.

The cart service is owned by the checkout team.
"""


class Desk:
    """A folder with documents and a graph."""

    def __init__(self, folder: Path, **documents: str) -> None:
        self.folder = folder
        self.docs = folder / "docs"
        self.docs.mkdir()
        for name, text in (documents or {"checkout": CHECKOUT}).items():
            self.write(name, text)
        self.build()

    def copy(self, folder: Path) -> Desk:
        """The same office in another folder, which takes less time than building it."""
        copy = object.__new__(Desk)
        copy.folder = shutil.copytree(self.folder, folder, dirs_exist_ok=True)
        copy.docs = folder / "docs"
        return copy

    def write(self, name: str, text: str) -> None:
        file = self.docs / f"{name.replace('__', '/')}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def build(self) -> str:
        return self.run("build", str(self.docs)).stderr

    def invoke(self, *words: str) -> Result:
        return CliRunner().invoke(main, [*words, "-g", str(self.folder / "graph")], prog_name="kg")

    def run(self, *words: str) -> Result:
        done = self.invoke(*words)
        assert done.exit_code == 0, done.output
        return done

    def paste(self, command: str) -> None:
        kg, *words = shlex.split(command)
        done = CliRunner().invoke(main, words, prog_name=kg)
        assert (kg, done.exit_code) == ("kg", 0), done.output

    def say(self, *words: str, reason: str = "as told", by: str = "ada") -> str:
        """A decision; what is printed about it."""
        return self.run("alias", *words, "--reason", reason, "--by", by, "--date", "2026-02-03").stderr

    def canonical(self) -> str:
        return self.run("export", "-f", "nquads", "--canonical").stdout

    def broken(self, *names: str) -> set[str]:
        text = self.run("impact", *names, "-f", "csv").stdout
        return {line.split(",")[1] for line in text.splitlines()[1:] if line.startswith("breaks")}
