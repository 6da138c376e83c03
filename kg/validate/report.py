"""What validation found: results in a fixed order, and what they mean for claims."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from kg.model import Citation
from kg.rdf import Term
from kg.validate.paths import PropertyPath

SHAPE = "https://w3id.org/context-graph/shapes#"
"""What the IRIs of the shapes that ship start with."""


class Severity(StrEnum):
    """How bad a result is (SHACL, section 2.1.4), worst first."""

    VIOLATION = "violation"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """0 is the worst.

        >>> Severity.VIOLATION.rank < Severity.WARNING.rank
        True
        """
        return list(Severity).index(self)


@dataclass(frozen=True, slots=True)
class Result:
    """One validation result.

    Args:
        severity: How bad it is.
        shape: IRI of the shape that was not met.
        title: The shape's label, or its IRI.
        message: What is wrong, one line.
        focus: IRI (or text, for a literal) of the node that was checked.
        path: From the focus node to the value, where the shape has one.
        value: What is wrong there; None when something is missing.
        claim: IRI of the claim concerned: the focus node or the value.
        advice: How to mend it; empty when the shape does not say.
        component: IRI of the constraint component, such as `sh:PatternConstraintComponent`.
    """

    severity: Severity
    shape: str
    title: str
    message: str
    focus: str
    path: PropertyPath | None = None
    value: Term | None = None
    claim: str | None = None
    advice: str = ""
    component: str = ""

    @property
    def key(self) -> tuple[int, str, str, str, str, str, str, str]:
        """Sort key: the worst first, then by shape, claim, focus node, path, value, message, component."""
        value = "" if self.value is None else str(self.value)
        place = self.shape, self.claim or "", self.focus, str(self.path or ""), value
        return self.severity.rank, *place, self.message, self.component


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of a validation.

    Args:
        results: In order of `Result.key`.
        warnings: What makes shapes conform silently: unknown terms, shapes without a focus node.
        focus: Number of focus nodes of each shape that has a target.
    """

    results: tuple[Result, ...]
    warnings: tuple[str, ...] = ()
    focus: Mapping[str, int] = field(default_factory=dict)

    @property
    def conforms(self) -> bool:
        """Whether there is no result of any severity (SHACL, section 3.2)."""
        return not self.results


@dataclass(frozen=True, slots=True)
class Evidence:
    """A sentence that a finding rests on.

    Args:
        citation: Where it stands.
        says: What it says of the matter (`asserted`, `denied`, an edge); empty when it is the claim itself.
        graph: IRI of the chunk's graph; empty where there is none.
    """

    citation: Citation
    says: str = ""
    graph: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """A result and the sentences it is about.

    Args:
        result: What was found.
        evidence: The sentences, the first to be read first; empty when no claim or no chunk is concerned.
        rejected: The claim was kept out of the graph for it.
        file: The RDF file it was found in, when files were checked and not a graph.
        line: Where in that file its focus node is described, as far as it can be told.
        name: How to call the focus node where there is no sentence: a label or a CURIE.
    """

    result: Result
    evidence: tuple[Evidence, ...] = ()
    rejected: bool = False
    file: str | None = None
    line: int | None = None
    name: str = ""

    @property
    def citation(self) -> Citation | None:
        """Where to look first."""
        return self.evidence[0].citation if self.evidence else None


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """What a rule says of itself.

    Args:
        iri: Its IRI.
        title: What it asks for.
        why: Why that matters.
        advice: How to mend what breaks it.
        severity: How bad that is.
        pack: Name of the file it stands in.
        kind: What answers it: `shape`, `query` (SPARQL over the named graphs) or `graph` (a walk over the edges).
    """

    iri: str
    title: str
    why: str
    advice: str
    severity: Severity
    pack: str
    kind: str = "shape"

    @property
    def id(self) -> str:
        """Local name of a rule that ships, the IRI of another."""
        return self.iri.removeprefix(SHAPE)


@dataclass(frozen=True, slots=True)
class StoreReport:
    """What is wrong in a stored graph, or in some files.

    Args:
        findings: In order of `Result.key`.
        warnings: As in `Report`.
        claims: Number of claims checked, the rejected ones included.
        focus: As in `Report`.
        rules: The rules in force.
        gate: Findings of this severity or worse fail the check; None when none do.
        root: What to put before the paths of documents so that they are found from where the report is read.
        stats: Text is to say how many nodes each shape was checked on.
    """

    findings: tuple[Finding, ...]
    warnings: tuple[str, ...] = ()
    claims: int = 0
    focus: Mapping[str, int] = field(default_factory=dict)
    rules: tuple[RuleInfo, ...] = ()
    gate: Severity | None = Severity.VIOLATION
    root: str = ""
    stats: bool = False

    @property
    def results(self) -> tuple[Result, ...]:
        """The results alone."""
        return tuple(finding.result for finding in self.findings)

    @property
    def conforms(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    @property
    def counts(self) -> dict[str, int]:
        """Number of findings of each severity, and of those that kept a claim out of the graph."""
        counts = {severity.value: 0 for severity in Severity}
        for result in self.results:
            counts[result.severity] += 1
        return counts | {"rejected": sum(finding.rejected for finding in self.findings)}

    def fails(self, severity: Severity) -> bool:
        """Whether there is a finding of this severity or worse."""
        return any(result.severity.rank <= severity.rank for result in self.results)

    def place(self, finding: Finding) -> tuple[str, int, int] | None:
        """File, first and last line of a finding, as found from where the report is read; line 0 when unknown."""
        if finding.citation is not None:
            path = posixpath.join(self.root, finding.citation.document)
            return path, *finding.citation.lines
        return (finding.file, finding.line or 0, finding.line or 0) if finding.file else None

    @property
    def rejected(self) -> StoreReport:
        """The findings that kept claims out of the graph alone."""
        return replace(self, findings=tuple(finding for finding in self.findings if finding.rejected))


def ordered(results: Iterable[Result]) -> tuple[Result, ...]:
    """Results in their order, each once."""
    return tuple(sorted({result.key: result for result in results}.values(), key=lambda result: result.key))


def rejections(report: Report) -> dict[str, list[Result]]:
    """The violations of each claim that has any, by its IRI, sorted.

    >>> wrong = Result(Severity.VIOLATION, "urn:shape", "a name", "no name", "urn:claim", claim="urn:claim")
    >>> list(rejections(Report((wrong,))))
    ['urn:claim']
    """
    found: defaultdict[str, list[Result]] = defaultdict(list)
    for result in report.results:
        if result.claim is not None and result.severity is Severity.VIOLATION:
            found[result.claim].append(result)
    return dict(sorted(found.items()))
