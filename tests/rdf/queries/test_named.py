"""Every named query gives the same rows in every engine, from every name of a thing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache

import pyoxigraph as ox
import pytest

from kg.errors import InputError
from kg.ontology import relations as ontology
from kg.rdf import queries, resources
from kg.rdf.vocab import KG, SEMAPV

from .story import NAMES, e, quads, store

Rows = list[tuple[str, ...]]

EXPECTED: dict[str, tuple[str, str]] = {
    "impact": (
        "affected label",
        """
        :entity/auth-service  auth service
        :entity/login-flow    login flow
        :entity/token-cache   token cache
        """,
    ),
    "needs": (
        "needed label",
        """
        :entity/auth-service  auth service
        :entity/redis         redis
        :entity/token-cache   token cache
        """,
    ),
    "neighbourhood": (
        "subject relation object hop documents chunks status",
        """
        :entity/login-flow    kg:depends_on             :entity/auth-service   1  1  1  kg:asserted
        :entity/login-flow    kg:optionally_depends_on  :entity/metrics        1  1  1  kg:asserted
        :entity/login-flow    kg:owned_by               :entity/web-team       1  1  1  kg:asserted
        :entity/auth-service  kg:depends_on             :entity/token-cache    2  2  2  kg:disputed
        :entity/auth-service  kg:owned_by               :entity/identity-team  2  1  1  kg:asserted
        """,
    ),
    "owners-of-impacted": (
        "ownerLabel label",
        """
        identity team  auth service
        web team       login flow
        """,
    ),
    "survivors": (
        "label",
        """
        mail api
        mailer
        metrics
        search
        smtp relay
        """,
    ),
    "corroboration": (
        "subject relation object documents chunks",
        """
        :entity/auth-service  kg:depends_on             :entity/token-cache    2  2
        :entity/auth-service  kg:owned_by               :entity/identity-team  1  1
        :entity/login-flow    kg:depends_on             :entity/auth-service   1  1
        :entity/login-flow    kg:optionally_depends_on  :entity/metrics        1  1
        :entity/login-flow    kg:owned_by               :entity/web-team       1  1
        :entity/token-cache   kg:backed_by              :entity/redis          1  1
        """,
    ),
    "claims-of": (
        "subject relation object polarity document first last quote",
        """
        token cache  kg:backed_by   redis  kg:asserted      cache.md   2  2  token cache backed_by redis
        search       kg:depends_on  redis  kg:hypothetical  search.md  1  1  search depends_on redis
        """,
    ),
    "provenance": (
        "relation role chunk document first last quote",
        """
        kg:depends_on  asserts  auth.md/1   auth.md   1  1  auth service depends_on token cache
        kg:depends_on  asserts  notes.md/4  notes.md  4  4  AuthService depends_on token cache
        kg:depends_on  denies   old.md/9    old.md    9  9  auth service depends_on token cache
        """,
    ),
    "failures": (
        "affected behaviour substitute lasts status document first quote",
        """
        :entity/token-cache  kg:breaks  kg:replica  a minute  kg:asserted  cache.md  2  token cache backed_by redis
        """,
    ),
    "citations": (
        "relation object polarity chunk document first last quote",
        """
        kg:backed_by  :entity/redis  kg:asserted  cache.md/2  cache.md  2  2  token cache backed_by redis
        """,
    ),
    "aliases": (
        "name other justification comment",
        """
        :entity/auth-service  :entity/authservice   semapv:LexicalMatching  same letters
        :entity/authservice   :entity/auth-service  semapv:LexicalMatching  same letters
        """,
    ),
    "unowned": (
        "label dependents",
        """
        redis        3
        token cache  2
        mail api     0
        mailer       0
        metrics      0
        search       0
        smtp relay   0
        """,
    ),
}
NAMED = queries.named()


def short(value: str) -> str:
    for namespace, prefix in ((NAMES.base, ":"), (KG, "kg:"), (SEMAPV, "semapv:")):
        value = value.replace(namespace, prefix)
    return value


def oxigraph(query: str) -> tuple[list[str], Rows]:
    variables, rows = _store().select(query)
    return list(variables), [tuple(short(row[v].value) if v in row else "" for v in variables) for row in rows]


@cache
def _store():  # type: ignore[no-untyped-def]
    return store()


@cache
def _dataset(kind: str):  # type: ignore[no-untyped-def]
    import rdflib

    data = rdflib.Dataset(store="Oxigraph" if kind == "oxrdflib" else "default", default_union=kind == "union")
    data.parse(data=ox.serialize(quads(), format=ox.RdfFormat.N_QUADS), format="nquads")
    return data


def rdflib_engine(kind: str) -> Callable[[str], tuple[list[str], Rows]]:
    def run(query: str) -> tuple[list[str], Rows]:
        result = _dataset(kind).query(query)
        names = [str(v) for v in result.vars]
        return names, [tuple("" if t is None else short(str(t)) for t in row) for row in result]

    return run


ENGINES = {
    "oxigraph": oxigraph,
    "rdflib": rdflib_engine("named"),
    "rdflib-union": rdflib_engine("union"),
    "oxrdflib": rdflib_engine("oxrdflib"),
}


def columns(names: list[str], rows: Iterable[tuple[str, ...]], wanted: str) -> Rows:
    return [tuple(row[names.index(name)] for name in wanted.split()) for row in rows]


def table(lines: str) -> Rows:
    """Cells stand two or more spaces apart."""
    cells = (line.strip().split("  ") for line in lines.strip().splitlines())
    return [tuple(cell.strip() for cell in row if cell.strip()) for row in cells]


def test_all_named_queries_are_here() -> None:
    assert sorted(NAMED) == sorted(EXPECTED)


@pytest.mark.parametrize("engine", sorted(ENGINES))
@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_rows_unchanged_from_the_file(name: str, engine: str) -> None:
    names, rows = ENGINES[engine](NAMED[name].text)
    wanted, expected = EXPECTED[name]
    assert columns(names, rows, wanted) == table(expected)


@pytest.mark.parametrize("engine", sorted(ENGINES))
@pytest.mark.parametrize("name", [n for n in sorted(NAMED) if n not in ("citations", "corroboration", "unowned")])
def test_an_alias_starts_where_its_representative_does(name: str, engine: str) -> None:
    first = NAMED[name].parameters[0].name
    one, other = (
        ENGINES[engine](queries.render(NAMED[name], NAMES.base, {first: e(start)}))
        for start in ("auth service", "AuthService")
    )
    assert one == other
    assert one[1], "the query has no row to compare"


@pytest.mark.parametrize("engine", sorted(ENGINES))
@pytest.mark.parametrize("name", [n for n in sorted(NAMED) if n not in ("corroboration", "unowned")])
def test_an_unknown_start_gives_no_row(name: str, engine: str) -> None:
    first = NAMED[name].parameters[0].name
    assert ENGINES[engine](queries.render(NAMED[name], NAMES.base, {first: e("never heard of")}))[1] == []


@pytest.mark.parametrize("engine", sorted(ENGINES))
def test_several_starts_and_a_number(engine: str) -> None:
    several = queries.render(NAMED["impact"], NAMES.base, {"start": [e("redis"), e("token cache")]})
    names, rows = ENGINES[engine](several)
    assert columns(names, rows, "failed label") == [
        (":entity/redis", "auth service"),
        (":entity/redis", "login flow"),
        (":entity/redis", "token cache"),
        (":entity/token-cache", "auth service"),
        (":entity/token-cache", "login flow"),
    ]
    least = queries.render(NAMED["corroboration"], NAMES.base, {"least": 2})
    assert len(ENGINES[engine](least)[1]) == 1
    for hops, count in ((1, 3), ("2", 5), (3, 6)):
        near = queries.render(NAMED["neighbourhood"], NAMES.base, {"hops": hops})
        assert len(ENGINES[engine](near)[1]) == count


@pytest.mark.parametrize("name", sorted(NAMED))
def test_header_says_what_the_text_does(name: str) -> None:
    query = NAMED[name]
    assert query.summary
    assert query.limits
    block = queries._VALUES.search(query.text)
    variables = block[1].replace("?", "").split() if block else []
    assert [p.name for p in query.parameters] == variables
    assert all(p.description for p in query.parameters)
    assert f"({' '.join(p.default for p in query.parameters)})" in (block[0] if block else "()")
    assert query.text.count("\nBASE <https://example.org/kg/>\n") == 1
    assert "DISTINCT" in query.text
    assert "\nORDER BY " in query.text
    queries.refuse_remote(query.text)


@pytest.mark.parametrize("name", sorted(NAMED))
def test_order_is_total(name: str) -> None:
    """Every projected variable, or one that determines it, is in ORDER BY: rows come out sorted by it, none equal."""
    _, rows = oxigraph(NAMED[name].text)
    assert len(set(rows)) == len(rows)


def test_defaults_named_in_the_text_fill_in_what_is_not_given() -> None:
    text = queries.render(NAMED["provenance"], "https://example.com/g/", {"object": "https://example.com/g/entity/x"})
    assert "VALUES (?subject ?object) { (<entity/auth-service> <https://example.com/g/entity/x>) }" in text


@pytest.mark.parametrize("base", ["https://example.com/g#", "https://example.com/a/../g/", "urn:graph:/"])
def test_a_base_that_does_not_resolve_is_written_out(base: str) -> None:
    text = queries.render(NAMED["impact"], base)
    assert f"GRAPH <{base}graph/inferred>" in text
    assert f"(<{base}entity/redis>)" in text


HOSTILE = [
    "https://example.org/kg/entity/x>) } } DROP ALL #",
    'a"b',
    "entity/redis",
    "",
    "x\n",
    "https://example.org/\\u003E",
    "https://example.org/{}",
    "\u202ehttps://example.org/",
    "https://example.org/ x",
]


@pytest.mark.parametrize("value", HOSTILE)
def test_what_is_no_iri_is_refused(value: str) -> None:
    with pytest.raises(InputError, match="no absolute IRI"):
        queries.render(NAMED["impact"], NAMES.base, {"start": value})
    with pytest.raises(InputError, match="no absolute IRI"):
        queries.render(NAMED["impact"], value)


@pytest.mark.parametrize("value", ["two", "-1", "1.5", "1) } #", "٣", "", "9" * 10])
def test_what_is_no_number_is_refused(value: str) -> None:
    with pytest.raises(InputError, match="whole number"):
        queries.render(NAMED["corroboration"], NAMES.base, {"least": value})


@pytest.mark.parametrize(
    "value", ['"', "\\", "'''", '") } DROP ALL #', "a\nb\r\tc", "\u202e\u2066", "x" * 10_000, "\ud800"]
)
def test_text_parameters_come_back_as_they_are(value: str) -> None:
    query = queries.parse(
        "say", '# summary: x\n# parameter say = "": what\nBASE <x>\nSELECT ?say { VALUES (?say) { ("") } }'
    )
    _, rows = _store().select(queries.render(query, NAMES.base, {"say": value}))
    assert [row["say"].value for row in rows] == [value.encode("utf-8", "replace").decode()]


def test_unknown_parameters_name_the_known_ones() -> None:
    with pytest.raises(InputError, match=r"no parameter 'begin' \(it takes start, hops\)"):
        queries.render(NAMED["neighbourhood"], NAMES.base, {"begin": "x"})
    with pytest.raises(InputError, match="takes none"):
        queries.render(NAMED["unowned"], NAMES.base, {"start": "x"})
    with pytest.raises(InputError, match="needs a value"):
        queries.render(NAMED["impact"], NAMES.base, {"start": []})


def test_iris_with_letters_of_any_script_work() -> None:
    for name in ("Überwachung", "кэш", "数据库", "C++", "100%"):
        assert oxigraph(queries.render(NAMED["impact"], NAMES.base, {"start": e(name)}))[1] == []


def test_only_terms_of_the_ontology_are_used() -> None:
    triples = ontology.parse_turtle(resources.folder("ontology") / "context-graph.ttl")
    known = {t.subject.value for t in triples if isinstance(t.subject, ox.NamedNode)}
    for query in NAMED.values():
        body = query.text.split("\nBASE", 1)[1]
        assert {KG + local for local in re.findall(r"\bkg:(\w+)", body)} <= known
