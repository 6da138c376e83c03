"""What a pronoun, an elided subject, `this service` or `we` refers to: headings, titles, the last subject."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from kg.extract.modality.polarity import pattern
from kg.extract.text.lexicon import BASE, Lexicon
from kg.model import clean

_NUMBERING = re.compile(
    r"^(?:#+\s*)+|^(?:title:\s*)|^(?:\(?[0-9]{1,3}[.):]|[0-9]+(?:\.[0-9]+)+\.?|ADR[- ]?[0-9]+:?)\s+", re.I
)
_NOTE = re.compile(r"\s*[(\[][^)\]]{0,80}[)\]]")
_CLAUSE = re.compile(r"[?!]|^(?:how|what|why|when|where|who|which|do|does|is|are|can|should|if|use|add|create)\b", re.I)
_PATH = re.compile(r"[{}<>=]|^/|\s/\w|^(?:GET|PUT|POST|PATCH|DELETE|HEAD)\b")
_PARTS = re.compile(r"\s+[-–—|:]\s+|:\s+")
_MOST_WORDS = 6


class Topics:
    """Names of things in headings and titles.

    Args:
        lexicon: Word classes.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._generic = lexicon["genericHeading"]
        self._lexicon = lexicon
        self._prefix = re.compile(rf"^(?:{_either(lexicon['topicPrefix'])})\s+(?=\S)", re.I)
        self._suffix = re.compile(rf"(?<=\S)\s+(?:{_either(lexicon['topicSuffix'])})$", re.I)
        self._verbs = pattern(
            frozenset(("is", "are", "was", "has", "to", "using", "with", "triggered", "and", "&", "vs", "for"))
        )
        self.name = lru_cache(4096)(self._name)

    def _name(self, heading: str) -> str:
        """The name of the thing that a heading is about; empty when it is about none.

        >>> from kg.ontology.relations import load
        >>> topics = Topics(Lexicon(load()))
        >>> [topics.name(h) for h in ("Ledger API architecture", "Overview", "How it works", "3. Ledger (old)")]
        ['Ledger API', '', '', 'Ledger']
        """
        text = heading.strip()
        for _ in range(3):
            text = _NUMBERING.sub("", text).strip()
        text = _NOTE.sub("", text.strip("\"'“”")).strip(" .:")
        names = [name for name in map(self._part, _PARTS.split(text)) if name]
        return max(names, key=_capitals, default="")

    def _part(self, text: str) -> str:
        if _CLAUSE.search(text) or _PATH.search(text):
            return ""
        for _ in range(2):
            if text.lower() in self._generic:
                return ""
            text = self._prefix.sub("", text)
            text = re.sub(r"['’]s$", "", self._suffix.sub("", text))
        name = clean(text)
        words = name.split()
        if not words or len(words) > _MOST_WORDS or name.lower() in self._generic:
            return ""
        if (
            self._phrase_like(words)
            or self._imperative(words)
            or self._about(words)
            or self._verbs.search(name)
            or self._action(words)
            or not re.search(r"[A-Za-z]{2}", name)
        ):
            return ""
        return name

    def _action(self, words: list[str]) -> bool:
        """`Running the ledger`, `Deploying services`; an `Indexing service` is a thing."""
        first, last = words[0].lower(), words[-1].lower()
        if not first.endswith("ing"):
            return False
        reading = self._lexicon.readings.get(first)
        done = reading is not None and reading.verb in self._lexicon["setup"] | self._lexicon["upkeepVerb"]
        named = len(words) > 1 and last in self._lexicon["componentNoun"] and not last.endswith("s")
        return done or not named or any(word in self._lexicon["determiner"] for word in words)

    def _imperative(self, words: list[str]) -> bool:
        """`Keep ballots in a log`: what a decision record decides."""
        reading = self._lexicon.readings.get(words[0].lower())
        several = len(words) > 2 and words[1].islower() and words[-1].lower() not in self._lexicon["componentNoun"]
        return several and reading is not None and BASE in reading.forms

    def _phrase_like(self, words: list[str]) -> bool:
        """`Shape of things`: several words of which only the first has a capital name nothing, unless a component."""
        if len(words) < 2 or words[-1].lower() in self._lexicon["componentNoun"]:
            return False
        return not any(re.search(r"[A-Z]|[-_.\d]", word) for word in words[1:]) and not re.search(
            r"[a-z].*[A-Z]|^[A-Z]{2}|[-_.]", words[0]
        )

    def _about(self, words: list[str]) -> bool:
        """Whether a heading is about data, steps or actions and not about a thing: `Anti-virus scans of uploads`."""
        lows = [word.lower() for word in words]
        at = next((i for i, low in enumerate(lows) if low in self._lexicon["preposition"]), len(lows))
        head = lows[at - 1] if at else ""
        reading = self._lexicon.readings.get(head)
        abstract = self._lexicon["notComponent"] | self._lexicon["dataNoun"] | self._lexicon["environment"]
        if head in self._lexicon["componentNoun"]:
            return at < len(lows)
        return head in abstract or (reading is not None and (len(words) > 1 or words[0].islower()))

    def of(
        self, headings: Sequence[str], title: str, path: str, named: frozenset[str] = frozenset()
    ) -> tuple[str, ...]:
        """Names that the headings give, innermost first, then the title's and the folder's.

        Args:
            headings: Outermost first.
            title: Of the document.
            path: Of the document.
            named: Headings that are names as they are.
        """
        names = [clean(heading) if heading in named else self.name(heading) for heading in reversed(headings)]
        if not any(names):
            names.append(self._plain(title))
        return tuple(dict.fromkeys(name for name in (*names, self.name(title), self.folder(path)) if name))

    def _plain(self, title: str) -> str:
        """`Payments` as the title of a document is the name of something, though the word means data elsewhere."""
        word = title.strip("# ")
        return word if word.isalpha() and word.istitle() and word.lower() not in self._generic else ""

    def folder(self, path: str) -> str:
        """The project that a file such as a README is about: the nearest folder with a name of its own.

        >>> from kg.ontology.relations import load
        >>> topics = Topics(Lexicon(load()))
        >>> topics.folder("services/ledger-api/docs/README.md"), topics.folder("ledger.md")
        ('ledger-api', '')
        """
        *folders, file = path.split("/")
        if file.split(".")[0].lower() not in self._lexicon["projectFile"]:
            return ""
        common = self._generic | self._lexicon["person"] | self._lexicon["topicSuffix"] | self._lexicon["dataNoun"]
        return next((name for name in reversed(folders) if name.lower() not in common), "")


def _either(words: frozenset[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word)))) or "(?!)"


def _capitals(name: str) -> int:
    """Words with a capital: of several parts of a heading the one with most is the name, else the first."""
    return sum(word[:1].isupper() for word in name.split())
