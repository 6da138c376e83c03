"""What follows from the claims: edges with support, dispute and status.

In: statements and alias classes. Out: quads of the inferred graph.
Open `reasoner` first, then `edges`.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
