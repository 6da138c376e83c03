"""Documents to chunks: one reader a format, prose or structured.

In: files, folders, standard input, JSON Lines. Out: `Document` with its `Chunk`s, and what was skipped.
Open `registry` first, then `documents`.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
