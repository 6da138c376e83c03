"""Sentences that have the words of a relation and gave no claim: what was read and perhaps not understood."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import closing
from functools import cache

from kg.answer.unread import Unread, cued
from kg.model import Citation, Manner, Unclaimed
from kg.ontology import in_force
from kg.rdf import DCTERMS, KG, OA, PROV, Store, iri, value_of


def unclaimed(store: Store, names: Iterable[str] = ()) -> tuple[Unclaimed, ...]:
    """Find them, by document and line; documents that do not speak of systems as they are have none.

    Args:
        store: The graph.
        names: Only sentences that have one of these names, in any case; all when empty.
    """
    named, kept = mention(names), Unread.of(store, _content(store))
    if kept is None:
        found = list(_looked_for(store, named))
    else:
        with closing(kept):
            found = list(kept.naming(named))
    return tuple(sorted(found, key=lambda one: (one.citation.document, one.citation.lines, one.citation.quote)))


def is_kept(store: Store) -> bool:
    """Whether they were found when the graph was built, so that asking for them costs little."""
    kept = Unread.of(store, _content(store))
    if kept is not None:
        kept.close()
    return kept is not None


def mention(names: Iterable[str]) -> re.Pattern[str]:
    """What finds one of some names as words of a text; everything when there are none.

    >>> bool(mention(["Redis"]).search("the redis cluster")), bool(mention(["Redis"]).search("redistributed"))
    (True, False)
    """
    spelled = sorted(names, key=lambda name: (-len(name), name))
    if not spelled:
        return re.compile("")
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, spelled))})(?!\w)", re.IGNORECASE)


def column(store: Store, predicate: str) -> dict[str, str]:
    """One property of everything in the provenance graph that has it once."""
    graph = iri(store.names.provenance)
    return {value_of(q.subject): value_of(q.object) for q in store.quads(None, iri(predicate), None, graph)}


def _content(store: Store) -> str:
    """Content hash of the build that made the graph."""
    return _value(store, store.names.run(), KG + "contentHash")


def _looked_for(store: Store, named: re.Pattern[str]) -> Iterator[Unclaimed]:
    """The same from the texts of all chunks; surface forms are compiled only for the first."""
    from kg.extract import Cues

    cues = cache(lambda: Cues(in_force(store)))
    silent = {name for name, manner in column(store, KG + "manner").items() if manner != KG + Manner.CURRENT}
    for quote_node, text in column(store, OA + "exact").items():
        chunk = quote_node.removesuffix("#quote")
        document = _value(store, chunk, PROV + "wasDerivedFrom")
        if document in silent or not named.search(text):
            continue
        lines = int(_value(store, chunk, KG + "firstLine")), int(_value(store, chunk, KG + "lastLine"))
        name, path = (_value(store, one, DCTERMS + "identifier") for one in (chunk, document))
        for one in cued(name, lines, text, _quotes(store, chunk), lambda sentence: cues().found(sentence)):
            if named.search(one.sentence):
                yield Unclaimed(one.cue, Citation(name, path, (one.first, one.last), one.sentence))


def _quotes(store: Store, chunk: str) -> set[str]:
    """What the claims of a chunk quote."""
    graph = iri(store.names.provenance)
    claims = {value_of(q.subject) for q in store.quads(None, iri(PROV + "wasDerivedFrom"), iri(chunk), graph)}
    quoted = iri(KG + "quote")
    return {value_of(q.object) for claim in claims for q in store.quads(iri(claim), quoted, None, graph)}


def _value(store: Store, subject: str, predicate: str) -> str:
    found = store.quads(iri(subject), iri(predicate), None, iri(store.names.provenance))
    return next((value_of(quad.object) for quad in found), "")
