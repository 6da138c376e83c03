"""How fast `kg build` and `kg extract` are, as whole processes.

python benchmarks/build_rate.py [CHUNKS]
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from timing import ENV, KG

PROSE_A_CHUNK = 200
"""Bytes of Markdown for each chunk that is built."""

FIRST = ("amber", "birch", "cobalt", "dune", "ember", "fjord", "grove", "heron", "iris", "jade")
SECOND = ("cart", "parcel", "ticket", "ledger", "photo", "survey", "voucher", "weather", "payroll", "search")
THIRD = ("service", "worker", "gateway", "scheduler", "cache")
HOSTS = ("Redis", "PostgreSQL", "Kafka", "Kubernetes")
FORMS = ("depends on", "stores its data in", "publishes events to", "runs on")
BETWEEN = (
    "It was written over one summer and has been renamed twice since.",
    "Ask in the channel before you restart it; restarts take about two minutes and drain first.",
    "The dashboards show latency, errors and saturation, and an alert fires after five minutes.",
)


def name(number: int) -> str:
    """One of many names."""
    first, second, third = FIRST[number % 10], SECOND[number // 10 % 10], THIRD[number // 100 % 5]
    return f"{first} {second} {third}"


def fact(number: int) -> str:
    """One sentence, one fact."""
    if number % 2:
        return f"The {name(number)} depends on the {name(number * 7 + 3)}."
    at = number // 2 % 4
    return f"The {name(number)} {FORMS[at]} {HOSTS[at]}."


def write_chunks(file: Path, chunks: int) -> None:
    """One-fact chunks in documents of fifty."""
    rows = ({"id": f"c{n}", "text": fact(n), "source": f"notes-{n // 50}.md"} for n in range(chunks))
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def write_prose(folder: Path, most: int) -> int:
    """At least so many bytes of Markdown in which every third sentence states something; how many bytes."""
    folder.mkdir()
    size = number = 0
    while size < most:
        parts = [f"# Notes {number}"]
        for _ in range(100):
            parts.append(f"{fact(number)} {BETWEEN[number % 3]} {BETWEEN[(number + 1) % 3]}")
            number += 1
        text = "\n\n".join(parts) + "\n"
        (folder / f"notes-{number:06}.md").write_text(text, encoding="utf-8")
        size += len(text)
    return size


def timed(*words: str, cwd: Path) -> float:
    """Seconds a command takes."""
    started = time.perf_counter()
    subprocess.run([KG, *words], cwd=cwd, env=ENV, capture_output=True, check=True)
    return time.perf_counter() - started


def rates(chunks: int) -> None:
    """Print a line for each figure."""
    with tempfile.TemporaryDirectory() as place:
        where = Path(place)
        write_chunks(where / "chunks.jsonl", chunks)
        size = write_prose(where / "prose", PROSE_A_CHUNK * chunks) / 1e6
        first = timed("build", "chunks.jsonl", cwd=where)
        print(f"build, {chunks} one-fact chunks   {first:6.1f} s  {chunks / first:7.0f} chunks/s")
        again = timed("build", "chunks.jsonl", cwd=where)
        print(f"build again, nothing changed  {again:6.2f} s")
        impact = timed("impact", "redis", "--top", "20", cwd=where)
        print(f"impact redis on that graph    {impact:6.2f} s")
        prose = timed("extract", "prose", cwd=where)
        print(f"extract, {size:.1f} MB of Markdown   {prose:6.1f} s  {size / prose:7.2f} MB/s")


if __name__ == "__main__":
    rates(int(sys.argv[1]) if len(sys.argv) > 1 else 5000)
