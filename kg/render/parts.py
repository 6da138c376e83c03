"""The parts that answers share as plain data: things, citations, steps, paths, what is affected and what is not."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from kg.model import Affected, Citation, Claim, Decided, Effect, Entity, Owner, Path, Step, Support, Survivor

Data = dict[str, Any]


@singledispatch
def as_data(answer: object) -> Any:
    """An answer, or a part of one, as dictionaries, lists, texts and numbers."""
    raise NotImplementedError(type(answer).__name__)


@as_data.register
def _(answer: tuple) -> list[Any]:  # type: ignore[type-arg]
    return [as_data(item) for item in answer]


@as_data.register
def _(answer: str) -> str:
    return answer


@as_data.register
def _(answer: Claim) -> Data:
    return {
        "document": answer.document,
        "chunk": answer.chunk,
        "lines": list(answer.lines),
        "quote": answer.quote,
        "subject": answer.subject,
        "relation": answer.relation,
        "object": answer.object,
        "polarity": str(answer.polarity),
        "alternatives": answer.alternatives,
        "extractor": answer.extractor,
        "confidence": answer.confidence,
        "effect": None if answer.effect is None else as_data(answer.effect),
    }


@as_data.register
def _(answer: Entity) -> Data:
    return {"iri": answer.iri, "label": answer.label, "kind": answer.kind}


@as_data.register
def _(answer: Support) -> Data:
    return {"documents": answer.documents, "chunks": answer.chunks}


@as_data.register
def _(answer: Citation) -> Data:
    data: Data = {
        "chunk": answer.chunk,
        "document": answer.document,
        "lines": list(answer.lines),
        "quote": answer.quote,
        "url": answer.url,
    }
    return data | {"copies": as_data(answer.copies)} if answer.copies else data


@as_data.register
def _(answer: Step) -> Data:
    data: Data = {
        "subject": as_data(answer.subject),
        "relation": answer.relation,
        "object": as_data(answer.object),
        "support": as_data(answer.support),
        "inferred": answer.inferred,
        "disputed": answer.disputed,
        "citations": as_data(answer.citations),
    }
    if answer.disputed:
        data |= {"status": str(answer.status), "disputes": as_data(answer.disputes)}
    if answer.alternatives:
        data["alternatives"] = list(answer.alternatives)
    if answer.decided:
        data["decided"] = as_data(answer.decided)
    if answer.observed:
        data["observed"] = as_data(answer.observed)
    return data


@as_data.register
def _(answer: Effect) -> Data:
    return {key: getattr(answer, key) for key in ("behaviour", "substitute", "lasts", "extent")}


@as_data.register
def _(answer: Decided) -> Data:
    return {**as_data(answer.effect), "citation": as_data(answer.citation)}


@as_data.register
def _(answer: Path) -> Data:
    return {"support": as_data(answer.support), "steps": as_data(answer.steps)}


@as_data.register
def _(answer: Owner) -> Data:
    return {
        "iri": answer.entity.iri,
        "label": answer.entity.label,
        "citations": as_data(answer.citations),
    }


@as_data.register
def _(answer: Affected) -> Data:
    return {
        **as_data(answer.entity),
        "hops": answer.hops,
        "support": as_data(answer.support),
        "owners": as_data(answer.owners),
        "paths": as_data(answer.paths),
    }


@as_data.register
def _(answer: Survivor) -> Data:
    data = {**as_data(answer.entity), "reason": answer.reason}
    return data | {"citations": as_data(answer.citations)} if answer.citations else data
