"""Which sentences may state something, told by their words before anything dearer is done with them.

Most sentences of a document state no relation, and most of those show it: no verb of a surface form, or one
without the preposition or noun that completes the form. What the sieve holds back states nothing; what it lets
through may. The words count wherever they stand, so it errs on one side alone.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from kg.extract.relations.forms import ANY_VERB, Frame, Frames
from kg.extract.text.lexicon import Lexicon

_LETTERS = re.compile(r"[a-z']+")
_AUXILIARIES = {"be": ("be",), "have": ("have",), "do": ("do", "modal")}
_GET = ("get", "gets", "got")

Needs = tuple[tuple[frozenset[str], frozenset[str]], ...]
"""For each form: words of which one, and words of which all must be there."""


def words_of(sentence: str) -> frozenset[str]:
    """Runs of letters in lower case; of a contraction also its end.

    >>> sorted(words_of("They're self-hosted."))
    ["'re", 'hosted', 'self', "they're"]
    """
    found = set(_LETTERS.findall(sentence.lower().replace("’", "'")))
    found.update(word[word.rindex("'") :] for word in [word for word in found if "'" in word])
    return frozenset(found)


class Sieve:
    """Knows the words of the surface forms.

    Args:
        frames: The surface forms, compiled.
        lexicon: Gives the forms of verbs, and the nouns that a copula gives as a role.

    >>> from kg.ontology.relations import load
    >>> lexicon = Lexicon(load())
    >>> sieve = Sieve(Frames(load(), lexicon), lexicon)
    >>> [sieve.passes(words_of(text)) for text in ("It was sent yesterday.", "It was sent to the queue.")]
    [False, True]
    """

    def __init__(self, frames: Frames, lexicon: Lexicon) -> None:
        self._frames, self._lexicon = frames, lexicon
        verbs: defaultdict[str, set[str]] = defaultdict(set)
        for word, verb in self._forms():
            verbs[_first(word)].add(verb)
        needs = {word: [one for verb in found for one in self._needs(verb)] for word, found in verbs.items()}
        for frame in frames.by_verb.get(ANY_VERB, ()):
            needs.setdefault(_first(frame.preposition), []).append(
                (frozenset(), _need(frame)[1] - {_first(frame.preposition)})
            )
        self._certain = frozenset(word for word, found in needs.items() if (frozenset(), frozenset()) in found)
        self._needing = {word: tuple(set(found)) for word, found in needs.items() if word not in self._certain}
        self._roles = frozenset(map(_first, lexicon["roleNoun"]))
        self._be = frozenset(map(_first, lexicon["be"]))

    def passes(self, words: frozenset[str]) -> bool:
        """Whether a sentence of these words may state something."""
        if not self._certain.isdisjoint(words):
            return True
        for word in self._needing.keys() & words:
            for some, whole in self._needing[word]:
                if whole <= words and (not some or not some.isdisjoint(words)):
                    return True
        return not self._roles.isdisjoint(words) and not self._be.isdisjoint(words)

    def _forms(self) -> Iterable[tuple[str, str]]:
        """Words, and the verbs of surface forms that they may be forms of."""
        by_verb = self._frames.by_verb
        yield from ((word, reading.verb) for word, reading in self._lexicon.readings.items() if reading.verb in by_verb)
        yield from ((verb + "s", verb) for verb in by_verb)
        yield from ((word, "get") for word in _GET if "get" in by_verb)
        for verb, classes in _AUXILIARIES.items():
            yield from ((word, verb) for key in classes for word in self._lexicon[key] if verb in by_verb)

    def _needs(self, verb: str) -> Needs:
        return tuple(_need(frame) for frame in self._frames.by_verb.get(verb, ()))


def _need(frame: Frame) -> tuple[frozenset[str], frozenset[str]]:
    """What a form needs besides its verb: its noun in either number, all words of its preposition."""
    heads = {frame.head, frame.head + "s", frame.head.removesuffix("s"), frame.head.removesuffix("y") + "ies"}
    some = frozenset(map(_first, heads)) if frame.head else frozenset[str]()
    return some, frozenset(_LETTERS.findall(frame.preposition))


def _first(word: str) -> str:
    """The first run of letters: of `self-hosts` the sentence has `self`, too."""
    match = _LETTERS.search(word)
    return match.group() if match else word
