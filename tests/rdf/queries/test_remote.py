"""SPARQL that would go out to the network is refused, whatever it hides behind; other SPARQL is not."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import QueryError
from kg.rdf.queries import refuse_remote

REMOTE = {
    "plain": "SELECT * { SERVICE <http://a.example/> { ?s ?p ?o } }",
    "lower case": "select * { service silent <http://a.example/> { ?s ?p ?o } }",
    "variable": "SELECT * { VALUES ?e { <http://a.example/> } SERVICE ?e { } }",
    "glued": "SELECT * {SERVICE<http://a.example/>{}}",
    "after a string": "SELECT * { ?s ?p '#' . SERVICE <http://a.example/> { } }",
    "after an escaped quote": r"""SELECT * { ?s ?p "\"" . SERVICE <http://a.example/> { } }""",
    "after an escaped backslash": r"""SELECT * { ?s ?p "\\" . SERVICE <http://a.example/> { } #" }""",
    "after a long string": 'SELECT * { ?s ?p """a"b""c""" SERVICE <http://a.example/> {} }',
    "after an IRI with a hash": "SELECT * { ?s <http://a.example/#x> ?o SERVICE <http://a.example/> {} }",
    "after a comment": "SELECT * { # it's a comment\n SERVICE <http://a.example/> {} }",
    "after a comment ended by a carriage return": "SELECT * { # it's\rSERVICE <http://a.example/> {} #'\n }",
    "quotes in a comment": 'SELECT * { #\r"""\nSERVICE <http://a.example/> {} #"""\n }',
    "less than": "SELECT * { FILTER(?a<?b && ?c>?d) SERVICE <http://a.example/> {} }",
    "escaped letters": r"SELECT * { \u0053ERVICE <http://a.example/> {} }",
    "escaped long": r"SELECT * { \U00000053ERVICE <http://a.example/> {} }",
    "escaped quote": r'SELECT * { ?s ?p "\u0022 . SERVICE <http://a.example/> {} #" }',
    "load": "LOAD <http://a.example/data.ttl>",
    "load silent": "LOAD SILENT <http://a.example/x> INTO GRAPH <urn:g>",
    "from": "SELECT * FROM <http://a.example/data.ttl> { ?s ?p ?o }",
    "from named": "SELECT * FROM NAMED <https://a.example/data.ttl> { GRAPH ?g { ?s ?p ?o } }",
    "from a name": "PREFIX a: <http://a.example/> SELECT * FROM a:data { ?s ?p ?o }",
    "from relative": "BASE <http://a.example/> SELECT * FROM <data> { ?s ?p ?o }",
    "from after a comment": "SELECT * FROM # now\n <http://a.example/data.ttl> { ?s ?p ?o }",
    "from a file": "SELECT * FROM <file:///etc/hostname> { ?s ?p ?o }",
    "glued to silent": "SELECT * {SERVICESILENT<http://a.example/>{}}",
    "glued to a prefix": "PREFIX : <http://a.example/> SELECT * {SERVICE:x{}}",
    "glued to a number": "SELECT * {?s ?p 1SERVICE<http://a.example/>{}}",
    "glued to a truth": "PREFIX : <http://a.example/> SELECT * {?s ?p trueSERVICE:x{}}",
    "glued to a group": "PREFIX x: <urn:x> SELECT * {?s a x:a{}SERVICE<http://a.example/>{}}",
    "glued to a language tag": "SELECT * {?s ?p 'x'@en.SERVICE<http://a.example/>{}}",
    "from glued": "PREFIX : <http://a.example/> SELECT * FROM:x{?s ?p ?o}",
    "from named glued": "SELECT *FROMNAMED<http://a.example/>{?s ?p ?o}",
    "load glued": "PREFIX : <http://a.example/> INSERT DATA {} ;LOAD:x",
    "load an empty name": "PREFIX : <http://a.example/> LOAD:",
    "unfinished string": 'SELECT * { ?s ?p "a\n . SERVICE <http://a.example/> {} }',
}
LOCAL = {
    "string": 'SELECT * { ?s ?p "SERVICE <http://a.example/>" }',
    "string in single quotes": "SELECT * { ?s ?p 'LOAD <x>' }",
    "long string": "SELECT * { ?s ?p '''it's a\nSERVICE <x>''' }",
    "comment": "SELECT * { # SERVICE <x>\n ?s ?p ?o }",
    "IRI": "SELECT * { ?s <http://a.example/SERVICE/LOAD#FROM> ?o }",
    "variables": "SELECT ?service ?load $from { ?service ?load $from }",
    "names": "PREFIX load: <http://a.example/> SELECT * { ?s load:service ?o ; :from ?x ; load:FROM-here ?y }",
    "prefixes": "PREFIX service: <urn:x> PREFIX load: <urn:y> SELECT * { ?s service:port 1 ; load:average ?x }",
    "words with more letters": "SELECT * { ?services ?loaded ?fromage }",
    "language tag": 'SELECT * { ?s ?p "x"@from }',
}


@pytest.mark.parametrize("case", sorted(REMOTE))
def test_refused(case: str) -> None:
    with pytest.raises(QueryError, match="goes out to the network"):
        refuse_remote(REMOTE[case])


@pytest.mark.parametrize("case", sorted(LOCAL))
def test_let_through(case: str) -> None:
    refuse_remote(LOCAL[case])


def test_the_line_is_told() -> None:
    with pytest.raises(QueryError) as caught:
        refuse_remote("SELECT *\n{\n  SERVICE <http://a.example/> {} }")
    assert caught.value.line == 3


def test_from_a_graph_at_hand_is_local() -> None:
    base = "https://example.org/kg/"
    refuse_remote(f"SELECT * FROM <{base}graph/inferred> FROM NAMED <{base}graph/aliases> {{ ?s ?p ?o }}", local=base)
    with pytest.raises(QueryError):
        refuse_remote("SELECT * FROM <https://example.com/> { ?s ?p ?o }", local=base)


@given(st.text(alphabet="\"'\\#<>\n\r {}?:aSERVICE", max_size=60))
def test_any_text_ends(text: str) -> None:
    with suppress(QueryError):
        refuse_remote(text)


@given(st.text(max_size=40))
def test_a_service_after_any_closed_string_is_seen(text: str) -> None:
    import pyoxigraph as ox

    literal = str(ox.Literal(text.encode("utf-8", "replace").decode()))
    with pytest.raises(QueryError):
        refuse_remote(f"SELECT * {{ ?s ?p {literal} . SERVICE <http://a.example/> {{}} }}")


def test_long_texts_take_no_long_time() -> None:
    refuse_remote('"' * 50_000)
    refuse_remote("'''" + "''\\" * 15_000)
    refuse_remote("<" * 50_000 + "#" * 50_000)
