"""A page in several versions, languages and copies is one source, however the graph came to be."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

import kg
from kg.cli.main import main

DESK = "# Desk, release {n}\n\nThe order desk uses Redis.\n"
ARCHIVED = "\nThe order desk depends on the paper archive.\n"
DENIED = "\nThe order desk does not depend on the stock service.\n"


class Site:
    def __init__(self, place: Path) -> None:
        self.place, self.docs = place, place / "docs"
        self.graph = kg.open(place / "graph")

    def version(self, name: str, more: str = "") -> None:
        folder = self.docs / name
        folder.mkdir(parents=True)
        (folder / "desk.md").write_text(DESK.format(n=name) + more, encoding="utf-8")
        for page in ("mail", "maps"):
            (folder / f"{page}.md").write_text(f"The {page} worker uses Kafka.\n", encoding="utf-8")

    def build(self) -> None:
        """Bring the graph up to date, which equals a clean one."""
        self.graph.build([self.docs])
        clean = kg.open(self.place / "clean")
        clean.build([self.docs])
        assert self.graph.export("nquads") == clean.export("nquads")
        shutil.rmtree(self.place / "clean")

    def step(self, failed: str):
        (affected,) = [one for one in self.graph.impact(failed).breaks if one.entity.label == "order desk"]
        (step,) = affected.paths[0]
        return step


@pytest.fixture
def site(tmp_path: Path) -> Site:
    found = Site(tmp_path)
    for name, more in (("1.8", ARCHIVED + DENIED), ("1.9", ARCHIVED), ("1.10", "")):
        found.version(name, more)
    found.build()
    return found


def test_the_newest_version_is_cited_with_its_copies(site: Site) -> None:
    step = site.step("redis")
    assert (step.support.documents, step.support.chunks) == (1, 1)
    assert list(map(str, step.citations)) == ["1.10/desk.md:3 and 2 copies"]
    run = CliRunner().invoke(main, ["impact", "redis", "-f", "json", "-g", str(site.graph.folder)])
    (cited,) = json.loads(run.stdout)["breaks"][0]["paths"][0]["steps"][0]["citations"]
    assert [one["document"] for one in cited["copies"]] == ["1.8/desk.md", "1.9/desk.md"]
    assert not step.disputed


def test_what_the_newest_version_dropped_is_past(site: Site) -> None:
    shown = site.graph.show("paper archive")
    assert shown.incoming == ()
    assert [(one.polarity, one.citation.document) for one in shown.claims] == [
        ("past", "1.8/desk.md"),
        ("past", "1.9/desk.md"),
    ]
    assert "paper archive" not in [one.entity.label for one in site.graph.impact("redis").survives]


def test_a_newer_version_makes_the_newest_an_older_one(site: Site) -> None:
    site.version("1.11", ARCHIVED)
    site.build()
    assert list(map(str, site.step("redis").citations)) == ["1.11/desk.md:3 and 3 copies"]
    assert list(map(str, site.step("paper archive").citations)) == ["1.11/desk.md:5 and 2 copies"]
    shutil.rmtree(site.docs / "1.11")
    site.build()
    assert list(map(str, site.step("redis").citations)) == ["1.10/desk.md:3 and 2 copies"]


def test_what_an_older_version_denied_disputes_nothing(site: Site) -> None:
    (site.docs / "1.10" / "desk.md").write_text("The order desk depends on the stock service.\n", encoding="utf-8")
    site.build()
    assert not site.step("stock service").disputed


def test_settings_decide_and_a_change_of_them_reads_all_anew(site: Site) -> None:
    (site.docs / "kg.toml").write_text('[documents]\n"1.9/*" = "current"\n', encoding="utf-8")
    site.build()
    assert list(map(str, site.step("paper archive").citations)) == ["1.9/desk.md:5 and 1 copy"]
    (site.docs / "kg.toml").unlink()
    site.build()
    assert site.graph.show("paper archive").incoming == ()


def test_copied_folders_and_sentences_are_one_source(tmp_path: Path) -> None:
    site, long = Site(tmp_path), "In every depot and in every shop of the whole company, the order desk uses Redis.\n"
    for path, text in {
        "north/desk.md": DESK.format(n=1),
        "fork/desk.md": DESK.format(n=1),
        "a.md": long,
        "b.md": long.replace("order desk", "`order desk`"),
    }.items():
        (site.docs / path).parent.mkdir(parents=True, exist_ok=True)
        (site.docs / path).write_text(text, encoding="utf-8")
    site.build()
    step = site.step("redis")
    assert (step.support.documents, step.support.chunks) == (2, 2)
    assert list(map(str, step.citations)) == ["a.md:1 and 1 copy", "fork/desk.md:3 and 1 copy"]
