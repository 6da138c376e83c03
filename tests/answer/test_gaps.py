from __future__ import annotations

import pytest
from click.testing import CliRunner

import kg
from kg.answer import unread
from kg.answer.gaps import touching
from kg.cli.main import main
from kg.extract.relations.cues import Cues
from kg.model.paths import Entity
from kg.ontology.relations import load


@pytest.fixture(scope="module")
def cues():
    return Cues(load())


@pytest.mark.parametrize(
    ("sentence", "cue"),
    [
        ("Whatever happens there depends on the weather.", "depends on"),
        ("All of it is stored somewhere in the cellar.", "stored in"),
        ("It was hosted on something once.", "hosted on"),
        ("Nothing to see here.", None),
        ("The list is long.", None),
    ],
)
def test_cues_are_words_of_surface_forms(cues, sentence, cue):
    assert cues.found(sentence) == cue


def test_names_one_letter_apart_touch_and_numbered_ones_do_not():
    labels = ["payments", "payment", "ledger-1", "ledger-2", "queue worker", "worker queue", "mailer"]
    things = [Entity(label, f"e:{label}") for label in labels]
    found = [(one.label, other.label) for one, other in touching(things)]
    assert found == [("payment", "payments"), ("queue worker", "worker queue")]


@pytest.fixture
def folder(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    story = "# Notes\n\nThe cart service depends on Redis.\n\nWhether it works depends on who is asked.\n"
    (docs / "notes.md").write_text(story, encoding="utf-8")
    (docs / "picture.md").write_bytes(b"\x00\x01\x02")
    kg.open(tmp_path / "graph").build([docs])
    return tmp_path


def test_what_was_not_understood_is_listed(folder):
    done = CliRunner().invoke(main, ["gaps", "-g", str(folder / "graph")])
    assert done.exit_code == 0
    assert "[notes.md:5] depends on:" in done.stdout
    assert "cart service depends on Redis" not in done.stdout
    assert "picture.md: a binary file" in done.stdout
    assert "components nothing is stated about (1):\n  Redis" in done.stdout


def test_a_skipped_file_that_is_gone_is_forgotten(folder):
    (folder / "docs" / "picture.md").unlink()
    graph = kg.open(folder / "graph")
    graph.build([folder / "docs"])
    assert graph.gaps().skipped == ()


def test_a_decision_does_not_forget_what_was_skipped(folder):
    graph = kg.open(folder / "graph")
    graph.decide("cart service", "depends_on", "redis", denied=True, reason="Not so.", who="ada", when="2026-01-01")
    assert [item.path for item in graph.gaps().skipped] == ["picture.md"]


NOTES = """# Notes

The cart service depends on Redis.

Whatever happens to Redis there depends on who is asked.

Whatever redistributes depends on who is asked.
"""


@pytest.fixture
def notes(tmp_path):
    (tmp_path / "notes.md").write_text(NOTES, encoding="utf-8")
    graph = kg.open(tmp_path / "graph")
    graph.build([tmp_path / "notes.md"])
    return graph


def forget_unread(graph):
    for file in graph.folder.glob(f"snapshots/*/{unread.FILE}"):
        file.unlink()


def test_gaps_about_a_thing_name_it(notes):
    assert [one.citation.lines for one in notes.gaps("redis").sentences] == [(5, 5)]
    assert [one.citation.lines for one in notes.gaps().sentences] == [(5, 5), (7, 7)]
    assert [one.label for one in notes.gaps("redis").silent] == ["Redis"]
    assert notes.gaps("cart service").sentences == ()


def test_impact_says_what_was_not_understood_about_what_fails(notes, monkeypatch):
    run = CliRunner().invoke(main, ["impact", "redis", "-g", str(notes.folder)])
    assert "not understood: 1 sentence about it (kg gaps --about Redis)" in run.stdout
    assert notes.impact("cart service").unread == 0
    monkeypatch.setattr("kg.api.MOST_LINKS_LOOKED_BEHIND", 0)
    assert notes.impact("redis").unread == 1  # the build kept them
    forget_unread(notes)
    assert notes.impact("redis").unread is None
    run = CliRunner().invoke(main, ["impact", "redis", "-g", str(notes.folder)])
    assert "not looked for: sentences about it that were not understood (kg gaps --about Redis)" in run.stdout


def test_what_the_build_kept_is_what_a_look_at_every_text_finds(notes, tmp_path):
    more = tmp_path / "more"
    more.mkdir()
    (more / "a.md").write_text("It all\ndepends on mail. Whatever runs on it, stays.\n")
    (more / "CHANGELOG.md").write_text("Whatever happens there depends on Redis.\n")
    expected = []
    for documents in ([tmp_path / "notes.md", more], [more], [tmp_path / "notes.md"]):
        notes.build(documents)
        kept = notes.gaps().sentences
        expected.append([(one.citation.document, one.citation.lines) for one in kept])
        forget_unread(notes)
        assert notes.gaps().sentences == kept
    assert expected[0] == [("more/a.md", (1, 2)), ("more/a.md", (2, 2)), ("notes.md", (5, 5)), ("notes.md", (7, 7))]
    assert expected[1] == [("a.md", (1, 2)), ("a.md", (2, 2))]


def test_a_document_that_speaks_of_nothing_current_any_more_has_no_gaps(notes):
    settings = notes.folder.parent / "kg.toml"
    settings.write_text('[documents]\n"*" = "general"\n')
    notes.build([notes.folder.parent / "notes.md"])
    assert notes.gaps().sentences == ()


def test_decisions_keep_what_was_kept_and_forget_none(notes):
    notes.decide("cart service", "depends_on", "redis", denied=True, reason="Not so.", who="ada", when="2026-01-01")
    assert len(notes.gaps().sentences) == 2
    forget_unread(notes)
    notes.decide("mail worker", "depends_on", "redis", denied=False, reason="So.", who="ada", when="2026-01-01")
    assert len(notes.gaps().sentences) == 2
