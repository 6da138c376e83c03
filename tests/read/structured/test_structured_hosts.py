"""Which settings name another service."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.read.structured.hosts import service_name, targets

KNOWN = frozenset(("web", "db", "stock"))


@pytest.mark.parametrize(
    ("key", "value", "names"),
    [
        ("STOCK_URL", "http://stock", ["stock"]),
        ("STOCK_URL", "grpc+tls://stock:443/x", ["stock"]),
        ("DB", "jdbc:postgresql://db:5432/shop", ["db"]),
        ("DB", "mongodb://u:p@m1:27017,m2:27017/shop", ["m1", "m2"]),
        ("DSN", "shop:pw@tcp(db:3306)/shop", ["db"]),
        ("ConnectionStrings__Main", "Server=db;Database=shop", ["db"]),
        ("PGDSN", "host=db port=5432", ["db"]),
        ("BACKEND", "store path=/var url=http://stock:80/{path}", ["stock"]),
        ("dbHost", "db", ["db"]),
        ("--stock-addr", "stock:7070", ["stock"]),
        ("STOCK_URL", "http://stock.shop.svc.cluster.local:80", ["stock"]),
        ("STOCK_URL", "http://stock.shop:80", ["stock"]),
        ("STOCK_URL", "http://tasks.stock:80", ["stock"]),
        ("STOCK_URL", "${STOCK_URL:-http://stock}", ["stock"]),
        ("SERVERS", "web:1,db:2", ["web", "db"]),
        ("DB_HOST", "elsewhere", []),
        ("STOCK_URL", "http://localhost:80", []),
        ("STOCK_URL", "http://127.0.0.1:80 http://[::1]:80 http://0.0.0.0", []),
        ("STOCK_URL", "http://stock.example.com", []),
        ("STOCK_URL", "http://${HOST}:80", []),
        ("STOCK_URL", "http://*:80 http://+:80", []),
        ("LEVEL", "db", []),
        ("IMAGE", "busybox:12", []),
        ("HOST", "web", []),
        ("CORS_ORIGIN", "http://web", []),
        ("NO_PROXY", "db,web", []),
        ("OAUTH_REDIRECT_URL", "http://web", []),
        ("", "", []),
    ],
)
def test_names(key: str, value: str, names: list[str]) -> None:
    assert [target.name for target in targets(key, value, KNOWN)] == names


@pytest.mark.parametrize(
    ("key", "value", "relation", "optional"),
    [
        ("A_URL", "postgres://db", "backed_by", False),
        ("A_URL", "redis://db", "depends_on", False),
        ("STATSD_HOST", "db", "depends_on", True),
        ("A_URL", "http://otel-collector:4318", "depends_on", True),
        ("SENTRY_DSN", "http://key@sentry:9000/1", "depends_on", True),
    ],
)
def test_relation_and_polarity(key: str, value: str, relation: str, optional: bool) -> None:
    (target,) = targets(key, value, KNOWN)
    assert (target.relation, target.polarity == "optional") == (relation, optional)


def test_a_single_word_counts_where_the_source_says_so() -> None:
    assert [target.name for target in targets("DB_HOST", "elsewhere", (), bare=True)] == ["elsewhere"]
    assert targets("DB_NAME", "elsewhere", (), bare=True) == []
    assert targets("STORAGE_BACKEND", "filesystem", (), bare=True) == []


@given(st.text(max_size=40), st.text("ab.:/@,;= -_$({})[]\n01", max_size=200))
def test_any_setting_is_read(key: str, value: str) -> None:
    for target in targets(key, value, KNOWN, bare=True):
        assert target.name == service_name(target.name, KNOWN) or target.name in KNOWN


@pytest.mark.parametrize("value", ["a" * 4000, "a." * 2000, "a:1," * 1000, "x://" * 1000, "@tcp(" * 800, "host=" * 800])
def test_long_values_are_read_in_linear_time(value: str) -> None:
    assert len(targets("SERVER_LIST", value, ())) <= 60
