"""The reader that learned: trains it, and scores it on organisations it never saw.

    python benchmarks/reader.py [--passages ../shared/eval] [--save WEIGHTS.npz] [--report] [--folds 10]

Reads annotated passages (`dev_passages.jsonl`; `unlabelled.jsonl` and `natural.jsonl` with `annotations/first.jsonl`),
extracts them with the grammar alone, and learns which of its statements hold. `--report` leaves whole organisations
out, ten times, thresholds and calibration included; `--save` writes the weights that ship.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kg.evaluate.score import same_name
from kg.extract.decision.training import Example, Recording, folds_of, train
from kg.extract.decision.weights import Thresholds, Weights
from kg.extract.entities.vocabulary import Vocabulary
from kg.extract.extractor import Extractor
from kg.model import Claim, letters
from kg.ontology.gazetteer import load_gazetteer
from kg.ontology.relations import load
from kg.read.documents import Source, read_source

HERE = Path(__file__).parent
CASES = HERE.parent / "tests" / "extract" / "cases"
CASE_WEIGHT = 0.2
"""How much a sentence of our own counts beside a real one: it is short, and states what it is meant to state."""
FOLDS = 10


@dataclass(frozen=True)
class Passage:
    """An annotated passage.

    Args:
        id: Of the passage.
        set: `given`, `cue-rich` or `natural`.
        organisation: Whose document it is from.
        text: With its headings, as Markdown.
        facts: Subject, relation, object, polarity.
        silent: It states nothing current.
    """

    id: str
    set: str
    organisation: str
    text: str
    facts: tuple[tuple[str, str, str, str], ...]
    silent: bool


Found = tuple[Claim, tuple[str, ...]]
"""A claim of the grammar with its features."""


def passages(folder: Path) -> list[Passage]:
    """All annotated passages of a folder."""
    given = [(_lines(folder / "dev_passages.jsonl"), "given", None)]
    annotated = {row["id"]: row["claims"] for row in _lines(HERE / "annotations" / "first.jsonl")}
    more = [
        (_lines(folder / f"{name}.jsonl"), key, annotated)
        for name, key in (("unlabelled", "cue-rich"), ("natural", "natural"))
    ]
    return [_passage(row, key, facts) for rows, key, facts in (*given, *more) for row in rows]


def _lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _passage(row: dict, key: str, annotated: Mapping[str, list[dict]] | None) -> Passage:
    stated = row["triples"] if annotated is None else annotated[row["id"]]
    names = ("subj", "rel", "obj", "polarity") if annotated is None else ("subject", "relation", "object", "polarity")
    headings = [f"{'#' * min(at, 6)} {one}" for at, one in enumerate(filter(None, row.get("context", [])), 1)]
    text = "\n\n".join([*headings, row["text"]]) + "\n"
    facts = tuple(tuple(one[name] for name in names) for one in stated)
    silent = row["hard_negative"] if annotated is None else not facts
    return Passage(row["id"], key, row["source"]["repo"].split("/")[0], text, facts, silent)


class Collector:
    """Extracts with the grammar alone and notes the features of what it states."""

    def __init__(self) -> None:
        self.extractor = Extractor(load(), load_gazetteer(), Weights({}), thresholds=Thresholds(0, 0))
        assert self.extractor.reader is not None
        self.recording = Recording(self.extractor.reader.features)
        self.extractor.reader = self.recording  # type: ignore[assignment]

    def found(self, texts: Mapping[str, str]) -> dict[str, list[Found]]:
        """The claims of some documents that are read together."""
        read = {key: read_source(Source(f"{key}.md", None, text.encode()))[0] for key, text in texts.items()}
        every = [document for documents in read.values() for document in documents]
        names = Vocabulary().merge(*map(self.extractor.vocabulary, every))
        return {
            key: [one for document in documents for one in self._of(document, names)] for key, documents in read.items()
        }

    def _of(self, document, names: Vocabulary) -> Iterable[Found]:
        self.recording.seen.clear()
        claims = self.extractor.extract(document, names)
        features: dict[tuple[str, ...], tuple[str, ...]] = {}
        for one, found in self.recording.seen:
            features.setdefault((letters(one.subject), one.relation, letters(one.object)), found)
            features.setdefault((one.relation, letters(one.object)), found)  # said of each member of a group
        for claim in claims:
            key = letters(claim.subject), claim.relation, letters(claim.object)
            if claim.polarity.holds:
                yield claim, features.get(key) or features[key[1:]]


def _hits(claim: Claim, fact: tuple[str, str, str, str]) -> bool:
    return same_name(claim.subject, fact[0]) and same_name(claim.object, fact[2])


def examples(found: Mapping[str, Sequence[Found]], known: Mapping[str, Passage]) -> list[Example]:
    """Claims of passages that hold or do not; what is stated as optional counts neither way."""
    made = []
    for key, claims in found.items():
        seen = set()
        for claim, features in claims:
            ends = letters(claim.subject), letters(claim.object)
            said = {fact[3] for fact in known[key].facts if _hits(claim, fact)}
            if ends not in seen and ("asserted" in said or "optional" not in said):
                made.append(Example(features, "asserted" in said, known[key].organisation))
            seen.add(ends)
    return made


def cases(collector: Collector) -> list[Example]:
    """Sentences of our own, which state what the tests say."""
    made = []
    for file in sorted(CASES.glob("*.txt")):
        lines = [line.partition(" =>")[0] for line in file.read_text("utf-8").splitlines() if " =>" in line]
        for line in lines[1:] if lines and lines[0].startswith("#") else lines:
            for claims in collector.found({"doc": line.replace("\\n", "\n")}).values():
                made += [Example(features, True, f"case {file.stem}", CASE_WEIGHT) for _, features in claims]
    return made


def score(passages: Sequence[Passage], kept: Mapping[str, Sequence[Claim]]) -> dict[str, float]:
    """Precision, recall, F1, typed F1, silent passages left alone, false claims per thousand passages."""
    right = typed = wrong = missed = quiet = left = 0
    for one in passages:
        claims = list({(letters(c.subject), letters(c.object), c.relation): c for c in kept.get(one.id, ())}.values())
        used: set[int] = set()
        for fact in (fact for fact in one.facts if fact[3] == "asserted"):
            fits = [at for at, claim in enumerate(claims) if at not in used and _hits(claim, fact)]
            fits.sort(key=lambda at: claims[at].relation != fact[1])
            right, missed = right + bool(fits), missed + (not fits)
            if fits:
                used.add(fits[0])
                typed += claims[fits[0]].relation == fact[1]
        bad = sum(
            at not in used and not any(fact[3] in ("asserted", "optional") and _hits(claim, fact) for fact in one.facts)
            for at, claim in enumerate(claims)
        )
        wrong, quiet, left = wrong + bad, quiet + one.silent, left + (one.silent and not bad)
    figures = {
        "precision": right / max(right + wrong, 1),
        "recall": right / max(right + missed, 1),
        "f1": 2 * right / max(2 * right + wrong + missed, 1),
        "typed_f1": 2 * typed / max(2 * typed + wrong + missed + 2 * (right - typed), 1),
        "silent_clean": left / max(quiet, 1),
        "false_per_thousand": 1000 * wrong / max(len(passages), 1),
    }
    return {key: round(value, 3) for key, value in figures.items()}


def main() -> None:
    """Train, report, save."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--passages", type=Path, default=HERE.parent.parent / "shared" / "eval")
    parser.add_argument("--save", type=Path)
    parser.add_argument("--report", action="store_true")
    parser.add_argument("--folds", type=int, default=FOLDS)
    args = parser.parse_args()
    if not (args.passages / "dev_passages.jsonl").is_file():
        print(f"no annotated passages in {args.passages}: nothing is measured")
        return
    known = {one.id: one for one in passages(args.passages)}
    collector = Collector()
    found: dict[str, list[Found]] = {}
    by_organisation: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for one in known.values():
        by_organisation[one.organisation][one.id] = one.text
    for texts in by_organisation.values():
        found |= collector.found(texts)
    real, own = examples(found, known), cases(collector)
    print(f"{len(real)} examples, {sum(one.holds for one in real)} hold; {len(own)} of our own")
    if args.report:
        report(known, found, real, own, args.folds)
    if args.save:
        train([*real, *own]).save(args.save)


def report(
    known: Mapping[str, Passage],
    found: Mapping[str, Sequence[Found]],
    real: list[Example],
    own: list[Example],
    folds: int,
) -> None:
    """Scores of claims by readers that never saw their organisation, beside those of the grammar alone."""
    fold = folds_of(tuple(sorted({one.organisation for one in known.values()})), folds)
    readers = [train([*(one for one in real if fold[one.group] != part), *own]) for part in range(folds)]
    sure = [
        (key, claim, readers[fold[known[key].organisation]].confidence(features))
        for key, claims in found.items()
        for claim, features in claims
    ]
    chances = np.array([readers[fold[one.group]].confidence(one.features) for one in real])
    holds = np.array([one.holds for one in real])
    print("expected calibration error", round(calibration_error(chances, holds), 3))
    for least in (0.5, 0.6, 0.7, 0.8, 0.9):
        sure_enough = chances >= least
        if sure_enough.any():
            print(
                f"confidence from {least}: {int(sure_enough.sum())} claims, precision {holds[sure_enough].mean():.3f}"
            )
    for name in ("given", "cue-rich", "natural"):
        chosen = [one for one in known.values() if one.set == name]
        print(name, "grammar alone", json.dumps(score(chosen, _kept(sure, lambda *_: True))))
        print(name, "as it ships  ", json.dumps(score(chosen, _kept(sure, shipped_rule()))))
        print(name, "spread over folds", json.dumps(spread(chosen, _kept(sure, shipped_rule()), fold)))
        for least in (0.2, 0.3, 0.4, 0.5, 0.6):
            print(name, least, json.dumps(score(chosen, _kept(sure, lambda _, chance: chance >= least))))  # noqa: B023


def _kept(sure: Iterable[tuple[str, Claim, float]], rule: Callable[[Claim, float], bool]) -> dict[str, list[Claim]]:
    kept: defaultdict[str, list[Claim]] = defaultdict(list)
    for key, claim, chance in sure:
        if rule(claim, chance):
            kept[key].append(claim)
    return kept


def shipped_rule() -> Callable[[Claim, float], bool]:
    """What the extractor makes of a confidence: a common noun needs more."""
    extractor = Extractor(load(), load_gazetteer(), Weights({}))
    return lambda claim, chance: chance >= extractor.threshold(claim)


def spread(passages: Sequence[Passage], kept: Mapping[str, list[Claim]], fold: Mapping[str, int]) -> dict[str, str]:
    """Mean and standard deviation over the folds that have passages."""
    rows = [
        score(part, kept)
        for number in sorted(set(fold.values()))
        if (part := [one for one in passages if fold[one.organisation] == number])
    ]
    return {key: f"{np.mean([r[key] for r in rows]):.3f} ± {np.std([r[key] for r in rows]):.3f}" for key in rows[0]}


def calibration_error(chances: np.ndarray, holds: np.ndarray, bins: int = 10) -> float:
    """Mean distance of confidence and precision over ten bins (Naeini et al. 2015)."""
    place = np.minimum((chances * bins).astype(int), bins - 1)
    inside = [place == at for at in range(bins) if (place == at).any()]
    return float(sum(part.mean() * abs(chances[part].mean() - holds[part].mean()) for part in inside))


if __name__ == "__main__":
    main()
