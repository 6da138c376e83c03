"""What is one source though it stands in several places."""

from __future__ import annotations

import random

import pytest

from kg.model import Place, family, older, origins, passage


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("docs/1.2/desk.md", "docs/1.10/desk.md", True),
        ("docs/v1/desk.md", "docs/latest/desk.md", True),
        ("docs/desk.md", "docs/versions/2023.2/desk.md", True),
        ("docs/desk.md", "versioned_docs/version-1.0/desk.md", True),
        ("docs/desk.md", "docs/de/desk.md", True),
        ("README.md", "README.pt-BR.md", True),
        ("docs/1.2/desk.md", "docs/1.2/depot.md", False),
        ("north/desk.md", "south/desk.md", False),
        ("docs/01-intro/desk.md", "docs/02-setup/desk.md", False),
        ("docs/desk.md", "docs/desk-go.md", False),
    ],
)
def test_families(one: str, other: str, same: bool) -> None:
    assert (family(one) == family(other)) is same


def pages(*folders: str, names: str = "abcd") -> list[str]:
    return [f"{folder}/{name}.md" for folder in folders for name in names]


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (pages("docs/1.9", "docs/1.10"), {"docs/1.9"}),
        (pages("docs/1.9", "docs/1.10", "docs/stable"), {"docs/1.9", "docs/1.10"}),
        (pages("docs/2.18", "docs/2-edge"), {"docs/2.18"}),
        (pages("docs/1.0-rc1", "docs/1.0"), {"docs/1.0-rc1"}),
        (pages("docs", "docs/1.9"), {"docs/1.9"}),
        (pages("docs", "docs/versions/1.9", names="a"), {"docs/versions/1.9"}),
        (pages("docs", "versioned_docs/version-1.9", names="a"), {"versioned_docs/version-1.9"}),
        (pages("1.9", "1.10"), {"1.9"}),
        (pages("api/v1", "api/v2", names="a"), set()),  # two that run, with a page each
        ([*pages("docs/1.9"), *pages("docs/1.10", names="wxyz")], set()),
        (pages("docs/north", "docs/south"), set()),
        (pages("docs/1.10"), set()),
    ],
)
def test_older_versions(paths: list[str], expected: set[str]) -> None:
    assert {path.rpartition("/")[0] for path in older(paths)} == expected
    random.Random(7).shuffle(paths)
    assert {path.rpartition("/")[0] for path in older(paths)} == expected


SHORT, LONG = passage("The desk uses Redis."), passage("The desk, which " + "every depot " * 6 + "knows, uses Redis.")


@pytest.mark.parametrize(
    ("places", "documents", "passages"),
    [
        ([("a.md", "a.md/1", SHORT), ("b.md", "b.md/2", SHORT)], 2, 2),  # two people may say so little alike
        ([("a.md", "a.md/1", LONG), ("b.md", "b.md/2", LONG)], 1, 1),
        ([("a.md", "a.md/1", LONG), ("a.md", "a.md/2", SHORT), ("b.md", "b.md/1", LONG)], 1, 2),
        ([("north/a.md", "north/a.md/1", SHORT), ("fork/a.md", "fork/a.md/1", SHORT)], 1, 1),
        ([("north/a.md", "north/a.md/1", SHORT), ("fork/b.md", "fork/b.md/1", SHORT)], 2, 2),
        ([("1.2/a.md", "1.2/a.md/1", SHORT), ("1.3/a.md", "1.3/a.md/2", SHORT)], 1, 1),
        ([("1.2/a.md", "1.2/a.md/1", SHORT), ("1.3/a.md", "1.3/a.md/2", LONG)], 1, 2),
        ([("a.md", "a.md/1", SHORT), ("a.de.md", "a.de.md/2", LONG)], 1, 2),
        ([("a.md", "a.md/1", ""), ("a.md", "a.md/2", "")], 1, 2),
    ],
)
def test_origins(places: list[tuple[str, str, str]], documents: int, passages: int) -> None:
    for order in (places, places[::-1]):
        found = [Place(*one) for one in order]
        assert (len(origins(found, whole=True)), len(origins(found))) == (documents, passages)


def test_passages_are_near_equal_whatever_marks_numbers_and_case_they_have() -> None:
    assert passage("Uses [Redis](https://example.org/redis) 6.2.") == passage("uses `redis` 7")
    assert passage("Uses Redis.") != passage("Uses Kafka.")
