"""`python -m kg` is `kg`."""

from __future__ import annotations

from kg.cli import main

main()
