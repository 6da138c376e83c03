"""The same documents give the same bytes: in any order, in any process, whatever was there in between."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from kg import open as open_graph

KG = str(Path(sys.executable).parent / "kg")
DOCUMENTS = {
    "shop.md": "# Cart\n\nIt depends on the token cache, the `desk` and either East or West.\n\n"
    "| Name | Owner |\n|---|---|\n| desk | shop team |\n",
    "ops.md": "The TokenCache is backed by Redis.\n\nThe cart no longer uses Memcached.\n"
    "The desk optionally needs the cart.\n",
    "guide.rst": "Desk\n====\n\nThe desk runs on Kubernetes and stores its data in Postgres.\n\n"
    ".. service:: cart\n\n   It calls the desk.\n",
    "notes.txt": "OWNERS\n\nOwner: money team\n\nThe token-cache does not depend on the desk.\n",
    "page.html": "<main><h1>West</h1><p>West runs on <code>east-1</code>.</p></main>",
    "chunks.jsonl": '{"id": "c1", "text": "The desk depends on Redis.", "source": "wiki"}\n',
    "one/compose.yaml": "services:\n  web:\n    image: shop\n    depends_on: [db]\n  db:\n    image: postgres\n",
    "two/compose.yaml": "services:\n  web:\n    image: cart\n    depends_on: [db, cache]\n"
    "  db:\n    image: mysql\n  cache:\n    image: redis\n",
    "broken.svc.md": '---\ntitle: [\n---\n\nThe `a<b` uses "c\\d".\n',
}
ALIASES = """
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
<https://example.org/desk> a skos:Concept ; skos:prefLabel "order desk" ; skos:altLabel "desk", "front desk" .
"""


def write(folder: Path, seed: int) -> list[str]:
    """The documents, put there in an order of the seed's; their paths in another."""
    random = Random(seed)
    for name in random.sample(sorted(DOCUMENTS), len(DOCUMENTS)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(DOCUMENTS[name], encoding="utf-8")
    return random.sample(sorted(DOCUMENTS), len(DOCUMENTS))


def kg(folder: Path, *words: str, seed: int = 0) -> bytes:
    """A command in a process whose hashes are salted with the seed."""
    environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
    done = subprocess.run([KG, *words], cwd=folder, env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def exported(folder: Path, seed: int = 0) -> bytes:
    return kg(folder, "export", "--format", "nquads", "--canonical", seed=seed)


def built(place: Path, seed: int) -> Path:
    folder = place / str(seed)
    folder.mkdir()
    paths = write(folder, seed)
    (folder / "aliases.ttl").write_text(ALIASES, encoding="utf-8")
    kg(folder, "build", "--aliases", "aliases.ttl", *paths, seed=seed)
    return folder


def test_two_orders_in_two_processes_give_the_same_bytes(tmp_path: Path) -> None:
    one, other = built(tmp_path, 1), built(tmp_path, 22)
    found = exported(one, 3)
    assert found == exported(other, 44)
    assert len(found.splitlines()) > 300
    for words in (
        ["impact", "redis", "-f", "json"],
        ["stats"],
        ["gaps"],
        ["alias", "list"],
        ["check", "--fail-on", "none"],
    ):
        assert kg(one, *words, seed=5) == kg(other, *words, seed=66)


def test_claims_do_not_depend_on_the_process(tmp_path: Path) -> None:
    paths = write(tmp_path, 1)
    assert kg(tmp_path, "extract", *paths, seed=1) == kg(tmp_path, "extract", *paths[::-1], seed=7)


class Desk:
    """Documents and their graph, built and exported in this process."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.paths = folder, write(folder, 1)
        self._graph = open_graph(folder / "graph")

    def built(self, *left_out: str) -> bytes:
        self._graph.build([self.folder / path for path in self.paths if path not in left_out])
        return self._graph.export("nquads")


@pytest.mark.parametrize("name", ["ops.md", "two/compose.yaml", "chunks.jsonl"])
def test_a_document_that_comes_and_goes_leaves_no_trace(tmp_path: Path, name: str) -> None:
    desk = Desk(tmp_path)
    before = desk.built(name)
    assert desk.built() != before
    assert desk.built(name) == before


def test_an_edit_taken_back_leaves_no_trace(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    before = desk.built()
    (tmp_path / "ops.md").write_text(
        "The order book is a new name. The desk depends on the order book.\n", encoding="utf-8"
    )
    assert desk.built() != before
    (tmp_path / "ops.md").write_text(DOCUMENTS["ops.md"], encoding="utf-8")
    assert desk.built() == before
