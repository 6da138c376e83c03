"""The inferred graph: made from all claims, or brought up to date where a change can touch it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict
from functools import lru_cache, partial

import pyoxigraph as ox

from kg.build.ledger import Ledger
from kg.build.linking import Linker
from kg.build.state import Build, Linked
from kg.model import Polarity
from kg.ontology import Technology, in_force, load_gazetteer
from kg.rdf import KG, RDF, SKOS, iri, value_of
from kg.reason import Gathered, Reasoner, Revision, Rules, View, concept, thing
from kg.resolve import Identity, Statement, curation, statements

DEAR = 16
"""Making the edges of two things anew costs as much as that many claims do when all is made anew."""

LEAST = 2_000
"""Claims that are as good as nothing in this."""

_OF_A_THING = tuple(iri(predicate) for predicate in (SKOS + "prefLabel", SKOS + "altLabel", KG + "technology"))
_CANONICAL, _TECHNOLOGY, _TYPE = iri(KG + "canonical"), iri(KG + "technology"), iri(RDF + "type")


def infer(state: Build, linked: Linked) -> None:
    """Bring the inferred graph up to date.

    Args:
        state: The build.
        linked: What linking found.
    """
    denials = curation.denials(state.decisions, in_force(state.store))
    before, claims = _remembered(state.ledger), _claims(state)
    state.ledger.note("denials", json.dumps([asdict(row) for row in denials]))
    if state.anew:
        _all(state, linked.identity, denials, state.gathered)
        return
    revision = Revision(state.store, Rules(in_force(state.store)), _view(state.ledger, linked), state.replace)
    changed = {*state.new, *state.gone, *(set(denials) ^ set(before))}
    pairs = revision.pairs(changed, linked.moved, {*denials, *before})
    if len(pairs) * DEAR > max(LEAST, claims):
        with closing(Gathered(state.store.beside)) as gathered:
            gathered.add(statements(state.store, state.store.names.provenance))
            _all(state, Linker(state).identity(None), denials, gathered)
        return
    revision.apply(pairs, denials)
    _things(state, linked)


def _claims(state: Build) -> int:
    """How many claims there are."""
    came = len(state.gathered) if state.anew else len(state.new)
    count = int(state.ledger.noted("claims") or 0) + came - len(state.gone)
    state.ledger.note("claims", str(count))
    return count


def _all(state: Build, identity: Identity, denials: Sequence[Statement], gathered: Gathered) -> None:
    """Make it from all claims."""
    names = state.store.names
    written = partial(_written, state.ledger, identity)
    quads = Reasoner(names, in_force(state.store), identity).quads(gathered, written, denials)
    if next(iter(state.store.quads(graph=iri(names.inferred))), None) is None:
        state.added += state.store.extend(quads)
    else:
        state.replace(set(state.store.quads(graph=iri(names.inferred))), set(quads))


def _view(ledger: Ledger, linked: Linked) -> View:
    """Names that were not looked at are linked as they were; a name that had no representative was nothing."""
    now = lru_cache(maxsize=100_000)(ledger.canonical)
    known, names = linked.before, linked.names

    def before(name: str) -> str:
        return known.get(name, name) if names is None or name in names else now(name)

    return View(before, now, ledger.members)


def _remembered(ledger: Ledger) -> list[Statement]:
    """What people decided does not hold when the inferred graph was made."""
    rows = json.loads(ledger.noted("denials") or "[]")
    return [Statement(**{**row, "polarity": Polarity(row["polarity"])}) for row in rows]


def _things(state: Build, linked: Linked) -> None:
    """Labels, names and technologies of what linking looked at."""
    store, graph = state.store, iri(state.store.names.inferred)
    identity = linked.identity
    ones = map(iri, linked.representatives)
    stored = {quad for one in ones for predicate in _OF_A_THING for quad in store.quads(one, predicate, None, graph)}
    for name in {*linked.before, *(m for one in identity.classes for m in identity.classes.members(one))}:
        stored.update(store.quads(iri(name), _CANONICAL, None, graph))
    facts = (fact for one in identity.classes for fact in thing(identity, one, _written(state.ledger, identity, one)))
    wanted = {ox.Quad(iri(subject), iri(predicate), obj, graph) for subject, predicate, obj in facts}
    state.replace(stored, wanted)
    of = {value_of(quad.object) for quad in (*stored, *wanted) if quad.predicate == _TECHNOLOGY}
    for technology in sorted(of):
        _concept(state, technology)


def _written(ledger: Ledger, identity: Identity, one: str) -> Iterator[str]:
    """All spellings of all names of a thing."""
    members = identity.classes.members(one)
    for texts in ledger.spellings(members).values():
        yield from texts
    yield from (identity.coined[member] for member in members if member in identity.coined)


def _concept(state: Build, name: str) -> None:
    """A technology stands in the graph as long as something is an instance of it."""
    graph, node = iri(state.store.names.inferred), iri(name)
    stored = set(state.store.quads(node, graph=graph))
    used = any(True for _ in state.store.quads(None, _TECHNOLOGY, node, graph))
    facts = concept(_technology(name)) if used else ()
    state.replace(stored, {ox.Quad(iri(s), iri(p), o, graph) for s, p, o in facts})


def _technology(name: str) -> Technology:
    return next(technology for technology in load_gazetteer() if technology.iri == name)
