"""Which configuration values name another service: URLs, `host:port` lists, connection strings, bare host names.

What a host name may look like is RFC 1123 section 2.1; that of a Kubernetes service
https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from kg.model import Polarity

LONGEST_VALUE = 4_000
"""Longer values are not searched."""

_HOST = r"[A-Za-z0-9][A-Za-z0-9._-]{0,200}"
_PORT = r"(?::\d{1,5})"
_URL = re.compile(rf"\b([A-Za-z][A-Za-z0-9+.:-]{{1,30}}?)://(?:[^\s/@'\"]{{0,200}}@)?((?:{_HOST}{_PORT}?,?){{1,20}})")
_DSN = re.compile(rf"@(?:tcp|udp)\(({_HOST}){_PORT}?\)")
_PAIRS = re.compile(rf"(?:^|[;\s])(?:data source|server|host)\s?=\s?(?:tcp:)?({_HOST})", re.IGNORECASE)
_LIST = re.compile(rf"{_HOST}{_PORT}(?:\s?[,;]\s?{_HOST}{_PORT}){{0,50}}(?:/\S{{0,200}})?")
_BARE = re.compile(rf"{_HOST}(?:\s?,\s?{_HOST}){{0,50}}")
_DEFAULT = re.compile(r"\$\{\w+:?-([^${}]{0,200})\}")
_ADDRESS = re.compile(r"[\d.]+|[0-9a-fA-F]*:[0-9a-fA-F:]*")

_NAMES_HOST = re.compile(
    r"(?:HOST|HOSTS|HOSTNAME|HOSTNAMES|ADDR|ADDRS|ADDRESS|ADDRESSES|SERVER|SERVERS|ENDPOINT|ENDPOINTS"
    r"|UR[LI]|UR[LI]S|BROKER|BROKERS|NODES|UPSTREAM|UPSTREAMS|BACKEND)$"
)
_NAMES_ONLY_HOST = re.compile(r"(?:HOST|HOSTNAME|ADDR|ADDRESS)(?:E?S)?$")
_NAMES_ITSELF = re.compile(
    r"^(?:(?:MY|THIS|APP|BIND|HTTP|HTTPS|WEB)?_?(?:HOST|HOSTNAME|SERVER|ADDR|ADDRESS|URL|URI))$"
    r"|CORS|ORIGIN|ALLOW|TRUSTED|NO_?PROXY|CALLBACK|REDIRECT|ADVERTISE|LISTEN|BIND|VIRTUAL_?HOST|PUBLIC"
    r"|EXTERNAL|INGRESS|_SELF|WHITELIST|DOMAIN|HEALTH|PROBE|SCHEMA_?URL|DOCS"
)
_TELEMETRY = re.compile(
    r"OTEL|OTLP|OPENTELEMETRY|TELEMETRY|JAEGER|ZIPKIN|TRACING|TRACES|STATSD|METRICS|PUSHGATEWAY|PROMETHEUS"
    r"|SENTRY|DATADOG|DD_AGENT|NEW_?RELIC|LOKI|FLUENT|GRAYLOG|GELF|SYSLOG|LOGSTASH|LOGGING|APM_|HONEYCOMB|TEMPO_"
)
_LOOPBACK = frozenset(
    ("localhost", "host", "host.docker.internal", "gateway.docker.internal", "example", "none", "null", "true",
     "false", "yes", "no", "on", "off", "all", "any", "default", "auto", "unset", "changeme", "local", "internal")
)  # fmt: skip
_STORES = frozenset(
    ("postgres", "postgresql", "postgis", "mysql", "mysql2", "mariadb", "mongodb", "mongodb+srv", "cassandra",
     "neo4j", "bolt", "clickhouse", "couchdb", "cockroachdb", "sqlserver", "mssql", "oracle", "influxdb")
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Target:
    """A service that a value names.

    Args:
        name: Its name as written.
        relation: Key of a relation: data lives in what a database URL names, else it is needed.
        polarity: Optional where the setting or the host is one of telemetry: losing it does not stop the service.
    """

    name: str
    relation: str
    polarity: Polarity


def targets(key: str, value: str, known: Collection[str], *, bare: bool = False) -> list[Target]:
    """The services a setting names, each once, in the order of the value.

    Args:
        key: Name of the setting (`DATABASE_URL`, `--redis-addr`, `db.host`).
        value: Its value.
        known: Names known to be services here; a host with dots counts only if its first label is one.
        bare: Whether a single word under a key such as `DB_HOST` counts even if it is not known.

    >>> [(t.name, t.relation) for t in targets("DATABASE_URL", "postgres://u:p@db:5432/shop", ())]
    [('db', 'backed_by')]
    >>> [t.name for t in targets("KAFKA_BROKERS", "k1:9092,k2:9092", ("k1", "k2"))]
    ['k1', 'k2']
    >>> targets("ALLOWED_HOSTS", "web", ("web",)), targets("LOG_LEVEL", "db", ("db",))
    ([], [])
    """
    setting = _setting(key)
    if len(value) > LONGEST_VALUE or _NAMES_ITSELF.search(setting):
        return []
    found: dict[str, Target] = {}
    for scheme, host in _hosts(setting, _DEFAULT.sub(r"\1", value).strip(), known, bare):
        name = service_name(host, known)
        if name and name not in found:
            relation = "backed_by" if scheme in _STORES else "depends_on"
            soft = _TELEMETRY.search(setting) or _TELEMETRY.search(_setting(name))
            found[name] = Target(name, relation, Polarity.OPTIONAL if soft else Polarity.ASSERTED)
    return list(found.values())


def service_name(host: str, known: Collection[str]) -> str:
    """The service a host name stands for; empty when it is an address, this machine or a public name.

    >>> service_name("cart.shop.svc.cluster.local", ()), service_name("api.example.com", ()), service_name("db", ())
    ('cart', '', 'db')
    """
    host = host.rstrip(".-_")
    first, dot, rest = host.partition(".")
    if host in known:
        return host
    if _ADDRESS.fullmatch(host) or host.lower() in _LOOPBACK or not re.search(r"[A-Za-z]", host):
        return ""
    if not dot:
        return host
    if first == "tasks":
        return rest if "." not in rest else ""
    cluster = re.fullmatch(r"[a-z0-9-]{1,63}\.svc(?:\.[a-z0-9.-]{1,100})?", rest)
    return first if cluster or (first in known and "." not in rest) else ""


def _setting(key: str) -> str:
    """A key in the form of an environment variable: `redisHost`, `--redis-host` -> `REDIS_HOST`."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", key[-200:])
    return re.sub(r"[^A-Za-z0-9]+", "_", words).strip("_").upper()


def _hosts(setting: str, value: str, known: Collection[str], bare: bool) -> Iterator[tuple[str, str]]:
    """Pairs of URL scheme, empty where there is none, and host."""
    for url in _URL.finditer(value):
        scheme = url[1].lower().removeprefix("jdbc:")
        for host in url[2].split(","):
            yield scheme, host.partition(":")[0]
    for pattern in (_DSN, _PAIRS):
        for found in pattern.finditer(value):
            yield "", found[1]
    names_host = bool(_NAMES_HOST.search(setting))
    if _LIST.fullmatch(value):
        for host in re.split(r"\s?[,;]\s?", value.partition("/")[0]):
            name = host.partition(":")[0]
            if names_host or name in known:
                yield "", name
    elif names_host and _BARE.fullmatch(value):
        bare = bare and bool(_NAMES_ONLY_HOST.search(setting))
        yield from (("", host) for host in re.split(r"\s?,\s?", value) if bare or host in known)
