"""The gazetteer as data (SKOS, its tables, its generator) and as read by `kg.ontology.gazetteer`."""

from __future__ import annotations

import doctest
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

import pyoxigraph as ox
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import InputError
from kg.model.naming import fold, letters
from kg.ontology import gazetteer
from kg.ontology import relations as ontology
from kg.ontology.gazetteer import Gazetteer, Technology
from kg.rdf import resources
from kg.rdf.vocab import KG, RDF, SKOS

ONTOLOGY = resources.folder("ontology")
NAMESPACE = "https://w3id.org/context-graph/"


@pytest.fixture(scope="module")
def loaded() -> Gazetteer:
    return gazetteer.load_gazetteer()


@pytest.fixture(scope="module")
def triples() -> list[ox.Triple]:
    return ontology.parse_turtle(ONTOLOGY / "technologies.ttl")


# ---------------------------------------------------------------- what it knows


@pytest.mark.parametrize(
    ("name", "label", "kind", "suggests"),
    [
        ("Postgres", "PostgreSQL", "relational-database", "backed_by"),
        ("postgre-sql", "PostgreSQL", "relational-database", "backed_by"),
        ("k8s", "Kubernetes", "orchestrator", "runs_on"),
        ("the `redis`", "Redis", "key-value-store", "backed_by"),
        ("Rabbit MQ", "RabbitMQ", "message-broker", "depends_on"),
        ("Kafka", "Apache Kafka", "event-streaming", "depends_on"),
        ("ElasticSearch", "Elasticsearch", "search-engine", "depends_on"),
        ("AWS S3", "Amazon S3", "object-store", "backed_by"),
        ("SQS", "Amazon SQS", "message-broker", "depends_on"),
        ("GKE", "Google Kubernetes Engine", "container-service", "runs_on"),
        ("Cosmos DB", "Azure Cosmos DB", "document-database", "backed_by"),
        ("ha-proxy", "HAProxy", "load-balancer", "depends_on"),
        ("Vault", "HashiCorp Vault", "secrets-store", "depends_on"),
        ("Azure AD", "Microsoft Entra ID", "identity-provider", "depends_on"),
        ("Fly.io", "Fly.io", "application-platform", "runs_on"),
        ("Sidekiq", "Sidekiq", "task-queue", "depends_on"),
    ],
)
def test_find(loaded: Gazetteer, name: str, label: str, kind: str, suggests: str) -> None:
    found = loaded.find(name)
    assert found is not None
    assert (found.label, found.kind, found.suggests, found.component) == (label, kind, suggests, True)


@pytest.mark.parametrize(
    "name", ["Prometheus", "Grafana Loki", "Jaeger", "Sentry", "Datadog", "PagerDuty", "Google Analytics", "Fluentd"]
)
def test_telemetry_is_soft(loaded: Gazetteer, name: str) -> None:
    found = loaded.find(name)
    assert found is not None
    assert found.soft
    assert found.component


@pytest.mark.parametrize("name", ["Redis", "RabbitMQ", "Kubernetes", "Keycloak", "Stripe", "Elasticsearch"])
def test_the_rest_is_hard(loaded: Gazetteer, name: str) -> None:
    found = loaded.find(name)
    assert found is not None
    assert not found.soft


@pytest.mark.parametrize(
    "name",
    ["Python", "Rust", "C++", "Django", "React", "Maven", "Terraform", "gRPC", "JSON", "Linux", "GPU", "MIT License"],
)
def test_false_friends_are_no_components(loaded: Gazetteer, name: str) -> None:
    found = loaded.find(name)
    assert found is not None
    assert not found.component
    assert found.suggests is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Redis", "Amazon ElastiCache"),
        ("Redis", "Valkey"),
        ("Elasticsearch", "OpenSearch"),
        ("OpenSearch", "Amazon OpenSearch Service"),
        ("MongoDB", "Amazon DocumentDB"),
        ("Apache Kafka", "Redpanda"),
        ("Kubernetes", "K3s"),
        ("Docker", "Docker Compose"),
        ("GitHub", "GitHub Actions"),
        ("Prometheus", "Alertmanager"),
        ("MySQL", "MariaDB"),
    ],
)
def test_kindred_things_stay_apart(loaded: Gazetteer, one: str, other: str) -> None:
    first, second = loaded.find(one), loaded.find(other)
    assert first is not None
    assert second is not None
    assert first.iri != second.iri


@pytest.mark.parametrize(
    "name", ["redis-sidekiq", "redis-cache", "cache", "the queue", "", "  ", "-", "\u202e", "x" * 10_000]
)
def test_no_technology_of_this_name(loaded: Gazetteer, name: str) -> None:
    assert loaded.find(name) is None


@pytest.mark.parametrize(
    "word", ["vault", "vector", "go", "rust", "flux", "temporal", "segment", "lambda", "slack", "spark", "make"]
)
def test_common_words_count_only_as_written(loaded: Gazetteer, word: str) -> None:
    assert loaded.find(word) is None
    in_any_case = loaded.find(word, any_case=True)
    assert in_any_case is not None
    assert loaded.find(word.capitalize()) == in_any_case


def test_no_name_is_generic(loaded: Gazetteer) -> None:
    generic = ontology.load().generic_names
    assert generic
    assert [name for name in sorted(generic) if loaded.find(name, any_case=True)] == []


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("orders-postgres", "PostgreSQL"),
        ("redis_cache_01", "Redis"),
        ("Amazon RDS for PostgreSQL", "Amazon RDS"),
        ("our GitHub Actions runners", "GitHub Actions"),
        ("Python worker on RabbitMQ", "RabbitMQ"),
        ("Python worker", None),
        ("orders service", None),
        ("", None),
    ],
)
def test_within(loaded: Gazetteer, name: str, label: str | None) -> None:
    found = loaded.within(name)
    assert (found.label if found else None) == label


@given(st.text(max_size=60))
def test_any_text_may_be_asked_for(text: str) -> None:
    book = _one_technology()
    for found in (book.find(text), book.find(text, any_case=True), book.within(text)):
        assert found is None or found.label == "Alpha Store"


def _one_technology() -> Gazetteer:
    return Gazetteer([Technology("urn:a", "Alpha Store", ("AS",), "cache", None, False, True, (), frozenset({"AS"}))])


# ---------------------------------------------------------------- how much


def test_size(loaded: Gazetteer) -> None:
    components = [t for t in loaded if t.component]
    assert len(components) >= 450
    assert len(loaded) - len(components) >= 120
    assert loaded.longest < 10


# ---------------------------------------------------------------- the Turtle as SKOS


def test_every_component_kind_suggests_a_relation(loaded: Gazetteer) -> None:
    relations = ontology.load().relations
    assert {t.kind for t in loaded if t.component and t.suggests not in relations} == set()


def test_iris_come_from_names(loaded: Gazetteer) -> None:
    assert [t.iri for t in loaded if t.iri != f"{NAMESPACE}technology/{fold(t.label)}"] == []


def test_one_preferred_label_and_no_label_twice(triples: list[ox.Triple]) -> None:
    """SKOS Reference, S13 and S14: labels are disjoint, at most one preferred label a language."""
    preferred: Counter[tuple[str, str | None]] = Counter()
    labels: Counter[tuple[str, str]] = Counter()
    for t in triples:
        if t.predicate.value == SKOS + "prefLabel":
            preferred[t.subject.value, t.object.language] += 1
        if t.predicate.value in (SKOS + "prefLabel", SKOS + "altLabel"):
            labels[t.subject.value, t.object.value] += 1
    assert [key for counter in (preferred, labels) for key, n in counter.items() if n > 1] == []


@pytest.mark.parametrize("name", ["technologies.ttl", "aliases.ttl"])
def test_no_name_belongs_to_two(name: str) -> None:
    owners: defaultdict[str, set[str]] = defaultdict(set)
    for t in ontology.parse_turtle(ONTOLOGY / name):
        if t.predicate.value in (SKOS + "prefLabel", SKOS + "altLabel") and "/kind/" not in t.subject.value:
            owners[letters(t.object.value)].add(t.subject.value)
    assert len(owners) > 40
    assert {key: iris for key, iris in owners.items() if len(iris) > 1} == {}


def test_concepts_are_in_their_scheme_and_kinds_exist(triples: list[ox.Triple]) -> None:
    by_type: defaultdict[str, set[str]] = defaultdict(set)
    for t in triples:
        if t.predicate.value == RDF + "type":
            by_type[t.object.value].add(t.subject.value)
    in_scheme = {t.subject.value for t in triples if t.predicate.value == SKOS + "inScheme"}
    used = {t.object.value for t in triples if t.predicate.value in (KG + "kind", SKOS + "broader")}
    assert in_scheme == by_type[KG + "Technology"] | by_type[KG + "Kind"]
    assert used <= by_type[KG + "Kind"]


def test_cased_names_are_labels(triples: list[ox.Triple]) -> None:
    labels = {
        (t.subject, t.object.value) for t in triples if t.predicate.value in (SKOS + "prefLabel", SKOS + "altLabel")
    }
    cased = {(t.subject, t.object.value) for t in triples if t.predicate.value == KG + "casedName"}
    assert cased
    assert cased <= labels


def test_no_two_match_the_same(loaded: Gazetteer) -> None:
    matches = Counter(match for t in loaded for match in t.matches)
    assert len(matches) > 200
    assert [match for match, n in matches.items() if n > 1] == []
    assert [match for match in matches if not match.startswith("http://dbpedia.org/resource/")] == []


def test_rdflib_reads_the_same(triples: list[ox.Triple]) -> None:
    import rdflib

    assert len(rdflib.Graph().parse(ONTOLOGY / "technologies.ttl")) == len(set(triples))


def test_shipped_aliases() -> None:
    preferred: dict[str, str] = {}
    other: defaultdict[str, set[str]] = defaultdict(set)
    for t in ontology.parse_turtle(ONTOLOGY / "aliases.ttl"):
        if t.predicate.value == SKOS + "prefLabel":
            assert t.subject.value not in preferred
            preferred[t.subject.value] = t.object.value
        elif t.predicate.value == SKOS + "altLabel":
            other[t.subject.value].add(t.object.value)
    canonical = {letters(alias): preferred[iri] for iri, aliases in other.items() for alias in aliases}
    assert canonical[letters("postgres")] == "PostgreSQL"
    assert canonical[letters("user-db")] == "user database"
    assert canonical[letters("K8s")] == "Kubernetes"


# ---------------------------------------------------------------- the generator


def test_regenerated_byte_for_byte() -> None:
    run = subprocess.run([sys.executable, str(ONTOLOGY / "generate_technologies.py"), "--check"], check=False)
    assert run.returncode == 0


# ---------------------------------------------------------------- technologies of one's own

OWN = f"""
@prefix kg: <{KG}> .
@prefix skos: <{SKOS}> .
@prefix kind: <{NAMESPACE}kind/> .
@prefix ex: <https://example.com/tech/> .
ex:ledger a kg:Technology ; skos:prefLabel "Ledger Engine" ; skos:altLabel "LEX" ; kg:kind ex:ledgers .
ex:ledgers a kg:Kind ; skos:prefLabel "ledgers" ; skos:broader kind:relational-database .
ex:beacon a kg:Technology ; skos:prefLabel "Beacon" ; kg:kind ex:beacons .
ex:beacons a kg:Kind ; skos:broader kind:data-store ; kg:softByNature true ; kg:suggestsRelation kg:depends_on .
ex:looped a kg:Technology ; skos:prefLabel "Looped" ; kg:kind ex:one .
ex:one a kg:Kind ; skos:broader ex:two .
ex:two a kg:Kind ; skos:broader ex:one .
ex:pg a kg:Technology ; skos:prefLabel "House Postgres" ; skos:altLabel "Postgres" ; kg:kind kind:relational-database .
<{NAMESPACE}technology/redis> a kg:Technology ; skos:altLabel "Remote Dictionary" .
"""


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Gazetteer:
    file = tmp_path_factory.mktemp("own") / "own.ttl"
    file.write_text(OWN, encoding="utf-8")
    return gazetteer.load_gazetteer([file])


@pytest.mark.parametrize(
    ("name", "label", "kind", "suggests", "soft"),
    [
        ("LEX", "Ledger Engine", "ledgers", "backed_by", False),
        ("beacon", "Beacon", "beacons", "depends_on", True),
        ("looped", "Looped", "one", None, False),
        ("Postgres", "House Postgres", "relational-database", "backed_by", False),
        ("PostgreSQL", "PostgreSQL", "relational-database", "backed_by", False),
        ("remote dictionary", "Redis", "key-value-store", "backed_by", False),
    ],
)
def test_own_technologies(own: Gazetteer, name: str, label: str, kind: str, suggests: str | None, soft: bool) -> None:
    found = own.find(name)
    assert found is not None
    assert (found.label, found.kind, found.suggests, found.soft) == (label, kind, suggests, soft)


def test_hash_follows_the_contents(loaded: Gazetteer, own: Gazetteer) -> None:
    assert own.hash != loaded.hash
    assert Gazetteer(reversed(loaded.technologies)).hash == loaded.hash


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("@prefix kg: <urn:x> .\nkg:a kg:b .", 2, "not valid Turtle"),
        (f"<urn:t> a <{KG}Technology> ; <{KG}kind> <urn:k> .", None, "no skos:prefLabel"),
        (f'<urn:t> a <{KG}Technology> ; <{SKOS}prefLabel> "T" .', None, "no kg:kind"),
    ],
)
def test_bad_file(tmp_path: Path, text: str, line: int | None, message: str) -> None:
    file = tmp_path / "bad.ttl"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message) as caught:
        gazetteer.load_gazetteer([file])
    assert (caught.value.file, caught.value.line) == (str(file), line)


# ---------------------------------------------------------------- its page


def test_page_lists_every_kind_and_its_examples_run() -> None:
    page = Path(__file__).parents[2] / "docs" / "gazetteer.md"
    table = [line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    labels = [line.split("\t")[1] for line in (ONTOLOGY / "kinds.tsv").read_text("utf-8").splitlines()[1:]]
    assert [label for label in labels if not any(label in line for line in table)] == []
    assert doctest.testfile(str(page), module_relative=False).failed == 0
