"""Claims to entities: IRIs, which names are one thing, and what people decided on it.

In: `Claim`. Out: quads of chunks and provenance, alias classes with their justification, SSSOM, suggestions.
Open `record` first, then `link.aliases`, then `curation`.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
