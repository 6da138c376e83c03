"""Every rule has an example that breaks it, and one that every rule passes, none of them vacuously."""

from __future__ import annotations

from pathlib import Path

import pyoxigraph as ox
import pytest

import kg
from kg.build.pipeline import rebuild
from kg.rdf.store.memory import OxigraphStore
from kg.rdf.terms import integer, iri
from kg.rdf.vocab import KG
from kg.resolve import curation
from kg.resolve.link.links import Verdict
from kg.validate.audit import check_store
from kg.validate.catalogue import rule_catalogue
from kg.validate.report import StoreReport
from kg.validate.shapes import load

from .claims import NAMES, SHAPES, alias, change, claim, quads, store
from .test_shapes import ALIASES, BROKEN, NO_NAMES, OWNERS
from .test_whole import DATED, built, checked

BREAKING = {
    "HardCycle": {
        "a": "The cart service depends on the stock service. The stock service depends on the cart service.\n"
    },
    "Disputed": {
        "a": "The cart service depends on the stock service.\n",
        "b": "The cart service does not depend on the stock service.\n",
    },
    "ProbablyStale": {
        "a": DATED.format("2023-01-01", "The cart service depends on the stock service."),
        "b": DATED.format("2024-01-01", "The cart service does not depend on the stock service."),
    },
}
"""Documents that break a rule on the whole graph."""

PASSING = {
    "a": DATED.format("2023-01-01", "The cart service depends on the stock service."),
    "b": DATED.format(
        "2024-01-01", "The CartService depends on the stock service, and the harbour team owns the cart service."
    ),
    "c": "The stock service does not depend on the cart service.\n",
}
"""Documents that every rule passes."""


DECIDED: dict[str, list[tuple[str, str, str, float]]] = {
    "LargeClass": [("add", "cart service", f"cart {number}", 1.0) for number in range(25)],
    "MixedClass": [("add", "cart service", "the cart", 1.0), ("add", "the cart", "harbour team", 1.0)],
    "FuzzyBridge": [("add", "cart service", "stock service", 0.6)],
    "ContradictoryLinks": [
        ("add", "cart service", "the cart", 1.0),
        ("add", "the cart", "stock service", 1.0),
        ("differ", "cart service", "stock service", 1.0),
    ],
}
"""What people say of names, breaking a rule on these."""


def decided(folder: Path, rule: str) -> StoreReport:
    full = built(folder, **PASSING)
    given = []
    for kind, *ends, confidence in DECIDED[rule]:
        one, other = (NAMES.entity(end) for end in ends)
        given.append(Verdict(one, other, kind == "add", *ends, reason="as told", confidence=confidence))
    curation.judge(full, given)
    rebuild(full)
    return check_store(full)


def stray(graph: str) -> StoreReport:
    full = store(claim("api", "depends_on", "redis"))
    ends = iri(NAMES.entity("redis")), iri(KG + "depends_on"), iri(NAMES.entity("api"))
    full.change([], [ox.Quad(*ends, iri(NAMES.base + graph))])
    return check_store(full)


def unsupported() -> StoreReport:
    full, graph = OxigraphStore(base=NAMES.base), iri(NAMES.inferred)
    edge = iri(NAMES.edge("a", "b", "c"))
    ends = {"type": iri(KG + "Edge"), "subject": iri(NAMES.entity("a")), "object": iri(NAMES.entity("c"))}
    rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    full.change([], [ox.Quad(edge, iri(rdf + name), term, graph) for name, term in ends.items()])
    return check_store(full)


def joined() -> StoreReport:
    full = store(claim("api", "owned_by", "ops"), claim("o-ps", "depends_on", "redis", 2))
    full.change([], alias("ops", "o ps"))
    return check_store(full)


def beside() -> StoreReport:
    full, graph = store(claim("api", "depends_on", "redis", line=3)), iri(NAMES.provenance)
    last = list(full.quads(iri(NAMES.chunk("a.md/3")), iri(KG + "lastLine"), None, graph))
    first = list(full.quads(iri(NAMES.chunk("a.md/3")), iri(KG + "firstLine"), None, graph))
    full.change([*first, *last], [ox.Quad(q.subject, q.predicate, integer(7), graph) for q in (*first, *last)])
    return check_store(full)


def of_quads(made: list[ox.Quad]) -> StoreReport:
    full = OxigraphStore(base=NAMES.base)
    full.change([], made)
    return check_store(full)


def breaking(rule: str, folder: Path) -> StoreReport:
    """The report of an example that breaks a rule."""
    if rule in BREAKING:
        return checked(folder, **BREAKING[rule])
    if rule in DECIDED:
        return decided(folder, rule)
    if rule in NO_NAMES:
        return check_store(store(claim(NO_NAMES[rule][0], "depends_on", "redis")))
    by_hand = {"AssertedHasChunk": lambda: stray("chunk/gone"), "AssertedHasClaim": lambda: stray("chunk/a.md/1")}
    by_hand |= {"EdgeHasClaim": unsupported, "JoinsOwners": joined, "LinesInChunk": beside}
    if rule in by_hand:
        return by_hand[rule]()
    for made, broken in (*BROKEN.values(), *ALIASES.values()):
        if rule in broken:
            return of_quads(made)
    said = next(said for name, said, broken in OWNERS if rule in broken)
    return check_store(store(*(claim(s, r, o, n, d) for n, (s, r, o, d) in enumerate(said, 1))))


RULES = [rule.id for rule in rule_catalogue(load())]


@pytest.mark.parametrize("rule", RULES)
def test_an_example_breaks_the_rule(rule: str, tmp_path: Path) -> None:
    found = [finding.result for finding in breaking(rule, tmp_path).findings]
    (stated,) = [one for one in rule_catalogue(load()) if one.id == rule]
    assert (SHAPES + rule, stated.severity) in [(result.shape, result.severity) for result in found]


def test_an_example_passes_every_rule_and_none_vacuously(tmp_path: Path) -> None:
    for name, text in PASSING.items():
        (tmp_path / f"{name}.md").write_text(text, encoding="utf-8")
    graph = kg.open(tmp_path / ".kg")
    graph.build([tmp_path])
    report = graph.check()
    assert report.findings == ()
    assert min(report.focus.values()) > 0


def test_the_examples_need_what_they_change() -> None:
    """The claims that are broken in the examples are sound before."""
    assert check_store(store(claim("api", "depends_on", "redis", line=3))).findings == ()
    assert of_quads(change(quads(claim("api", "depends_on", "redis")), KG + "none") + alias("a1", "b1")).findings == ()
