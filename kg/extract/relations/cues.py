"""Whether a sentence has the words of a surface form, whatever else it says: what `kg gaps` looks for."""

from __future__ import annotations

import re

from kg.extract.relations.forms import ANY_VERB, Frame, Frames
from kg.extract.text.lexicon import Lexicon
from kg.ontology import Ontology

_WORDS = re.compile(r"[A-Za-z][A-Za-z'-]*")
REACH = 8
"""Words between a verb and the preposition that completes its surface form."""


class Cues:
    """Finds surface forms loosely, by verb and preposition alone.

    Args:
        ontology: Whose surface forms count.

    >>> from kg.ontology.relations import load
    >>> cues = Cues(load())
    >>> cues.found("Most of it depends on the attic."), cues.found("A quiet day in the attic.")
    ('depends on', None)
    """

    def __init__(self, ontology: Ontology) -> None:
        self._lexicon = Lexicon(ontology)
        self._frames = Frames(ontology, self._lexicon)

    def found(self, sentence: str) -> str | None:
        """The words of the first surface form in a sentence, None when there is none."""
        words = [word.lower() for word in _WORDS.findall(sentence)]
        for at, word in enumerate(words):
            reading = self._lexicon.readings.get(word)
            if reading is None or reading.verb in ("be", "have", ANY_VERB):
                continue
            for frame in self._frames.by_verb.get(reading.verb, ()):
                if _completed(frame, words[at + 1 : at + 1 + REACH]):
                    return " ".join(filter(None, (word, frame.preposition)))
        return None


def _completed(frame: Frame, after: list[str]) -> bool:
    """Whether what a form needs besides its verb follows: the preposition at once, unless the form has a gap."""
    if frame.head and frame.head not in after:
        return False
    preposition = frame.preposition.split()
    if not preposition:
        return not frame.passive
    size = len(preposition)
    starts = range(len(after) - size + 1) if frame.gap else range(min(1, len(after) - size + 1))
    return any(after[start : start + size] == preposition for start in starts)
