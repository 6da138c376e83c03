"""The English that extraction knows: word classes from the ontology, verbs with all their forms."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from kg.extract.text.inflect import Forms, forms_of
from kg.model import digest
from kg.ontology import Ontology, local_name, parse_turtle
from kg.rdf import KG, resources, value_of

BASE, THIRD, PAST, PARTICIPLE, GERUND = "base", "third", "past", "participle", "gerund"


@dataclass(frozen=True, slots=True)
class Reading:
    """What a word may be as a form of a verb."""

    verb: str
    forms: frozenset[str]


class Lexicon(dict[str, frozenset[str]]):
    """Word classes by key, and the verb that a form belongs to.

    Args:
        ontology: Whose `kg:word` values count; the shipped lexicon stands in when it has none, so that an
            ontology of relations alone works.

    >>> from kg.ontology.relations import load
    >>> lexicon = Lexicon(load())
    >>> lexicon.readings["stored"].verb, "redis" in lexicon["preposition"]
    ('store', False)
    """

    def __init__(self, ontology: Ontology) -> None:
        classes: defaultdict[str, set[str]] = defaultdict(set)
        for iri, word in ontology.values(KG + "word") or _shipped(KG + "word"):
            classes[local_name(iri)].add(word)
        super().__init__((key, frozenset(words)) for key, words in classes.items())
        self.hash = digest(*(f"{key} {word}" for key in sorted(self) for word in sorted(self[key])))
        tells = ontology.values(KG + "tells") or _shipped(KG + "tells")
        self.tells = [(local_name(iri), local_name(meaning)) for iri, meaning in tells]
        self.irregular = self._irregular()
        self.readings: dict[str, Reading] = {}
        for third in sorted(self["verb"] | set(self.irregular)):
            self.add_verb(third)

    def __missing__(self, key: str) -> frozenset[str]:
        return frozenset()

    def add_verb(self, third: str) -> str:
        """Make a verb known by its third person singular; returns its dictionary form."""
        forms = forms_of(third, self.irregular.get(third))
        for word, form in _spellings(forms):
            known = self.readings.get(word)
            shared = known.forms if known and known.verb == forms.base else frozenset()
            if known is None or known.verb == forms.base:
                self.readings[word] = Reading(forms.base, shared | {form})
        return forms.base

    def _irregular(self) -> dict[str, tuple[str, str]]:
        rows = (row.split() for row in sorted(self["irregularVerb"]))
        return {row[0]: (row[1], row[2]) for row in rows if len(row) == 3}


def _spellings(forms: Forms) -> Iterable[tuple[str, str]]:
    yield forms.base, BASE
    yield forms.third, THIRD
    for form, words in ((PAST, forms.past), (PARTICIPLE, forms.participle), (GERUND, forms.gerund)):
        yield from ((word, form) for word in words)


def _shipped(predicate: str) -> list[tuple[str, str]]:
    triples = parse_turtle(resources.folder("ontology") / "lexicon.ttl")
    return sorted((value_of(t.subject), value_of(t.object)) for t in triples if t.predicate.value == predicate)
