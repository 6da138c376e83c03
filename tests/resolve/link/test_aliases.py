"""Which names are one thing, which of them stands for it, and why."""

from __future__ import annotations

import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import InputError
from kg.rdf.vocab import OWL, RDF, SEMAPV, SSSOM
from kg.resolve.link.curated import Curated, load_curated, read_concepts
from kg.resolve.link.graph import alias_quads
from tests.resolve.link.said import NAMES, NO_ALIASES, NO_TECHNOLOGIES, linked, named, row

LETTERS, MANUAL, BACKGROUND = (
    SEMAPV + name for name in ("LexicalMatching", "ManualMappingCuration", "BackgroundKnowledgeBasedMatching")
)


def shape(identity):
    """Classes of local names, by representative."""
    return {one.removeprefix(NAMES.entities): members(identity, one) for one in identity.classes}


def members(identity, one):
    return {member.removeprefix(NAMES.entities) for member in identity.classes.members(one)}


@pytest.mark.parametrize(
    ("names", "classes"),
    [
        (["auth service", "AuthService", "Auth-Service"], {"auth-service": {"auth-service", "authservice"}}),
        (["auth service", "auth services"], {"auth-service": {"auth-service"}, "auth-services": {"auth-services"}}),
        (["e-mail service", "EMail_Service"], {"e-mail-service": {"e-mail-service", "email-service"}}),
        (["user db", "user database"], {"user-database": {"user-database", "user-db"}}),
        (
            ["UserDB", "user db", "user database", "UserDatabase"],
            {"user-database": {"user-database", "user-db", "userdatabase", "userdb"}},
        ),
        (["Postgres", "PostgreSQL"], {"postgresql": {"postgres", "postgresql"}}),
        (["orders postgres", "PostgreSQL"], {"orders-postgres": {"orders-postgres"}, "postgresql": {"postgresql"}}),
    ],
)
def test_names_of_one_thing(names, classes):
    assert shape(named(*names)) == classes


@pytest.mark.parametrize(
    ("names", "classes", "ambiguous"),
    [
        (["auth", ("auth", "shop")], {"auth": {"auth", "shop/auth"}}, []),
        ([("auth", "shop"), ("Auth", "shop")], {"shop/auth": {"shop/auth"}}, []),
        ([("auth", "shop"), ("auth", "bank")], {"bank/auth": {"bank/auth"}, "shop/auth": {"shop/auth"}}, ["auth"]),
        (
            ["auth", ("auth", "shop"), ("auth", "bank")],
            {"auth": {"auth"}, "bank/auth": {"bank/auth"}, "shop/auth": {"shop/auth"}},
            ["auth"],
        ),
        (
            [("user db", "shop"), ("UserDB", "shop"), ("user database", "bank")],
            {"shop/user-db": {"shop/user-db", "shop/userdb"}, "bank/user-database": {"bank/user-database"}},
            ["userdb"],
        ),
        ([("auth", ""), "auth"], {"auth": {"_/auth", "auth"}}, []),
        ([("auth", "shop"), ("login", "bank")], {"shop/auth": {"shop/auth"}, "bank/login": {"bank/login"}}, []),
    ],
)
def test_scopes(names, classes, ambiguous):
    identity = named(*names)
    assert shape(identity) == classes
    assert [name.replace(" ", "").lower() for name in identity.ambiguous] == ambiguous


def test_an_ambiguous_name_lists_the_things_it_could_be():
    identity = named("auth", ("auth", "shop"), ("auth", "bank"))
    parts = [NAMES.entity("auth", scope) for scope in ("bank", "shop")]
    assert set(identity.ambiguous["auth"]) == {NAMES.entity("auth"), *parts}


@pytest.mark.parametrize(
    ("names", "labels"),
    [
        (["auth service", "AuthService"], {"auth service"}),
        (["AuthService"], {"AuthService"}),
        (["user db"], {"user database"}),
        (["POSTGRES"], {"PostgreSQL"}),
        ([("auth", "shop"), ("auth", "bank")], {"auth (shop)", "auth (bank)"}),
        ([("auth", "the shop"), ("auth", "bank")], {"auth (the shop)", "auth (bank)"}),
        ([("auth", "shop"), "auth"], {"auth"}),
    ],
)
def test_labels(names, labels):
    assert set(named(*names).labels.values()) == labels


def test_a_curated_name_represents_before_the_gazetteers_and_that_before_any_other():
    ours = Curated([("mq of ours", ("Redis", "zz top"))])
    assert list(named("Redis", "mq of ours", "zz top", curated=ours).classes) == [NAMES.entity("mq of ours")]
    assert list(named("postgres", "PostgreSQL", curated=NO_ALIASES).classes) == [NAMES.entity("postgresql")]
    without = named("postgres", "PostgreSQL", curated=NO_ALIASES, gazetteer=NO_TECHNOLOGIES)
    assert len(list(without.classes)) == 2


def test_each_link_says_why():
    why = {
        link.other.removeprefix(NAMES.entities): link.why.term
        for link in named("auth service", "AuthService", "user db", "user database", "Mongo DB", "Mongo").links
    }
    assert why["authservice"] == LETTERS
    assert why["user-db"] == MANUAL
    again = named("postgres", "PostgreSQL", curated=NO_ALIASES).links
    assert [link.why.term for link in again] == [BACKGROUND]


@given(
    st.lists(st.sampled_from(("user db", "UserDB", "user database", "Redis", "redis", "auth", "Auth")), min_size=1),
    st.lists(st.sampled_from((None, "shop", "bank")), min_size=20, max_size=20),
)
def test_links_within_a_class_form_a_tree(names, scopes):
    identity = named(*zip(names, scopes, strict=False))
    for one in identity.classes:
        group = identity.classes.members(one)
        assert sum(link.one in group for link in identity.links) == len(group) - 1
        assert len({scope_of(member) for member in group} - {""}) <= 1


def scope_of(entity):
    return entity.removeprefix(NAMES.entities).rpartition("/")[0]


VARIANTS = ("auth service", "AuthService", "auth_Service", "AUTHSERVICE", "user db", "user database", "userDb", "redis")


@given(st.sets(st.sampled_from(VARIANTS), min_size=1), st.sets(st.sampled_from(VARIANTS)))
def test_a_representative_does_not_flip_while_it_is_there(some, more):
    few, many = named(*sorted(some)), named(*sorted(some | more))
    for name in some:
        entity = NAMES.entity(name)
        before, after = few.classes.canonical(entity), many.classes.canonical(entity)
        assert after == before or after not in few.classes


@given(st.lists(st.sampled_from(VARIANTS), min_size=1), st.integers(1, 5))
def test_how_often_a_name_is_used_does_not_count(names, times):
    once = [row(name, "depends_on", "ledger", f"a.md/{at}") for at, name in enumerate(names)]
    often = [row(names[0], "depends_on", "ledger", f"b.md/{at}") for at in range(times)]
    assert linked(once).classes._canonical == linked(once + often).classes._canonical
    assert linked(once).labels == linked(once + often).labels


ALIASES = """\
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
<urn:a#1> a skos:Concept ; skos:prefLabel "uptime desk" ; skos:altLabel "user db", "The Old-Desk" .
"""


def test_a_users_file_comes_before_what_ships(tmp_path):
    file = tmp_path / "ours.ttl"
    file.write_text(ALIASES, encoding="utf-8")
    curated = load_curated([file])
    assert curated.find("UserDB") == "uptime desk"
    assert curated.find("old desk") == "uptime desk"
    assert curated.find("k8s") == "Kubernetes"
    assert curated.find("something else") is None
    assert load_curated(concepts=[("ours", ("user db",))]).find("user db") == "ours"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (ALIASES + "<urn:a#2> a skos:Concept ; skos:prefLabel .\n", 3, "not valid Turtle"),
        ("@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n<urn:x> a skos:Concept .\n", None, "it has 0"),
        (ALIASES + '<urn:a#1> skos:prefLabel "another" .', None, "it has 2"),
    ],
)
def test_a_file_that_does_not_do(tmp_path, text, line, words):
    file = tmp_path / "ours.ttl"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=words) as caught:
        read_concepts(file)
    assert caught.value.file == str(file)
    assert caught.value.line == line
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match="No such file"):
        read_concepts(tmp_path / "none.ttl")


def test_the_alias_graph_is_sssom_in_owl_axioms():
    identity = named("auth service", "AuthService", "user db", "user database")
    graph = rdflib.Graph()
    for quad in alias_quads(NAMES, identity.links):
        assert quad.graph_name.value == NAMES.aliases
        graph.parse(data=f"{quad.subject} {quad.predicate} {quad.object} .", format="nt")
    same, ref = rdflib.URIRef(OWL + "sameAs"), rdflib.URIRef
    assert len(list(graph.subject_objects(same))) == 2
    for one, other in graph.subject_objects(same):
        (axiom,) = graph.subjects(ref(OWL + "annotatedTarget"), other)
        assert (axiom, ref(RDF + "type"), ref(OWL + "Axiom")) in graph
        assert graph.value(axiom, ref(OWL + "annotatedSource")) == one
        assert graph.value(axiom, ref(OWL + "annotatedProperty")) == same
        assert str(graph.value(axiom, ref(SSSOM + "mapping_justification"))).startswith(SEMAPV)
        assert 0 < float(graph.value(axiom, ref(SSSOM + "confidence"))) <= 1
