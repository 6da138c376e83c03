"""Rules on the edges of the whole graph: circles of hard links, and what the sources dispute."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from kg.model import Polarity
from kg.ontology import local_name
from kg.rdf import KG
from kg.validate.report import Evidence
from kg.validate.whole import Breach, Whole

if TYPE_CHECKING:
    from kg.graph import Link, Record

_NAMED = 4
"""A message names as many things of a circle at most."""


def hard_cycles(whole: Whole) -> Iterator[Breach]:
    """Things that each break when any other of them does, with the sentences of one shortest circle."""
    from kg.graph import cycles

    for cycle in cycles(whole.index):
        links = [whole.index.links[number] for number in cycle.links]
        round_trip = " -> ".join(whole.index.entities[link.subject].label for link in (*links, links[0]))
        rest = len(cycle.nodes) - len(links)
        more = f" (and {rest} more with them)" if rest else ""
        yield Breach(whole.index.entities[cycle.nodes[0]].iri, round_trip + more, tuple(_hops(whole, links)))


def _hops(whole: Whole, links: Iterable[Link]) -> Iterator[Evidence]:
    """The first sentence of every hop."""
    for link in links:
        step = whole.step(link)
        if step is not None:
            yield whole.evidence(step.citations[0], _said(whole, link))


def _said(whole: Whole, link: Link) -> str:
    subject, obj = whole.index.entities[link.subject], whole.index.entities[link.object]
    return f"{subject.label} -{local_name(link.predicate)}-> {obj.label}"


def disputed(whole: Whole) -> Iterator[Breach]:
    """Edges that some source states and another denies or calls past, with both sides' sentences."""
    for link, stating, against in _contradicted(whole):
        if not _newer(whole, against, stating):
            yield _contradiction(whole, link, stating, against)


def probably_stale(whole: Whole) -> Iterator[Breach]:
    """Disputed edges where what denies them is newer than all that states them, by the dates of their documents."""
    for link, stating, against in _contradicted(whole):
        if _newer(whole, against, stating):
            yield _contradiction(whole, link, stating, against)


def _contradicted(whole: Whole) -> Iterator[tuple[Link, list[Record], list[Record]]]:
    for link in whole.index.contradicted():
        yield link, whole.claims(link, KG + "supportedBy"), whole.claims(link, KG + "contradictedBy")


def _newer(whole: Whole, some: Iterable[Record], others: Iterable[Record]) -> bool:
    """Whether one of some claims is dated after every one of others, all of which must have a date."""
    dates = [whole.date(record.iri) for record in others]
    known = [date for date in dates if date is not None]
    newest = max((whole.date(record.iri) or "" for record in some), default="")
    return bool(known) and len(known) == len(dates) and newest > max(known)


def _contradiction(whole: Whole, link: Link, stating: Iterable[Record], against: Iterable[Record]) -> Breach:
    evidence = tuple(_side(whole, record) for record in (*stating, *against))
    return Breach(whole.receipts.edge(link.number), _said(whole, link), evidence)


def _side(whole: Whole, record: Record) -> Evidence:
    says = "denied" if record.polarity is Polarity.NEGATED else str(record.polarity)
    date = whole.date(record.iri)
    return whole.evidence(record.citation, f"{says}, {date}" if date else says)
