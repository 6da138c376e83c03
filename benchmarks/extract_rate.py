"""How much Markdown is read, and read for its claims, in a second of one core, and where the time goes.

python benchmarks/extract_rate.py [MEGABYTES]

The text is made here, the same every time: of eight sentences one states a relation, the others tell of other
things and half of those have a word in them that may. Beside paragraphs there are lists below a label or a lead-in,
key-value lines, tables, code and links. Rates are per second of processor time, so that other work on the machine
disturbs them little; a rate of processes counts their start and whatever they hand to each other.
"""

from __future__ import annotations

import platform
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from types import FrameType

from timing import ENV, KG

import kg
from kg.extract.entities.vocabulary import Vocabulary
from kg.extract.extractor import Extractor
from kg.model.documents import Document
from kg.ontology import gazetteer
from kg.ontology import relations as ontology
from kg.read.documents import Source, read_source

ROUNDS = 3
EVERY = 0.001
"""Seconds of processor time between two looks at where a process is."""

ADJECTIVES = ("amber", "birch", "cobalt", "dune", "ember", "fjord", "grove", "heron", "iris", "jade", "kelp", "lunar")
THINGS = ("cart", "parcel", "ticket", "ledger", "photo", "survey", "voucher", "weather", "payroll", "search")
KINDS = ("service", "worker", "gateway", "scheduler", "cache", "API", "proxy")
NAMES = tuple(f"{one} {two} {KINDS[at % 7]}" for at, (one, two) in enumerate(product(ADJECTIVES, THINGS)))
TECHNOLOGIES = ("Redis", "PostgreSQL", "Kafka", "Kubernetes", "S3", "Elasticsearch", "RabbitMQ", "nginx")
PEOPLE = ("the platform team", "the money team", "the search guild", "the data team")
FACTS = (
    "The {a} depends on the {b}.",
    "The {a} stores its data in {t}, and the {b} reads from it.",
    "`{c}` publishes events to {t}.",
    "Requests from the {a} are sent to the {b} through {t}.",
    "The {a}, which runs on {t}, is owned by {p}.",
    "If enabled, the {a} calls the {b} and the {d}.",
    "The {a} no longer uses {t}.",
    "It also needs the {b}.",
)
PLAIN = (
    "Some {n} alerts fired in week {n}, most of them before noon.",
    "Ask in the channel before a restart; it takes about {n} minutes.",
    "There were {n} incidents last year, and none of them was long.",
    "Dashboards show latency, errors and saturation for the {a}.",
    "The name is older than the team: nobody remembers where it came from in 20{n}.",
    "Numbers in this section were measured in round {n}, on a quiet afternoon.",
    "See the [notes of week {n}](notes/{n}.md) for the whole story.",
)
TEMPTING = (
    "You need about {n} minutes, a cup of tea and **some** patience.",
    "Please use the form below when the number exceeds {n}.",
    "We run a retrospective after {n} such weeks and write down what we found.",
    "New colleagues are asked to read chapter {n} before their first shift on call.",
    "The {a} is written in Go and has {n} maintainers, some of them part-time.",
    "This was discussed at length with {p} and is stored in our memory under number {n}.",
    "Logs of the last {n} days are kept so that questions can be answered.",
)


class Writer:
    """Writes documents from a seed.

    Args:
        seed: The same text for the same seed.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def documents(self, size: int) -> Iterator[str]:
        """Documents of some kilobytes each until they have `size` characters."""
        while size > 0:
            text = "\n\n".join(self._sections())
            size -= len(text)
            yield text + "\n"

    def _sections(self) -> Iterator[str]:
        yield f"# {self._name().capitalize()}"
        for _ in range(self._random.randrange(4, 9)):
            yield f"## {self._pick(('Overview', 'Operation', 'History', 'Limits', self._name().capitalize()))}"
            yield from (self._paragraph() for _ in range(self._random.randrange(2, 5)))
            yield self._random.choice((self._list, self._led, self._pairs, self._table, self._code))()

    def _paragraph(self) -> str:
        """Sentences, wrapped as people wrap them."""
        words = " ".join(self._sentence() for _ in range(self._random.randrange(2, 7))).split()
        lines, line = [], ""
        for word in words:
            if len(line) + len(word) > 96:
                lines.append(line)
                line = ""
            line = f"{line} {word}" if line else word
        return "\n".join((*lines, line))

    def _sentence(self) -> str:
        kind = self._random.randrange(8)
        return self._filled(self._pick(FACTS if kind == 0 else PLAIN if kind < 5 else TEMPTING))

    def _filled(self, template: str) -> str:
        number = self._random.randrange(11, 99)
        a, b, d = (self._name() for _ in range(3))
        technology, people = self._pick(TECHNOLOGIES), self._pick(PEOPLE)
        return template.format(a=a, b=b, c=b.replace(" ", "-"), d=d, t=technology, p=people, n=number)

    def _list(self) -> str:
        items = "\n".join(f"- {self._name()}" for _ in range(3))
        return f"### {self._pick(('Dependencies', 'Open questions'))}\n\n{items}"

    def _led(self) -> str:
        lead = self._pick((f"The {self._name()} depends on:", "What to do on a quiet day:"))
        return f"{lead}\n\n" + "\n".join(f"* `{self._name().replace(' ', '-')}`: {self._sentence()}" for _ in range(3))

    def _pairs(self) -> str:
        return (
            f"Owner: {self._pick(PEOPLE)}\nTier: {self._random.randrange(1, 4)}\nDatabase: {self._pick(TECHNOLOGIES)}"
        )

    def _table(self) -> str:
        rows = "\n".join(f"| {self._name()} | {self._pick(TECHNOLOGIES)} | {self._sentence()} |" for _ in range(4))
        return f"| Component | Runs on | Remark |\n|---|---|---|\n{rows}"

    def _code(self) -> str:
        return "```sh\n" + "\n".join(f"curl -s localhost:80{n}/health | jq .status" for n in range(10, 14)) + "\n```"

    def _name(self) -> str:
        return self._pick(NAMES)

    def _pick(self, some: tuple[str, ...]) -> str:
        return self._random.choice(some)


def read(texts: list[tuple[str, bytes]]) -> list[Document]:
    """Documents of texts: blocks, chunks, plain text."""
    return [document for path, text in texts for document in read_source(Source(path, None, text))[0]]


def extract(extractor: Extractor, documents: list[Document]) -> int:
    """How many claims documents make, each with the names of all at hand."""
    names = Vocabulary().merge(*(extractor.vocabulary(document) for document in documents))
    return sum(len(extractor.extract(one, extractor.relevant(one, names))) for one in documents)


def seconds(work: Callable[[], object]) -> float:
    """Processor time of some work, the best of a few rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return best


def processes(folder: Path) -> tuple[float, float]:
    """Processor time of `kg extract` and its processes, and the time it takes, the best of a few rounds."""
    found = []
    for _ in range(ROUNDS):
        before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run([KG, "extract", str(folder)], env=ENV, stdout=subprocess.DEVNULL, check=True)
        after, took = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter() - started
        found.append((after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, took))
    return min(used for used, _ in found), min(took for _, took in found)


def profile(work: Callable[[], object]) -> Counter[str]:
    """How often a process was seen in each module of kg; what a module calls outside of kg is its own."""
    seen: Counter[str] = Counter()
    root = str(Path(kg.__file__).parent)

    def look(_: int, frame: FrameType | None) -> None:
        while frame is not None and not frame.f_code.co_filename.startswith(root):
            frame = frame.f_back
        seen["rest" if frame is None else frame.f_code.co_filename.removeprefix(root)[1:-3]] += 1

    signal.signal(signal.SIGPROF, look)
    signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
    work()
    signal.setitimer(signal.ITIMER_PROF, 0)
    return seen


def main(megabytes: float) -> None:
    """Print the figures."""
    texts = [(f"doc-{n:05}.md", text.encode()) for n, text in enumerate(Writer(1).documents(int(megabytes * 1e6)))]
    size = sum(len(text) for _, text in texts) / 1e6
    extractor = Extractor(ontology.load(), gazetteer.load_gazetteer())
    documents = read(texts)
    claims = extract(extractor, documents)
    print(f"{size:.1f} MB of Markdown, {len(texts)} documents, {claims} claims; Python {platform.python_version()}")
    reading, extracting = seconds(lambda: read(texts)), seconds(lambda: extract(extractor, documents))
    with tempfile.TemporaryDirectory() as place:
        for path, text in texts:
            Path(place, path).write_bytes(text)
        used, took = processes(Path(place))
    print("                               MB a second of one core")
    print(f"read alone                     {size / reading:6.2f}")
    print(f"read and extract               {size / (reading + extracting):6.2f}")
    print(f"kg extract, all its processes  {size / used:6.2f}   {took:.1f} s from start to end")
    seen = profile(lambda: extract(extractor, read(texts)))
    print("\nmodule                 share of reading and extracting")
    for module, times in seen.most_common(16):
        print(f"{module:22} {times / seen.total():6.1%}")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0)
