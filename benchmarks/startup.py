"""Whole-process times of commands, interpreter start included: the best and the median of several runs.

python benchmarks/startup.py
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from timing import ENV, KG

from kg.rdf.resources import folder

RUNS = 15


def seconds(*words: str, cwd: Path, runs: int) -> list[float]:
    """Times of some runs, after one that warms the caches."""
    found = []
    for _ in range(runs + 1):
        started = time.perf_counter()
        subprocess.run([KG, *words], cwd=cwd, env=ENV, capture_output=True, check=True)
        found.append(time.perf_counter() - started)
    return found[1:]


def main() -> None:
    """Print a row for each command."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    with tempfile.TemporaryDirectory() as place:
        where = Path(place)
        subprocess.run(
            [KG, "build", str(folder("examples") / "demo.jsonl")], cwd=where, env=ENV, capture_output=True, check=True
        )
        print(f"{'command':<28}{'best s':>8}{'median s':>10}")
        for words in (("--help",), ("impact", "redis"), ("impact", "redis", "-f", "json"), ("find", "auth"), ("demo",)):
            times = seconds(*words, cwd=where, runs=runs)
            print(f"{'kg ' + ' '.join(words):<28}{min(times):>8.3f}{statistics.median(times):>10.3f}")


if __name__ == "__main__":
    main()
