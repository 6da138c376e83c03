"""Outcomes: what a sentence says becomes of a thing when another is lost, by the words that have a meaning there."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kg.extract.modality.polarity import pattern
from kg.extract.text.inflect import forms_of
from kg.extract.text.lexicon import Lexicon
from kg.model import Effect
from kg.ontology import Ontology, local_name
from kg.rdf import KG

_NOT = r"(?:not|n['’]t|cannot|never|no|without|neither|nor|nothing|nobody|none)"
_ADVERBS = r"(?:\s+(?:\w{2,20}ly|be|being|been|even|ever|have|way|longer|to))*"
_DENIED = re.compile(rf"{_NOT}{_ADVERBS}\s+(?:\w+ )?$", re.I)
_NUMBER = (
    r"(?:\d{1,4}(?:\.\d)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty)"
)


class Outcomes:
    """Reads what becomes of a thing.

    Args:
        ontology: Says what the words of a class tell, and what a substitute leads to.
        lexicon: The words.
    """

    def __init__(self, ontology: Ontology, lexicon: Lexicon) -> None:
        self._leads = {local_name(one): local_name(to) for one, to in ontology.values(KG + "leadsTo")}
        self._words = [(pattern(_forms(lexicon, key)), meaning) for key, meaning in lexicon.tells if lexicon[key]]
        work, harm, fail, err = (
            _inflected(lexicon, lexicon[key]) for key in ("workVerb", "harmVerb", "failVerb", "errVerb")
        )
        self._stops = _stopping(lexicon, work, err)
        self._denied_harm = re.compile(rf"{_NOT}{_ADVERBS}\s+(?:\w+\s+)?{_any(harm | fail)}\b", re.I)
        self._lasts = _lasting(lexicon["timeUnit"])
        acting = [key for key, _ in lexicon.tells if key.endswith("Verb")]
        self.harms = harm | _inflected(lexicon, lexicon["worsenVerb"])
        self.acting = frozenset(
            word for key in acting for verb in lexicon[key] if " " not in verb for word in _thirds(verb)
        )
        told = [word for key, _ in lexicon.tells for word in _forms(lexicon, key)]
        plain = {*told, *harm, *work, *lexicon["nobody"], *lexicon["prevented"], *lexicon["errorNoun"], "not"}
        self.words = frozenset(re.findall(r"[a-z0-9']+", word)[-1] for word in plain)

    def of(self, text: str, beyond: str = "") -> Effect | None:
        """What some words tell; None when they tell nothing.

        Of words of several behaviours the milder part counts: `reads go on, writes fail` degrades; so does what goes on
        for some time only.

        Args:
            text: The clause that says what happens.
            beyond: What the sentence adds behind it; it can only show that what goes on is worse.
        """
        told = self._told(text)
        if told == {"survives"} and beyond:
            told |= {"degrades" if one == "breaks" else one for one in self._worded(beyond)}
        behaviours = {self._leads.get(one, one) for one in told}
        if not behaviours:
            return None
        behaviour = behaviours.pop() if len(behaviours) == 1 else "degrades"
        lasts = self._lasts.search(f"{text} {beyond}") if behaviour != "breaks" else None
        behaviour = behaviour if lasts is None else "degrades"
        substitutes = sorted((one for one in told if self._leads.get(one) == behaviour), key=list(_ORDER).index)
        duration = next(filter(None, lasts.groups()), "") if lasts is not None else ""
        return Effect(behaviour, next(iter(substitutes), ""), " ".join(duration.split()))

    def _told(self, text: str) -> set[str]:
        """Behaviours and substitutes that words stand for."""
        unharmed = self._denied_harm.search(text) is not None
        told = {"survives"} if unharmed else {"breaks"} if self._stops.search(text) else set[str]()
        return told | (self._worded(text) - ({"breaks"} if unharmed else set()))

    def _worded(self, text: str) -> set[str]:
        """The same by the words of classes alone."""
        told: set[str] = set()
        for words, meaning in self._words:
            for match in words.finditer(text):
                if _DENIED.search(text[: match.start()]) is None:
                    told.add(meaning)
                elif meaning == "survives":
                    told.add("breaks")
        return told


_ORDER = ("fallback", "read_only", "queue", "cache", "replica")
"""Of several substitutes the first is the one that is named."""


def _stopping(lexicon: Lexicon, work: Iterable[str], err: Iterable[str]) -> re.Pattern[str]:
    """`cannot …`, `does not start`, `is not processed`, `nothing is sent`, `returns an error`."""
    prevented = pattern(lexicon["prevented"] | {"unable"}).pattern
    doing = rf"(?:do|does|did|will|would|wo)(?:\s+not|n['’]t)(?:\s+(?:even|be|being|get))?\s+{_any(work)}\b"
    passive = rf"(?:is|are|was|were)(?:\s+not|n['’]t)\s+{_any(work)}\b"
    standing = r"(?:can|could|is|are|was|were|will|works?|get|gets)"
    nobody = rf"(?:{_any(lexicon['nobody'])}|\bno (?:\w+ ){{1,3}}?{standing})\b"
    errors = rf"{_any(err)}\b(?:[^,;]{{0,40}}?){_any(lexicon['errorNoun'])}\b"
    return re.compile("|".join((prevented, doing, passive, nobody, errors)), re.I)


def _lasting(units: Iterable[str]) -> re.Pattern[str]:
    """`for up to six hours`, `48 hours at most`."""
    unit = _any(units)
    return re.compile(
        rf"\bfor (?:up to |about |at most |at least |roughly )?({_NUMBER} (?:\w+ )?{unit})\b|"
        rf"\b({_NUMBER} {unit}) at most\b|\bup to ({_NUMBER} {unit})\b",
        re.I,
    )


def _forms(lexicon: Lexicon, key: str) -> frozenset[str]:
    """The words of a class; of a class of verbs in all forms."""
    if key.endswith("Verb") or key == "resort":
        return _inflected(lexicon, lexicon[key])
    return lexicon[key]


def _inflected(lexicon: Lexicon, verbs: Iterable[str]) -> frozenset[str]:
    """All forms of verbs, each with the words that follow it.

    >>> from kg.ontology.relations import load
    >>> sorted(_inflected(Lexicon(load()), ["fall back to"]))
    ['fall back to', 'fallen back to', 'falling back to', 'falls back to', 'fell back to']
    """
    found: set[str] = set()
    for phrase in verbs:
        base, _, rest = phrase.partition(" ")
        third = next((one for one in _thirds(base) if one in lexicon.irregular), _thirds(base)[0])
        one = forms_of(third, lexicon.irregular.get(third))
        for word in (base, third, *one.past, *one.participle, *one.gerund):
            found.add(f"{word} {rest}".strip())
    return frozenset(found)


def _thirds(base: str) -> list[str]:
    if base.endswith("y") and base[-2:-1] not in tuple("aeiou"):
        return [base[:-1] + "ies"]
    return [base + "es", base + "s"] if base.endswith(("s", "sh", "ch", "x", "o")) else [base + "s"]


def _any(words: Iterable[str]) -> str:
    return r"\b(?:" + "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word)))) + ")"
