"""Sentences that have the words of a relation and gave no claim: what was read and perhaps not understood."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from kg.answers import Unclaimed
from kg.model import Citation
from kg.sentences import sentences
from kg.store.base import Store
from kg.terms import iri, value_of
from kg.vocab import DCTERMS, KG, OA, PROV


def unclaimed(store: Store, names: Iterable[str] = ()) -> tuple[Unclaimed, ...]:
    """Find them, by document and line.

    Args:
        store: The graph.
        names: Only sentences that have one of these names, in any case; all when empty.
    """
    quotes = column(store, KG + "quote")
    derived = column(store, PROV + "wasDerivedFrom")
    claimed: defaultdict[str, set[str]] = defaultdict(set)
    for claim, quote in quotes.items():
        claimed[derived[claim]].add(quote)
    found = list(_cued(store, _open(store, claimed, mention(names))))
    if not found:
        return ()
    identifiers, first, last = (column(store, p) for p in (DCTERMS + "identifier", KG + "firstLine", KG + "lastLine"))
    cited = []
    for cue, chunk, before, sentence in found:
        line = min(int(first[chunk]) + before, int(last[chunk]))
        until = min(line + sentence.count("\n"), int(last[chunk]))
        document = identifiers[derived[chunk]]
        cited.append(Unclaimed(cue, Citation(identifiers[chunk], document, (line, until), sentence)))
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


def _open(store: Store, claimed: dict[str, set[str]], named: re.Pattern[str]) -> Iterator[tuple[str, int, str]]:
    """Sentences without a claim: chunk, lines before it there, words."""
    for quote_node, text in column(store, OA + "exact").items():
        if not named.search(text):
            continue
        chunk = quote_node.removesuffix("#quote")
        for start, end in sentences(text):
            sentence = text[start:end]
            if named.search(sentence) and not _covered(sentence, claimed[chunk]):
                yield chunk, text.count("\n", 0, start), sentence


def _cued(store: Store, found: Iterable[tuple[str, int, str]]) -> Iterator[tuple[str, str, int, str]]:
    """Those that have a cue, with it; surface forms are compiled only for the first."""
    cues = None
    for chunk, before, sentence in found:
        if cues is None:
            from kg.extract.cues import Cues

            cues = Cues(store.ontology)
        cue = cues.found(sentence)
        if cue is not None:
            yield cue, chunk, before, sentence


def _covered(sentence: str, quotes: Iterable[str]) -> bool:
    return any(sentence in quote or quote in sentence for quote in quotes)
