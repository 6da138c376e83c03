"""A small corpus under edits, built step by step into one graph, and all at once into another."""

from __future__ import annotations

import contextlib
import json
import shutil
from pathlib import Path

import kg
from kg.build.options import Options
from kg.errors import InputError

SENTENCES = (
    "The order desk depends on the cart service.",
    "The OrderDesk runs on Kubernetes.",
    "The cart service uses Redis.",
    "The cart-service depends on the session cache.",
    "The session cache is backed by Redis.",
    "The cart service does not depend on the session cache.",
    "The order desk optionally depends on the tax table.",
    "The tax table used to depend on Redis.",
    "The CartService is owned by the shop team.",
    "The mail worker depends on either Redis or Memcached.",
    "The mail worker depends on either redis or the session cache.",
    "The `mail worker` depends on the `order desk`.",
    "The session cache depends on the mail worker.",
    "Postgres depends on the mail worker.",
    "The tax table depends on PostgreSQL.",
    "The web depends on the database.",
    "The cart service stops when the session cache is down.",
    "The cart service carries on without the session cache.",
    "When Redis is down the cart service falls back to the session cache.",
    "On 3 May Redis went down and the session cache failed.",
    "It is not known.",
)

COMPOSE = """services:
  {one}:
    image: redis
  {other}:
    image: shop
    depends_on: [{one}]
"""

PATHS = (
    "a.md",
    "b.md",
    "sub/c.md",
    "versions/1.2/a.md",
    "CHANGELOG.md",
    "one/compose.yaml",
    "two/compose.yaml",
    "e.jsonl",
    "f.jsonl",
)

NAMES = ("order desk", "cart service", "session cache", "Redis", "mail worker", "tax table", "Memcached")

CONCEPTS = (
    ("order desk", "front desk"),
    ("session cache", "tax table"),
    ("kv store", "Redis"),
    ("cart service", "mail worker"),
)


class Corpus:
    """Documents in a folder and the decisions of people, with the graph that follows them."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.docs = place / "docs"
        self.docs.mkdir()
        (self.docs / "always.md").write_text("The order desk depends on Redis.\n", encoding="utf-8")
        self.concepts: tuple[tuple[str, str], ...] | None = None
        self.graph = kg.open(place / "graph")
        self.clean_builds = 0

    def write(self, path: str, picked: tuple[int, ...], head: str = "") -> None:
        """A document of some sentences, in the form its name asks for."""
        file = self.docs / path
        file.parent.mkdir(parents=True, exist_ok=True)
        chosen = [SENTENCES[n] for n in picked]
        if path.endswith(".yaml"):
            text = COMPOSE.format(one=("db", "cache", "store")[sum(picked) % 3], other=("web", "app")[len(picked) % 2])
        elif path.endswith(".jsonl"):
            rows = (
                {"id": f"{path}-{n}", "text": SENTENCES[n], "source": ("a.md", "shared.md", path)[n % 3]}
                for n in dict.fromkeys(picked)
            )
            text = "".join(json.dumps(row) + "\n" for row in rows)
        else:
            text = "\n\n".join([*([f"# {head}"] if head else []), *chosen]) + "\n"
        file.write_text(text, encoding="utf-8")

    def remove(self, path: str) -> None:
        """No such document any longer."""
        (self.docs / path).unlink(missing_ok=True)

    def rename(self, path: str, other: str) -> None:
        """The same document elsewhere."""
        if (self.docs / path).is_file() and path.rsplit(".", 1)[1] == other.rsplit(".", 1)[1]:
            (self.docs / other).parent.mkdir(parents=True, exist_ok=True)
            (self.docs / path).replace(self.docs / other)

    def decide(self, subject: str, obj: str, denied: bool) -> None:
        """A person's word on one statement; what no document names cannot be denied."""
        graph = self.graph
        iris = [graph.store.names.entity(name) for name in (subject, obj)]
        known = [graph.labels.index.find(iri) is not None for iri in iris]
        if denied and not all(known):
            return
        ends = [f"<{iri}>" if there else name for iri, there, name in zip(iris, known, (subject, obj), strict=True)]
        self.graph.decide(
            ends[0],
            "depends_on",
            ends[1],
            denied=denied,
            reason="Seen in the code.",
            who="ada",
            when="2026-05-02",
        )

    def judge(self, one: str, other: str, verdict: str) -> None:
        """A person's word on two names; what makes no sense here is not said."""
        aliases = self.graph.aliases
        with contextlib.suppress(InputError):
            if verdict == "remove":
                aliases.remove(one, other)
            else:
                getattr(aliases, verdict)(one, other, reason="As told.", who="ada", when="2026-05-02")

    def build(self) -> None:
        """Bring the graph up to date."""
        self.graph.build([self.docs], options=self._options())

    def _options(self) -> Options:
        if self.concepts is None:
            return Options()
        file = self.place / "aliases.ttl"
        lines = ["@prefix skos: <http://www.w3.org/2004/02/skos/core#> ."]
        lines += [
            f'<urn:own:{n}> a skos:Concept ; skos:prefLabel "{one}" ; skos:altLabel "{other}" .'
            for n, (one, other) in enumerate(self.concepts)
        ]
        file.write_text("\n".join(lines), encoding="utf-8")
        return Options(aliases=(file,))

    def clean(self) -> bytes:
        """The same documents and decisions, all built at once."""
        self.clean_builds += 1
        graph = kg.open(self.place / f"clean{self.clean_builds}")
        graph.init()
        self._copy_decisions(graph)
        graph.build([self.docs], options=self._options())
        found = graph.export("nquads")
        shutil.rmtree(graph.folder)
        return found

    def _copy_decisions(self, graph: kg.Graph) -> None:
        from kg.rdf.store.folder import writing
        from kg.rdf.terms import iri

        made = list(self.graph.store.quads(graph=iri(self.graph.store.names.curation)))
        with writing(graph.folder) as store:
            store.change([], made)
