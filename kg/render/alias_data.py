"""Answers about names as plain data."""

from __future__ import annotations

from kg.model import AliasClass, AliasOverview, Apart, Bond, Clash, Member, Scoping, Suggestion, Suggestions
from kg.render.parts import Data, as_data


def one_class(answer: AliasClass) -> Data:
    """An alias class."""
    return {
        **as_data(answer.entity),
        "names": [_member(member) for member in answer.members],
        "links": [_bond(link) for link in answer.links],
        "apart": [_apart(pair) for pair in answer.apart],
        "conflicts": [_clash(clash) for clash in answer.conflicts],
    }


def overview(answer: AliasOverview) -> Data:
    """All classes, and what people decided."""
    return {
        "classes": [one_class(one) for one in answer.classes],
        "apart": [_apart(pair) for pair in answer.apart],
        "conflicts": [_clash(clash) for clash in answer.conflicts],
        "scoped": [_scoping(scoping) for scoping in answer.scopings],
    }


def suggestions(answer: Suggestions) -> Data:
    """Suggested merges."""
    return {"total": answer.total, "suggestions": [_suggestion(one) for one in answer.best]}


def _suggestion(one: Suggestion) -> Data:
    return {
        "score": one.score,
        "names": [{"label": one.one, "iri": one.one_iri}, {"label": one.other, "iri": one.other_iri}],
        "reasons": list(one.reasons),
        "command": one.command,
    }


def _member(member: Member) -> Data:
    citation = None if member.citation is None else as_data(member.citation)
    return {"iri": member.iri, "names": list(member.names), "scope": member.scope, "citation": citation}


def _bond(link: Bond) -> Data:
    return {
        "names": [link.one.iri, link.other.iri],
        "justification": link.justification,
        "reason": link.reason,
        "confidence": link.confidence,
        "decided": link.decided,
        "by": link.by,
        "date": link.when,
        "source": link.source,
        "splits": list(link.splits),
    }


def _apart(pair: Apart) -> Data:
    return {
        "names": [pair.one.iri, pair.other.iri],
        "reason": pair.reason,
        "by": pair.by,
        "date": pair.when,
        "source": pair.source,
    }


def _clash(clash: Clash) -> Data:
    return {"link": _bond(clash.link), "apart": _apart(clash.apart)}


def _scoping(scoping: Scoping) -> Data:
    return {
        "name": scoping.name,
        "in": scoping.place,
        "reason": scoping.reason,
        "by": scoping.who,
        "date": scoping.when,
    }
