"""What the steps of a build share, and in the end the report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

import pyoxigraph as ox

from kg.answer import Unread
from kg.build.ledger import Ledger
from kg.build.options import Options
from kg.build.work import Tools
from kg.build.workers import Crew
from kg.model import Skipped
from kg.rdf import OxigraphStore
from kg.read import ELSEWHERE, Settings, Sources
from kg.reason import Gathered
from kg.resolve import Identity, Statement, curation


@dataclass(frozen=True)
class Linked:
    """What linking looked at, and what it found.

    Args:
        identity: Of the names looked at.
        names: These names, those that are gone among them; None when it looked at all.
        before: The representatives they had.
    """

    identity: Identity
    names: frozenset[str] | None
    before: Mapping[str, str]

    @property
    def moved(self) -> list[str]:
        """Names whose representative changed, sorted."""
        now = {name: one for one in self.identity.classes for name in self.identity.classes.members(one)}
        both = self.before.keys() | now.keys()
        return sorted(name for name in both if self.before.get(name) != now.get(name))

    @property
    def representatives(self) -> list[str]:
        """What represents these names, or did, sorted."""
        return sorted({*self.before.values(), *self.identity.classes})


@dataclass
class Build:
    """The state the steps share, and in the end the report.

    Args:
        store: The graph, open for writing.
        sources: What to read.
        options: What else was given.
        hashes: Content hash of every file by its path.
        settings: What people say of documents.
        anew: Nothing of what is stored is kept but ontology and decisions.
        documents: How many documents the graph is made of.
        read_anew: How many of them were extracted in this build.
        found: How many claims these state.
        rejected: How many of these claims validation kept out.
        skipped: What was not read, and why.
        decisions: What people decided on claims.
        ambiguous: Names that several projects use for things of their own, with these things' IRIs.
        conflicts: The two ends of each curated link between names that is not followed.
        added: Quads that came.
        removed: Quads that went.
        unchanged: Nothing that decides on the graph changed since the last build.
        run: Configuration and content hash of the extraction activity.
        new: Statements that came; none when everything is made anew.
        gone: Statements that went.
        gathered: All statements, when everything is made anew.
        tools: What documents are read and extracted with.
        crew: Processes that do it.
        ledger: What the build before remembered, and this one does.
        unread: Sentences that were not understood, kept for questions.
        linked: What linking found.
    """

    store: OxigraphStore
    sources: Sources
    options: Options
    hashes: Mapping[str, str] = field(default_factory=dict)
    settings: Settings = field(default_factory=lambda: Settings({}))
    anew: bool = False
    documents: int = 0
    read_anew: int = 0
    found: int = 0
    rejected: int = 0
    skipped: list[Skipped] = field(default_factory=list)
    decisions: list[curation.Decision] = field(default_factory=list)
    ambiguous: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    conflicts: tuple[tuple[str, str], ...] = ()
    added: int = 0
    removed: int = 0
    unchanged: bool = False
    run: tuple[str, str] = ("", "")
    new: list[Statement] = field(default_factory=list)
    gone: list[Statement] = field(default_factory=list)
    tools: Tools = field(init=False)
    crew: Crew = field(init=False)
    ledger: Ledger = field(init=False)
    gathered: Gathered = field(init=False)
    unread: Unread = field(init=False)
    linked: Linked = field(init=False)

    @property
    def missed(self) -> list[Skipped]:
        """What was skipped and stands nowhere else."""
        return [one for one in self.skipped if one.reason != ELSEWHERE]

    def came(self, rows: Collection[Statement]) -> None:
        """Take note of statements that are new."""
        if self.anew:
            self.gathered.add(rows)
            self.ledger.spell_more(spelled(rows))
        else:
            self.new += rows

    def replace(self, stored: set[ox.Quad], wanted: set[ox.Quad]) -> None:
        """Write a difference."""
        gone, new = stored - wanted, wanted - stored
        self.removed += len(gone)
        self.added += len(new)
        self.store.change(gone, new)


def spelled(rows: Iterable[Statement]) -> Counter[tuple[str, str]]:
    """How often each name is spelled each way."""
    times: Counter[tuple[str, str]] = Counter()
    for row in rows:
        times[row.subject, row.subject_text] += 1
        times[row.object, row.object_text] += 1
    return times
