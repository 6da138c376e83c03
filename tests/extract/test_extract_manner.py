"""What the class of a document and the headings within make of its claims."""

from __future__ import annotations

import pytest

from kg.model import Manner, Polarity
from kg.ontology import load_genres
from tests.extract.reading import claims

USES = "The cart service depends on Kafka.\n"
LACKS = "The cart service does not depend on Kafka.\n"


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("cart.md", USES, [("asserted", None)]),
        ("README.md", USES, [("asserted", None)]),
        ("CHANGELOG.md", USES, [("past", "asserted")]),
        ("CHANGELOG.md", LACKS, [("hypothetical", "negated")]),
        ("CHANGELOG.md", "The cart service used to depend on Kafka.\n", [("past", None)]),
        ("docs/tutorials/cart.md", USES, [("hypothetical", "asserted")]),
        ("docs/tutorials/cart.md", LACKS, [("hypothetical", "negated")]),
        ("LICENSE.md", USES, []),
        ("cart.md", f"# Cart\n\n## Changelog\n\n{USES}", [("past", "asserted")]),
        ("cart.md", f"# Cart\n\n## Example\n\n{USES}", [("hypothetical", "asserted")]),
        ("README.md", f"# Sample shop\n\n{USES}", [("asserted", None)]),
        ("cart.md", f"# Cart\n\n## Licence\n\n{USES}", []),
        ("cart.md", f"# Cart\n\n## Exemplary storage\n\n{USES}", [("asserted", None)]),
        ("cart.md", f"---\nkg-document: current\n---\n# Cart\n\n## Example\n\n{USES}", [("asserted", None)]),
        ("cart.md", f"---\nkg-document: nothing\n---\n{USES}", []),
    ],
)
def test_claims_are_bounded(path: str, text: str, expected: list[tuple[str, str | None]]) -> None:
    assert [(claim.polarity, claim.stated) for claim in claims(text, path=path)] == expected


def test_facts_of_structured_files_are_bounded_too() -> None:
    text = "services:\n  web:\n    depends_on: [mail]\n"
    assert [claim.polarity for claim in claims(text, path="compose.yml")] == ["asserted"]
    assert [claim.polarity for claim in claims(text, path="examples/compose.yml")] == ["hypothetical"]
    assert claims(text, path="tests/compose.yml") == ()


@pytest.mark.parametrize("polarity", Polarity)
def test_no_manner_but_current_lets_a_claim_hold(polarity: Polarity) -> None:
    bound = load_genres().bound
    assert bound(Manner.CURRENT, polarity) is polarity
    for manner in (Manner.HISTORIC, Manner.GENERAL, Manner.NOTHING):
        found = bound(manner, polarity)
        assert found is None or not found.holds
