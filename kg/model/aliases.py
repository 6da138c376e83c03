"""What questions about names are answered with: frozen, every decision with who, when and why."""

from __future__ import annotations

from dataclasses import dataclass

from kg.errors import InputError
from kg.model.naming import letters
from kg.model.paths import Citation, Entity


@dataclass(frozen=True, slots=True)
class Member:
    """A name of a thing.

    Args:
        iri: The IRI minted from it.
        typed: What to type to mean it and nothing else.
        names: As written, sorted; one that only people use stands as they wrote it.
        scope: The project it belongs to; None for a name that counts everywhere.
        citation: The first sentence that uses it; None when no document does.
    """

    iri: str
    typed: str
    names: tuple[str, ...]
    scope: str | None = None
    citation: Citation | None = None

    @property
    def name(self) -> str:
        """One of its spellings, with its scope.

        >>> Member("urn:x", ":entity/shop/db", ("DB", "db"), "shop").name
        'DB (shop)'
        """
        return self.names[0] if self.scope is None else f"{self.names[0]} ({self.scope or 'the root'})"


@dataclass(frozen=True, slots=True)
class Bond:
    """A link between two names of one thing.

    Args:
        one: The first name.
        other: The second.
        justification: Local name of the SEMAPV term.
        reason: In words.
        confidence: From 0 to 1.
        decided: Whether people made it; else a rule did.
        by: Who, where people did.
        when: ISO 8601 date of it.
        source: File and line it was imported from.
        splits: Names that nothing else ties to the representative's side; empty when other links hold it together.
    """

    one: Member
    other: Member
    justification: str
    reason: str
    confidence: float
    decided: bool = False
    by: str = ""
    when: str = ""
    source: str = ""
    splits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Apart:
    """Two names that are different things because somebody says so.

    Args:
        one: The first name.
        other: The second.
        reason: Why.
        by: Who says so.
        when: ISO 8601 date.
        source: File and line it was imported from.
    """

    one: Member
    other: Member
    reason: str
    by: str = ""
    when: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Clash:
    """A curated link that is not followed, and what keeps its names apart."""

    link: Bond
    apart: Apart

    def __str__(self) -> str:
        link, apart = self.link, self.apart
        said = f"{link.reason} ({link.by})" if link.by else link.reason
        kept = f"{apart.reason} ({apart.by})" if apart.by else apart.reason
        return (
            f"{link.one.name} = {link.other.name} is not followed: {said}; "
            f"{apart.one.name} and {apart.other.name} are kept apart: {kept}"
        )


@dataclass(frozen=True, slots=True)
class AliasClass:
    """All names of one thing, and why they are.

    Args:
        entity: The thing, under the name that represents it.
        members: Its names, the representative first, then by IRI.
        links: What joins them, surest first.
        apart: Names that are kept apart from one of them.
        conflicts: Curated links of theirs that are not followed.
    """

    entity: Entity
    members: tuple[Member, ...]
    links: tuple[Bond, ...] = ()
    apart: tuple[Apart, ...] = ()
    conflicts: tuple[Clash, ...] = ()


@dataclass(frozen=True, slots=True, order=True)
class Scoping:
    """A person's word that a name means a thing of its own in some documents.

    Args:
        name: The name as the person wrote it; spellings with the same letters are meant too.
        place: Path of a document or a folder, relative to the build root.
        reason: Why.
        who: Who says so.
        when: ISO 8601 date.

    Raises:
        InputError: If the name, the place or the reason is empty.
    """

    name: str
    place: str
    reason: str
    who: str = ""
    when: str = ""

    def __post_init__(self) -> None:
        for field in ("name", "place", "reason"):
            if not getattr(self, field).strip():
                raise InputError(f"a scope needs a {field}")

    @property
    def key(self) -> tuple[str, str]:
        """What makes it one decision."""
        return letters(self.name), self.place


@dataclass(frozen=True, slots=True)
class AliasOverview:
    """What a graph holds about names.

    Args:
        classes: Things with more than one name, by label.
        apart: Pairs that are kept apart.
        conflicts: Curated links that are not followed.
        scopings: Names that mean a thing of their own somewhere.
    """

    classes: tuple[AliasClass, ...]
    apart: tuple[Apart, ...]
    conflicts: tuple[Clash, ...]
    scopings: tuple[Scoping, ...]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Two things that may be one. Nothing is merged before a person says so.

    Args:
        one: Label of the first.
        other: Label of the second.
        score: From 0 to 1, what speaks for it: see `kg.resolve.suggestion`.
        reasons: What that is, in words.
        one_iri: IRI of the first.
        other_iri: IRI of the second.
        command: What to type to accept it.
    """

    one: str
    other: str
    score: float
    reasons: tuple[str, ...]
    one_iri: str = ""
    other_iri: str = ""
    command: str = ""


@dataclass(frozen=True, slots=True)
class Suggestions:
    """The best suggestions, and how many there are in all."""

    best: tuple[Suggestion, ...]
    total: int
