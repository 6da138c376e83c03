"""Extraction of inline documents, for tables of cases."""

from __future__ import annotations

from functools import cache

from kg.extract.extractor import Extractor
from kg.model.documents import Claim
from kg.ontology import gazetteer
from kg.ontology import relations as ontology
from kg.read.documents import Source, read_source


@cache
def extractor() -> Extractor:
    return Extractor(ontology.load(), gazetteer.load_gazetteer())


def claims(text: str, using: Extractor | None = None, path: str = "doc.md") -> tuple[Claim, ...]:
    using = using or extractor()
    found: list[Claim] = []
    for document in read_source(Source(path, None, text.encode()))[0]:
        found += using.extract(document, using.vocabulary(document))
    return tuple(found)


def stated(text: str, using: Extractor | None = None) -> set[str]:
    """Claims as `subject relation object`, the polarity before it when the fact is not simply asserted."""
    return {_line(claim) for claim in claims(text, using)}


def _line(claim: Claim) -> str:
    polarity = "" if claim.polarity == "asserted" else f"{claim.polarity}: "
    return f"{polarity}{claim.subject} {claim.relation} {claim.object}"


def expect(text: str, *lines: str) -> None:
    assert stated(text) == set(lines), text
