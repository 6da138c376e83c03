"""A documentation site that keeps all versions of every page: how fast a question is there, and how long an answer.

python benchmarks/versions.py [VERSIONS] [PAGES]
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from build_rate import BETWEEN, HOSTS, fact, name, timed
from timing import ENV, KG

VERSIONS, PAGES = 60, 140
SECTIONS = 12
"""Of a page; each states one thing and says something of it that is not understood."""


def page(number: int, version: int) -> str:
    """One page as a version has it: every fifth version rewords a sentence, the first half states one thing more."""
    parts = [f"# The {name(number)}", f"This page is about release 1.{version}."]
    for section in range(SECTIONS):
        at = number * SECTIONS + section
        host = HOSTS[at % len(HOSTS)]
        parts += [
            f"## {BETWEEN[at % 3].split()[0]} {section}",
            f"{fact(at)} {BETWEEN[(at + version // 5) % 3]}",
            f"Whatever is said of {host} in section {section} depends on whom one asks, and when.",
        ]
    if version < VERSIONS // 2:
        parts.append(f"The {name(number)} depends on the old archive.")
    return "\n\n".join(parts) + "\n"


def write_site(folder: Path, versions: int, pages: int) -> int:
    """The pages of all versions; how many."""
    for version in range(versions):
        where = folder / f"1.{version}"
        where.mkdir(parents=True)
        for number in range(pages):
            (where / f"page-{number:03}.md").write_text(page(number, version), encoding="utf-8")
    return versions * pages


def answers(folder: Path, *words: str) -> dict[str, object]:
    """The JSON of an answer."""
    done = subprocess.run([KG, *words, "-f", "json"], cwd=folder, env=ENV, capture_output=True, check=True, text=True)
    found: dict[str, object] = json.loads(done.stdout)
    return found


def measure(versions: int, pages: int) -> None:
    """Print a line for each figure."""
    with tempfile.TemporaryDirectory() as place:
        where = Path(place)
        count = write_site(where / "docs", versions, pages)
        print(f"build, {count} documents              {timed('build', 'docs', cwd=where):7.1f} s")
        (where / "docs" / f"1.{versions - 1}" / "page-000.md").write_text("The page uses Redis.\n", encoding="utf-8")
        print(f"build again, one page changed     {timed('build', 'docs', cwd=where):7.1f} s")
        for words in (("impact", "redis"), ("impact", "redis", "-f", "json"), ("gaps", "--about", "redis"), ("weak",)):
            print(f"{'kg ' + ' '.join(words):<33} {min(timed(*words, cwd=where) for _ in range(3)):7.2f} s")
        found = answers(where, "impact", "redis")
        step = found["breaks"][0]["paths"][0]["steps"][0]  # type: ignore[index]
        copies = len(step["citations"][0].get("copies", ()))
        print(f"support of the first step: {step['support']}, cited once with {copies} copies")


if __name__ == "__main__":
    measure(*(int(word) for word in sys.argv[1:]) if len(sys.argv) > 1 else (VERSIONS, PAGES))
