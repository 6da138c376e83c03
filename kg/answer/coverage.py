"""Sentences that have the words of a relation and gave no claim: what was read and perhaps not understood."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kg.extract import sentences
from kg.model import Citation, Unclaimed
from kg.ontology import in_force
from kg.rdf import DCTERMS, KG, OA, PROV, Store, iri, value_of


def unclaimed(store: Store, names: Iterable[str] = ()) -> tuple[Unclaimed, ...]:
    """Find them, by document and line.

    Args:
        store: The graph.
        names: Only sentences that have one of these names, in any case; all when empty.
    """
    found = _cued(store, _open(store, mention(names)))
    cited = (Unclaimed(cue, _citation(store, chunk, before, sentence)) for cue, chunk, before, sentence in found)
    return tuple(sorted(cited, key=lambda one: (one.citation.document, one.citation.lines, one.citation.quote)))


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


def _open(store: Store, named: re.Pattern[str]) -> Iterator[tuple[str, int, str]]:
    """Sentences without a claim: chunk, lines before it there, words."""
    for quote_node, text in column(store, OA + "exact").items():
        if not named.search(text):
            continue
        chunk = quote_node.removesuffix("#quote")
        claimed = _quotes(store, chunk)
        for start, end in sentences(text):
            sentence = text[start:end]
            if named.search(sentence) and not _covered(sentence, claimed):
                yield chunk, text.count("\n", 0, start), sentence


def _quotes(store: Store, chunk: str) -> set[str]:
    """What the claims of a chunk quote."""
    graph = iri(store.names.provenance)
    claims = {value_of(q.subject) for q in store.quads(None, iri(PROV + "wasDerivedFrom"), iri(chunk), graph)}
    quoted = iri(KG + "quote")
    return {value_of(q.object) for claim in claims for q in store.quads(iri(claim), quoted, None, graph)}


def _citation(store: Store, chunk: str, before: int, sentence: str) -> Citation:
    last = int(_value(store, chunk, KG + "lastLine"))
    line = min(int(_value(store, chunk, KG + "firstLine")) + before, last)
    document = _value(store, _value(store, chunk, PROV + "wasDerivedFrom"), DCTERMS + "identifier")
    until = min(line + sentence.count("\n"), last)
    return Citation(_value(store, chunk, DCTERMS + "identifier"), document, (line, until), sentence)


def _value(store: Store, subject: str, predicate: str) -> str:
    found = store.quads(iri(subject), iri(predicate), None, iri(store.names.provenance))
    return value_of(next(iter(found)).object)


def _cued(store: Store, found: Iterable[tuple[str, int, str]]) -> Iterator[tuple[str, str, int, str]]:
    """Those that have a cue, with it; surface forms are compiled only for the first."""
    cues = None
    for chunk, before, sentence in found:
        if cues is None:
            from kg.extract import Cues

            cues = Cues(in_force(store))
        cue = cues.found(sentence)
        if cue is not None:
            yield cue, chunk, before, sentence


def _covered(sentence: str, quotes: Iterable[str]) -> bool:
    return any(sentence in quote or quote in sentence for quote in quotes)
