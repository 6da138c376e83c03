"""The common verbs, both voices, lists, alternatives, polarity, reference, labels: one short sentence each."""

from __future__ import annotations

import pytest

from tests.extract.reading import claims, expect, stated

VERBS = [
    ("The auth service depends on the token cache.", "auth service depends_on token cache"),
    ("The auth service relies on the token cache.", "auth service depends_on token cache"),
    ("The checkout service requires the payment gateway.", "checkout service depends_on payment gateway"),
    ("The checkout service needs the payment gateway.", "checkout service depends_on payment gateway"),
    ("The checkout service uses the payment gateway.", "checkout service depends_on payment gateway"),
    ("The checkout service calls the payment gateway.", "checkout service depends_on payment gateway"),
    ("The token cache is backed by Redis.", "token cache backed_by Redis"),
    ("The order service stores its data in PostgreSQL.", "order service backed_by PostgreSQL"),
    ("The order service persists to PostgreSQL.", "order service backed_by PostgreSQL"),
    ("The search page is powered by Elasticsearch.", "search page depends_on Elasticsearch"),
    ("The billing service runs on Kubernetes.", "billing service runs_on Kubernetes"),
    ("The billing service is deployed on Kubernetes.", "billing service runs_on Kubernetes"),
    ("The billing service is deployed to Kubernetes.", "billing service runs_on Kubernetes"),
    ("The billing service is hosted on Heroku.", "billing service runs_on Heroku"),
    ("The auth service is owned by the identity team.", "auth service owned_by identity team"),
    ("The auth service is maintained by the identity team.", "auth service owned_by identity team"),
    ("The token cache is used by the auth service.", "auth service depends_on token cache"),
    ("The token cache is required by the auth service.", "auth service depends_on token cache"),
    ("The identity team owns the auth service.", "auth service owned_by identity team"),
    ("The identity team maintains the auth service.", "auth service owned_by identity team"),
    ("`ledger` depends on `vault-proxy`.", "ledger depends_on vault-proxy"),
    ("AuthService depends on the token cache.", "AuthService depends_on token cache"),
    ("The login flow depends on the auth service.", "login flow depends_on auth service"),
]


@pytest.mark.parametrize(("text", "line"), VERBS)
def test_verbs(text: str, line: str) -> None:
    expect(text, line)


SHAPES = [
    (
        "The ledger, which depends on the vault proxy, is owned by the money team.",
        {"ledger depends_on vault proxy", "ledger owned_by money team"},
    ),
    (
        "The ledger depends on the vault proxy, the mail relay and Redis.",
        {"ledger depends_on vault proxy", "ledger depends_on mail relay", "ledger depends_on Redis"},
    ),
    (
        "The ledger and the billing service depend on the vault proxy.",
        {"ledger depends_on vault proxy", "billing service depends_on vault proxy"},
    ),
    ("The ledger service optionally uses the mail relay.", {"optional: ledger service depends_on mail relay"}),
    ("If enabled, the ledger service uses the mail relay.", {"optional: ledger service depends_on mail relay"}),
    ("The ledger does not depend on Redis.", {"negated: ledger depends_on Redis"}),
    ("The ledger no longer uses Redis.", {"negated: ledger backed_by Redis"}),
    ("The ledger used to run on Heroku.", {"past: ledger runs_on Heroku"}),
    ("Kubernetes is used to run the ledger.", {"ledger runs_on Kubernetes"}),
    ("The ledger would depend on Redis.", {"hypothetical: ledger depends_on Redis"}),
    ("# Ledger\n\nIt depends on Redis.", {"Ledger depends_on Redis"}),
    ("# Ledger\n\nThis service depends on Redis.", {"Ledger depends_on Redis"}),
    ("The ledger runs on Heroku. It uses Redis.", {"ledger runs_on Heroku", "ledger backed_by Redis"}),
    ("# Ledger\n\nOwner: payments team", {"Ledger owned_by payments team"}),
    (
        "# Ledger\n\n## Dependencies\n\n- Redis\n- vault proxy\n",
        {"Ledger depends_on Redis", "Ledger depends_on vault proxy"},
    ),
    ("# Ledger\n\nIt depends on:\n\n- `vault-proxy`\n", {"Ledger depends_on vault-proxy"}),
    ("# Ledger\n\nWe plan to move to Kubernetes.", set()),
]


@pytest.mark.parametrize(("text", "lines"), SHAPES)
def test_shapes(text: str, lines: set[str]) -> None:
    assert {line for line in stated(text) if not line.startswith("hypothetical") or lines} == lines


def test_alternatives_share_a_group() -> None:
    found = claims("The session store uses either Redis or Memcached.")
    assert {claim.object for claim in found} == {"Redis", "Memcached"}
    assert len({claim.alternatives for claim in found}) == 1
    assert found[0].alternatives


def test_each_choice_is_a_group_of_its_own() -> None:
    found = claims("The portal app uses Redis or Memcached. The ledger API and the tax API use Kafka or NATS.")
    groups: dict[str, set[str]] = {}
    for claim in found:
        groups.setdefault(claim.alternatives or "", set()).add(f"{claim.subject} {claim.object}")
    assert sorted(map(sorted, groups.values())) == [
        ["ledger API Kafka", "ledger API NATS"],
        ["portal app Memcached", "portal app Redis"],
        ["tax API Kafka", "tax API NATS"],
    ]


@pytest.mark.parametrize(
    ("status", "polarity"),
    [
        ("Accepted", ""),
        ("Superseded by ADR 9", "past: "),
        ("Proposed", "hypothetical: "),
        ("Rejected", "hypothetical: "),
    ],
)
def test_the_status_of_a_decision_record(status: str, polarity: str) -> None:
    text = f"# 3. Keep sessions in Redis\n\n## Status\n\n{status}\n\n## Decision\n\nThe portal app runs on Nomad."
    assert stated(text) == {f"{polarity}portal app runs_on Nomad"}


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("`ledger` depends on `vault-proxy`.\n", "`ledger` depends on `vault-proxy`."),
        ("- `ledger` depends on `vault-proxy`\n", "`ledger` depends on `vault-proxy`"),
        (
            "**Ledger** depends on [Redis](https://redis.example)\n",
            "**Ledger** depends on [Redis](https://redis.example)",
        ),
        ("# Ledger\n\n**Database:** *Redis*\n", "**Database:** *Redis*"),
        ("It is old. The ledger depends on __Redis__. Done.\n", "The ledger depends on __Redis__."),
    ],
)
def test_a_quote_has_the_markup_of_its_ends(text: str, quote: str) -> None:
    assert {claim.quote for claim in claims(text)} == {quote}
