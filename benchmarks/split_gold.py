"""Splits annotated passages by organisation, so that rules are scored on text nobody read while writing them.

    python benchmarks/split_gold.py GOLD.jsonl OPEN.jsonl ASIDE.jsonl

An organisation (the part of `source.repo` before the slash) is set aside when the SHA-256 of its name,
read as a number, is divisible by three. The organisations set aside are printed.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path


def is_set_aside(organisation: str) -> bool:
    """Whether an organisation's passages only ever give a figure.

    >>> is_set_aside("acme") == is_set_aside("acme")
    True
    """
    return int(hashlib.sha256(organisation.encode()).hexdigest(), 16) % 3 == 0


def main(gold: str, kept: str, aside: str) -> None:
    """Write both parts and print the organisations set aside."""
    parts: dict[bool, list[str]] = {False: [], True: []}
    organisations = set()
    for line in Path(gold).read_text(encoding="utf-8").splitlines():
        organisation = json.loads(line)["source"]["repo"].split("/")[0].lower()
        out = is_set_aside(organisation)
        parts[out].append(line)
        if out:
            organisations.add(organisation)
    Path(kept).write_text("\n".join(parts[False]) + "\n", encoding="utf-8")
    Path(aside).write_text("\n".join(parts[True]) + "\n", encoding="utf-8")
    print(f"{len(parts[False])} passages kept, {len(parts[True])} of {len(organisations)} organisations set aside:")
    print(" ".join(sorted(organisations)))


if __name__ == "__main__":
    main(*sys.argv[1:])
