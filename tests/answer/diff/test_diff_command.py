"""`kg diff` as people use it: graphs, exports, git revisions, gates."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import kg
from kg.cli.main import main
from tests.repositories import git

OLD = """# Kiosk

The kiosk depends on the till. The till depends on Redis. The till is owned by the red team.
"""
NEW = """# Kiosk

The kiosk depends on the till. The till depends on the ledger.

The ledger is backed by PostgreSQL. The till is owned by the blue team.
"""
DENIAL = "The kiosk does not depend on the till.\n"


def run(*words: object, code: int = 0) -> Result:
    done = CliRunner().invoke(main, ["diff", *map(str, words)])
    assert done.exit_code == code, done.output
    return done


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    top = tmp_path_factory.mktemp("kiosk")
    (top / "docs" / "ops").mkdir(parents=True)
    (top / "docs" / "kiosk.md").write_text(OLD)
    (top / "elsewhere.md").write_text("The kiosk depends on the moon.\n")
    git(top, "init", "-q", "-b", "main")
    git(top, "add", "-A")
    git(top, "commit", "-q", "-m", "one")
    git(top, "tag", "first")
    (top / "docs" / "kiosk.md").write_text(NEW)
    (top / "docs" / "ops" / "denial.md").write_text(DENIAL)
    (top / "docs" / "link.md").symlink_to("/etc/hostname")
    git(top, "add", "-A")
    git(top, "commit", "-q", "-m", "two")
    return top


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Path:
    top = tmp_path_factory.mktemp("graphs")
    for name, text in (("old", OLD), ("new", NEW), ("same", OLD)):
        (top / name / "docs").mkdir(parents=True)
        (top / name / "docs" / "kiosk.md").write_text(text)
        kg.open(top / name / "graph").build([top / name / "docs"])
        (top / f"{name}.nq").write_bytes(kg.open(top / name / "graph").export("nquads"))
        (top / f"{name}.trig").write_bytes(kg.open(top / name / "graph").export("trig"))
    return top


TEXT = """\
first -> main: what changed
things (3 added, 2 removed):
  + PostgreSQL (relational-database) [kiosk.md:5]
  + blue team (owner) [kiosk.md:5]
  + ledger (component) [kiosk.md:3, kiosk.md:5]
  - Redis (key-value-store) [kiosk.md:3]
  - red team (owner) [kiosk.md:3]
edges (2 added, 1 removed):
  + ledger -backed_by-> PostgreSQL [kiosk.md:5]
    "The ledger is backed by PostgreSQL."
  + till -depends_on-> ledger [kiosk.md:3]
    "The till depends on the ledger."
  - till -depends_on-> Redis [kiosk.md:3]
    "The till depends on Redis."
owners (1 added, 1 removed):
  + till -owned_by-> blue team [kiosk.md:5]
    "The till is owned by the blue team."
  - till -owned_by-> red team [kiosk.md:3]
    "The till is owned by the red team."
edges said otherwise (1):
  ~ kiosk -depends_on-> till [kiosk.md:3] (disputed: ops/denial.md:1)
    was asserted, is disputed
    "The kiosk does not depend on the till."
if PostgreSQL fails:
  newly breaks (3):
    └─ ledger -backed_by-> PostgreSQL [kiosk.md:5]
       "The ledger is backed by PostgreSQL."
       └─ till -depends_on-> ledger [kiosk.md:3] (tell blue team)
          "The till depends on the ledger."
          └─ kiosk -depends_on-> till [kiosk.md:3] (disputed: ops/denial.md:1)
             "The kiosk depends on the till."
if ledger fails:
  newly breaks (2):
    └─ till -depends_on-> ledger [kiosk.md:3] (tell blue team)
       "The till depends on the ledger."
       └─ kiosk -depends_on-> till [kiosk.md:3] (disputed: ops/denial.md:1)
          "The kiosk depends on the till."
if Redis fails:
  no longer breaks (2):
    └─ till -depends_on-> Redis [kiosk.md:3] (tell red team)
       "The till depends on Redis."
       └─ kiosk -depends_on-> till [kiosk.md:3]
          "The kiosk depends on the till."
"""


def test_two_revisions_of_a_folder(repository: Path) -> None:
    assert run("first", "main", "--docs", repository / "docs", "--impact", "all").output == TEXT


@pytest.mark.parametrize(
    "words",
    [("first..main",), ("first...main",), ("first..",), ("first", "HEAD"), ("HEAD~1", "main^{commit}"), ("first",)],
)
def test_ways_to_name_revisions(repository: Path, words: tuple[str, ...]) -> None:
    found = json.loads(run(*words, "--docs", repository / "docs", "-f", "json").output)
    assert found["counts"]["edges_added"] == 2
    assert found["counts"]["edges_changed"] == 1


def test_the_documents_as_they_are_now(repository: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    git(tmp_path, "clone", "-q", str(repository), str(copy))
    assert run("HEAD", "--docs", copy / "docs").output == "HEAD -> working tree: nothing changed\n"
    (copy / "docs" / "more.md").write_text("The kiosk depends on the lamp.\n")
    assert "+ kiosk -depends_on-> lamp [more.md:1]" in run("HEAD", "--docs", copy / "docs").output
    assert not list(copy.glob(".kg*"))


def test_several_documents_one_of_which_is_new(repository: Path) -> None:
    where = [part for name in ("docs/kiosk.md", "docs/ops", "elsewhere.md") for part in ("--docs", repository / name)]
    found = json.loads(run("first", "main", *where, "-f", "json").output)
    assert found["edges"]["changed"][0]["new"]["citations"][0]["document"] == "docs/kiosk.md"
    assert [one["entity"]["label"] for one in found["entities"]["added"]] == ["PostgreSQL", "blue team", "ledger"]


def test_documents_that_one_revision_has_not(repository: Path) -> None:
    found = run("first", "main", "--docs", repository / "docs" / "ops").output
    assert "things (2 added, 0 removed):\n  + kiosk (component) [denial.md:1]" in found
    back = run("main", "first", "--docs", repository / "docs" / "ops").output
    assert "things (0 added, 2 removed):\n  - kiosk (component) [denial.md:1]" in back


def test_links_and_what_is_elsewhere_are_not_read(repository: Path) -> None:
    found = run("first", "main", "--docs", repository / "docs", "-f", "json").output
    assert "link.md" not in found
    assert "moon" not in found


def test_graph_folders_and_exported_files(folders: Path) -> None:
    texts = {
        run(folders / old, folders / new).output.split("\n", 1)[1]
        for old, new in (("old/graph", "new.nq"), ("old.nq", "new/graph"), ("old.trig", "new/graph"))
    }
    assert len(texts) == 1
    assert "  - till -depends_on-> Redis [kiosk.md:3]" in texts.pop()


def test_equal_documents_in_different_folders_do_not_differ(folders: Path) -> None:
    found = run(folders / "old" / "graph", folders / "same" / "graph", "--exit-code", "--impact", "all")
    assert found.output.endswith(": nothing changed\nno failure does anything else\n")


def test_the_graph_here_is_the_new_one(folders: Path) -> None:
    assert "ledger" in run(folders / "old.nq", "-g", folders / "new" / "graph").output


def test_python(folders: Path) -> None:
    old, new = kg.open(folders / "old" / "graph"), kg.open(folders / "new" / "graph")
    assert old.diff(new, impact="redis").counts == kg.diff(folders / "old.nq", folders / "new.nq").counts
    assert not old.diff(old)


GATES = [
    ((), 0),
    (("--exit-code",), 1),
    (("--exit-code", "--impact", "all"), 1),
    (("--exit-code", "--impact", "postgres"), 1),
    (("--exit-code", "--impact", "redis"), 0),
]


@pytest.mark.parametrize(("words", "code"), GATES)
def test_gates(folders: Path, words: tuple[str, ...], code: int) -> None:
    done = run(folders / "old.nq", folders / "new.nq", *words, code=code)
    assert ("kg: something" in done.stderr) == bool(code)


def test_json(folders: Path) -> None:
    found = json.loads(run(folders / "old.nq", folders / "new.nq", "--impact", "all", "-f", "json").output)
    assert set(found) == {"old", "new", "counts", "entities", "edges", "owners", "aliases", "impact", "hidden"}
    assert set(found["edges"]) == {"added", "removed", "changed"}
    assert found["edges"]["added"][0]["citations"][0]["quote"] == "The ledger is backed by PostgreSQL."
    first = found["impact"][0]
    assert first["failed"]["label"] == "PostgreSQL"
    assert [one["label"] for one in first["breaks"]] == ["ledger", "till", "kiosk"]
    assert first["breaks"][1]["paths"][0]["steps"][1]["relation"] == "backed_by"


MARKDOWN = """\
### 5 newly break, edges +2 −1, owners +1 −1, things +3 −2

`kg diff`: """


def test_a_comment(folders: Path) -> None:
    out = run(folders / "old.nq", folders / "new.nq", "--impact", "all", "-f", "markdown").output
    assert out.startswith(MARKDOWN)
    assert (
        "<details open><summary>If PostgreSQL fails: newly breaks (3)</summary>\n\n|  | because | tell |\n|---|" in out
    )
    assert "| − | till *depends&#95;on* Redis | “The till depends on Redis.” (kiosk.md:3) |" in out
    assert out.count("<details") == out.count("</details>")


def test_a_comment_shows_words_of_documents_as_they_are(tmp_path: Path) -> None:
    for name, text in (("old", "x"), ("new", "The `<img src=x>` service depends on the @ops | [x](y) service. #1\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.md").write_text(text)
        kg.open(tmp_path / name / "graph").build([tmp_path / name / "a.md"])
    out = run(tmp_path / "old" / "graph", tmp_path / "new" / "graph", "-f", "markdown").output
    assert "ops" in out
    for raw in ("<img", "@ ", "](y)", "| [x]", " #1"):
        assert raw not in out.replace("### ", "")


def test_a_comment_fits(tmp_path: Path) -> None:
    (tmp_path / "old.md").write_text("x")
    (tmp_path / "new.md").write_text("".join(f"The service{n} depends on the store{n % 3}.\n\n" for n in range(300)))
    for name in ("old", "new"):
        kg.open(tmp_path / name).build([tmp_path / f"{name}.md"])
    out = run(tmp_path / "old", tmp_path / "new", "-f", "markdown", "--impact", "all").output
    assert len(out) < 65_536
    assert "… and 75 more" in out
    assert "| service299 |" not in out


ERRORS = [
    (("nope", "main", "--docs", "{docs}"), "no git revision is called 'nope'"),
    (("first", "--docs", "{docs}/missing"), "no such file or folder in first or working tree"),
    (("first", "main", "--docs", "/"), "git"),
    (("--docs", "{docs}", "--", "--output=x", "main"), "'--output=x' is no git revision"),
    (("--docs", "{docs}", "--", "-p", "main"), "'-p' is no git revision"),
    (("a b", "main", "--docs", "{docs}"), "'a b' is no git revision"),
    (("first", "main", "--docs", "{docs}", "--impact", "nowhere"), "nothing in this graph is called 'nowhere'"),
    (("first", "main"), "no such graph or file"),
    (("{docs}/kiosk.md", "{docs}/kiosk.md"), "not a graph"),
    (("{docs}", "{docs}"), "no graph here"),
]


@pytest.mark.parametrize(("words", "message"), ERRORS)
def test_one_clear_line(repository: Path, words: tuple[str, ...], message: str) -> None:
    done = run(*(word.format(docs=repository / "docs") if "{d" in word else word for word in words), code=2)
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert message in line


def test_different_bases(folders: Path, tmp_path: Path) -> None:
    other = kg.open(tmp_path / "other")
    other.init("https://kiosk.example/")
    (line,) = run(folders / "old" / "graph", tmp_path / "other", code=2).stderr.splitlines()
    assert "has the base https://example.org/kg/" in line
    assert "has https://kiosk.example/" in line


def test_a_folder_that_is_in_no_repository(tmp_path: Path) -> None:
    (line,) = run("main", "--docs", tmp_path, code=2).stderr.splitlines()
    assert "not in a git repository" in line


def test_attributes_and_filters_of_the_repository_take_no_part(repository: Path, tmp_path: Path) -> None:
    copy, trace = tmp_path / "copy", tmp_path / "ran"
    git(tmp_path, "clone", "-q", str(repository), str(copy))
    (copy / ".gitattributes").write_text("docs/** export-ignore filter=evil\n")
    git(copy, "config", "filter.evil.smudge", f"touch {trace}")
    git(copy, "config", "core.fsmonitor", f"touch {trace}; false")
    git(copy, "add", ".gitattributes")
    git(copy, "commit", "-q", "-m", "three")
    trace.unlink(missing_ok=True)
    assert "nothing changed" in run("HEAD~1", "HEAD", "--docs", copy / "docs").output
    assert "kiosk" in run("first", "HEAD", "--docs", copy / "docs").output
    assert not trace.exists()
