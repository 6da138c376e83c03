"""`kg build` at size, as whole processes: all documents, nothing changed, one file changed.

python benchmarks/build_scale.py                    100,000 chunks
python benchmarks/build_scale.py --edges 4k         about 5,000
python benchmarks/build_scale.py --form jsonl       chunks as JSON Lines instead of paragraphs
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from generate import WRITERS, edges_of
from timing import process
from workload import Workload

import kg


def measure(workload: Workload, form: str, place: Path) -> None:
    """Print a line for each build."""
    documents = place / "documents"
    WRITERS[form](workload, documents)
    build = ("build", str(documents), "-g", str(place / "graph"))
    for what in ("build", "again, nothing changed", "again, one file changed"):
        if "one" in what:
            changed = min(file for file in documents.rglob("*") if file.is_file())
            lines = changed.read_text(encoding="utf-8").splitlines(keepends=True)
            changed.write_text("".join(lines[2:]), encoding="utf-8")
        used = process(build)
        rates = f"{workload.chunks / used.seconds:8,.0f} chunks/s, {workload.chunks / used.busy:,.0f} a busy second"
        rate = rates if what == "build" else ""
        memory = f"{used.mebibytes:8,.0f} MiB ({used.largest:,.0f} the largest)"
        print(f"  {what:<26}{used.seconds:8.2f} s{used.busy:8.2f} s busy{memory}{rate}", flush=True)
    counts = kg.open(place / "graph").stats().counts
    size = sum(file.stat().st_size for file in (place / "graph").rglob("*") if file.is_file())
    print(f"  {counts['quads'] / counts['chunks']:.1f} quads and {size / counts['chunks']:,.0f} bytes of disk a chunk")


def main() -> None:
    """Measure what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edges", type=edges_of, default=80_000, help="about four fifths of the chunks")
    parser.add_argument("--form", choices=("jsonl", "markdown"), default="markdown")
    asked = parser.parse_args()
    workload = Workload.of(asked.edges)
    print(f"{workload.chunks:,} one-fact chunks, {asked.form}; whole processes")
    with tempfile.TemporaryDirectory() as place:
        measure(workload, asked.form, Path(place))


if __name__ == "__main__":
    main()
