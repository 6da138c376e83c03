"""Times and their ratios, as all comparisons print them."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

KG = str(Path(sys.executable).parent / "kg")
ENOUGH = 2.0
"""Seconds after which a measurement is not repeated."""


@dataclass(frozen=True)
class Timed:
    """How long something took.

    Args:
        name: What.
        seconds: Best of the runs.
        note: What else to say.
    """

    name: str
    seconds: float
    note: str = ""


def timed(name: str, run: Callable[[], object], *, once: bool = False, note: str = "") -> Timed:
    """The best of five runs, of fewer when they take long."""
    runs: list[float] = []
    while len(runs) < (1 if once else 5) and sum(runs) < ENOUGH:
        started = time.perf_counter()
        run()
        runs.append(time.perf_counter() - started)
    return Timed(name, min(runs), note)


def rows(found: Sequence[Timed]) -> list[str]:
    """A line for each, with how many times the first it takes."""
    first = found[0].seconds
    return [
        f"  {one.name:<40}{1000 * one.seconds:>12,.2f} ms{one.seconds / first:>10,.1f}x  {one.note}".rstrip()
        for one in found
    ]


@dataclass(frozen=True)
class Process:
    """A command as a whole.

    Args:
        seconds: Wall time, interpreter start included.
        mebibytes: Most memory it held.
    """

    seconds: float
    mebibytes: float


def process(words: Sequence[str], cwd: Path | None = None) -> Process:
    """Run `kg` once, its output thrown away.

    Raises:
        RuntimeError: If it fails.
    """
    started = time.perf_counter()
    with subprocess.Popen([KG, *words], cwd=cwd, stdout=subprocess.DEVNULL) as running:
        _, status, usage = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
    if running.returncode:
        raise RuntimeError(f"kg {' '.join(words)}: exit {running.returncode}")
    return Process(time.perf_counter() - started, usage.ru_maxrss / 1024)
