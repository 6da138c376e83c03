"""Questions to answers, one module a question.

In: a stored graph, its index, names and limits. Out: `Impact`, `Needs`, `Why` …, each hop with its citation.
Open `impact.failing` first.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
