"""Which `*` and `_` are emphasis: the delimiter algorithm of CommonMark 0.31 (appendix, "process emphasis")."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class Emphasis:
    """Emphasis found: `emphasis` or `strong`, and where its plain text begins, once known."""

    kind: str
    start: int = 0


@dataclass(slots=True)
class Delimiter:
    """A run of `*` or `_`. What remains of it between `low` and `high` is text.

    Args:
        char: `*` or `_`.
        low: First character not used up.
        high: One past the last.
        can_open: Whether it is left-flanking and so on (CommonMark 6.2, rules 1 to 8).
        can_close: Likewise.
        size: Length of the whole run.
    """

    char: str
    low: int
    high: int
    can_open: bool
    can_close: bool
    size: int
    opens: list[Emphasis] = field(default_factory=list)
    closes: list[Emphasis] = field(default_factory=list)
    done: bool = False

    @classmethod
    def at(cls, content: str, at: int) -> Delimiter:
        """The run that begins at `at`."""
        char, end = content[at], at + 1
        while end < len(content) and content[end] == char:
            end += 1
        before, after = content[at - 1 : at] or " ", content[end : end + 1] or " "
        left = not after.isspace() and (not _punctuation(after) or before.isspace() or _punctuation(before))
        right = not before.isspace() and (not _punctuation(before) or after.isspace() or _punctuation(after))
        if char == "*":
            return cls(char, at, end, left, right, end - at)
        can_open = left and (not right or _punctuation(before))
        can_close = right and (not left or _punctuation(after))
        return cls(char, at, end, can_open, can_close, end - at)

    def matches(self, closer: Delimiter) -> bool:
        """Whether this opener may pair with `closer` (rules 9 and 10, the sum of three)."""
        if self.char != closer.char or self.low == self.high:
            return False
        if self.can_close or closer.can_open:
            return (self.size + closer.size) % 3 != 0 or (self.size % 3 == 0 and closer.size % 3 == 0)
        return True


def _punctuation(character: str) -> bool:
    return unicodedata.category(character)[0] in "PS"


def pair(delimiters: Sequence[Delimiter]) -> None:
    """Pair the runs of one stretch of inline text; they are done afterwards.

    Linear: an opener that a closer of its kind has looked past in vain is not looked at again.
    """
    stack: list[Delimiter] = []
    bottoms: dict[tuple[str, bool, int], int] = {}
    for closer in delimiters:
        if closer.can_close:
            _close(closer, stack, bottoms)
        if closer.can_open and closer.low < closer.high:
            stack.append(closer)
    for delimiter in delimiters:
        delimiter.done = True


def _close(closer: Delimiter, stack: list[Delimiter], bottoms: dict[tuple[str, bool, int], int]) -> None:
    key = (closer.char, closer.can_open, closer.size % 3)
    while closer.low < closer.high:
        at = len(stack) - 1
        bottom = min(bottoms.get(key, 0), len(stack))
        while at >= bottom and not stack[at].matches(closer):
            at -= 1
        if at < bottom:
            bottoms[key] = len(stack)
            return
        _join(stack[at], closer)
        del stack[at + (stack[at].low < stack[at].high) :]


def _join(opener: Delimiter, closer: Delimiter) -> None:
    used = 2 if min(opener.high - opener.low, closer.high - closer.low) >= 2 else 1
    found = Emphasis("strong" if used == 2 else "emphasis")
    opener.high -= used
    closer.low += used
    opener.opens.append(found)
    closer.closes.append(found)
