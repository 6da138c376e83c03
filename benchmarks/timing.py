"""Times and their ratios, as all comparisons print them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

KG = str(Path(sys.executable).parent / "kg")
ENV = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
"""Lets Python keep compiled modules, as after an installation: what compiling them costs is not measured."""

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
    """The best of twenty runs, of fewer when they take long."""
    runs: list[float] = []
    while len(runs) < (1 if once else 20) and sum(runs) < ENOUGH:
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
    """A command as a whole, interpreter start included.

    Args:
        seconds: Wall time.
        busy: Processor time, user and system, which other work on the machine disturbs less.
        mebibytes: Most memory it and its children held together, pages they share counted once (the PSS of Linux,
            looked up every two seconds), or the largest of them held alone, whichever is more.
        largest: Most memory that one process held.
    """

    seconds: float
    busy: float
    mebibytes: float
    largest: float


_LAUNCHER = """
import json, resource, subprocess, sys, threading, time

def held(process):
    try:
        with open(f"/proc/{process}/task/{process}/children") as file:
            children = file.read().split()
        with open(f"/proc/{process}/smaps_rollup") as file:
            own = sum(int(line.split()[1]) for line in file if line.startswith("Pss:"))
    except OSError:
        return 0
    return own + sum(map(held, children))

def watch():
    global most
    while not time.sleep(2):
        most = max(most, held(running.pid))

started, most = time.perf_counter(), 0
running = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
threading.Thread(target=watch, daemon=True).start()
code = running.wait()
seconds, used = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
largest = used.ru_maxrss
print(json.dumps([code, seconds, used.ru_utime + used.ru_stime, max(most, largest) / 1024, largest / 1024]))
"""


def process(words: Sequence[str], cwd: Path | None = None) -> Process:
    """Run `kg` once, its output thrown away, from a small process: memory of the parent counts as a child's.

    Raises:
        RuntimeError: If it fails.
    """
    launched = [sys.executable, "-c", _LAUNCHER, KG, *words]
    code, *used = json.loads(subprocess.run(launched, cwd=cwd, env=ENV, stdout=subprocess.PIPE, check=True).stdout)
    if code:
        raise RuntimeError(f"kg {' '.join(words)}: exit {code}")
    return Process(*used)
