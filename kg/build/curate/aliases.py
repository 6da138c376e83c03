"""Names of a graph as its users decide on them: what is one thing, what is not, and where a name is one of its own."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath

from kg.answer import Session
from kg.build.curate.exchange import Imported, sift
from kg.build.curate.meaning import meant, typed
from kg.errors import InputError
from kg.model import AliasClass, AliasOverview, Clash, Scoping, Suggestion, Suggestions, clean, covers, letters
from kg.rdf import is_iri
from kg.resolve import Reader, Verdict, curation, explain, overview


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a decision on two names did.

    Args:
        verdict: The decision.
        replaced: An earlier one on the same two names that said otherwise.
        unknown: Names that no document uses yet, each with the nearest that some do.
        conflicts: Curated links of these names that are not followed.
    """

    verdict: Verdict
    replaced: Verdict | None = None
    unknown: Mapping[str, Sequence[str]] = field(default_factory=dict)
    conflicts: tuple[Clash, ...] = ()


class Aliases:
    """What is decided about the names of one graph.

    Args:
        graph: The graph.
    """

    def __init__(self, graph: Session) -> None:
        self._graph = graph

    def list(self, *, decided: bool = False) -> AliasOverview:
        """All things with more than one name, and what people decided; on request only the latter."""
        return overview(self._graph.store, self._graph.labels.index, decided=decided)

    def show(self, name: str) -> AliasClass:
        """Why the names of a thing are names of one thing.

        Raises:
            UnknownName: If there is no such thing.
            AmbiguousName: If there are several.
        """
        found = self._graph.labels.resolve(name)
        return explain(self._graph.store, found.iri, self._graph.labels.index)

    def add(
        self, one: str, other: str, *, reason: str, who: str = "", when: str = "", confidence: float = 1.0
    ) -> Outcome:
        """Say that two names are one thing.

        Args:
            one: A name: a label, an alias, a CURIE or an IRI. At least one of the two is known to the graph.
            other: Another; one that no document uses is taken as written.
            reason: Why.
            who: Who says so.
            when: ISO 8601 date.
            confidence: From 0 to 1; the surer goes first where not all can hold.

        Raises:
            InputError: If neither is known, both are the same name, or the reason is empty.
        """
        return self._decide(one, other, True, reason, who, when, confidence)

    def differ(self, one: str, other: str, *, reason: str, who: str = "", when: str = "") -> Outcome:
        """Say that two names are different things, whatever any rule says; the arguments are those of `add`.

        Raises:
            InputError: If neither is known, both are the same name, or the reason is empty.
        """
        return self._decide(one, other, False, reason, who, when, 1.0)

    def _decide(self, one: str, other: str, same: bool, reason: str, who: str, when: str, confidence: float) -> Outcome:
        ends = self._ends(one, other)
        labels = self._graph.labels
        unknown = {text: labels.nearest(text) for iri, text in ends if labels.index.find(iri) is None}
        if len(unknown) == 2:
            labels.resolve(one)
        verdict = Verdict(
            ends[0][0], ends[1][0], same, ends[0][1], ends[1][1], reason, who, when, confidence=confidence
        )
        placed = curation.placed(self._graph.store, verdict)
        earlier = {known.iri: known for known in curation.verdicts(self._graph.store)}.get(placed.iri)
        self._judge([placed])
        return Outcome(placed, earlier if earlier and earlier.same != same else None, unknown, self._clashes(placed))

    def _clashes(self, verdict: Verdict) -> tuple[Clash, ...]:
        """Links that are not followed because of a verdict, or that the verdict makes in vain."""
        ends = set(verdict.pair)
        return tuple(
            clash
            for clash in self.list(decided=True).conflicts
            if ends in ({clash.link.one.iri, clash.link.other.iri}, {clash.apart.one.iri, clash.apart.other.iri})
        )

    def suggest(self, *, limit: int | None = None, minimum: float = 0.5) -> Suggestions:
        """Things that may be one, those for which most speaks first; nothing is merged.

        Args:
            limit: How many at most.
            minimum: Least score, from 0 to 1.

        Raises:
            InputError: If the score is no number from 0 to 1 or the limit is less than one.
        """
        from kg.resolve import suggest

        if not 0 <= minimum <= 1:
            raise InputError(f"a score of {minimum} is no number from 0 to 1")
        if limit is not None and limit < 1:
            raise InputError(f"limit is {limit}", hint="at least 1")
        found = suggest(self._graph.store, self._graph.labels.index, minimum)
        return Suggestions(tuple(map(self._commanded, found[:limit])), len(found))

    def _commanded(self, one: Suggestion) -> Suggestion:
        store, labels = self._graph.store, self._graph.labels
        both = (one.one, one.one_iri), (one.other, one.other_iri)
        ends = " ".join(shlex.quote(typed(store, labels, *end)) for end in both)
        graph = "" if self._graph.folder == Path(".kg") else f" -g {shlex.quote(str(self._graph.folder))}"
        reason = shlex.quote("; ".join(one.reasons))
        return replace(one, command=f"kg alias add {ends} --reason {reason}{graph}")

    def remove(self, one: str, other: str) -> Verdict:
        """Take back what people decided on two names; what was taken back.

        Raises:
            InputError: If nobody decided anything on them, or several decisions fit.
        """
        ends = self._ends(one, other)
        found = [verdict for verdict in curation.verdicts(self._graph.store) if _is_about(verdict, ends)]
        if len(found) != 1:
            raise InputError(
                f"{len(found) or 'no'} decisions are about {one!r} and {other!r}", hint=self._instead(ends)
            )
        self._judge([], found)
        return found[0]

    def _instead(self, ends: Sequence[tuple[str, str]]) -> str:
        one, other = (self._graph.labels.index.find(iri) for iri, _ in ends)
        if one == other and one is not None:
            return "a rule joins them: kg alias show says which, kg alias differ keeps them apart"
        return "kg alias list shows what was decided"

    def remove_source(self, source: str) -> int:
        """Take back all that was imported from a file; how many decisions that were.

        Raises:
            InputError: If nothing was.
        """
        name = PurePath(source).name
        found = [one for one in curation.verdicts(self._graph.store) if one.source.rpartition(":")[0] == name]
        if not found:
            raise InputError("no decision comes from it", file=source, hint="kg alias list shows where each comes from")
        self._judge([], found)
        return len(found)

    def export(self, license: str | None = None) -> str:
        """All links and decisions as SSSOM/TSV.

        Args:
            license: IRI of the licence of the mappings; SSSOM's "unspecified" unless told.

        Raises:
            InputError: If the licence is no IRI.
        """
        from kg.resolve import UNSPECIFIED, write

        if license is not None and not is_iri(license):
            raise InputError(
                f"the licence {license!r} is no IRI", hint="such as https://creativecommons.org/licenses/by/4.0/"
            )
        return write(self._graph.store, self._graph.labels.index, license or UNSPECIFIED)

    def load(self, data: bytes, name: str, *, who: str = "", when: str = "") -> Imported:
        """Take the mappings of a SSSOM/TSV file as decisions; `remove_source(name)` takes them back.

        Args:
            data: The file.
            name: Its name; decisions cite it with their line.
            who: Who stands for mappings that name no author.
            when: ISO 8601 date of mappings that have none.

        Raises:
            InputError: If the file cannot be used or contradicts what was decided here; nothing changes then.
        """
        from kg.resolve import read

        store = self._graph.store
        links = Reader(store, self._graph.labels.index).links()
        found = sift(read(data, name, store.names, who, when), curation.verdicts(store), links, name)
        if found.new:
            self._judge(found.new)
        return found

    def scope(self, name: str, place: str, *, reason: str, who: str = "", when: str = "") -> Scoping:
        """Say that a name means a thing of its own in a document or folder, from the next build on.

        Args:
            name: The name as documents write it.
            place: Path of the document or folder, relative to the build root.
            reason: Why.
            who: Who says so.
            when: ISO 8601 date.

        Raises:
            InputError: If the name, the place or the reason is empty, or no document of the graph is there.
        """
        store = self._graph.store
        scoping = Scoping(clean(name), curation.place_of(place), reason, who, when)
        paths = curation.document_paths(store)
        if not any(covers(scoping.place, path) for path in paths):
            hint = "relative to the build root, such as " + ", ".join(paths[:3]) if paths else "kg build PATH first"
            raise InputError(f"no document of this graph is {scoping.place!r} or in it", hint=hint)
        with self._graph.changing() as changed:
            curation.put_scopings(changed, [scoping])
        return scoping

    def unscope(self, name: str, place: str) -> Scoping:
        """Take a scope back, from the next build on; what was taken back.

        Raises:
            InputError: If there is none of that name and place.
        """
        key = letters(name), curation.place_of(place)
        found = [one for one in curation.scopings(self._graph.store) if one.key == key]
        if not found:
            raise InputError(f"{name!r} has no scope {key[1]!r}", hint="kg alias list shows them")
        with self._graph.changing() as changed:
            curation.put_scopings(changed, (), found)
        return found[0]

    def _ends(self, *names: str) -> tuple[tuple[str, str], ...]:
        """The IRI and the spelling of each name."""
        return tuple(meant(self._graph.store, self._graph.labels, name) for name in names)

    def _judge(self, given: Sequence[Verdict], taken_back: Sequence[Verdict] = ()) -> None:
        from kg.build.pipeline import rebuild

        with self._graph.changing() as store:
            curation.judge(store, given, taken_back)
            rebuild(store)


def _is_about(verdict: Verdict, ends: Sequence[tuple[str, str]]) -> bool:
    """Whether a verdict is on two names, whichever comes first."""
    wanted = [{iri, letters(text)} for iri, text in ends]
    said = [{verdict.one, letters(verdict.one_text)}, {verdict.other, letters(verdict.other_text)}]
    return any(one & wanted[0] and other & wanted[1] for one, other in (said, said[::-1]))
