"""Features of where a statement stands: its sentence, its block, the headings above."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kg.extract.relations.statement import Setting
from kg.extract.text import tokens as t
from kg.extract.text.lexicon import BASE, GERUND, THIRD, Lexicon
from kg.extract.text.tokens import AUXILIARIES, Token
from kg.model import Block

_CUES = (
    ("you", frozenset(("you", "your"))),
    ("we", frozenset(("we", "our", "us"))),
    ("if", frozenset(("if", "when", "unless", "whether"))),
    ("example", frozenset(("e.g", "e.g.", "example", "such as", "like", "for example", "for instance"))),
    ("can", frozenset(("can", "could", "may", "might"))),
    ("should", frozenset(("should", "must", "recommend", "recommended"))),
    ("will", frozenset(("will", "would"))),
)
"""Words of a sentence that tell how it speaks."""

_MANNERS = (
    ("you", frozenset(("you", "your"))),
    ("we", frozenset(("we", "our"))),
    ("example", frozenset(("example", "sample", "demo", "tutorial", "guide"))),
)
"""Words of a block that tell how it speaks."""

_WORD = re.compile(r"[a-z][a-z'-]+")
_VERSION = re.compile(r"\d+\.\d+")
_COMMAND = re.compile(r"[ =/$]|--")
_ORDER = re.compile(
    r"(?:^|[.!?:]\s+|[-*]\s+|\d\.\s+)([A-Z][a-z]+) (?:an?|the|your|this|these|all|any|each|it|them)\b", re.MULTILINE
)
_ASKING = ("how", "what", "when", "why")


def of_sentence(text: str, tokens: Sequence[Token], setting: Setting, lexicon: Lexicon) -> Iterator[str]:
    """How a sentence speaks, and what it may refer to."""
    words = {token.low for token in tokens}
    yield from (f"S:{key}" for key, cues in _CUES if words & cues)
    if words & lexicon["negation"]:
        yield "S:negation"
    if _orders(text[:60], lexicon):
        yield "S:order"
    if tokens and tokens[0].tag == t.VERB:
        yield from (f"S:{form}" for form in (BASE, GERUND) if form in tokens[0].forms)
    if any(token.tag in AUXILIARIES or (token.tag == t.VERB and THIRD in token.forms) for token in tokens):
        yield "S:finite"
    yield from (f"S:ends{mark}" for mark in ":?" if text.rstrip().endswith(mark))
    yield f"S:length={min(len(tokens) // 8, 5)}"
    yield f"S:topics={min(len(setting.topics), 2)}"
    yield f"S:polarity={setting.polarity}"
    if setting.label:
        yield "S:label"


def of_block(block: Block, lexicon: Lexicon) -> Iterator[str]:
    """How a block speaks, and the headings above it."""
    yield f"B:kind={block.kind.name.lower()}"
    yield from _headings(block.headings, lexicon)
    low = block.text.lower()
    words = set(_WORD.findall(low))
    yield from (f"B:{key}" for key, cues in _MANNERS if words & cues)
    code = [block.text[mark.start : mark.end] for mark in block.marks if mark.kind == "code"]
    if code:
        yield "B:code"
    if any(map(_COMMAND.search, code)):
        yield "B:command"
    yield f"B:orders={min(len(_orders(block.text, lexicon)), 3)}"
    yield f"B:length={min(len(block.text) // 150, 4)}"


def _orders(text: str, lexicon: Lexicon) -> list[str]:
    """Words that open a sentence and stand before a determiner: `Create a bucket`, but not `In the bucket`."""
    small = ("determiner", "preposition", "conjunction", "subordinator", "pronoun", "relative", "adverb", "be", "modal")
    found = [word.lower() for word in _ORDER.findall(text)]
    return [
        word
        for word in found
        if not any(word in lexicon[key] for key in small) and not word.endswith(("ed", "ing", "s"))
    ]


def _headings(headings: Sequence[str], lexicon: Lexicon) -> Iterator[str]:
    yield f"H:depth={min(len(headings), 4)}"
    for above, heading in enumerate(reversed(headings)):
        at, words = ("H0" if above == 0 else "H"), _WORD.findall(heading.lower())
        if not words:
            continue
        reading = lexicon.readings.get(words[0])
        if reading is not None:
            form = next((form for form in (GERUND, BASE) if form in reading.forms), "other")
            yield f"{at}:opens={form}"
        if words[0] in _ASKING or heading.rstrip().endswith("?"):
            yield f"{at}:asks"
        if heading.lower() in lexicon["genericHeading"]:
            yield f"{at}:generic"
        if heading[1:].islower():
            yield f"{at}:plain"
        if _VERSION.search(heading):
            yield "H:version"
        yield from (f"H:word={word}" for word in words[:8])
