"""Scores and demonstrations.

In: annotated passages; the eight sentences that ship. Out: `Scores`, `Demo`.
Open `score` first.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
