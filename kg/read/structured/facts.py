"""From statements a structured file makes to its chunks: one chunk a line, or a value where lines are endless."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from kg.errors import InputError
from kg.model import Block, BlockKind, Fact, Polarity, Skipped
from kg.read.base import Parts, Piece, chunks

LONGEST_QUOTE = 400
"""Lines with more characters are not quoted whole: minified JSON is one line."""

LONGEST_NAME = 200
"""Longer values name nothing."""

_NO_NAME = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\uf8ff\ufffd]|\$[\{(]|\{\{|^\W+$")


@dataclass(slots=True)
class Facts:
    r"""Collects the facts of one file and turns them into its chunks.

    Args:
        path: The file, which becomes the chunks' document.
        text: Its text.
        local: Whether its names are names of its project only.

    >>> facts = Facts("c.yml", "web:\n  - db\n")
    >>> facts.add((9, 11), "web", "depends_on", "db", headings=("web",))
    >>> [(chunk.source, chunk.lines) for chunk in facts.parts().chunks]
    [('- db', (2, 2))]
    """

    path: str
    text: str
    local: bool = False
    _found: dict[tuple[int, int], tuple[tuple[str, ...], dict[Fact, None]]] = field(default_factory=dict)
    _skipped: list[Skipped] = field(default_factory=list)

    def add(
        self,
        span: tuple[int, int],
        subject: str,
        relation: str,
        obj: str,
        *,
        polarity: Polarity = Polarity.ASSERTED,
        headings: Iterable[str] = (),
        local: tuple[bool, bool] | None = None,
        alternatives: str | None = None,
    ) -> None:
        """Record a statement, unless one of its ends is no name or both are the same.

        Args:
            span: What states it, in the file's text; its whole line is quoted where that is not too long.
            subject: Name as written.
            relation: Key of a relation of the ontology.
            obj: Name as written.
            polarity: How it is stated.
            headings: What stands above it in the file, outermost first.
            local: Whether subject and object are names of the project only, where not all of the file are alike.
            alternatives: Group of facts of which any one suffices.
        """
        subject, obj = subject.strip(), obj.strip()
        if not (names_something(subject) and names_something(obj)) or subject.casefold() == obj.casefold():
            return
        start, end = self._quoted(*span)
        if start >= end:
            return
        _, facts = self._found.setdefault((start, end), (tuple(headings), {}))
        here, there = local or (self.local, self.local)
        facts[Fact(subject, relation, obj, polarity, 0, end - start, here, there, alternatives)] = None

    def skip(self, reason: str, line: int | None = None) -> None:
        """Record a part that was not read."""
        self._skipped.append(Skipped(self.path, reason, line))

    def parts(self, title: str = "") -> Parts:
        """The file's chunks, in its order."""
        pieces = [self._piece(span, *self._found[span]) for span in sorted(self._found)]
        return Parts(chunks(self.path, self.text, pieces), title=title, skipped=tuple(self._skipped))

    def _piece(self, span: tuple[int, int], headings: tuple[str, ...], facts: dict[Fact, None]) -> Piece:
        start, end = span
        block = Block(self.text[start:end], BlockKind.FACT, headings=headings, facts=tuple(facts))
        return Piece(start, end, (block,))

    def _quoted(self, start: int, end: int) -> tuple[int, int]:
        """The lines around a span; the span itself when they are too long; never white space at its edges."""
        floor, ceiling = max(start - LONGEST_QUOTE, 0), start + LONGEST_QUOTE + 1
        first = self.text.rfind("\n", floor, start) + 1 or floor
        last = self.text.find("\n", max(end - 1, start), ceiling)
        last = min(len(self.text), ceiling) if last < 0 else last
        if last - first > LONGEST_QUOTE or self.text[first - 1 : first] not in ("", "\n"):
            first, last = start, min(end, start + LONGEST_QUOTE)
        quote = self.text[first:last]
        return first + len(quote) - len(quote.lstrip()), first + len(quote.rstrip())


def names_something(name: str) -> bool:
    """Whether a value can be a name: visible, not too long, no variable or template in it.

    >>> names_something("db"), names_something("${DB}"), names_something("--")
    (True, False, False)
    """
    return 0 < len(name) <= LONGEST_NAME and _NO_NAME.search(name) is None


class Structured:
    """What the readers of structured sources share: a file that cannot be read is skipped with its line, never fatal.

    A reader sets the attributes of `kg.read.base.Reader` and says what a file states.
    """

    name = ""
    local = False

    def sniff(self, path: str, head: str) -> bool:
        """Whether the content is of this type; without a rule of its own, the file's name alone tells."""
        return False

    def read(self, path: str, text: str) -> Parts:
        """The facts of a file as chunks; where it is broken, what could be read and the reason."""
        facts = Facts(path, text, self.local)
        try:
            self.state(facts)
        except InputError as error:
            facts.skip(error.message, error.line)
        return facts.parts()

    def state(self, facts: Facts) -> None:
        """Record what the file states.

        Raises:
            InputError: If the file is broken.
        """
        raise NotImplementedError
