"""Scores extraction against annotated passages: the same figures and rules for every system that prints claims.

A gold file is JSON Lines, one passage a line: `id`, `text`, optional `context` (enclosing headings, outermost first),
`triples` (`subj`, `rel`, `obj`, `polarity`) and `hard_negative` (true when the passage states no such fact). Names are
compared loosely (`same_name`); optional gold triples may be found or not and never count.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kg.errors import InputError
from kg.model import Claim, Polarity

_DETERMINERS = frozenset({"a", "an", "its", "our", "own", "that", "the", "their", "these", "this", "your"})
_GENERIC = frozenset(
    {"api", "app", "application", "backend", "cluster", "component", "database", "db", "instance"}
    | {"module", "server", "service", "system", "team"}
)
_MARKUP = re.compile(r"[`*_]{1,3}(?=\w)|(?<=\w)[`*_]{1,3}")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_BREAK = re.compile(r"[^0-9A-Za-z@.]+")
MOST_EXTRA_WORDS = 3


@dataclass(frozen=True, slots=True)
class Fact:
    """A triple of the gold."""

    subject: str
    relation: str
    object: str
    polarity: Polarity


@dataclass(frozen=True, slots=True)
class Passage:
    """An annotated passage."""

    id: str
    text: str
    context: tuple[str, ...]
    facts: tuple[Fact, ...]
    hard_negative: bool


@dataclass(slots=True)
class Score:
    """Counts over passages, and the figures they give.

    Args:
        passages: How many were scored.
        hits: Asserted gold triples found, ends and direction.
        typed: Those with the relation right, too.
        certain: Those claimed asserted, not merely optional.
        wrong: Claims that match no gold triple, as (passage id, claim).
        missed: Gold triples not found, as (passage id, triple).
        negatives: Passages that state nothing, and how many of them were left clean.
        unstated: Negated, past and hypothetical triples, and how many were not claimed to hold.
    """

    passages: int = 0
    hits: int = 0
    typed: int = 0
    certain: int = 0
    wrong: list[tuple[str, str]] = field(default_factory=list)
    missed: list[tuple[str, str]] = field(default_factory=list)
    negatives: list[bool] = field(default_factory=list)
    unstated: list[bool] = field(default_factory=list)

    def figures(self) -> dict[str, float | int | None]:
        """Precision, recall and the like, rounded to three places; None where nothing was there to score."""
        precision, recall = _share(self.hits, len(self.wrong)), _share(self.hits, len(self.missed))
        typed = (_share(self.typed, self.hits - self.typed + len(self.wrong)),
                 _share(self.typed, self.hits - self.typed + len(self.missed)))  # fmt: skip
        return {
            "passages": self.passages,
            "precision": round(precision, 3),
            "recall": round(recall, 3),
            "f1": round(_harmonic(precision, recall), 3),
            "typed_f1": round(_harmonic(*typed), 3),
            "relation_accuracy": round(self.typed / self.hits, 3) if self.hits else 0.0,
            "hard_negatives_clean": _rate(self.negatives),
            "polarity_ok": _rate(self.unstated),
            "certainty": round(self.certain / self.hits, 3) if self.hits else None,
            "tp": self.hits,
            "fp": len(self.wrong),
            "fn": len(self.missed),
        }

    def as_data(self, show: int = 0) -> dict[str, Any]:
        """The figures with the first wrong and missed claims, as plain data."""
        listed = {"wrong": self.wrong[:show], "missed": self.missed[:show]}
        return self.figures() | {name: [list(item) for item in items] for name, items in listed.items()}


def words(name: str) -> list[str]:
    """The words of a name that count: markup gone, camelCase split, lower case, singular, without determiners.

    >>> words("the [Auth Services](https://example.com)"), words("AuthService")
    (['auth', 'service'], ['auth', 'service'])
    """
    text = _HUMP.sub(" ", _LINK.sub(r"\1", _MARKUP.sub(" ", name)))
    found = (word.strip(".") for word in _BREAK.split(text.lower()) if word)
    return [word for word in map(_singular, found) if word and word not in _DETERMINERS]


def _singular(word: str) -> str:
    plural = len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is"))
    return word[:-1] if plural else word


def same_name(one: str, other: str) -> bool:
    """Whether two names mean the same: equal, equal without generic nouns, or one within the other.

    >>> same_name("auth service", "Auth"), same_name("Redis cache", "Redis"), same_name("orders", "payments")
    (True, True, False)
    """
    first, second = words(one), words(other)
    if not first or not second:
        return False
    if "".join(first) == "".join(second):
        return True
    core, other_core = ([w for w in some if w not in _GENERIC] for some in (first, second))
    if core and other_core and "".join(core) == "".join(other_core):
        return True
    short, long = sorted((core or first, other_core or second), key=len)
    return set(short) <= set(long) and len(long) - len(short) <= MOST_EXTRA_WORDS


def read_gold(file: Path) -> list[Passage]:
    """Read annotated passages.

    Raises:
        InputError: If a line is no passage; names it.
    """
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=str(file)) from error
    except UnicodeDecodeError as error:
        raise InputError(f"not UTF-8: {error.reason} at byte {error.start}", file=str(file)) from error
    found = [_passage(str(file), number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not found:
        raise InputError("no passages", file=str(file), hint="one JSON object a line")
    return found


def _passage(file: str, number: int, line: str) -> Passage:
    try:
        item = json.loads(line)
        facts = tuple(Fact(t["subj"], t["rel"], t["obj"], Polarity(t["polarity"])) for t in item["triples"])
        context = tuple(heading for heading in item.get("context", ()) if heading)
        return Passage(str(item["id"]), item["text"], context, facts, bool(item.get("hard_negative")))
    except (ValueError, KeyError, TypeError) as error:
        hint = "id, text and triples with subj, rel, obj, polarity"
        raise InputError(f"no annotated passage: {error}", file=file, line=number, hint=hint) from error


def write_passages(passages: Iterable[Passage], folder: Path) -> None:
    """Each passage as a Markdown file named by its id, its headings first."""
    for passage in passages:
        heads = [f"{'#' * min(depth, 6)} {heading}" for depth, heading in enumerate(passage.context, 1)]
        file = folder / f"{passage.id}.md"
        file.write_text("\n\n".join([*heads, passage.text]) + "\n", encoding="utf-8")


def evaluate(passages: Sequence[Passage]) -> Score:
    """Extract the claims of some passages, all read together, and score them."""
    from kg.build import claims

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_passages(passages, folder)
        state = claims([folder])
    return score(passages, {Path(path).stem: found for path, found in state.claims.items()})


def score(passages: Iterable[Passage], found: Mapping[str, Sequence[Claim]]) -> Score:
    """Compare claims with the gold.

    Args:
        passages: The gold.
        found: Claims by passage id.
    """
    total = Score()
    for passage in passages:
        _score(passage, list(_distinct(found.get(passage.id, ()))), total)
    return total


def _score(passage: Passage, claims: list[Claim], total: Score) -> None:
    by_polarity: defaultdict[Polarity, list[Fact]] = defaultdict(list)
    for fact in passage.facts:
        by_polarity[fact.polarity].append(fact)
    wanted, free = by_polarity[Polarity.ASSERTED], by_polarity[Polarity.OPTIONAL]
    total.passages += 1
    used: set[int] = set()
    for fact in wanted:
        _seek(passage.id, fact, claims, used, total)
    for at, claim in enumerate(claims):
        if at not in used and not any(_meets(claim, fact) for fact in (*free, *wanted)):
            total.wrong.append((passage.id, f"{claim.subject} -{claim.relation}-> {claim.object}"))
    for polarity in (Polarity.NEGATED, Polarity.PAST, Polarity.HYPOTHETICAL):
        for fact in by_polarity[polarity]:
            false = (c for c in claims if _meets(c, fact) and not any(_meets(c, f) for f in (*wanted, *free)))
            total.unstated.append(next(false, None) is None)
    if passage.hard_negative:
        total.negatives.append(all(any(_meets(claim, fact) for fact in free) for claim in claims))


def _seek(ident: str, fact: Fact, claims: Sequence[Claim], used: set[int], total: Score) -> None:
    options = [at for at, claim in enumerate(claims) if at not in used and _meets(claim, fact)]
    if not options:
        total.missed.append((ident, f"{fact.subject} -{fact.relation}-> {fact.object}"))
        return
    best = min(options, key=lambda at: claims[at].relation != fact.relation)
    used.add(best)
    total.hits += 1
    total.typed += claims[best].relation == fact.relation
    total.certain += claims[best].polarity is Polarity.ASSERTED


def _meets(claim: Claim, fact: Fact) -> bool:
    return same_name(claim.subject, fact.subject) and same_name(claim.object, fact.object)


def _distinct(claims: Iterable[Claim]) -> Iterator[Claim]:
    """Claims that hold, one for each pair of names and relation."""
    seen = set()
    for claim in claims:
        key = ("".join(words(claim.subject)), "".join(words(claim.object)), claim.relation)
        if claim.polarity.holds and key not in seen:
            seen.add(key)
            yield claim


def _share(part: int, rest: int) -> float:
    return part / (part + rest) if part + rest else 0.0


def _harmonic(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _rate(outcomes: Sequence[bool]) -> float | None:
    return round(sum(outcomes) / len(outcomes), 3) if outcomes else None
