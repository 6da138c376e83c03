"""Surface forms of the ontology, compiled to frames: a verb, its voice, and where the other end stands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from kg.extract.text.inflect import base_of_participle
from kg.extract.text.lexicon import Lexicon
from kg.ontology import Ontology, Relation
from kg.rdf import KG, RDFS

GAP = "…"
ARROWS = frozenset(("→", "->", "-->"))
"""Surface forms that say which relation the arrows of diagrams state."""
SUBJECT = "{subject}"
"""Stands in a surface form where the subject of the relation stands."""
ANY_VERB = "*"
"""Verb of a form that begins with the gap: whatever the clause says, `… via X` states the relation."""


@dataclass(frozen=True, slots=True)
class Frame:
    """How a verb states a relation.

    Args:
        relation: Key of the relation.
        inverse: The grammatical subject is the object of the relation.
        verb: Dictionary form.
        passive: The form is a passive (`is hosted on`).
        head: Head noun that the direct object or predicate must have (`makes requests to`).
        preposition: What opens the phrase that holds the other end; empty when it is the direct object.
        gap: A direct object may stand between verb and preposition.
        owner: The relation leads to owners.
        moved: The subject of the relation is the direct object: `deploys {subject} on`.
        soft: What it states is optional by nature: `scrapes`.
        former: What it states ends with the change it tells of: `moves {subject} from`.
    """

    relation: str
    inverse: bool
    verb: str
    passive: bool = False
    head: str = ""
    preposition: str = ""
    gap: bool = False
    owner: bool = False
    moved: bool = False
    soft: bool = False
    former: bool = False


class Frames:
    """Frames of an ontology by verb.

    Args:
        ontology: Whose surface forms to compile.
        lexicon: Learns the verbs it does not know yet.
    """

    def __init__(self, ontology: Ontology, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        arrows = (key for key, r in sorted(ontology.relations.items()) if ARROWS & set(r.surface_forms))
        self.arrow: str | None = next(arrows, None)
        self.relations = frozenset(ontology.relations)
        self.owners = frozenset(
            key for key, r in ontology.relations.items() if KG + "Owner" in ontology.objects(r.iri, RDFS + "range")
        )
        by_verb: defaultdict[str, list[Frame]] = defaultdict(list)
        for frame in sorted(set(self._compile(ontology)), key=_specific_first):
            by_verb[frame.verb].append(frame)
        self.by_verb: Mapping[str, tuple[Frame, ...]] = {v: tuple(f) for v, f in by_verb.items()}
        self.soft = frozenset(verb for verb, frames in by_verb.items() if all(frame.soft for frame in frames))

    def _compile(self, ontology: Ontology) -> Iterator[Frame]:
        for relation in ontology.relations.values():
            for form in relation.surface_forms:
                yield from self._frame(relation, form.lower(), False)
            for form in relation.inverse_surface_forms:
                yield from self._frame(relation, form.lower(), True)
            for form in relation.soft_surface_forms:
                yield from (replace(frame, soft=True) for frame in self._frame(relation, form.lower(), False))
            for form in relation.former_surface_forms:
                yield from (replace(frame, former=True) for frame in self._frame(relation, form.lower(), False))

    def _frame(self, relation: Relation, form: str, inverse: bool) -> Iterator[Frame]:
        words = form.split()
        if not words or form in ARROWS:
            return
        if words[0] == GAP:
            yield Frame(relation.key, inverse, ANY_VERB, preposition=" ".join(words[1:]), gap=True)
            return
        passive = words[0] in ("is", "are") and len(words) > 1 and self._participle(words[1])
        verb = self._verb(words[1] if passive else words[0], passive)
        yield self._completed(Frame(relation.key, inverse, verb, passive), words[2:] if passive else words[1:])

    def _completed(self, frame: Frame, rest: list[str]) -> Frame:
        """The frame with what follows its verb: a gap, a head noun, a preposition."""
        preposition, rest = self._last_preposition(rest)
        rest = [word for word in rest if word not in self._lexicon["particle"]]
        gaps = {GAP, SUBJECT}
        nouns = [word for word in rest if word not in gaps and word not in self._lexicon["determiner"]]
        return replace(
            frame,
            head=nouns[-1] if nouns else "",
            preposition=preposition,
            gap=bool(nouns or gaps.intersection(rest)),
            owner=frame.relation in self.owners,
            moved=SUBJECT in rest,
        )

    def _participle(self, word: str) -> bool:
        reading = self._lexicon.readings.get(word)
        return word.endswith("ed") or (reading is not None and "participle" in reading.forms)

    def _verb(self, word: str, passive: bool) -> str:
        if word in ("is", "are"):
            return "be"
        reading = self._lexicon.readings.get(word)
        if reading is not None:
            return reading.verb
        if not passive:
            return self._lexicon.add_verb(word)
        return self._lexicon.add_verb(_third(base_of_participle(word)))

    def _last_preposition(self, words: list[str]) -> tuple[str, list[str]]:
        """The longest preposition that ends the form, and what stands before it."""
        for size in (3, 2, 1):
            last = " ".join(words[-size:])
            if len(words) >= size and last in self._lexicon["preposition"]:
                return last, words[:-size]
        return "", words


def _third(base: str) -> str:
    if base.endswith("y") and base[-2:-1] not in tuple("aeiou"):
        return base[:-1] + "ies"
    return base + ("es" if base.endswith(("s", "x", "z", "ch", "sh")) else "s")


def _specific_first(frame: Frame) -> tuple[bool | str, ...]:
    """Frames with a head noun before those with a preposition before those with neither; a total order."""
    return (
        not frame.head,
        not frame.preposition,
        frame.inverse,
        frame.preposition == "by",
        frame.preposition,
        frame.head,
        frame.relation,
        frame.gap,
        frame.passive,
        frame.moved,
        frame.soft,
        frame.former,
        frame.verb,
    )
