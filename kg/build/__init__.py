"""The pipeline from documents to graph, an ordered tuple of steps over one state.

In: paths and `Options`. Out: a published graph, and `Build`, which says what was done.
Open `steps` first, then `pipeline`.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
