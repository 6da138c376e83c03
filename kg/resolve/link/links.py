"""Links between names: why two are taken for one thing, and what people decided about them."""

from __future__ import annotations

from dataclasses import dataclass

from kg.errors import InputError
from kg.rdf import SEMAPV


@dataclass(frozen=True, slots=True)
class Justification:
    """Why two names are taken for one thing: a SEMAPV term, words for people, a confidence from 0 to 1."""

    term: str
    reason: str
    confidence: float


MANUAL = SEMAPV + "ManualMappingCuration"
"""The justification of what a person decided."""

SAME_LETTERS = Justification(SEMAPV + "LexicalMatching", "same letters", 1.0)
CURATED = Justification(MANUAL, "curated", 1.0)
SHIPPED = Justification(MANUAL, "alias list of kg", 1.0)
GAZETTEER = Justification(SEMAPV + "BackgroundKnowledgeBasedMatching", "gazetteer", 0.95)

RULES = (SAME_LETTERS, CURATED, SHIPPED, GAZETTEER)
"""What joins names without asking anybody, in the order of which it is followed among equally sure ones."""


@dataclass(frozen=True, slots=True, order=True)
class Verdict:
    """A person's word on two names: one thing, or two whatever any rule says.

    Args:
        one: IRI of the one that sorts first.
        other: IRI of the other.
        same: Whether they are one thing.
        one_text: The first name as the person wrote it.
        other_text: The second.
        reason: Why.
        who: Who says so.
        when: ISO 8601 date.
        source: Where it was read, when it was imported: file and line.
        term: SEMAPV term of the kind of evidence.
        confidence: From 0 to 1.
        iri: Of the verdict itself.

    Raises:
        InputError: If a name is said about itself, the reason is empty, or the confidence is no number from 0 to 1.
    """

    one: str
    other: str
    same: bool
    one_text: str
    other_text: str
    reason: str
    who: str = ""
    when: str = ""
    source: str = ""
    term: str = MANUAL
    confidence: float = 1.0
    iri: str = ""

    def __post_init__(self) -> None:
        if self.one == self.other:
            raise InputError(f"{self.one_text!r} and {self.other_text!r} are one name, not two")
        if not self.reason.strip():
            raise InputError("a decision needs a reason")
        if not 0 <= self.confidence <= 1:
            raise InputError(f"a confidence of {self.confidence} is no number from 0 to 1")

    @property
    def pair(self) -> tuple[str, str]:
        """The two names, whatever was said of them."""
        return self.one, self.other

    @property
    def why(self) -> Justification:
        """What a link made by it says for itself."""
        return Justification(self.term, self.reason, self.confidence)


@dataclass(frozen=True, slots=True)
class Link:
    """An `owl:sameAs` link and its justification.

    Args:
        one: IRI of a name.
        other: IRI of another.
        why: The justification.
        verdict: IRI of the verdict that makes it; empty when a rule does.
    """

    one: str
    other: str
    why: Justification
    verdict: str = ""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A link that somebody curated and that is not followed: it would join names that somebody keeps apart.

    Args:
        link: The link.
        apart: IRI of the verdict that keeps them apart.
    """

    link: Link
    apart: str
