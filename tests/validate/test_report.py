"""Reports: order, rejection, stored graphs, the user's own shapes, Turtle."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph as ox
import pytest

from kg.errors import InputError
from kg.model.documents import Polarity
from kg.model.paths import Citation
from kg.ontology.relations import Ontology
from kg.rdf.terms import iri, text
from kg.rdf.vocab import KG, OWL, RDF, RDFS, SH
from kg.resolve.record import Recorder
from kg.validate.audit import check_store
from kg.validate.reject import rejected_quads
from kg.validate.report import Report, Severity, rejections
from kg.validate.turtle import as_turtle
from kg.validate.validate import check_quads

from .claims import NAMES, SHAPES, alias, claim, claim_iris, documents, ontology, quads, recorded, recorder, store

WRONG = claim("it", "depends_on", "redis", line=2)
GOOD = claim("api", "depends_on", "redis")
HOSTILE = claim('x"\\<y> } DROP ALL # \u202e\n and', "depends_on", "which is, that", line=5)


def test_results_are_sorted_and_do_not_depend_on_the_order_of_quads() -> None:
    made = quads(GOOD, WRONG, HOSTILE, claim("api", "owned_by", "a1", 7), claim("api", "owned_by", "b1", 8))
    one, other = check_quads(made), check_quads(reversed(made))
    assert one == other
    assert list(one.results) == sorted(one.results, key=lambda r: r.key)
    assert one.results[0].severity is Severity.VIOLATION
    assert one.results[-1].severity is Severity.WARNING
    assert as_turtle(one) == as_turtle(other)


def test_only_violations_of_claims_reject() -> None:
    made = quads(GOOD, WRONG, claim("api", "owned_by", "a1", 7), claim("api", "owned_by", "b1", 8))
    found = rejections(check_quads(made + alias("a1", "b1", reason=False)))
    _, wrong = recorded(WRONG)
    assert list(found) == list(wrong)
    assert [r.title for r in found[next(iter(wrong))]] == ["a name, no pronoun"]


def rejected(*claims: object) -> list[ox.Quad]:
    around, made = recorded(*claims)  # type: ignore[arg-type]
    found = rejections(check_quads([*around, *(q for one in made.values() for q in one)]))
    return [q for name, results in found.items() for q in rejected_quads(NAMES, made[name], results)]


def test_a_rejected_claim_moves_as_it_is_with_the_reason() -> None:
    moved = rejected(WRONG)
    _, made = recorded(WRONG)
    ((name, of_claim),) = made.items()
    assert {q.triple for q in of_claim} < {q.triple for q in moved}
    assert {q.graph_name for q in moved} == {iri(NAMES.rejected)}
    assert not any(isinstance(term, ox.BlankNode) for q in moved for term in (q.subject, q.object))
    (because,) = (q.object for q in moved if q.predicate == iri(KG + "rejectedBecause"))
    facts = {q.predicate.value.removeprefix(SH): q.object for q in moved if q.subject == because}
    assert because.value.startswith(NAMES.base + "result/")  # type: ignore[union-attr]
    assert facts["focusNode"] == iri(name)
    assert facts["sourceShape"] == iri(SHAPES + "NotPronoun")
    assert facts["resultSeverity"] == iri(SH + "Violation")
    assert facts["resultMessage"] == text("a pronoun stands where a name should")
    assert facts["value"] == text("it")
    assert moved == rejected(WRONG)


def test_a_sound_store_conforms() -> None:
    full = store(
        GOOD,
        claim("api", "depends_on", "metrics", 2, polarity=Polarity.OPTIONAL),
        claim("api", "depends_on", "old db", 3, polarity=Polarity.PAST),
        claim("mailer", "depends_on", "smtp relay", 4, group="g"),
        claim("mailer", "depends_on", "mail api", 4, group="g"),
    )
    full.change([], alias("api", "A P I"))
    report = check_store(full)
    assert report.findings == ()
    assert report.conforms
    assert report.claims == 5
    assert not report.fails(Severity.INFO)


def test_findings_of_a_store_are_cited() -> None:
    report = check_store(store(GOOD, WRONG))
    assert [(f.result.title, f.citation, f.rejected) for f in report.findings] == [
        ("a name, no pronoun", Citation("a.md/2", "a.md", (2, 2), "it depends_on redis"), False)
    ]
    assert report.fails(Severity.VIOLATION)
    assert report.counts == {"violation": 1, "warning": 0, "info": 0, "rejected": 0}


def test_rejected_claims_are_reported_like_the_ones_that_are_in() -> None:
    full = store(GOOD)
    document = recorded(WRONG, HOSTILE)[0]
    full.change([], [*document, *rejected(WRONG, HOSTILE)])
    report = check_store(full)
    assert all(f.rejected for f in report.findings)
    assert {f.citation.quote for f in report.findings if f.citation} == {WRONG.quote, HOSTILE.quote}
    assert report.counts["rejected"] == len(report.findings) == len({r.key for r in report.results})
    assert report.claims == 3
    fresh = check_quads(quads(WRONG, HOSTILE))
    assert {r.key for r in fresh.results} == {r.key for r in report.results}


def test_types_come_from_what_claims_state() -> None:
    full = store(claim("api", "owned_by", "ops"), claim("o-ps", "depends_on", "redis", 2))
    full.change([], alias("ops", "o ps"))
    assert [f.result.shape.removeprefix(SHAPES) for f in check_store(full).findings] == ["JoinsOwners"]


STRAY = [
    ("no chunk", "chunk/gone", "redis", "api", ["AssertedHasChunk", "AssertedHasClaim"]),
    ("no claim", "chunk/a.md/1", "redis", "api", ["AssertedHasClaim"]),
]


@pytest.mark.parametrize(("case", "graph", "subject", "obj", "expected"), STRAY, ids=[row[0] for row in STRAY])
def test_asserted_triples_without_a_receipt(case: str, graph: str, subject: str, obj: str, expected: list[str]) -> None:
    full = store(GOOD)
    stray = (iri(NAMES.entity(subject)), iri(KG + "depends_on"), iri(NAMES.entity(obj)))
    full.change([], [ox.Quad(*stray, iri(NAMES.base + graph))])
    report = check_store(full)
    assert [f.result.shape.removeprefix(SHAPES) for f in report.findings] == expected
    assert report.findings[0].result.focus == stray[0].value


@pytest.mark.parametrize("polarity", [Polarity.NEGATED, Polarity.PAST, Polarity.HYPOTHETICAL, Polarity.OPTIONAL])
def test_only_an_asserted_claim_supports_a_hard_triple(polarity: Polarity) -> None:
    full = store(claim("api", "depends_on", "redis", polarity=polarity))
    full.change([], recorder().assertions(recorded(GOOD)[1].values()))
    (finding,) = check_store(full).findings
    assert finding.result.shape == SHAPES + "AssertedHasClaim"
    assert str(finding.result.path) == "kg:depends_on"


def test_an_optional_claim_supports_a_soft_triple_whatever_the_relation() -> None:
    """Relations without a soft variant assert kg:relies_softly_on, or themselves where failure is no matter."""
    extra = [
        ox.Triple(iri("urn:r"), iri(RDFS + "subPropertyOf"), iri(KG + "relies_on")),
        ox.Triple(iri("urn:r"), iri(RDF + "type"), iri(OWL + "ObjectProperty")),
        ox.Triple(iri("urn:r"), iri(KG + "surfaceForm"), text("reads")),
    ]
    onto = Ontology([*ontology().triples, *extra])
    one = [
        claim("api", "r", "redis", polarity=Polarity.OPTIONAL),
        claim("api", "owned_by", "ops", 2, polarity=Polarity.OPTIONAL),
    ]
    own = Recorder(NAMES, onto)
    (document, stated) = documents(one)[0]
    made = own.claims(document, stated)
    asserted = own.assertions(made.values())
    assert {q.predicate.value for q in asserted} == {KG + "relies_softly_on", KG + "owned_by"}
    full = store()
    around = [*own.run("x"), *own.document(document), *(q for c in document.chunks for q in own.chunk(c))]
    graph = iri(NAMES.ontology)
    full.change([], [*around, *asserted, *(q for qs in made.values() for q in qs)])
    full.change([], [ox.Quad(t.subject, t.predicate, t.object, graph) for t in onto.triples])
    assert check_store(full).findings == ()


def test_turtle_is_a_shacl_report_any_reader_takes() -> None:
    import rdflib
    from rdflib import RDF as A

    report = check_quads([*quads(GOOD, WRONG, HOSTILE), *alias("a1", "b1", reason=False)])
    graph = rdflib.Graph().parse(data=as_turtle(report), format="turtle")
    namespace = rdflib.Namespace(SH)
    (top,) = graph.subjects(A.type, namespace.ValidationReport)
    assert graph.value(top, namespace.conforms).toPython() is False
    nodes = set(graph.objects(top, namespace.result))
    assert len(nodes) == len(report.results)
    for node in nodes:
        for local in ("focusNode", "resultSeverity", "resultMessage", "sourceShape", "sourceConstraintComponent"):
            assert graph.value(node, namespace[local]) is not None
    (justified,) = graph.subjects(namespace.sourceShape, rdflib.URIRef(SHAPES + "Justified"))
    path = graph.value(justified, namespace.resultPath)
    assert isinstance(path, rdflib.BNode)
    assert graph.value(graph.value(path, A.first), namespace.inversePath) is not None
    texts = {str(value) for value in graph.objects(None, namespace.value)}
    assert {"it", HOSTILE.subject, HOSTILE.object} <= texts


def test_turtle_of_an_empty_and_of_a_stored_report() -> None:
    assert "sh:conforms true" in as_turtle(Report(()))
    assert "a.md" not in as_turtle(check_store(store(GOOD)))
    assert as_turtle(check_store(store(WRONG))).count("sh:ValidationResult") == 1


PREFIXES = """@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix kg: <https://w3id.org/context-graph/ontology#> .
@prefix ex: <https://example.com/#> . @prefix prov: <http://www.w3.org/ns/prov#> .
"""


def user(folder: Path, turtle: str) -> Path:
    file = folder / "mine.ttl"
    file.write_text(PREFIXES + turtle, encoding="utf-8")
    return file


def test_shapes_of_the_user_are_checked_too(tmp_path: Path) -> None:
    file = user(
        tmp_path,
        """ex:NoRedis a sh:NodeShape ; sh:targetClass kg:Claim ;
            sh:property [ sh:path [ sh:zeroOrOnePath kg:objectText ] ; sh:severity sh:Info ;
                sh:message "no Redis here" ;
                sh:not [ sh:hasValue "redis" ] ; sh:description "Use another." ] .""",
    )
    (result,) = check_quads(quads(GOOD), [file]).results
    assert (result.severity, result.message, str(result.path)) == (Severity.INFO, "no Redis here", "kg:objectText?")
    assert result.advice == "Use another."
    assert result.claim in claim_iris(quads(GOOD))
    assert len(check_store(store(GOOD), [file]).findings) == 1
    assert "sh:zeroOrOnePath kg:objectText" in as_turtle(check_quads(quads(GOOD), [file]))


def test_user_shapes_see_everything_and_sparql_works_in_them(tmp_path: Path) -> None:
    file = user(
        tmp_path,
        """ex:Known a sh:NodeShape ; sh:targetClass kg:Claim ; sh:sparql ex:q .
        ex:q a sh:SPARQLConstraint ; sh:message "found by a test" ;
            sh:select "SELECT $this WHERE { $this <https://w3id.org/context-graph/ontology#extractor> 'test' }" .""",
    )
    assert [r.message for r in check_quads(quads(GOOD), [file]).results] == ["found by a test"]


UNUSABLE = {
    "broken Turtle": ("ex:a sh:path .\n", 3, "not valid Turtle"),
    "no shape": ("ex:a ex:b ex:c .\n", None, "holds no shape"),
    "network": (
        """ex:S a sh:NodeShape ; sh:targetClass kg:Claim ; sh:sparql ex:q . ex:q sh:message "x" ;
        sh:select "SELECT $this WHERE { SERVICE <http://a.example/> { $this ?p ?o } }" .""",
        3,
        "SERVICE goes out to the network",
    ),
    "no SPARQL": (
        """ex:S a sh:NodeShape ; sh:targetClass kg:Claim ; sh:sparql ex:q . ex:q sh:message "x" ;
        sh:select "SELECT $this WHERE { $this" .""",
        3,
        "cannot be evaluated",
    ),
    "no regular expression": (
        'ex:S a sh:NodeShape ; sh:targetClass kg:Claim ; sh:property [ sh:path kg:quote ; sh:pattern "(" ] .',
        3,
        "cannot be evaluated",
    ),
    "two paths": (
        "ex:S a sh:PropertyShape ; sh:targetClass kg:Claim ; sh:path kg:quote, kg:polarity ; sh:minCount 1 .",
        3,
        "cannot be evaluated",
    ),
}


@pytest.mark.parametrize("case", sorted(UNUSABLE))
def test_unusable_shapes_are_one_clear_line(case: str, tmp_path: Path) -> None:
    turtle, line, message = UNUSABLE[case]
    file = user(tmp_path, turtle)
    with pytest.raises(InputError, match=message) as caught:
        check_quads(quads(GOOD), [file])
    assert caught.value.file == str(file)
    assert caught.value.line == line
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        check_quads([], [tmp_path / "none.ttl"])


SILENT = {
    "mistyped target": (
        "ex:S a sh:NodeShape ; sh:targetClas kg:Claim .",
        ["mine.ttl:3: sh:targetClas is no term of SHACL and does nothing"],
    ),
    "mistyped constraint": (
        "ex:S a sh:NodeShape ; sh:targetClass kg:Claim ;\n  sh:property [ sh:path kg:quote ; sh:minCountt 1 ] .",
        ["mine.ttl:4: sh:minCountt is no term of SHACL and does nothing"],
    ),
    "unknown class": (
        "ex:S a sh:NodeShape ; sh:targetClass kg:Clam ; sh:nodeKind sh:IRI .",
        ["mine.ttl:3: <https://example.com/#S> checked nothing: no focus node (sh:targetClass kg:Clam)"],
    ),
    "unknown property": (
        'ex:S a sh:NodeShape ; sh:name "mine" ; sh:targetSubjectsOf kg:none ; sh:nodeKind sh:IRI .',
        ["mine.ttl:3: mine checked nothing: no focus node (sh:targetSubjectsOf kg:none)"],
    ),
    "unknown node": (
        "ex:S a sh:PropertyShape ; sh:targetNode ex:nobody ; sh:path kg:quote ; sh:maxLength 9 .",
        [],
    ),
    "mistyped path": (
        "ex:S a sh:NodeShape ; sh:targetClass kg:Claim ;\n sh:property\n"
        "[ sh:path ( ex:quot kg:quote ) ; sh:maxLength 99 ] .",
        ["mine.ttl:5: nothing has the property <https://example.com/#quot> (sh:path)"],
    ),
    "forbidden path": (
        "ex:S a sh:NodeShape ; sh:targetClass kg:Claim ; sh:property [ sh:path ex:secret ; sh:maxCount 0 ] .",
        [],
    ),
    "advanced": (
        "ex:S a sh:NodeShape ; sh:targetClass kg:Claim ; sh:rule ex:r .",
        ["mine.ttl:3: sh:rule needs SHACL Advanced Features, which are not run"],
    ),
    "sound": ("ex:S a sh:NodeShape ; sh:targetClass kg:Claim ; sh:nodeKind sh:IRI .", []),
}


@pytest.mark.parametrize("case", sorted(SILENT))
def test_what_would_conform_silently_is_told(case: str, tmp_path: Path) -> None:
    turtle, expected = SILENT[case]
    found = check_quads(quads(GOOD), [user(tmp_path, turtle)]).warnings
    assert [warning.removeprefix(f"{tmp_path}/") for warning in found] == expected


def test_where_there_is_nothing_to_check_that_is_said() -> None:
    assert check_quads(quads(GOOD)).warnings == ()
    (warning,) = check_quads([]).warnings
    assert "checked nothing" in warning


def test_focus_nodes_are_counted_for_each_shape(tmp_path: Path) -> None:
    file = user(tmp_path, "ex:S a sh:NodeShape ; sh:targetClass kg:Chunk, kg:Claim ; sh:nodeKind sh:IRI .")
    focus = check_quads(quads(GOOD, WRONG), [file]).focus
    assert focus[SHAPES + "HasQuote"] == 2
    assert focus[SHAPES + "SameAs"] == 0
    assert focus["https://example.com/#S"] == 4


def test_type_of_a_claim_is_what_makes_it_one() -> None:
    made = [q for q in quads(WRONG) if q.predicate.value != RDF + "type"]
    assert all(r.claim is None for r in check_quads(made).results)


def test_a_store_somebody_filled_with_other_things_is_checked_all_the_same() -> None:
    """What `kg import` brings may be any RDF."""
    full = store(GOOD, WRONG)
    provenance, rejects = iri(NAMES.provenance), iri(NAMES.rejected)
    blank, because = ox.BlankNode(), iri(KG + "rejectedBecause")
    (name, *_) = claim_iris(quads(GOOD))
    odd = [
        ox.Quad(blank, iri(RDF + "type"), iri(KG + "Claim"), provenance),
        ox.Quad(blank, iri(KG + "polarity"), iri(KG + "asserted"), provenance),
        ox.Quad(blank, iri(RDF + "predicate"), text("no relation"), provenance),
        ox.Quad(iri(name), iri(RDF + "predicate"), text("no relation"), provenance),
        ox.Quad(iri(name), iri(RDF + "object"), text("no thing"), provenance),
        ox.Quad(iri(name), iri(KG + "quote"), ox.Triple(blank, because, blank), provenance),
        ox.Quad(iri(name), iri(KG + "firstLine"), text("three"), provenance),
        ox.Quad(iri(name), because, text("no result"), rejects),
        ox.Quad(iri(name), because, iri("urn:nothing"), rejects),
        ox.Quad(blank, because, iri("urn:nothing"), rejects),
        ox.Quad(iri(NAMES.entity("a")), iri(OWL + "sameAs"), blank, iri(NAMES.aliases)),
    ]
    full.change([], odd)
    report = check_store(full)
    assert {"HasSubject", "LineRange", "TwoNames", "NotPronoun"} <= {
        r.shape.removeprefix(SHAPES) for r in report.results
    }
    assert as_turtle(report)
