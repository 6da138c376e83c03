"""Mappings out and in: other people's reader takes what is written, what cannot be used is said with its line."""

from __future__ import annotations

import csv
import io

import pytest
import sssom_pydantic
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import InputError
from kg.rdf.iris import Names
from kg.rdf.vocab import DEFAULT_BASE
from kg.resolve.sssom.reading import read
from tests.resolve.identity.desk import CHECKOUT, Desk

MORE = "\nThe CartService depends on Postgres. The mail worker depends on PostgreSQL.\n"


@pytest.fixture(scope="module")
def office(tmp_path_factory):
    desk = Desk(tmp_path_factory.mktemp("office"), checkout=CHECKOUT + MORE)
    desk.say("add", "cart service", "basket service", reason="one deployment")
    desk.run("alias", "add", "order desk", "front desk", "--reason", "its old name", "--by", "eve", "--date",
             "2026-02-04", "--confidence", "0.75")  # fmt: skip
    desk.say("differ", "mail worker", "session cache", reason="seen side by side", by="bob")
    return desk


def exported(desk):
    return desk.run("alias", "export").stdout


def rows(table):
    body = "".join(line for line in table.splitlines(keepends=True) if not line.startswith("#"))
    return list(csv.DictReader(io.StringIO(body), delimiter="\t"))


def imported(desk, table, name="theirs.sssom.tsv"):
    file = desk.folder / name
    file.write_text(table, encoding="utf-8")
    return desk.invoke("alias", "import", str(file), "--by", "ada", "--date", "2026-03-01")


def test_what_is_written(desk):
    table = exported(desk)
    assert table.startswith(
        "#curie_map:\n"
        '#  entity: "https://example.org/kg/entity/"\n'
        '#  owl: "http://www.w3.org/2002/07/owl#"\n'
        '#  semapv: "https://w3id.org/semapv/vocab/"\n'
        '#license: "https://w3id.org/sssom/license/unspecified"\n'
        '#mapping_set_id: "https://example.org/kg/graph/aliases"\n'
    )
    told = {(r["subject_label"], r["predicate_id"], r["object_label"]): r for r in rows(table)}
    mine = told["basket service", "owl:sameAs", "cart service"]
    assert (mine["author_label"], mine["mapping_date"], mine["comment"]) == ("ada", "2026-02-03", "one deployment")
    assert (mine["mapping_justification"], mine["mapping_tool"]) == ("semapv:ManualMappingCuration", "")
    assert told["front desk", "owl:sameAs", "order desk"]["confidence"] == "0.75"
    assert told["mail worker", "owl:differentFrom", "session cache"]["author_label"] == "bob"
    letters = told["cart service", "owl:sameAs", "CartService"]
    assert (letters["mapping_justification"], letters["mapping_tool"]) == ("semapv:LexicalMatching", "kg")
    gazetteer = told["Postgres", "owl:sameAs", "PostgreSQL"]
    assert gazetteer["comment"] in ("gazetteer", "alias list of kg")


def test_sssom_pydantic_reads_it(desk, tmp_path):
    file = tmp_path / "ours.sssom.tsv"
    desk.run("alias", "export", "--license", "https://creativecommons.org/licenses/by/4.0/", "-o", str(file))
    mappings, converter, metadata = sssom_pydantic.read(file)
    ours = rows(file.read_text(encoding="utf-8"))
    assert len(mappings) == len(ours)
    assert {m.subject.curie for m in mappings} == {row["subject_id"] for row in ours}
    assert {converter.expand(m.predicate.curie) for m in mappings} == {
        "http://www.w3.org/2002/07/owl#sameAs",
        "http://www.w3.org/2002/07/owl#differentFrom",
    }
    assert {m.confidence for m in mappings} >= {0.75, 1.0}
    assert str(metadata.id) == "https://example.org/kg/graph/aliases"
    assert str(metadata.license) == "https://creativecommons.org/licenses/by/4.0/"


def test_there_and_back_again(desk, tmp_path):
    table = exported(desk)
    done = imported(desk, table)
    assert done.stderr == f"0 decisions came, {len(rows(table))} mappings were known\n"
    (tmp_path / "other").mkdir()
    other = Desk(tmp_path / "other", checkout=CHECKOUT + MORE)
    done = imported(other, table)
    assert done.stderr == (
        f"3 decisions came, {len(rows(table)) - 3} mappings were known; "
        "kg alias remove --source theirs.sssom.tsv takes them back\n"
    )
    assert exported(other) == table
    before = Desk.canonical(other)
    other.build()
    assert other.canonical() == before


def test_an_import_is_cited_and_can_be_taken_back(tmp_path):
    desk = Desk(tmp_path)
    before = desk.canonical()
    table = HEAD + "entity:cart-service\towl:sameAs\tentity:basket-service\tsemapv:LexicalMatching\n"
    assert imported(desk, table).exit_code == 0
    shown = desk.run("alias", "show", "cart service").stdout
    told = "imported from theirs.sssom.tsv (LexicalMatching, 1, ada, 2026-03-01, theirs.sssom.tsv:5)"
    assert told in shown
    done = desk.run("alias", "remove", "--source", str(tmp_path / "theirs.sssom.tsv"))
    assert done.stderr.startswith("taken back: 1 decisions of ")
    assert desk.canonical() == before


HEAD = """\
#curie_map:
#  entity: https://example.org/kg/entity/
#mapping_set_id: https://example.org/mappings
subject_id\tpredicate_id\tobject_id\tmapping_justification
"""
GOOD = "entity:a\towl:sameAs\tentity:b\tsemapv:ManualMappingCuration\n"


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("", ":1: has no column subject_id, predicate_id, object_id, mapping_justification"),
        (HEAD.replace("object_id\t", "") + GOOD, ":4: has no column object_id"),
        (HEAD.replace("\t", ","), ":4: has no column subject_id"),
        (HEAD + GOOD + "entity:a\towl:sameAs\t\tsemapv:X\n", ":6: has no object_id"),
        (HEAD + GOOD.replace("entity:b", "other:b"), ":5: the prefix of 'other:b' is not in the curie_map"),
        (HEAD + GOOD.replace("entity:b", "b"), ":5: 'b' is no CURIE"),
        (HEAD + GOOD.replace("entity:b", "entity:b c"), ":5: 'entity:b c' makes no IRI"),
        (HEAD + GOOD.replace("entity:b", "skos:b"), ":5: object_id 'skos:b' is no name of this graph"),
        (HEAD + GOOD.replace("owl:sameAs", "skos:exactMatch"), ":5: 'skos:exactMatch' says nothing about identity"),
        (HEAD + GOOD.replace("semapv:", "owl:"), ":5: mapping_justification 'owl:ManualMappingCuration' is no SEMAPV"),
        (HEAD + GOOD.replace("entity:b", "entity:a"), ":5: 'a' and 'a' are one name, not two"),
        (HEAD + GOOD + GOOD.replace("sameAs", "differentFrom"), ":6: says the contrary of line 5"),
        (HEAD + GOOD.replace("\n", "\tmore\n"), ":5: has 5 cells, the table 4 columns"),
        (HEAD + 'entity:a\t"owl\n', ":5: no table with tabs"),
        (HEAD.replace("#  entity", "#  entity: [\n#  x"), ": its metadata is no YAML"),
        ("#- a\n" + GOOD, ":1: its metadata is no YAML mapping"),
        ("#curie_map: 3\n" + GOOD, ": its curie_map is no table"),
        (
            HEAD.replace("justification\n", "justification\tconfidence\n") + GOOD.replace("\n", "\thigh\n"),
            ":5: confidence",
        ),
        (
            HEAD.replace("justification\n", "justification\tconfidence\n") + GOOD.replace("\n", "\t7\n"),
            ":5: a confidence",
        ),
        (
            HEAD.replace("justification\n", "justification\tconfidence\n") + GOOD.replace("\n", "\tnan\n"),
            ":5: a confid",
        ),
        (
            HEAD.replace("justification\n", "justification\tmapping_date\n") + GOOD.replace("\n", "\tMay\n"),
            ":5: mapping_d",
        ),
    ],
)
def test_what_cannot_be_used_is_said_in_one_line_and_changes_nothing(desk, table, message):
    before = desk.canonical()
    done = imported(desk, table)
    assert done.exit_code == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert desk.canonical() == before


def test_a_file_against_a_decision_changes_nothing(desk):
    table = (
        HEAD + GOOD + "entity:cart-service\towl:differentFrom\tentity:basket-service\tsemapv:ManualMappingCuration\n"
    )
    before = desk.canonical()
    done = imported(desk, table)
    assert done.exit_code == 2
    assert ":6: contradicts what was decided: one thing: basket service / cart service (ada): one" in done.stderr
    assert desk.canonical() == before


def test_not_the_same_is_different():
    table = HEAD.replace("object_id", "predicate_modifier\tobject_id") + GOOD.replace("sameAs", "sameAs\tNot")
    (verdict,) = read(table.encode(), "x.tsv", Names(DEFAULT_BASE))
    assert not verdict.same


@pytest.mark.parametrize("data", [b"\xff\xfe", b"#curie_map:\n\xff", b"\x00" * 10])
def test_bytes_that_are_no_text(data):
    with pytest.raises(InputError):
        read(data, "x.tsv", Names(DEFAULT_BASE))


@given(st.text(alphabet=st.sampled_from("ab:\t\n\r#\"'entity owl/<>\x00é"), max_size=120))
def test_any_table_is_read_or_refused(text):
    try:
        read((HEAD + text).encode(), "x.tsv", Names(DEFAULT_BASE))
    except InputError as error:
        problem = error
    else:
        problem = None
    assert problem is None or "\n" not in str(problem)


def test_missing_files_and_licences(desk):
    assert desk.invoke("alias", "import", "nowhere.tsv").exit_code == 2
    assert desk.invoke("alias", "export", "--license", "mine").exit_code == 2
