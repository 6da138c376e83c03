"""What mappings that come from elsewhere change about the decisions of a graph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kg.errors import InputError
from kg.rdf import RDFS, SSSOM
from kg.resolve import Verdict


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did.

    Args:
        new: Decisions that came.
        known: How many mappings the graph had already, decided or by rule.
    """

    new: tuple[Verdict, ...]
    known: int


def sift(
    mappings: Iterable[Verdict],
    decided: Iterable[Verdict],
    links: Iterable[tuple[str, str, Mapping[str, str]]],
    file: str,
) -> Imported:
    """Part mappings that are new from those a graph has already.

    Args:
        mappings: What a file says.
        decided: What was decided in the graph.
        links: What rules say there: two IRIs and the facts of their link.
        file: Name of the file.

    Raises:
        InputError: If a mapping contradicts a decision.
    """
    here = {verdict.pair: verdict for verdict in decided}
    ruled = {
        (min(one, other), max(one, other), facts.get(SSSOM + "mapping_justification"), facts.get(RDFS + "comment"))
        for one, other, facts in links
    }
    new: list[Verdict] = []
    known = 0
    for verdict in mappings:
        mine = here.get(verdict.pair)
        if mine is not None and mine.same != verdict.same:
            raise _contrary(verdict, mine, file)
        if mine is not None or (verdict.same and (*verdict.pair, verdict.term, verdict.reason) in ruled):
            known += 1
        else:
            new.append(verdict)
    return Imported(tuple(new), known)


def _contrary(verdict: Verdict, mine: Verdict, file: str) -> InputError:
    """A mapping that contradicts a decision."""
    line = verdict.source.rpartition(":")[2]
    word = "one thing" if mine.same else "kept apart"
    by = f" ({mine.who})" if mine.who else ""
    message = f"contradicts what was decided: {word}: {mine.one_text} / {mine.other_text}{by}: {mine.reason}"
    return InputError(message, file=file, line=int(line), hint="kg alias remove takes that back")
