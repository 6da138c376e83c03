"""The values that everyone speaks, frozen; one that would be wrong cannot be built.

In: what a module knows. Out: `Document`, `Chunk`, `Claim`, `Path`, `Citation`, the answers and their limits.
Open `documents` first, then `paths`, then `answers`.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
