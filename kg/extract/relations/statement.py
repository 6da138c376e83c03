"""What the phenomena hand over: statements without a place, and what a sentence may refer to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from kg.extract.entities.vocabulary import Vocabulary
from kg.extract.text.tokens import Token
from kg.model import Effect, Polarity
from kg.model import letters as _letters

letters = lru_cache(1 << 16)(_letters)
"""`kg.rdf.iris.letters`, remembered: the same few names are compared over and over."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A claim before it gets its place: names, relation, polarity.

    Args:
        subject: Name as written.
        relation: Key.
        object: Name as written.
        polarity: How it is stated.
        extractor: Which phenomenon found it.
        alternatives: Group within the chunk of which any one suffices.
        confidence: Probability that it holds, if a reader judged it.
        effect: What failure of the object does to the subject, where the words say it.
    """

    subject: str
    relation: str
    object: str
    polarity: Polarity
    extractor: str
    alternatives: str | None = None
    confidence: float | None = None
    effect: Effect | None = None


@dataclass(slots=True)
class Memory:
    """The last subject that a chunk named. A sentence that states nothing is read for its subject when asked.

    Args:
        name: The last subject known; empty when there was none.
        unread: What finds the subjects of the sentences since then.
        other: The one component besides subjects that the last sentence named, if it named one.
        relying: What the chunk said to rely on something: subject and object as written, by the letters of the object.
    """

    name: str = ""
    unread: list[Callable[[], str]] = field(default_factory=list)
    other: str = ""
    relying: dict[str, tuple[str, str]] = field(default_factory=dict)

    def remember(self, name: str) -> None:
        """Take a name, unless it is empty, for the last subject."""
        if name:
            self.name = name
            self.unread.clear()

    def recall(self) -> str:
        """The last subject.

        >>> memory = Memory("ledger", [lambda: "", lambda: "cart", lambda: ""])
        >>> memory.recall()
        'cart'
        """
        while self.unread:
            self.remember(self.unread.pop()())
        return self.name


@dataclass(slots=True)
class Setting:
    """What a sentence may refer to.

    Args:
        topics: Names of headings, innermost first.
        memory: Of what the sentences before were about.
        label: Name of the list item or row the sentence is about.
        polarity: What the headings say of everything.
        members: The names that the label joins, when it names several things.
        names: Names that this sentence has besides those of the vocabulary.
        listing: The sentence leads to a list, whose items its plural subject stands for.
        first: The sentence is the first of its block.
    """

    topics: tuple[str, ...]
    memory: Memory = field(default_factory=Memory)
    label: str = ""
    polarity: Polarity = Polarity.ASSERTED
    members: tuple[str, ...] = ()
    first: bool = False
    listing: bool = False
    names: Vocabulary = field(default_factory=Vocabulary)

    def alone(self) -> Setting:
        """The same with a memory of its own, which is empty."""
        return replace(self, memory=Memory())

    @property
    def last(self) -> str:
        """The last subject named in the chunk."""
        return self.memory.recall()

    def topic(self, besides: str = "") -> str:
        """The label, else the innermost topic, that is not the given name."""
        if self.label:
            return self.label if letters(self.label) != letters(besides) else ""
        return next((name for name in self.topics if letters(name) != letters(besides)), "")

    def bounded(self, polarity: Polarity) -> Polarity:
        """A polarity as far as the headings let it hold."""
        return self.polarity if polarity.holds and not self.polarity.holds else polarity


@dataclass(frozen=True, slots=True)
class Sentence:
    """A tagged sentence and its surroundings.

    Args:
        text: As written.
        tokens: Its words, tagged.
        setting: What it may refer to.
        before: The last subject known before it; empty where nobody asks.
    """

    text: str
    tokens: Sequence[Token]
    setting: Setting
    before: str = ""
