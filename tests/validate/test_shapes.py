"""What each shape lets through and what it stops."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pyoxigraph as ox
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.model.documents import Effect, Polarity
from kg.ontology.relations import parse_turtle
from kg.rdf import resources
from kg.rdf.terms import integer, iri, text
from kg.rdf.vocab import KG, OA, OWL, PROV, RDF, RDFS, SH, SSSOM
from kg.validate.lint import _unknown_terms
from kg.validate.report import Severity
from kg.validate.shapes import load
from kg.validate.validate import check_quads, pyshacl_results, validate

from .claims import NAMES, SHAPES, alias, change, claim, claim_iris, quads


def found(made: list[ox.Quad]) -> list[str]:
    """Local names of the shapes that were not met."""
    return [result.shape.removeprefix(SHAPES) for result in check_quads(made).results]


NO_NAMES = {
    "NotPronoun": [
        "it", "It", "this", "They", "each other", "nothing", "the latter", "This one", "which", "us", "someone",
    ],
    "NotClause": [
        "cache which holds tokens", "service that is slow", "what it is", "queue, it", "team who built it",
        "redis is", "service (which", "api would", "jobs because of load",
    ],
    "NotCutOff": [
        "and the cache", "Redis and", "cache of the", "of Redis", "For jobs", "or", "in the cluster", "jobs via",
        "Redis or,", "the", "cache with",
    ],
    "HasLetters": ["—", "-", "...", "✅", "→", "|", "&", "(?)", "«»", "🚀"],
    "FewWords": ["one two three four five six seven eight nine", "a b c d e f g h  i j"],
}  # fmt: skip
NAMES_OF_THINGS = [
    "Redis", "IT", "US", "ME", "single sign on", "log in", "on call team", "In memory store", "user database",
    "to-do list", "C++", "R", "x", "7", "100%", "кэш", "数据库", "キャッシュ", "μService", "café", "한국", "العربية",
    "what-is-my-ip", "load balancer for the api", "orders and billing service", "isthmus", "thisbe", "whoami",
    "one two three four five six seven eight", "auth_service", "node.js", "@scope/pkg", "IsItUp", "Other Ocean API",
    "ANDROID app", "Via Rail gateway", "AT&T link", "OR tools", 'the "quoted" one two', "a\\b", "x<y>", "'; DROP",
]  # fmt: skip


@pytest.mark.parametrize(("shape", "name"), [(s, n) for s, names in NO_NAMES.items() for n in names])
def test_what_is_no_name_is_found_at_both_ends(shape: str, name: str) -> None:
    made = quads(claim(name, "depends_on", "redis"), claim("api", "depends_on", name, line=2))
    report = check_quads(made)
    ends = {(r.shape.removeprefix(SHAPES), r.claim, r.value.value) for r in report.results if r.value is not None}
    assert {(shape, focus, name) for focus in claim_iris(made)} <= ends
    assert all(r.severity is Severity.VIOLATION and r.focus == r.claim for r in report.results)


def test_names_of_things_pass() -> None:
    made = quads(*(claim(n, "depends_on", "zookeeper", line=i + 1) for i, n in enumerate(NAMES_OF_THINGS)))
    assert [(r.title, str(r.value)) for r in check_quads(made).results] == []


GOOD = claim("api", "depends_on", "redis", line=3)
TELLING = replace(GOOD, effect=Effect("breaks"))


def test_a_good_claim_conforms_in_every_polarity() -> None:
    assert found(quads(*(claim("api", "depends_on", "redis", polarity=p) for p in Polarity))) == []
    assert found(quads(TELLING)) == []


BROKEN = {
    "self": (quads(claim("Redis", "depends_on", "redis")), ["NotSelf"]),
    "no chunk": (change(quads(GOOD), PROV + "wasDerivedFrom"), ["OneChunk", "OneDocument"]),
    "unknown chunk": (
        change(quads(GOOD), PROV + "wasDerivedFrom", iri("urn:x")),
        ["OneChunk", "OneDocument", "QuoteStands"],
    ),
    "two subjects": (change(quads(GOOD), KG + "subjectText", text("a1"), text("b1")), ["HasSubject"]),
    "no object": (change(quads(GOOD), KG + "objectText"), ["HasObject"]),
    "no run": (change(quads(GOOD), PROV + "wasGeneratedBy"), ["HasRun"]),
    "no quote": (change(quads(GOOD), KG + "quote"), ["HasQuote"]),
    "blank quote": (change(quads(GOOD), KG + "quote", text("  ")), ["HasQuote", "QuoteStands"]),
    "misquoted": (change(quads(GOOD), KG + "quote", text("api depends on redis")), ["QuoteStands"]),
    "no text": (change(quads(GOOD), OA + "exact"), ["QuoteStands"]),
    "two behaviours": (
        change(quads(TELLING), KG + "onFailure", iri(KG + "breaks"), iri(KG + "survives")),
        ["OneBehaviour"],
    ),
    "no behaviour": (change(quads(TELLING), KG + "onFailure", iri(KG + "shrugs")), ["OneBehaviour"]),
    "line 0": (change(quads(GOOD), KG + "firstLine", integer(0)), ["LineRange"]),
    "no first line": (change(quads(GOOD), KG + "firstLine"), ["LineRange"]),
    "no last line": (change(quads(GOOD), KG + "lastLine"), ["LastLine"]),
    "backwards": (change(quads(GOOD), KG + "firstLine", integer(4)), ["LineRange"]),
    "text for a line": (change(quads(GOOD), KG + "lastLine", text("3")), ["LastLine", "LineRange"]),
}


@pytest.mark.parametrize("case", sorted(BROKEN))
def test_a_claim_without_its_receipt_is_found(case: str) -> None:
    made, expected = BROKEN[case]
    assert sorted(set(found(made))) == expected


def test_lines_outside_the_chunk_are_found() -> None:
    node = iri(claim_iris(quads(GOOD))[0])
    outside = [ox.Quad(node, iri(KG + end), integer(4), iri(NAMES.provenance)) for end in ("firstLine", "lastLine")]
    replaced = {(quad.subject, quad.predicate) for quad in outside}
    kept = [quad for quad in quads(GOOD) if (quad.subject, quad.predicate) not in replaced]
    assert found(kept + outside) == ["LinesInChunk"]


OWNERS = [
    (
        "two in one document",
        [("api", "owned_by", "web team", "a.md"), ("api", "owned_by", "ops", "a.md")],
        ["OneOwner"] * 2,
    ),
    ("two in two documents", [("api", "owned_by", "web team", "a.md"), ("api", "owned_by", "ops", "b.md")], []),
    ("one of two things", [("api", "owned_by", "ops", "a.md"), ("web ui", "owned_by", "ops", "a.md")], []),
    ("relied on", [("api", "owned_by", "ops", "a.md"), ("web ui", "runs_on", "ops", "b.md")], ["OwnerNotReliedOn"]),
    ("owns twice", [("api", "owned_by", "ops", "a.md"), ("api", "owned_by", "ops", "b.md")], []),
]


@pytest.mark.parametrize(("case", "said", "expected"), OWNERS, ids=[row[0] for row in OWNERS])
def test_owners(case: str, said: list[tuple[str, str, str, str]], expected: list[str]) -> None:
    made = quads(*(claim(s, r, o, line=n + 1, document=d) for n, (s, r, o, d) in enumerate(said)))
    report = check_quads(made)
    assert [r.shape.removeprefix(SHAPES) for r in report.results] == expected
    assert all(r.severity is Severity.WARNING and r.claim for r in report.results)


def test_an_owner_merely_denied_as_a_dependency_is_no_matter() -> None:
    assert (
        found(quads(claim("api", "owned_by", "ops"), claim("ui", "runs_on", "ops", 2, polarity=Polarity.NEGATED))) == []
    )


def kind(name: str, local: str) -> ox.Quad:
    return ox.Quad(iri(NAMES.entity(name)), iri(RDF + "type"), iri(KG + local))


ALIASES = {
    "justified": (alias("auth service", "AuthService"), []),
    "no reason": (alias("auth service", "AuthService", reason=False), ["Justified"]),
    "no link": (alias("a1", "b1") + alias("a1", "c1", link=False), ["Justified"]),
    "no kind of reason": (change(alias("a1", "b1"), SSSOM + "mapping_justification"), ["HasJustification"]),
    "too sure": (change(alias("a1", "b1"), SSSOM + "confidence", ox.Literal(1.5)), ["Confidence"]),
    "to a text": (change(alias("a1", "b1"), OWL + "sameAs", text("b1")), ["Justified", "Justified", "TwoNames"]),
    "owner to component": ([*alias("ops", "Ops"), kind("ops", "Owner"), kind("Ops x", "Component")], []),
    "one kind": ([*alias("o-ps", "ops"), kind("o-ps", "Owner"), kind("ops", "Owner")], []),
    "two kinds": ([*alias("o-ps", "ops"), kind("o-ps", "Owner"), kind("ops", "Component")], ["JoinsOwners"]),
    "two kinds, other way": ([*alias("o-ps", "ops"), kind("o-ps", "Component"), kind("ops", "Owner")], ["JoinsOwners"]),
}


@pytest.mark.parametrize("case", sorted(ALIASES))
def test_aliases(case: str) -> None:
    made, expected = ALIASES[case]
    assert found(made) == expected


def test_any_shacl_engine_finds_the_same() -> None:
    """Our engine answers with Oxigraph; pyshacl with rdflib alone must agree."""
    import pyshacl

    from kg.validate.data import Data, to_rdflib

    names = [name for names in NO_NAMES.values() for name in names] + NAMES_OF_THINGS
    made = [
        *quads(*(claim(n, "depends_on", "zookeeper", line=i + 1) for i, n in enumerate(names))),
        *(q for broken, _ in BROKEN.values() for q in broken),
        *(q for said in OWNERS[:4] for q in quads(*(claim(s, r, o, 1, d) for s, r, o, d in said[1]))),
        *(q for broken, _ in ALIASES.values() for q in broken),
    ]
    shapes = load()
    data = to_rdflib({q.triple for q in made})
    _, report, _ = pyshacl.validate(data, shacl_graph=shapes.graph(), inplace=True)
    plain = sorted({r.key for r in pyshacl_results(report, Data(made), shapes)})
    assert plain == [r.key for r in validate(made, shapes).results]
    assert len(plain) > 40


@settings(max_examples=25, deadline=None)
@given(st.text(max_size=40), st.text(max_size=40))
def test_hostile_texts_neither_break_nor_escape(subject: str, quote: str) -> None:
    made = change(quads(GOOD), KG + "subjectText", text(subject))
    report = check_quads(change(made, KG + "quote", text(quote)))
    assert {r.shape.removeprefix(SHAPES) for r in report.results} <= {*NO_NAMES, "HasQuote", "QuoteStands"}
    assert ("QuoteStands" in {r.shape.removeprefix(SHAPES) for r in report.results}) == (quote not in GOOD.quote)


@pytest.mark.parametrize(
    "name", ["a" * 10_000, "a " * 5_000, " " * 10_000, "that" * 2_500, "\\" * 1_000, '"""', "{?x}", "$this"]
)
def test_long_and_odd_names_end(name: str) -> None:
    check_quads(change(quads(GOOD), KG + "subjectText", text(name)))


def test_every_shape_is_documented() -> None:
    for file in resources.files("shapes", ".ttl"):
        triples = parse_turtle(file)
        out: dict[str, set[str]] = {}
        for t in triples:
            out.setdefault(t.subject.value, set()).add(t.predicate.value)  # type: ignore[union-attr]
        kinds = {SH + local for local in ("NodeShape", "PropertyShape")}
        shapes = [t.subject.value for t in triples if getattr(t.object, "value", "") in kinds]  # type: ignore[union-attr]
        for shape in shapes:
            assert shape.startswith(SHAPES), "a shape has an IRI"
            assert {RDFS + "label", RDFS + "comment"} <= out[shape], shape
            if SH + "severity" in out[shape]:
                assert SH + "description" in out[shape], shape
                assert {SH + "message", SH + "sparql"} & out[shape], shape


def test_shapes_mention_only_terms_there_are() -> None:
    shapes = load()
    own = type(shapes)((), (("shapes", shapes.triples),))
    assert list(_unknown_terms(own)) == []


def test_nothing_heavy_is_imported_before_something_is_checked() -> None:
    code = "import sys, kg.validate, kg.rdf.queries; print([m for m in ('rdflib', 'pyshacl') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
