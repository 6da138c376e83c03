"""Chunks to claims, by the surface forms of the ontology alone.

In: `Document`, `Ontology`, `Gazetteer`. Out: `Claim` with polarity, quote and place.
Open `extractor` first; then text, syntax, modality, entities, relations, layout, the way a sentence goes.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
