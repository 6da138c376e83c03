"""Everything `kg` raises on purpose.

    KgError
    ├── InputError            the caller can mend it: exit 2
    │   ├── UnknownName       no entity has this name; carries the nearest ones
    │   ├── AmbiguousName     several entities have it; carries them
    │   ├── NothingToRead     no file that can be read is among what was given
    │   ├── QueryError        SPARQL that cannot be parsed or run
    │   └── GraphError        the stored graph is missing, newer than this version, or locked
    └── GateFailed            a gate that was asked for did not hold: exit 1

    KeyboardInterrupt         Ctrl-C: exit 130
    └── Terminated            the same by SIGTERM: exit 143

Every message is one line that says what is wrong, where, and the way out.
"""

from __future__ import annotations


def short(name: str) -> str:
    """A name for a message: of a very long one its two ends.

    >>> len(short("x" * 10_000))
    81
    """
    return name if len(name) <= 81 else f"{name[:60]}…{name[-20:]}"


class KgError(Exception):
    """Base of all errors raised by `kg`.

    Args:
        message: What is wrong, one line, without a full stop.
        file: The file concerned, as the user named it.
        line: Line number in that file, counted from 1.
        hint: The way out.

    >>> print(KgError("not valid JSON", file="chunks.jsonl", line=3, hint="one object a line"))
    chunks.jsonl:3: not valid JSON (one object a line)
    """

    exit_code = 3

    def __init__(
        self, message: str, *, file: str | None = None, line: int | None = None, hint: str | None = None
    ) -> None:
        self.message = message
        self.file = file
        self.line = line
        self.hint = hint
        super().__init__(message)

    def __str__(self) -> str:
        where = self.file or ""
        if self.file and self.line is not None:
            where += f":{self.line}"
        text = f"{where}: {self.message}" if where else self.message
        if self.hint:
            text += f" ({self.hint})"
        return " ".join(text.split())


class InputError(KgError):
    """Something the caller gave cannot be used."""

    exit_code = 2


class UnknownName(InputError):
    """No entity of the graph has this name.

    Args:
        name: The name as given.
        nearest: Labels of the most similar entities, best first.
    """

    def __init__(self, name: str, nearest: tuple[str, ...] = ()) -> None:
        self.name = name
        self.nearest = nearest
        hint = "did you mean " + ", ".join(map(short, nearest)) + "?" if nearest else "kg find TEXT lists what is there"
        super().__init__(f"nothing in this graph is called {short(name)!r}", hint=hint)


class AmbiguousName(InputError):
    """Several entities of the graph have this name.

    Args:
        name: The name as given.
        candidates: CURIEs or IRIs to use instead, sorted.
        told: What each of them is and where it is named, in words.
    """

    SHOWN = 8

    def __init__(self, name: str, candidates: tuple[str, ...], told: tuple[str, ...] = ()) -> None:
        self.name = name
        self.candidates = candidates
        shown = [
            f"{candidate} is {told[at]}" if at < len(told) else candidate
            for at, candidate in enumerate(candidates[: self.SHOWN])
        ]
        if len(candidates) > self.SHOWN:
            shown.append(f"and {len(candidates) - self.SHOWN} more (kg find lists them)")
        super().__init__(f"{short(name)!r} names {len(candidates)} things", hint="say which: " + "; ".join(shown))


class NothingToRead(InputError):
    """No file that can be read is among what was given."""


class QueryError(InputError):
    """A SPARQL query cannot be parsed or run."""


class GraphError(InputError):
    """A stored graph cannot be opened: missing, made by a newer version, or being written."""


class GateFailed(KgError):
    """A gate the user asked for (`check`, `diff --exit-code`, `build --strict`) did not hold."""

    exit_code = 1


class Terminated(KeyboardInterrupt):
    """The process was asked to end (SIGTERM), and does so as after Ctrl-C."""


def ending(stop: KeyboardInterrupt) -> tuple[str, int]:
    """What to say of an interruption, and the exit code that shells give it: 128 and the number of the signal.

    >>> ending(Terminated())
    ('terminated; the stored graph is whole', 143)
    """
    word, code = ("terminated", 143) if isinstance(stop, Terminated) else ("interrupted", 130)
    return f"{word}; the stored graph is whole", code
