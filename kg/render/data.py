"""Answers as plain data: the documented JSON form of each."""

from __future__ import annotations

import pyoxigraph as ox

from kg.model import (
    Alias,
    AliasClass,
    AliasOverview,
    Diff,
    Documents,
    Gaps,
    Impact,
    Match,
    Needs,
    Neighbourhood,
    Profile,
    Stated,
    Stats,
    Suggestions,
    Weak,
    Why,
    Window,
)
from kg.rdf import XSD, Table, Term, value_of
from kg.render import alias_data, diff_data
from kg.render.parts import Data, as_data
from kg.resolve import Decision
from kg.validate import Evidence, Finding, StoreReport

__all__ = ["as_data"]


@as_data.register
def _(answer: Impact) -> Data:
    return {
        "failed": [{"iri": one.iri, "label": one.label} for one in answer.failed],
        "counts": answer.counts,
        "breaks": as_data(answer.breaks),
        "degrades": as_data(answer.degrades),
        "survives": as_data(answer.survives),
        "hidden": answer.hidden,
        "unread": answer.unread,
    }


@as_data.register
def _(answer: Needs) -> Data:
    return {
        "entity": as_data(answer.entity),
        "counts": answer.counts,
        "hard": as_data(answer.hard),
        "soft": as_data(answer.soft),
        "hidden": answer.hidden,
    }


@as_data.register
def _(answer: Weak) -> Data:
    return {
        "for": None if answer.target is None else as_data(answer.target),
        "counts": answer.counts,
        "points": [
            {
                **as_data(point.entity),
                "breaks": point.breaks,
                "owners": as_data(point.owners),
                "tell": [{"iri": t.entity.iri, "label": t.entity.label, "breaks": t.breaks} for t in point.tell],
                "untold": point.untold,
                "hops": len(point.path),
                "path": as_data(point.path),
            }
            for point in answer.points
        ],
        "hidden": answer.hidden,
    }


@as_data.register
def _(answer: Why) -> Data:
    return {
        "source": as_data(answer.source),
        "target": as_data(answer.target),
        "reversed": answer.reversed,
        "paths": as_data(answer.paths),
        "denied": as_data(answer.denied),
        "hidden": answer.hidden,
    }


@as_data.register
def _(answer: Neighbourhood) -> Data:
    return {
        "center": as_data(answer.center),
        "direction": answer.direction,
        "hops": answer.hops,
        "nodes": [{**as_data(node.entity), "hops": node.hops} for node in answer.nodes],
        "steps": as_data(answer.steps),
        "hidden": answer.hidden,
    }


@as_data.register
def _(answer: Match) -> Data:
    return {**as_data(answer.entity), "name": answer.name, "how": answer.how}


@as_data.register
def _(answer: Profile) -> Data:
    return {
        **as_data(answer.entity),
        "names": list(answer.names),
        "aliases": as_data(answer.aliases),
        "kinds": list(answer.kinds),
        "technology": answer.technology,
        "owners": as_data(answer.owners),
        "outgoing": as_data(answer.outgoing),
        "incoming": as_data(answer.incoming),
        "claims": as_data(answer.claims),
        "documents": list(answer.documents),
    }


@as_data.register
def _(answer: Alias) -> Data:
    return {
        "iri": answer.iri,
        "names": list(answer.names),
        "justification": answer.justification,
        "comment": answer.comment,
        "confidence": answer.confidence,
    }


@as_data.register
def _(answer: Stated) -> Data:
    return {
        "subject": as_data(answer.subject),
        "relation": answer.relation,
        "object": as_data(answer.object),
        "polarity": str(answer.polarity),
        "citation": as_data(answer.citation),
    }


@as_data.register
def _(answer: Window) -> Data:
    return {
        "centers": as_data(answer.centers),
        "instruction": answer.instruction,
        "nodes": as_data(answer.nodes),
        "paths": as_data(answer.paths),
        "chunks": list(answer.chunks),
        "tokens": answer.tokens,
        "max_tokens": answer.max_tokens,
        "omitted": answer.omitted,
    }


@as_data.register
def _(answer: Gaps) -> Data:
    return {
        "sentences": [{"cue": one.cue, "citation": as_data(one.citation)} for one in answer.sentences],
        "skipped": [{"path": one.path, "line": one.line, "reason": one.reason} for one in answer.skipped],
        "ambiguous": [{"name": name, "things": as_data(things)} for name, things in answer.ambiguous],
        "touching": [as_data(pair) for pair in answer.touching],
        "silent": as_data(answer.silent),
        "documents": [{"class": name, "manner": str(manner), "documents": n} for name, manner, n in answer.classes],
    }


@as_data.register
def _(answer: Documents) -> Data:
    return {
        "documents": [
            {
                "document": one.path,
                "class": one.genre.name,
                "manner": str(one.genre.manner),
                "why": one.genre.why,
                "chunks": one.chunks,
                "claims": one.claims,
            }
            for one in answer.documents
        ]
    }


@as_data.register
def _(answer: Table) -> Data:
    """SPARQL 1.1 Query Results JSON Format."""
    bindings = [{name: _term(row[name]) for name in answer.variables if name in row} for row in answer.rows]
    return {"head": {"vars": list(answer.variables)}, "results": {"bindings": bindings}}


def _term(term: Term) -> Data:
    if isinstance(term, ox.NamedNode):
        return {"type": "uri", "value": term.value}
    if isinstance(term, ox.BlankNode):
        return {"type": "bnode", "value": term.value}
    if isinstance(term, ox.Triple):
        ends = {"subject": term.subject, "predicate": term.predicate, "object": term.object}
        return {"type": "triple", "value": {name: _term(end) for name, end in ends.items()}}
    data = {"type": "literal", "value": term.value}
    if term.language:
        data["xml:lang"] = term.language
    elif term.datatype.value != XSD + "string":
        data["datatype"] = term.datatype.value
    return data


@as_data.register
def _(answer: Stats) -> Data:
    return {
        **answer.counts,
        "claims_by_polarity": dict(answer.polarities),
        "claims_by_relation": dict(answer.relations),
        "edges_by_status": dict(answer.statuses),
    }


@as_data.register
def _(answer: Decision) -> Data:
    return {
        "decision": "deny" if answer.denied else "add",
        "subject": answer.subject,
        "relation": answer.relation,
        "object": answer.object,
        "reason": answer.reason,
        "by": answer.who,
        "date": answer.when,
    }


@as_data.register
def _(answer: Evidence) -> Data:
    return {"says": answer.says, **as_data(answer.citation)}


@as_data.register
def _(answer: StoreReport) -> Data:
    return {
        "conforms": answer.conforms,
        "claims": answer.claims,
        "counts": answer.counts,
        "warnings": list(answer.warnings),
        "focus": dict(answer.focus),
        "findings": as_data(answer.findings),
    }


@as_data.register
def _(answer: Finding) -> Data:
    result = answer.result
    return {
        "severity": str(result.severity),
        "shape": result.shape,
        "title": result.title,
        "message": result.message,
        "advice": result.advice,
        "focus": result.focus,
        "path": None if result.path is None else str(result.path),
        "value": None if result.value is None else value_of(result.value),
        "claim": result.claim,
        "name": answer.name,
        "file": answer.file,
        "line": answer.line,
        "rejected": answer.rejected,
        "citations": as_data(answer.evidence),
    }


as_data.register(AliasClass)(alias_data.one_class)
as_data.register(AliasOverview)(alias_data.overview)
as_data.register(Suggestions)(alias_data.suggestions)
as_data.register(Diff)(diff_data.diff)
