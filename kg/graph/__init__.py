"""The compact index of edges: reachability, failure as a fixed point, widest paths, and the receipts of each hop.

In: edges of a stored graph. Out: arrays in a file that is mapped into memory; states, ranked paths, cited steps.
Open `index.index` first, then `failure.states`, then `search.search`.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
