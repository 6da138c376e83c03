"""Which names are the same thing: same letters, curated aliases, the gazetteer; scopes keep projects apart.

Evidence is followed surest first; what would join two names that somebody keeps apart is not followed. Links that
rules make form a tree within a class, not a clique: a class of n names needs n - 1 of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from kg.ontology import Gazetteer, Technology
from kg.rdf import Names
from kg.resolve.link.classes import Classes
from kg.resolve.link.curated import Curated
from kg.resolve.link.joining import Joiner
from kg.resolve.link.labels import labels, technology_of
from kg.resolve.link.links import CURATED, RULES, Conflict, Justification, Link, Verdict
from kg.resolve.link.name import Name, read_name

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Identity:
    """What linking found.

    Args:
        classes: Alias classes and their representatives.
        links: The links that make them.
        labels: Preferred label of each representative.
        technologies: Technology of each representative that names one.
        ambiguous: Names that several projects use for things of their own, with these things' IRIs.
        conflicts: Curated links that are not followed.
        coined: Names that people gave and no document uses, as written, by their IRIs.
    """

    classes: Classes[str]
    links: tuple[Link, ...]
    labels: Mapping[str, str]
    technologies: Mapping[str, Technology]
    ambiguous: Mapping[str, tuple[str, ...]]
    conflicts: tuple[Conflict, ...] = ()
    coined: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Evidence:
    """Names that one reason joins, the first of them being the hub of the links.

    Args:
        key: What sorts evidence: surest first, then as the rules are ordered, then by what is shared.
        names: Two or more IRIs.
        why: The reason.
        verdict: IRI of the verdict it is; empty for a rule.
    """

    key: tuple[float, int, str]
    names: tuple[str, ...]
    why: Justification
    verdict: str = ""


def identify(
    names: Names,
    spellings: Mapping[str, tuple[str, ...]],
    curated: Curated,
    gazetteer: Gazetteer,
    verdicts: Sequence[Verdict] = (),
    scopes: Mapping[str, Sequence[str]] | None = None,
) -> Identity:
    """Join the names of one thing.

    Args:
        names: The graph's IRIs.
        spellings: Every entity IRI with its names as written.
        curated: Curated aliases.
        gazetteer: Technologies by name.
        verdicts: What people decided on pairs of names, one verdict a pair.
        scopes: What people scoped: the letters of names, each with the places where it is a thing of its own.
    """
    coined = _coined(spellings, verdicts)
    written = {**spellings, **{entity: (name,) for entity, name in coined.items()}}
    known = {
        entity: read_name(names, entity, found, curated, gazetteer, scopes or {}, entity in coined)
        for entity, found in written.items()
    }
    groups = [_by_scope(group) for group in _sharing(known.values())]
    evidence = sorted(_evidence(groups, known, verdicts), key=lambda one: one.key)
    apart = {verdict.pair: verdict.iri for verdict in verdicts if not verdict.same}
    links, conflicts = _follow(evidence, Joiner(apart))
    classes = Classes(known, ((link.one, link.other) for link in links), lambda entity: known[entity].rank())
    ambiguous = dict(sorted(_ambiguous(groups, classes)))
    return Identity(
        classes=classes,
        links=tuple(sorted(links, key=lambda link: (link.one, link.other))),
        labels=labels(known, classes, ambiguous, apart),
        technologies={one: t for one in classes if (t := technology_of(known, classes.members(one)))},
        ambiguous=ambiguous,
        conflicts=tuple(sorted(conflicts, key=lambda one: (one.link.one, one.link.other))),
        coined=coined,
    )


def _coined(spellings: Mapping[str, object], verdicts: Iterable[Verdict]) -> dict[str, str]:
    """Names that only people use and that they join, directly or not, to one that documents use."""
    texts: dict[str, str] = {}
    joined = sorted(verdict for verdict in verdicts if verdict.same)
    for verdict in joined:
        texts.setdefault(verdict.one, verdict.one_text)
        texts.setdefault(verdict.other, verdict.other_text)
    classes = Classes((), (verdict.pair for verdict in joined), lambda name: (name not in spellings, name))
    return {
        name: texts[name] for name in sorted(texts) if name not in spellings and classes.canonical(name) in spellings
    }


def _sharing(known: Iterable[Name]) -> list[list[Name]]:
    """Names that share a tag, whatever their scopes, each group in order of rank."""
    by_iri = {name.iri: name for name in known}
    first: dict[str, str] = {}
    links = []
    for name in by_iri.values():
        for tag, _ in name.tags():
            links.append((first.setdefault(tag, name.iri), name.iri))
    classes = Classes(by_iri, links, lambda entity: by_iri[entity].rank())
    return [sorted((by_iri[m] for m in classes.members(one)), key=Name.rank) for one in classes]


def _by_scope(group: Sequence[Name]) -> list[list[Name]]:
    """One part when at most one project is involved; else the global names and each project's apart.

    What a person scoped is always apart.
    """
    several = len({name.scope for name in group if not name.own} - {None}) > 1
    parts: defaultdict[str, list[Name]] = defaultdict(list)
    for name in group:
        parts["/" + name.scope if name.scope is not None and (several or name.own) else ""].append(name)
    return [parts[scope] for scope in sorted(parts)]


def _evidence(
    groups: Iterable[Sequence[Sequence[Name]]], known: Mapping[str, Name], verdicts: Iterable[Verdict]
) -> Iterator[_Evidence]:
    """What joins names: what they share within a part, and what people say."""
    for part in (part for parts in groups for part in parts if len(part) > 1):
        tagged: defaultdict[tuple[str, Justification], list[str]] = defaultdict(list)
        for name in part:
            for shared in name.tags():
                tagged[shared].append(name.iri)
        for (tag, why), members in tagged.items():
            if len(members) > 1:
                yield _Evidence((-why.confidence, 1 + RULES.index(why), f"{tag} {members[0]}"), tuple(members), why)
    for verdict in verdicts:
        if verdict.same and verdict.one in known and verdict.other in known:
            hub, other = sorted(verdict.pair, key=lambda entity: known[entity].rank())
            key = (-verdict.confidence, 0, " ".join(verdict.pair))
            yield _Evidence(key, (hub, other), verdict.why, verdict.iri)


def _follow(evidence: Iterable[_Evidence], joiner: Joiner) -> tuple[list[Link], list[Conflict]]:
    """Links that evidence makes, and those it cannot."""
    links: list[Link] = []
    refused: list[Conflict] = []
    for one in evidence:
        hubs = [one.names[0]]
        for name in one.names[1:]:
            barriers = _attach(name, hubs, one, joiner, links)
            refused += [Conflict(Link(hub, name, one.why, one.verdict), said) for hub, said in barriers]
            if len(barriers) == len(hubs):
                hubs.append(name)
    curated = (one for one in refused if one.link.verdict or one.link.why == CURATED)
    return _once(links, _pair), _once(curated, lambda one: _pair(one.link))


def _pair(link: Link) -> tuple[str, ...]:
    return tuple(sorted((link.one, link.other)))


def _once(found: Iterable[_T], key: Callable[[_T], object]) -> list[_T]:
    """The first of each key."""
    first: dict[object, _T] = {}
    for one in found:
        first.setdefault(key(one), one)
    return list(first.values())


def _attach(
    name: str, hubs: Sequence[str], evidence: _Evidence, joiner: Joiner, links: list[Link]
) -> list[tuple[str, str]]:
    """Link a name to the first hub it may be joined to; the hubs before it, with what keeps each of them apart."""
    barriers: list[tuple[str, str]] = []
    for hub in hubs:
        already = joiner.together(hub, name)
        said = joiner.join(hub, name)
        if said is None:
            if evidence.verdict or not already:
                links.append(Link(hub, name, evidence.why, evidence.verdict))
            break
        barriers.append((hub, said))
    return barriers


def _ambiguous(
    groups: Iterable[Sequence[Sequence[Name]]], classes: Classes[str]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Names that several projects use for what nobody joined by hand."""
    for parts in groups:
        if len({classes.canonical(part[0].iri) for part in parts}) > 1:
            group = [name for part in parts for name in part]
            yield _shortest(group), tuple(sorted(part[0].iri for part in parts))


def _shortest(group: Iterable[Name]) -> str:
    return min((name.spellings[0] for name in group), key=lambda name: (len(name), name))
