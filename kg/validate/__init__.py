"""SHACL: which claims enter the graph, and what is wrong in a stored one.

In: quads and shapes. Out: quarantined claims, findings, reports.
Open `reject` first, then `audit`.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
