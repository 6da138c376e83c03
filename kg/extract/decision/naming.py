"""Features of a name: its look, what its head says, what the gazetteer knows of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.extract.entities.mentions import Mention, Namer

HEADS = (
    "abstract",
    "artefact",
    "capability",
    "componentNoun",
    "dataNoun",
    "environment",
    "genericHeading",
    "interface",
    "notComponent",
    "ownerNoun",
    "person",
    "storeNoun",
    "strongNoun",
    "telemetry",
    "topicNoun",
    "vague",
)
"""Word classes of the lexicon that the head of a name is looked up in."""

_IDENTIFIER = re.compile(r"[a-z0-9]+(?:[-_.][a-z0-9]+)+")
_CAMEL = re.compile(r"[a-z][A-Z]")
_ODD = re.compile(r"[^\w\s.\-/@#&+']")
_DIGIT = re.compile(r"\d")


def shape(name: str) -> str:
    """How a name looks.

    >>> [shape(name) for name in ("ledger-api", "AuthService", "SQS", "Redis", "Ledger API", "ledger API", "queue")]
    ['identifier', 'camel', 'upper', 'capital', 'title', 'mixed', 'lower']
    """
    words = name.split()
    capitals = [word[:1].isupper() for word in words]
    tests = (
        ("identifier", bool(_IDENTIFIER.fullmatch(name))),
        ("camel", bool(_CAMEL.search(name))),
        ("upper", name.isupper()),
        ("title", all(capitals) and len(words) > 1),
        ("capital", all(capitals)),
        ("mixed", any(capitals)),
    )
    return next((kind for kind, fits in tests if fits), "lower")


def naming(namer: Namer, name: str, end: str, mention: Mention | None) -> Iterator[str]:
    """Features of the name at one end of a statement.

    Args:
        namer: Knows word classes and technologies.
        name: As stated.
        end: `s` or `o`, the prefix of the features.
        mention: Where it stands in the sentence, if it does.
    """
    lexicon, words = namer.lexicon, name.lower().split()
    head = words[-1] if words else ""
    exact = namer.exact(name)
    technology = exact or namer.technology(name)
    yield f"{end}.shape={shape(name)}"
    yield f"{end}.words={min(len(words), 4)}"
    yield f"{end}.technology={'exact' if exact else 'within' if technology else 'none'}"
    if technology is not None:
        yield f"{end}.suggests={technology.suggests}"
        yield f"{end}.component={technology.component}"
        yield f"{end}.soft={technology.soft}"
    yield from (f"{end}.head={key}" for key in HEADS if head in lexicon[key])
    if head.endswith(tuple(lexicon["abstractEnding"])):
        yield f"{end}.head=abstractEnding"
    if head.endswith("s") and not head.endswith("ss"):
        yield f"{end}.plural"
    if words and words[0] in lexicon.readings:
        yield f"{end}.opens=verb"
    yield from (f"{end}.{key}" for key, found in (("digit", _DIGIT), ("odd", _ODD)) if found.search(name))
    yield f"{end}.kind={mention.kind.name if mention is not None else 'unseen'}"
    if mention is not None:
        yield f"{end}.definite={mention.definite}"
