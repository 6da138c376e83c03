"""Two tables: the classes of documents with the signs that tell them, and what a manner of speech makes of claims."""

from __future__ import annotations

import csv
import hashlib
import re
from fnmatch import translate
from functools import cache, cached_property
from typing import NamedTuple

from kg.model import Manner, Polarity
from kg.rdf import resources

DOCUMENTS, MANNERS = "documents.tsv", "manners.tsv"
"""The tables, beside the ontology."""


class Sign(NamedTuple):
    """A row of the table of documents.

    Args:
        genre: The class it tells.
        manner: Of what documents of this class speak.
        sign: What is looked at, such as `folder`.
        patterns: `fnmatch` patterns in lower case, of which one must fit; for `speech` a share.
    """

    genre: str
    manner: Manner
    sign: str
    patterns: tuple[str, ...]

    def fits(self, text: str) -> bool:
        """Whether a text has the sign.

        >>> Sign("licence", Manner.NOTHING, "file", ("licen[cs]e",)).fits("LICENSE")
        True
        """
        return _pattern(self.patterns).match(text.lower()) is not None


@cache
def _pattern(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(map(translate, patterns)))


class Genres:
    """Both tables.

    Args:
        documents: Text of the table of documents.
        manners: Text of the table of manners.
    """

    def __init__(self, documents: str, manners: str) -> None:
        self.hash = hashlib.sha256(f"{documents}\x1e{manners}".encode()).hexdigest()
        self.signs = tuple(_sign(row) for row in _rows(documents))
        self._bounds = {
            (Manner(row["manner"]), polarity): Polarity(row[polarity]) if row[polarity] else None
            for row in _rows(manners)
            for polarity in Polarity
        }

    def bound(self, manner: Manner, polarity: Polarity) -> Polarity | None:
        """What a claim becomes in a document of some manner; None when it is no claim there.

        >>> load_genres().bound(Manner.HISTORIC, Polarity.ASSERTED)
        <Polarity.PAST: 'past'>
        """
        return self._bounds[manner, polarity]

    @cached_property
    def manners(self) -> dict[str, Manner]:
        """The manner that each class has, and each manner by its own name."""
        return {**{sign.genre: sign.manner for sign in self.signs}, **{manner.value: manner for manner in Manner}}

    @cached_property
    def sections(self) -> tuple[Sign, ...]:
        """The signs that headings give of what stands below them."""
        return tuple(sign for sign in self.signs if sign.sign == "section")


@cache
def load_genres() -> Genres:
    """The tables that travel with `kg`."""
    folder = resources.folder("ontology")
    return Genres((folder / DOCUMENTS).read_text("utf-8"), (folder / MANNERS).read_text("utf-8"))


def _rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))


def _sign(row: dict[str, str]) -> Sign:
    return Sign(row["genre"], Manner(row["manner"]), row["sign"], tuple(row["patterns"].split(", ")))
