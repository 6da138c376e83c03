"""What can be stated: relations with their surface forms and failure semantics, and known technologies.

In: Turtle files, or the graph `ontology` of a store. Out: `Ontology`, `Relation`, `Gazetteer`.
Open `relations` first.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
